import { HOST_EVENTS, type HostEventName } from '../../../events/host-events.ts';
import { GATES } from '../../../gates/gates.ts';
import { isAtLeast } from '../../../hooks/install/versions.ts';
import { hostEventsOf } from '../../../replay/gate-events.ts';
import type { Finding } from '../finding.ts';
import { hostOf } from '../launch.ts';
import { fewWords, someOf } from '../words.ts';
import type { DocketEntry, World } from '../world.ts';

/** Which events reach docket, and whether each does once. */
export const checkCoverage = (world: World): Finding[] => {
  const { docket } = world;
  if (docket.length === 0) return [nowhere(world)];
  return [
    ...missing(world),
    ...cutOff(world),
    ...unknownEvents(world),
    ...execForm(world),
    ...takesOver(docket),
    ...doubled(docket),
    ...wrapped(docket),
    ...unknownClient(world),
  ];
};

const nowhere = ({ sources, projectDir }: World): Finding => ({
  id: 'registration/none',
  says: 'Nothing registers docket for sessions in this project, so nothing is recorded and nothing is blocked.',
  evidence: [
    `project ${projectDir}`,
    ...(sources.length === 0
      ? ['no settings file of the client exists']
      : sources.map(({ path }) => `looked at ${path}`)),
  ],
  fix: 'Register docket: it shows what it would write, and asks.',
  command: 'docket init --preset standard',
});

const missing = ({ docket, expected, client }: World): Finding[] => {
  const absent = Object.keys(expected).filter((event) => !docket.some((entry) => entry.event === event));
  if (absent.length === 0) return [];
  return [
    {
      id: 'registration/missing-events',
      says: `${client === null ? 'A client that is not very old' : `Claude Code ${client}`} has events that do not reach docket: ${fewWords(absent)}.`,
      evidence: absent,
      fix: 'Register again: what is there is brought up to date in place.',
      command: initCommand(docket),
    },
  ];
};

const cutOff = ({ docket, policy, expected }: World): Finding[] => {
  const isThere = (event: string): boolean => docket.some((entry) => entry.event === event);
  const without = GATES.flatMap((gate) => {
    const { mode, rules } = policy.policy.gates[gate.name] ?? { mode: 'off', rules: {} };
    if (mode === 'off' && Object.values(rules).every((rule) => rule === 'off')) return [];
    const absent = hostEventsOf(gate).filter((event) => event in expected && !isThere(event));
    return absent.length === 0 ? [] : [`${gate.name} is on and is not told of ${fewWords(absent)}`];
  });
  if (without.length === 0) return [];
  return [
    {
      id: 'registration/gate-cut-off',
      says: `${without.length === 1 ? 'A gate' : `${without.length} gates`} of the policy cannot judge what never reaches docket.`,
      evidence: someOf(without, 'gates'),
      fix: 'Register the events that are missing.',
      command: initCommand(docket),
    },
  ];
};

const unknownEvents = ({ docket, client }: World): Finding[] => {
  const unknown = docket.filter(({ event }) => {
    const known = HOST_EVENTS[event as HostEventName];
    return known === undefined || (client !== null && !isAtLeast(client, known.since));
  });
  if (unknown.length === 0) return [];
  const isDropped = client !== null && !isAtLeast(client, '2.1.101');
  return [
    {
      id: 'registration/unknown-event',
      says: isDropped
        ? `Claude Code ${client} does not know ${fewWords(unknown.map(({ event }) => event))}, and drops a whole settings file for that.`
        : `${client === null ? 'No known client has' : `Claude Code ${client} does not know`} ${fewWords(unknown.map(({ event }) => event))}: at best nothing comes of it.`,
      evidence: someOf(unknown.map(({ at, event }) => `${event} at ${at}`)),
      fix: 'Register for the client that you use, or update that client.',
      command: initCommand(docket),
    },
  ];
};

