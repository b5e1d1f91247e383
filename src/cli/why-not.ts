import { HOST_EVENTS, type HostEventName } from '../events/host-events.ts';
import type { LogLine } from '../events/log-reader.ts';
import { openStreamIndex } from '../events/open-index.ts';
import { formatPosition } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { EventData } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import type { Gate } from '../gates/gate.ts';
import { neighbours } from '../hooks/install/neighbours.ts';
import { pluginRegistration } from '../hooks/install/plugin-files.ts';
import { activePlugin } from '../hooks/install/plugin-state.ts';
import { readSnapshot } from '../hooks/snapshot-file.ts';
import type { Snapshot } from '../projections/snapshot.ts';
import { lastLineOf } from '../replay/find-event.ts';
import { hostEventsOf } from '../replay/gate-events.ts';
import { type Liveness, livenessOf } from '../replay/liveness.ts';
import { openPast } from '../replay/past.ts';
import { recordedCalls } from '../replay/recorded-calls.ts';
import { type Silence, type SilenceReason, silenceOf } from '../replay/silence.ts';
import { findRuling } from './find-ruling.ts';
import { customStates, gatesHere } from './gates-here.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from './io.ts';
import { knownGate } from './known-gate.ts';
import { lastJudged } from './last-judged.ts';
import { sessionOrBeginning } from './pick-stream.ts';
import { STANDING_WORDS } from './policy/standing-words.ts';
import { policyHere } from './policy-here.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { styleFor } from './style.ts';
import { whyNotText } from './why-not-text.ts';

export interface WhyNotOptions {
  readonly call?: string;
  readonly session?: string;
  readonly json?: boolean;
}

/** Where docket is registered for the events that a gate judges, as the settings are now. */
export interface Registered {
  readonly event: HostEventName;
  /** Settings files that run docket for it; none where nothing of it reaches docket. */
  readonly files: readonly string[];
}

/** What `docket why-not` says. */
export interface WhyNot extends Silence {
  readonly gate: string;
  readonly rule: string | null;
  readonly line: LogLine | null;
  readonly policy: {
    readonly preset: string;
    /** Only where the policy as a whole was in monitor mode. */
    readonly mode?: 'monitor';
    readonly fingerprint: string;
    readonly event: string;
    readonly sources: readonly string[];
  } | null;
  readonly liveness: Liveness;
  readonly registered: readonly Registered[];
}

/**
 * Says why a gate, or one of its rules, did not fire on an event; without one on the last event it could have judged. From
 * the log, the policy of that time, and what is registered now. Throws `UsageError` and `NotFoundError`.
 */
export const runWhyNot = (name: string, id: string | undefined, options: WhyNotOptions, io: Io): ExitCode => {
  const { call, json = false } = options;
  if (id !== undefined && call !== undefined) throw new UsageError('Give an event id or --call, not both.');
  const gates = gatesHere(io);
  const named = knownGate(name, gates);
  const gate = gates.find((candidate) => candidate.name === named.gate) as Gate;
  const { folder, worktree, location } = findLoggedProject(io);
  const progress = progressFor(io, 'reading the log');
  const { onProgress } = progress;
  const index = openStreamIndex(folder, { onProgress });
  const session = sessionOrBeginning(index, options.session);
  const registered = registeredFor(gate, io);
  const snapshot = readSnapshot(location.root, folder.fs);
  const asked = { gate, rule: named.rule, folder, index, snapshot, onProgress };
  const wanted = { id, call, session };
  const line = id === undefined && call === undefined ? null : namedEvent(folder, wanted, worktree, index, gate);
  const last = line === null ? lastJudged(folder, gate, index, { worktree, session }, onProgress) : null;
  const about = line ?? last?.line ?? null;
  const found = about === null ? nothingJudged(gate, registered, last?.types ?? new Set()) : onEvent(about, asked);
  const silence = withoutTrust(found, gate, io) ?? found;
  const answer: WhyNot = {
    ...silence,
    gate: gate.name,
    rule: named.rule,
    line: about,
    liveness: livenessOf(folder, gate.name, named.rule),
    registered,
  };
  progress.done();
  io.stdout(json ? `${JSON.stringify(jsonOf(answer))}\n` : whyNotText(answer, styleFor(io), io.width));
  return 0;
};

const jsonOf = ({
  gate,
  rule,
  line,
  fired,
  reason,
  detail,
  mode,
  policy,
  verdict,
  conditions,
  liveness,
  registered,
}: WhyNot) => ({
  gate,
  rule,
  event: line?.event.id ?? null,
  position: line === null ? null : formatPosition(line.position),
  fired,
  reason,
  detail,
  mode,
  policy,
  decision: verdict?.decision ?? null,
  conditions,
  lastRan: liveness.ran,
  lastFired: liveness.fired,
  registered,
});

interface Asked {
  readonly gate: Gate;
  readonly rule: string | null;
  readonly folder: LogFolder;
  readonly index: StreamIndex;
  readonly snapshot: Snapshot | null;
  readonly onProgress: (events: number) => void;
}

