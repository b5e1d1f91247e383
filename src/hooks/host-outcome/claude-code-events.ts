import type { HostEventName } from '../../events/host-events.ts';
import {
  ANSWERS,
  blocks,
  CLIENT,
  does,
  type EventRow,
  HALT,
  ignoredExit,
  MESSAGE,
  MESSAGE_SEEN,
  NO_HALT,
  NO_PLAIN,
  NO_PLAIN_HERE,
  OBSERVED,
  SHEET,
  toModel,
  toNobody,
  UNSURE_HALT,
  USER_ERROR,
} from './event-row.ts';
import { documented, measured, uncertain } from './outcome.ts';

const CALL_DENIED = 'the call does not run';
const ASKS = ['allow', 'deny', 'ask'] as const;

/** The values of `permissionDecision` at the events that have one, by what they come to. */
export const PERMISSIONS: Readonly<Partial<Record<HostEventName, readonly string[]>>> = {
  PreToolUse: [...ASKS, 'defer'],
  PreModelSwitch: ASKS,
  PreSkillShellCommand: [...ASKS, 'defer'],
};

/** Claude Code's events. Measured with 2.1.332 where it says so, else as documented up to there. */
export const CLAUDE_CODE_EVENTS: Readonly<Record<HostEventName, EventRow>> = {
  SessionStart: {
    block: null,
    exit2: ignoredExit('a session cannot be blocked; stderr is shown to the person as a hook error', 'person', CLIENT),
    plain: toModel('plain text is context before the first prompt', CLIENT),
    context: toModel('context before the first prompt', ANSWERS, { since: '1.0.62' }),
    fields: {
      initialUserMessage: does('is the first prompt of a headless session'),
      sessionTitle: does('is the title of the session', '2.1.152'),
      watchPaths: does('are the files that FileChanged tells of', '2.1.83'),
      reloadSkills: does('skills are read again', '2.1.152'),
    },
    message: MESSAGE,
    halt: toNobody('continue: false does not stop a session from starting', CLIENT),
  },
  Setup: {
    ...OBSERVED,
    exit2: USER_ERROR,
    context: {
      effect: 'uncertain',
      says: 'context at Setup: taken by older documents, dropped by newer ones',
      ...uncertain('protocol §4.1, 3'),
    },
  },
  InstructionsLoaded: OBSERVED,
  UserPromptSubmit: {
    block: blocks('denied', 'the prompt is rejected and erased; the reason is shown to the person', 'person', CLIENT),
    exit2: blocks('denied', 'the prompt is rejected and erased; stderr is shown to the person', 'person', CLIENT),
    plain: toModel('plain text is context beside the prompt', ANSWERS),
    context: toModel('context beside the prompt', CLIENT, { since: '1.0.59' }),
    fields: {
      sessionTitle: does('is the title of the session', '2.1.94'),
      suppressOriginalPrompt: does('the prompt is not shown when it is blocked'),
    },
    message: MESSAGE_SEEN,
    halt: { ...HALT, says: 'the prompt is not worked on; stopReason is shown to the person', ...CLIENT },
  },
  UserPromptExpansion: {
    block: blocks('denied', 'the command is not expanded; the reason is shown to the person', 'person', SHEET),
    exit2: blocks('denied', 'the command is not expanded; stderr is shown to the person', 'person', SHEET),
    plain: toModel('plain text is context', documented('protocol §1.4')),
    context: toModel('context beside the prompt', documented('protocol §1.4')),
    fields: { suppressOriginalPrompt: does('the prompt is not shown when it is blocked') },
    message: MESSAGE,
    halt: HALT,
  },
  MessageDisplay: {
    ...OBSERVED,
    exit2: ignoredExit('the original text is shown', 'nobody'),
    fields: {
      displayContent: {
        effect: 'replaced',
        says: 'is shown on the screen instead; the model and the transcript keep the text',
        ...documented('protocol §1.1'),
      },
    },
  },
  PreToolUse: {
    block: blocks('denied', `${CALL_DENIED}; the model reads the reason`, 'model', measured('hosts.md §0.1')),
    exit2: blocks('denied', `${CALL_DENIED}; the model reads stderr`, 'model', ANSWERS),
    plain: NO_PLAIN_HERE,
    context: toModel('context beside the result of the call', ANSWERS, { since: '2.1.9' }),
    fields: {
      updatedInput: {
        effect: 'rewritten',
        says: 'the call runs with this input, in place of the whole original one',
        ...ANSWERS,
        since: '2.0.10',
      },
    },
    message: { ...MESSAGE, ...CLIENT },
    halt: { ...HALT, ...CLIENT },
  },
  PermissionRequest: {
    block: null,
    exit2: ignoredExit('exit code 2 is not honoured here: the dialog appears', 'nobody', CLIENT),
    plain: NO_PLAIN,
    context: null,
    fields: {},
    message: MESSAGE,
    halt: UNSURE_HALT,
  },
  PermissionDenied: {
    ...OBSERVED,
    fields: { retry: does('the model may try the call again', '2.1.89', SHEET) },
    message: MESSAGE,
  },
  PostToolUse: {
    block: blocks(
      'fed-back',
      'the reason stands beside the result; the call ran, and nothing is undone',
      'model',
      ANSWERS,
    ),
    exit2: blocks('fed-back', 'stderr stands beside the result; the call ran, and nothing is undone', 'model', CLIENT),
    plain: NO_PLAIN_HERE,
    context: toModel('context beside the result', CLIENT),
    fields: {
      updatedToolOutput: {
        effect: 'replaced',
        says: 'the model sees it in place of the result, where it has the shape of that tool’s results',
        ...CLIENT,
        since: '2.1.121',
      },
      updatedMCPToolOutput: {
        effect: 'replaced',
        says: 'the model sees it in place of the result of a server’s tool',
        ...documented('protocol §1.4'),
      },
      classifierContext: does('is told to the classifier of auto mode, 2,000 units for all hooks of a call', '2.1.236'),
    },
    message: MESSAGE_SEEN,
    halt: { ...HALT, ...CLIENT },
  },
  PostToolUseFailure: {
    block: blocks('fed-back', 'the reason stands beside the failure', 'model', CLIENT),
    exit2: blocks('fed-back', 'stderr stands beside the failure', 'model', CLIENT),
    plain: NO_PLAIN,
    context: toModel('context beside the failure', ANSWERS),
    fields: {},
    message: MESSAGE,
    halt: HALT,
  },
  PostToolBatch: {
    block: blocks('halted', 'the agent stops before the next model call', 'person', CLIENT),
    exit2: blocks('halted', 'the agent stops before the next model call', 'person', CLIENT),
    plain: NO_PLAIN_HERE,
    context: toModel('context before the next model call', CLIENT),
    fields: {},
    message: MESSAGE,
    halt: { ...HALT, ...CLIENT },
  },
  SubagentStart: {
    block: null,
    exit2: ignoredExit('a subagent cannot be stopped from starting; stderr is shown to the person', 'person', CLIENT),
    plain: NO_PLAIN_HERE,
    context: toModel('context for the subagent', CLIENT),
    fields: {},
    message: MESSAGE,
    halt: UNSURE_HALT,
  },
  SubagentStop: {
    block: blocks('goes-on', 'the subagent goes on; the reason is what it is told', 'model', CLIENT),
    exit2: blocks('goes-on', 'the subagent goes on; stderr is what it is told', 'model', CLIENT),
    plain: NO_PLAIN_HERE,
    context: toModel('the subagent goes on, and reads it', CLIENT, { effect: 'goes-on' }),
    fields: {},
    message: MESSAGE,
    halt: { ...HALT, says: 'the subagent ends; stopReason is shown to the person', ...CLIENT },
  },
  Stop: {
    block: blocks('goes-on', 'the agent goes on; the reason is what it is told', 'model', ANSWERS),
    exit2: blocks('goes-on', 'the agent goes on; stderr is what it is told', 'model', CLIENT),
    plain: toNobody('plain text on stdout is for nobody', ANSWERS),
    context: toModel('the agent goes on, and reads it', ANSWERS, { effect: 'goes-on', since: '2.1.163' }),
    fields: {},
    message: MESSAGE_SEEN,
    halt: { ...HALT, says: 'the turn ends; stopReason is shown to the person', ...CLIENT },
  },
  StopFailure: OBSERVED,
  TaskCreated: {
    ...OBSERVED,
    block: blocks('denied', 'the task is rolled back', 'model', SHEET),
    exit2: blocks('denied', 'the task is rolled back; the model reads stderr', 'model', SHEET),
    message: MESSAGE,
    halt: NO_HALT,
  },
  TaskCompleted: {
    ...OBSERVED,
    exit2: blocks('denied', 'the task stays open; the model reads stderr', 'model', SHEET),
    message: MESSAGE,
    halt: { ...HALT, says: 'a teammate stops; ignored where the model marked the task itself', ...SHEET },
  },
  TeammateIdle: {
    ...OBSERVED,
    exit2: blocks('goes-on', 'the teammate goes on; stderr is what it is told', 'model', SHEET),
    message: MESSAGE,
    halt: { ...HALT, says: 'the teammate stops', ...SHEET },
  },
  Notification: {
    ...OBSERVED,
    context: {
      effect: 'uncertain',
      says: 'context at a notification: in the types, dropped by the documents',
      ...uncertain('protocol §4.1, 5'),
    },
  },
  ConfigChange: {
    ...OBSERVED,
    block: blocks(
      'denied',
      'the change is not applied, but for a managed policy; the reason is never shown',
      'nobody',
      SHEET,
    ),
    exit2: blocks(
      'denied',
      'the change is not applied, but for a managed policy; nobody reads stderr',
      'nobody',
      SHEET,
    ),
  },
  CwdChanged: {
    ...OBSERVED,
    exit2: USER_ERROR,
    fields: { watchPaths: does('are the files that FileChanged tells of', '2.1.83', SHEET) },
    message: MESSAGE,
  },
  DirectoryAdded: {
    ...OBSERVED,
    exit2: ignoredExit('exit code 2 blocks nothing here; stderr goes to the debug log', 'nobody'),
    message: toModel('goes to the model with the next turn, after /add-dir', SHEET),
  },
  FileChanged: {
    ...OBSERVED,
    exit2: USER_ERROR,
    fields: { watchPaths: does('are the files that FileChanged tells of', '2.1.83', SHEET) },
    message: MESSAGE,
  },
  WorktreeCreate: {
    ...OBSERVED,
    exit2: blocks('denied', 'no worktree is made', 'person', SHEET),
    plain: does('its last line that is not empty is the path of the worktree', '2.1.50', SHEET),
    fields: { worktreePath: does('is the path of the worktree, from an http hook', '2.1.84') },
  },
  WorktreeRemove: {
    ...OBSERVED,
    exit2: blocks(
      'uncertain',
      'whether it keeps the worktree: never by older documents, while the folder is still there by newer ones',
      'nobody',
      uncertain('protocol §4.1, 4'),
    ),
  },
  PreCompact: {
    ...OBSERVED,
    block: blocks('denied', 'nothing is compacted', 'nobody', SHEET, '2.1.105'),
    exit2: blocks(
      'denied',
      'nothing is compacted; stderr is shown to the person who asked for it',
      'person',
      SHEET,
      '2.1.105',
    ),
    plain: toModel('plain text is added to the instructions of the summary', ANSWERS),
  },
  PostCompact: { ...OBSERVED, exit2: USER_ERROR },
  PreModelSwitch: {
    ...OBSERVED,
    block: blocks('denied', 'the model stays', 'person', SHEET),
    exit2: blocks('denied', 'the model stays', 'person', SHEET),
    message: MESSAGE,
  },
  PostModelSwitch: {
    ...OBSERVED,
    exit2: USER_ERROR,
    plain: toModel('plain text is context', documented('protocol §1.4')),
    context: toModel('context', SHEET, { since: '2.1.251' }),
    message: MESSAGE,
  },
  PreSkillShellCommand: {
    ...OBSERVED,
    exit2: blocks('denied', 'the command does not run', 'model', SHEET),
    fields: { updatedInput: { effect: 'denied', says: 'any rewrite refuses the command', ...SHEET } },
    message: MESSAGE,
  },
  Elicitation: {
    ...OBSERVED,
    exit2: blocks('denied', 'the request is denied; nobody reads stderr', 'nobody', SHEET),
    fields: {
      action: does('accepts, declines or cancels the request of the server', '2.1.76'),
      content: does('is what the server gets', '2.1.76'),
    },
  },
  ElicitationResult: {
    ...OBSERVED,
    exit2: blocks('denied', 'the answer becomes a refusal', 'nobody', SHEET),
    fields: {
      action: does('is what the server is told that the person did', '2.1.76'),
      content: does('is what the server gets', '2.1.76'),
    },
  },
  SessionEnd: { ...OBSERVED, exit2: USER_ERROR },
};