/** A client without `args` would run the bare program, with the event as its input. */
const execForm = ({ docket, client, expected }: World): Finding[] => {
  const isUnknown = Object.values(expected).every((group) => group?.hooks[0].args === undefined);
  const entries = docket.filter(({ launch }) => launch?.inExecForm === true);
  if (client === null || !isUnknown || entries.length === 0) return [];
  return [
    {
      id: 'registration/exec-form',
      says: `Claude Code ${client} does not read "args": it starts the bare program, and docket never runs.`,
      evidence: someOf(entries.map(({ at }) => at)),
      fix: 'Register for the client that you use, which writes one line for the shell; or update that client.',
      command: initCommand(docket),
    },
  ];
};

const takesOver = (docket: readonly DocketEntry[]): Finding[] =>
  docket
    .filter(({ event }) => event in TAKEN_OVER)
    .map(({ event, at }) => ({
      id: 'registration/takes-over',
      says: `docket is registered for ${event}, ${TAKEN_OVER[event]}.`,
      evidence: [at],
      fix: 'Take the entry out of the file; docket init never writes it.',
    }));

const TAKEN_OVER: Readonly<Record<string, string>> = {
  WorktreeCreate: 'whose hook makes worktrees in place of git: with docket there, none is made',
  MessageDisplay: 'for which the client holds up its screen',
};

/** The client runs equal handlers of several settings files once, and a plugin's copy again (protocol sheet §1.8). */
const doubled = (docket: readonly DocketEntry[]): Finding[] => {
  const events = new Map<string, Map<string, DocketEntry>>();
  for (const entry of docket) {
    const { source, handler, event } = entry;
    const what = JSON.stringify([handler['command'], handler['args']]);
    const key = source.scope === 'plugin' ? `${source.path} ${what}` : what;
    events.set(event, (events.get(event) ?? new Map<string, DocketEntry>()).set(key, entry));
  }
  const several = [...events].filter(([, entries]) => entries.size > 1);
  if (several.length === 0) return [];
  const entries = several.flatMap(([, some]) => [...some.values()]);
  const scopes = [...new Set(entries.map(({ source }) => source.scope))];
  const other = scopes.find((scope) => scope === 'user' || scope === 'project' || scope === 'local');
  return [
    {
      id: 'registration/doubled',
      says: `docket gets ${several.length === 1 ? 'an event' : `${several.length} events`} several times: each delivery starts a process, and one of them counts.`,
      evidence: someOf(entries.map(({ event, at, source }) => `${event} at ${at} (${source.scope})`)),
      fix: 'Keep one of them.',
      ...(other === undefined || scopes.length < 2 ? {} : { command: `docket uninstall --scope ${other}` }),
    },
  ];
};

const wrapped = (docket: readonly DocketEntry[]): Finding[] => {
  const lines = docket.filter(
    ({ kind, launch }) => launch === null || (kind === 'wrapped' && hostOf(launch) === 'claude-code'),
  );
  if (lines.length === 0) return [];
  return [
    {
      id: 'registration/wrapped',
      says: 'A line of your own runs docket; doctor does not run it, so nothing is known of its answers.',
      evidence: someOf(lines.map(({ at, event }) => `${event} at ${at}`)),
      fix: "Try it yourself: docket explain-answer --event PreToolUse --run -- 'THE LINE'.",
    },
  ];
};

const unknownClient = ({ client }: World): Finding[] =>
  client !== null
    ? []
    : [
        {
          id: 'registration/client-unknown',
          says: '"claude --version" says nothing here, so what is registered was compared with what an old client knows.',
          evidence: ['no claude on the PATH answers'],
          fix: 'Name the version of your client: docket doctor --client-version 2.1.332.',
        },
      ];

/** The command that brings the registration up to date, in the scope that holds most of it. */
export const initCommand = (docket: readonly DocketEntry[]): string => {
  const scopes = docket.map(({ source }) => source.scope);
  const count = (scope: string): number => scopes.filter((one) => one === scope).length;
  const scope = ['local', 'project', 'user', 'managed'].sort((a, b) => count(b) - count(a))[0];
  return `docket init --scope ${scope}`;
};