/** Of a gate of the project that does not run as it stands: that is why it said nothing, whatever it would have judged. */
const withoutTrust = <Found extends Silence>(found: Found, gate: Gate, io: Io): Found | null => {
  const { policyDir } = findLoggedProject(io).location;
  const state = customStates(policyHere(io).policy, policyDir, io).find((one) => one.gate === gate.name);
  const isSilent: readonly SilenceReason[] = ['not-about', 'never-happened', 'failed', 'killed'];
  if (state === undefined || state.standing === 'trusted' || !isSilent.includes(found.reason)) return null;
  const { file, standing } = state;
  const todo = standing === 'missing' ? 'Put it back, or take the gate out of docket.config.json.' : TRUST_IT;
  const detail = `${gate.name} is a gate of this project, ${file}: ${STANDING_WORDS[standing]}. ${todo}`;
  return { ...found, reason: 'not-trusted', detail };
};

const TRUST_IT = 'Read the file, and let it run as it is, as a person in a terminal: docket policy trust';

/** The event with an id, or the one it follows from; of a call the event that the gate judges, where there is one. */
const namedEvent = (
  folder: LogFolder,
  wanted: { readonly id: string | undefined; readonly call: string | undefined; readonly session: string | undefined },
  worktree: string,
  index: StreamIndex,
  gate: Gate,
): LogLine => {
  const found = findRuling(folder, wanted, worktree, index);
  const line = 'unjudged' in found ? found.unjudged : found.ruling;
  const lines = [...readSession(folder, line.event.stream, index)];
  const ofCall = wanted.call === undefined ? [] : lines.filter(({ event }) => event.call === wanted.call);
  const judged = ofCall.find(({ event }) => gate.on(event));
  if (judged !== undefined || 'unjudged' in found) return judged ?? line;
  // An id may be that of the ruling, or of another delivery than the one that was judged.
  const asked = lines.find(({ event }) => event.id === wanted.id && event.type !== 'GatesRuled');
  const { event: id } = line.event.data as EventData<'GatesRuled'>;
  return asked ?? lines.find(({ event }) => event.id === id) ?? line;
};

const onEvent = (
  line: LogLine,
  { gate, rule, folder, index, snapshot, onProgress }: Asked,
): Silence & Pick<WhyNot, 'policy'> => {
  const lines = [...readSession(folder, line.event.stream, index)];
  const found = [...recordedCalls(lines)].find((each) => each.line.event.id === line.event.id);
  const call = found?.call ?? null;
  if (call === null) {
    const { cause, id, type } = line.event;
    const about = cause === null ? '' : ` It follows from ${cause}: docket why-not ${gate.name} ${cause}`;
    throw new NotFoundError(`No gate judges event ${id}, a ${type} of docket's own.${about}`);
  }
  const past = openPast(folder, index, { snapshot, onProgress });
  const fold = past.before(line.position);
  const repeatOf = fold.apply(line.event);
  past.save();
  const inForce = fold.view(line.event.stream, line.event.worktree, call.facts).policy;
  return {
    ...silenceOf({ gate, rule, call, session: lines, fold, repeatOf }),
    policy:
      inForce.policy === null || inForce.event === null
        ? null
        : {
            preset: inForce.policy.preset,
            ...(inForce.policy.mode === undefined ? {} : { mode: inForce.policy.mode }),
            fingerprint: inForce.fingerprint ?? 'none',
            event: inForce.event,
            sources: sourcesOf(folder, inForce.event),
          },
  };
};

/** The files that the policy was read from. */
const sourcesOf = (folder: LogFolder, event: string): readonly string[] => {
  const sources = lastLineOf(folder, event)?.event.data['sources'];
  return Array.isArray(sources) ? sources.filter((source) => typeof source === 'string') : [];
};

const nothingJudged = (
  gate: Gate,
  registered: readonly Registered[],
  types: ReadonlySet<string>,
): Silence & Pick<WhyNot, 'policy'> => {
  const silent = { fired: false, verdict: null, conditions: [], mode: null, policy: null };
  const names = registered.map(({ event }) => event).join(', ');
  const met = registered.some(({ event }) => types.has(HOST_EVENTS[event].type));
  if (met)
    return {
      ...silent,
      reason: 'not-about',
      detail: `${gate.name} judges ${names}, and none of those in the log is one it is about.`,
    };
  return registered.some(({ files }) => files.length > 0)
    ? {
        ...silent,
        reason: 'never-happened',
        detail: `${gate.name} judges ${names}, and the log has none of those yet.`,
      }
    : {
        ...silent,
        reason: 'not-registered',
        detail: `${gate.name} judges ${names}, and the settings have no hook of docket for that: docket init registers it.`,
      };
};

const registeredFor = (gate: Gate, io: Io): Registered[] => {
  const around = neighbours(io);
  const plugin = activePlugin(io);
  const ofPlugin = plugin === null ? {} : pluginRegistration();
  return hostEventsOf(gate).map((event) => ({
    event,
    // The user's settings may be those of the project.
    files: [
      ...new Set([
        ...around.flatMap(({ path, docket, disablesHooks }) =>
          !disablesHooks && docket.some((hook) => hook.event === event) ? [path] : [],
        ),
        // What switches the plugin on: its own files are the host's.
        ...(plugin !== null && event in ofPlugin ? [plugin.path] : []),
      ]),
    ],
  }));
};
