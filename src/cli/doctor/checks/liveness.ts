import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { counted } from '../../../audit/counted.ts';
import { HOST_EVENTS, type HostEventName } from '../../../events/host-events.ts';
import { isoTime } from '../../../events/iso-time.ts';
import type { EventData } from '../../../events/schemas.ts';
import { settingsPath } from '../../../hooks/install/settings-target.ts';
import { hasWholeData } from '../../../replay/whole-data.ts';
import { atTime } from '../../style.ts';
import type { Finding } from '../finding.ts';
import type { World } from '../world.ts';

/** When something was last seen in the newest part of the log, as times of events; null where it was not. */
export interface LastSeen {
  readonly events: Readonly<Record<string, string | null>>;
  readonly gates: Readonly<Record<string, { readonly ran: string | null; readonly fired: string | null }>>;
}

/** When each registered event and each gate that is on was last seen. */
export const lastSeen = ({ docket, log: { lines }, policy }: World): LastSeen => {
  const events = new Map<string, string>();
  const gates = new Map<string, { ran: string; fired: string | null }>();
  for (const { event } of lines) {
    if (event.provenance === 'import') continue;
    events.set(event.type, event.at);
    if (event.type !== 'GatesRuled' || !hasWholeData(event)) continue;
    for (const { gate, decision, mode } of (event.data as EventData<'GatesRuled'>).verdicts) {
      const isFiring = decision !== 'pass' && mode === 'enforce';
      gates.set(gate, { ran: event.at, fired: isFiring ? event.at : (gates.get(gate)?.fired ?? null) });
    }
  }
  const registered = [...new Set(docket.map(({ event }) => event))];
  const on = Object.entries(policy.policy.gates).filter(([, { mode }]) => mode !== 'off');
  return {
    events: Object.fromEntries(registered.map((name) => [name, events.get(typeOf(name)) ?? null])),
    gates: Object.fromEntries(on.map(([name]) => [name, gates.get(name) ?? { ran: null, fired: null }])),
  };
};

const typeOf = (name: string): string => HOST_EVENTS[name as HostEventName]?.type ?? name;

/** Whether what is registered is called: sessions and the client's own transcripts show what should have come. */
export const checkLiveness = (world: World): Finding[] => [...silent(world), ...eventSilent(world)];

/** What shows that an event should have been seen: so many others, without one of it. */
interface Sign {
  readonly event: HostEventName;
  /** Any of these would do as well. */
  readonly or?: readonly HostEventName[];
  readonly after: HostEventName;
  readonly times: number;
  readonly why: string;
}

const SIGNS: readonly Sign[] = [
  { event: 'SessionStart', after: 'UserPromptSubmit', times: 3, why: 'sessions begin before their first prompt' },
  { event: 'SessionEnd', after: 'SessionStart', times: 5, why: 'sessions end' },
  { event: 'UserPromptSubmit', after: 'Stop', times: 3, why: 'a turn that ends was begun by a prompt' },
  { event: 'Stop', or: ['StopFailure'], after: 'UserPromptSubmit', times: 5, why: 'turns end' },
  { event: 'PreToolUse', after: 'PostToolUse', times: 1, why: 'a call that ran was requested' },
  { event: 'PostToolUse', or: ['PostToolUseFailure'], after: 'PreToolUse', times: 10, why: 'calls have outcomes' },
  { event: 'SubagentStop', after: 'SubagentStart', times: 3, why: 'subagents end' },
  { event: 'PostCompact', after: 'PreCompact', times: 2, why: 'compactions end' },
];

const eventSilent = ({ docket, log: { lines } }: World): Finding[] => {
  const counts = new Map<string, number>();
  for (const { event } of lines)
    if (event.provenance !== 'import') counts.set(event.type, (counts.get(event.type) ?? 0) + 1);
  const countOf = (name: HostEventName): number => counts.get(typeOf(name)) ?? 0;
  return SIGNS.flatMap(({ event, or = [], after, times, why }): Finding[] => {
    const entry = docket.find((one) => one.event === event);
    if (entry === undefined || countOf(after) < times || [event, ...or].some((name) => countOf(name) > 0)) return [];
    return [
      {
        id: 'liveness/event-silent',
        says: `${event} is registered and never came, although ${why}.`,
        evidence: [entry.at, `${counted(countOf(after), after)} in the newest part of the log, and no ${event}`],
        fix: 'Restart the client, which read the settings before the entry was there; then look at its /hooks.',
      },
    ];
  });
};

/** A transcript is written a moment after the hooks ran. */
const LAG_MS = 10 * 60_000;

/** The client writes a transcript of each session, hooks or not. */
const silent = ({ docket, env, cwd, projectDir, log }: World): Finding[] => {
  if (docket.length === 0 || log.problem !== null) return [];
  const folder = join(dirname(settingsPath({ scope: 'user', env, cwd })), 'projects', slugOf(projectDir));
  const registered = Math.max(...docket.map(({ source }) => statSync(source.path).mtimeMs));
  const newest = Math.max(0, ...transcriptsIn(folder));
  const last = log.lines.findLast(({ event }) => event.host === 'claude-code' && event.provenance !== 'import');
  const seen = Math.max(last === undefined ? 0 : Date.parse(last.event.at), registered);
  if (newest <= seen + LAG_MS) return [];
  return [
    {
      id: 'liveness/silent',
      says: 'The client worked here, and docket was not called.',
      evidence: [
        `a transcript in ${folder} was written ${atTime(isoTime(Math.floor(newest)))}`,
        last === undefined ? 'no event of the client in the log' : `last event ${atTime(last.event.at)}`,
      ],
      fix: 'Restart the client here, and see with its /hooks whether it knows the entries; --debug says what becomes of them.',
    },
  ];
};

/** What the client calls a project's folder of transcripts (protocol sheet §2.1). */
const slugOf = (path: string): string => path.replace(/[^A-Za-z0-9]/g, '-');

const transcriptsIn = (folder: string): number[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
};
