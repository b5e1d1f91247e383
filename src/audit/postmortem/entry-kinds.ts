import type { Envelope } from '../../events/envelope.ts';
import type { EntryKind } from './model.ts';

/** What kind of row an event is in the timeline; null for what belongs to another row, or that nobody would look for there. */
export const entryKindOf = ({ type, provenance, data }: Envelope): EntryKind | null => {
  if (type === 'PromptSubmitted') return provenance === 'hook' ? 'agent' : 'prompt';
  if (type === 'QuestionAnswered') return data['by'] === 'person' || data['by'] === 'other' ? 'person' : 'evidence';
  if (type === 'LintFinished') return data['status'] === 'clean' ? null : 'evidence';
  if (type === 'TodoAdded' || type === 'TodoDone') return provenance === 'person' ? 'person' : null;
  if (type === 'PhaseEntered') return provenance === 'person' || provenance === 'prompt' ? 'person' : 'evidence';
  return KINDS[type] ?? null;
};

const KINDS: Readonly<Record<string, EntryKind>> = {
  ToolRequested: 'call',
  SubagentStarted: 'agent',
  SubagentStopped: 'agent',
  TestRunFinished: 'evidence',
  TestRunSuperseded: 'evidence',
  ReviewRecorded: 'evidence',
  DecisionsAudited: 'evidence',
  ProofRecorded: 'person',
  ProofRevoked: 'person',
  WaiverGranted: 'person',
  WaiverRevoked: 'person',
  ApprovalRefused: 'person',
  WorkflowReset: 'person',
  PreferencesLoaded: 'session',
  PermissionDenied: 'person',
  ElicitationAnswered: 'person',
  TurnEnded: 'ending',
  TurnFailed: 'ending',
  SessionStarted: 'session',
  SessionEnded: 'session',
  CompactionStarted: 'session',
  CompactionFinished: 'session',
  ModelSwitched: 'session',
  CwdChanged: 'session',
  WorktreeRequested: 'session',
  WorktreeRemoved: 'session',
  PolicyLoaded: 'session',
  HookFailed: 'problem',
};

/** `TestRunFinished`: `test run finished` */
export const wordsOfType = (type: string): string => type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
