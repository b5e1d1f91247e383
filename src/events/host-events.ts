/** What docket knows about one event of the host: its type in the log and the client version that introduced it. */
export interface HostEventInfo {
  readonly type: string;
  /** First Claude Code version known to fire it (protocol sheet §1.1, §1.11); "2.1.0" where only documents date it. */
  readonly since: string;
}

/**
 * Every hook event of Claude Code 2.1.332, by the host's name. Event types are past tense and are never renamed once
 * released; an event that is missing here is recorded as `HostEventReceived`.
 */
export const HOST_EVENTS = {
  SessionStart: { type: 'SessionStarted', since: '1.0.62' },
  Setup: { type: 'SetupStarted', since: '2.1.10' },
  InstructionsLoaded: { type: 'InstructionsLoaded', since: '2.1.69' },
  UserPromptSubmit: { type: 'PromptSubmitted', since: '1.0.54' },
  UserPromptExpansion: { type: 'PromptExpanded', since: '2.1.139' },
  MessageDisplay: { type: 'MessageDisplayed', since: '2.1.152' },
  PreToolUse: { type: 'ToolRequested', since: '1.0.38' },
  PermissionRequest: { type: 'PermissionRequested', since: '2.0.45' },
  PermissionDenied: { type: 'PermissionDenied', since: '2.1.89' },
  PostToolUse: { type: 'ToolCompleted', since: '1.0.38' },
  PostToolUseFailure: { type: 'ToolFailed', since: '2.1.9' },
  PostToolBatch: { type: 'ToolBatchCompleted', since: '2.1.152' },
  SubagentStart: { type: 'SubagentStarted', since: '2.0.43' },
  SubagentStop: { type: 'SubagentStopped', since: '1.0.41' },
  Stop: { type: 'TurnEnded', since: '1.0.38' },
  StopFailure: { type: 'TurnFailed', since: '2.1.78' },
  TaskCreated: { type: 'TaskCreated', since: '2.1.84' },
  TaskCompleted: { type: 'TaskCompleted', since: '2.1.33' },
  TeammateIdle: { type: 'TeammateIdled', since: '2.1.33' },
  Notification: { type: 'NotificationShown', since: '1.0.38' },
  ConfigChange: { type: 'ConfigChanged', since: '2.1.49' },
  CwdChanged: { type: 'CwdChanged', since: '2.1.83' },
  DirectoryAdded: { type: 'DirectoryAdded', since: '2.1.219' },
  FileChanged: { type: 'FileChanged', since: '2.1.83' },
  WorktreeCreate: { type: 'WorktreeRequested', since: '2.1.50' },
  WorktreeRemove: { type: 'WorktreeRemoved', since: '2.1.50' },
  PreCompact: { type: 'CompactionStarted', since: '1.0.48' },
  PostCompact: { type: 'CompactionFinished', since: '2.1.76' },
  PreModelSwitch: { type: 'ModelSwitchRequested', since: '2.1.251' },
  PostModelSwitch: { type: 'ModelSwitched', since: '2.1.251' },
  PreSkillShellCommand: { type: 'SkillCommandRequested', since: '2.1.332' },
  Elicitation: { type: 'ElicitationRequested', since: '2.1.76' },
  ElicitationResult: { type: 'ElicitationAnswered', since: '2.1.76' },
  SessionEnd: { type: 'SessionEnded', since: '1.0.85' },
} as const satisfies Record<string, HostEventInfo>;

export type HostEventName = keyof typeof HOST_EVENTS;
