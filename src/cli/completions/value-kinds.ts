import { Argument, type Command, type Option } from 'commander';

/** Sources of values; `none`: only who types it knows it. */
export type ValueKind =
  | 'answerings'
  | 'endings'
  | 'event types'
  | 'export formats'
  | 'files'
  | 'gates'
  | 'gates and rules'
  | 'gates, rules and keys'
  | 'hosts'
  | 'host events'
  | 'keys'
  | 'none'
  | 'on off status'
  | 'outcomes'
  | 'postmortem formats'
  | 'presets'
  | 'presets and files'
  | 'scopes'
  | 'sessions'
  | 'sessions and files'
  | 'sharing levels'
  | 'shells'
  | 'views actions'
  | 'workflows';

/** By the name of an option or of an argument, which mean the same in every command but in those below. */
const KINDS: Readonly<Record<string, ValueKind>> = {
  '--anchor': 'files',
  '--assume': 'none',
  '--at': 'none',
  '--before': 'none',
  '--call': 'none',
  '--client-version': 'none',
  '--ended': 'endings',
  '--event': 'host events',
  '--exit': 'none',
  '--failures': 'none',
  '--for': 'none',
  '--format': 'export formats',
  '--from': 'files',
  '--gate': 'gates',
  '--host': 'hosts',
  '--jobs': 'none',
  '--key': 'files',
  '--last': 'none',
  '--note': 'none',
  '--output': 'files',
  '--passed': 'none',
  '--path': 'files',
  '--payload': 'files',
  '--phase': 'none',
  '--policy': 'files',
  '--preset': 'presets',
  '--reason': 'none',
  '--redact': 'sharing levels',
  '--runner': 'none',
  '--scope': 'scopes',
  '--session': 'sessions',
  '--since': 'none',
  '--state': 'none',
  '--status': 'outcomes',
  '--stderr': 'files',
  '--stdout': 'files',
  '--timeout': 'none',
  '--tool': 'none',
  '--type': 'event types',
  '--until': 'none',
  command: 'none',
  event: 'none',
  file: 'files',
  gate: 'gates and rules',
  hook: 'files',
  id: 'none',
  key: 'keys',
  name: 'workflows',
  note: 'none',
  path: 'files',
  preference: 'answerings',
  reason: 'none',
  rule: 'gates and rules',
  session: 'sessions',
  shell: 'shells',
  todo: 'none',
  what: 'none',
};

/** By the command, where a name means something else in it. */
const KINDS_IN: Readonly<Record<string, Readonly<Record<string, ValueKind>>>> = {
  careful: { action: 'on off status' },
  check: { what: 'sessions and files' },
  gates: { event: 'files' },
  'policy diff': { from: 'presets and files', to: 'presets and files' },
  'policy explain': { what: 'gates, rules and keys' },
  postmortem: { '--format': 'postmortem formats', session: 'sessions and files' },
  replay: { what: 'sessions and files' },
  views: { action: 'views actions' },
  waive: { '--revoke': 'gates and rules' },
};

/** What the values of an option or an argument are; null where nobody said it. */
export const valueKind = (command: Command, taker: Option | Argument): ValueKind | null => {
  const name = taker instanceof Argument ? taker.name() : (taker.long ?? '');
  return KINDS_IN[pathOf(command)]?.[name] ?? KINDS[name] ?? null;
};

/** `policy diff`: a command with those above it, but for docket itself. */
export const pathOf = (command: Command): string =>
  command.parent === null ? '' : `${pathOf(command.parent)} ${command.name()}`.trim();
