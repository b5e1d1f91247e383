import { presetPolicy } from '../../cli/preset-policy.ts';
import { readEvents } from '../../events/log-reader.ts';
import type { Position } from '../../events/position.ts';
import { readSession } from '../../events/read-sessions.ts';
import type { Policy } from '../../events/schemas.ts';
import { DEFAULT_PRESET } from '../../gates/presets.ts';
import { neededLines } from '../../replay/backtest/needed-lines.ts';
import {
  type Supposition,
  type VerdictChange,
  type VerdictWord,
  whatIf,
  withMode,
} from '../../replay/backtest/what-if.ts';
import { summaryOf } from '../../replay/summary.ts';
import { decidingFirst } from './deciding-first.ts';
import type { KnownLog } from './known-log.ts';
import type { Question } from './question.ts';
import type { WhatIf, WhatIfChange, WhatIfFlip, WhatIfGate, WhatIfWord } from './what-if.ts';

/** Judges a session again under something else, and tells what would have been answered otherwise. Writes nothing. */
export const tryWhatIf = (log: KnownLog, asked: Extract<Question, { kind: 'what-if' }>): WhatIf => {
  const { session, at, change } = asked;
  const { folder, index } = log;
  const { preset, gates } = policyAt(log, session, at);
  const rulings = index.streams.find(({ stream }) => stream === session)?.rulings ?? {};
  const isJudged = (stream: string): boolean => stream === session;
  const changes =
    change === null
      ? []
      : whatIf(neededLines(folder, { isJudged, edits: new Map() }), session, supposed(change)).filter(isHeard);
  return {
    preset,
    modes: Object.fromEntries(Object.entries(gates).map(([name, { mode }]) => [name, mode])),
    judged: Object.values(rulings).reduce((sum, count) => sum + count, 0),
    flips: flipsOf(log, session, changes),
  };
};

/** The policy that was in force behind an event; where there was none, the one of docket without any. */
const policyAt = ({ folder, past }: KnownLog, session: string, at: Position): Policy => {
  const fold = past.before(at);
  // A session's first call loads the policy itself, behind the event it is about.
  let read = 0;
  for (const { event } of readEvents(folder, at)) {
    if (fold.view(session, event.worktree).policy.policy !== null || read > MOST_READ) break;
    fold.apply(event);
    read += 1;
  }
  return fold.view(session, null).policy.policy ?? presetPolicy(DEFAULT_PRESET);
};

/** Other sessions may write between an event and its policy. */
const MOST_READ = 1_000;

const supposed = (change: WhatIfChange): Supposition => {
  if (change.kind === 'mute') return { muted: change.events };
  if (change.kind === 'mode') return { policy: withMode(change.gate, change.mode) };
  const { preset, gates } = presetPolicy(change.preset);
  // What the project says of its files, plan and agents is none of the preset's.
  return { policy: (recorded) => ({ ...recorded, preset, gates }) };
};

/** That a pass would only be logged, or that a gate would pass, nobody hears. */
const isHeard = ({ was, now }: VerdictChange): boolean => [...was, ...now].some(({ decision }) => decision !== 'pass');

const flipsOf = ({ folder, index }: KnownLog, session: string, changes: readonly VerdictChange[]): WhatIfFlip[] => {
  if (changes.length === 0) return [];
  const byEvent = new Map<string, VerdictChange[]>();
  for (const change of changes) byEvent.set(change.event, [...(byEvent.get(change.event) ?? []), change]);
  const flips: WhatIfFlip[] = [];
  for (const { event } of readSession(folder, session, index)) {
    const own = byEvent.get(event.id);
    if (own === undefined) continue;
    flips.push({
      event: event.id,
      at: event.at,
      summary: summaryOf(event).slice(0, LONGEST_SUMMARY),
      gates: own.map(gateOf),
    });
  }
  return flips;
};

const LONGEST_SUMMARY = 200;

const gateOf = ({ gate, was, now, origin, unknown }: VerdictChange): WhatIfGate => ({
  gate,
  was: wordOf(was),
  now: wordOf(now),
  isKnockOn: origin === 'state',
  unknown,
});

const wordOf = (words: readonly VerdictWord[]): WhatIfWord => {
  const [strongest] = decidingFirst(words);
  if (strongest === undefined) return { rule: null, decision: 'pass', isWatched: false };
  const { rule, decision, mode } = strongest;
  return { rule, decision, isWatched: mode === 'monitor' && decision !== 'pass' };
};
