import type { Argument, Command, Option } from 'commander';
import { GATES } from '../../gates/gates.ts';
import { gateKeys } from '../../gates/policy-names.ts';
import { PRESETS } from '../../gates/presets.ts';
import { gatesHere } from '../gates-here.ts';
import type { Io } from '../io.ts';
import { type ValueKind, valueKind } from './value-kinds.ts';

/** A word, and what it means in a few others; empty where it speaks for itself. */
export interface Offer {
  readonly value: string;
  readonly means: string;
}

interface Values {
  readonly offers: readonly Offer[];
  readonly files: boolean;
}

type Source = (io: Pick<Io, 'env' | 'cwd'>) => Promise<readonly Offer[]> | readonly Offer[];

/** What an option or an argument of a command takes. Throws what reading the project's log throws. */
export const valuesFor = async (
  command: Command,
  taker: Option | Argument,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<Values> => {
  if (taker.argChoices !== undefined) return { offers: taker.argChoices.map(plain), files: false };
  const kind = valueKind(command, taker) ?? 'none';
  return { offers: (await SOURCES[kind]?.(io)) ?? [], files: WITH_FILES.includes(kind) };
};

const plain = (value: string): Offer => ({ value, means: '' });

const words =
  (...values: readonly string[]): (() => Offer[]) =>
  () =>
    values.map(plain);

const WITH_FILES: readonly ValueKind[] = ['files', 'presets and files', 'sessions and files'];

const gates: Source = (io) => gatesHere(io).map(({ name, summary }) => ({ value: name, means: summary }));

const gatesAndRules: Source = async (io) => [
  ...(await gates(io)),
  ...gatesHere(io).flatMap(({ rules }) => rules.map(({ id }) => plain(id))),
];

/** Where a key has a name of the project's own in it, nothing can be offered. */
const topKeys: Source = async () => {
  const { KEY_REFERENCE } = await import('../policy/key-reference.ts');
  return KEY_REFERENCE.flatMap(({ key, text }) => (/[*[]/.test(key) ? [] : [{ value: key, means: text }]));
};

const keys: Source = async (io) => [...(await topKeys(io)), ...(await gates(io))];

const sessions: Source = async (io) => (await import('./session-ids.ts')).knownSessions(io);

const presets: Source = words(...Object.keys(PRESETS));

const SOURCES: Readonly<Partial<Record<ValueKind, Source>>> = {
  answerings: async () => (await import('../../hooks/observers/preferences.ts')).ANSWERINGS.map(plain),
  endings: words('timeout', 'killed', 'missing'),
  'event types': async () => Object.keys((await import('../../events/schemas.ts')).dataSchemas).map(plain),
  'export formats': async () =>
    (await import('../../audit/formats.ts')).FORMATS.map(({ name, summary }) => ({ value: name, means: summary })),
  gates,
  'gates and rules': gatesAndRules,
  'gates, rules and keys': async (io) => [
    ...(await gatesAndRules(io)),
    ...(await topKeys(io)),
    ...GATES.flatMap(({ name }) => gateKeys(name, true).map((key) => plain(`${name}.${key}`))),
  ],
  'host events': async () => (await import('../../events/host-event-names.ts')).HOST_EVENT_NAMES.map(plain),
  hosts: async () => (await import('../../hooks/host-outcome/host-outcome.ts')).KNOWN_HOSTS.map(plain),
  keys,
  'on off status': words('on', 'off', 'status'),
  outcomes: words('pass', 'fail'),
  'postmortem formats': async () =>
    (await import('../../audit/postmortem/writers.ts')).POSTMORTEM_WRITERS.map(({ name }) => plain(name)),
  presets,
  'presets and files': presets,
  scopes: async () => (await import('../../hooks/install/hook-command.ts')).SCOPES.map(plain),
  sessions,
  'sessions and files': sessions,
  'sharing levels': async () => [...(await import('../../audit/sharing/sharing.ts')).SHARING_LEVELS, 'all'].map(plain),
  shells: async () => Object.keys((await import('./scripts.ts')).SCRIPTS).map(plain),
  'views actions': words('write', 'on', 'off'),
  workflows: async (io) => (await import('./workflow-names.ts')).workflowNames(io).map(plain),
};
