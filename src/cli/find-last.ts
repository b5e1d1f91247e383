import type { Envelope } from '../events/envelope.ts';
import { isLogLine, type LogLine, parseBlock } from '../events/log-reader.ts';
import { readBlocksBack } from '../events/read-back.ts';
import { type StreamNames, scanBlock } from '../events/scan-block.ts';
import type { EventData } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import { FORCEFUL } from '../events/stream-index.ts';
import type { WantedRuling } from './find-ruling.ts';
import type { Interval, TimeOfDay } from './interval.ts';
import { NotFoundError } from './io.ts';
import { isRuling } from './rulings.ts';

/**
 * The last ruling that fits, of this worktree where there is one: one that was answered with a deny, an ask or a rewrite
 * before one in which a monitored gate would have, and those before all others; of a gate, by its own verdict. Throws
 * `NotFoundError`.
 */
export const findLast = (folder: LogFolder, wanted: WantedRuling, worktree: string): LogLine => {
  let best: { readonly line: LogLine; readonly rank: number } | null = null;
  for (const line of rulingsBack(folder, wanted)) {
    const rank = rankOf(line.event, wanted, worktree);
    if (rank === null || (best !== null && rank <= best.rank)) continue;
    best = { line, rank };
    if (rank === HIGHEST) break;
  }
  if (best !== null) return best.line;
  const { gate, isDeny } = wanted;
  const what = `${isDeny === true ? ' with a deny' : ''}${gate === undefined ? '' : ` in which ${gate} said something`}`;
  throw new NotFoundError(
    `There is no ruling${what} that fits. \`docket log --type GatesRuled\` shows all verdicts` +
      `${gate === undefined ? '' : `, \`docket why-not ${gate}\` why there is none`}.`,
  );
};

const HERE = 3;
const HIGHEST = HERE + 2;

/** How well a ruling fits; null where it does not. */
const rankOf = (event: Envelope, { gate, isDeny }: WantedRuling, worktree: string): number | null => {
  const { decision, verdicts, repeatOf } = event.data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined || (isDeny === true && decision !== 'deny')) return null;
  const own = gate === undefined ? verdicts : verdicts.filter((verdict) => verdict.gate === gate);
  if (gate !== undefined && own.length === 0) return null;
  const force = own.filter((verdict) =>
    gate === undefined ? FORCEFUL.has(verdict.decision) : verdict.decision !== 'pass',
  );
  const isAnswered = force.some(({ mode }) => mode === 'enforce') || (gate === undefined && FORCEFUL.has(decision));
  const rank = isAnswered ? 2 : force.length > 0 ? 1 : 0;
  return event.worktree === worktree ? HERE + rank : rank;
};

/** A ruling follows what it is about within this time, in milliseconds, however slow what was observed for it was. */
const LONGEST_CALL_MS = 10 * 60_000;

/** The rulings that fit session and time, the last one first. */
function* rulingsBack(folder: LogFolder, { session = '', gate, when, onProgress }: WantedRuling): Generator<LogLine> {
  const names: StreamNames = new Map();
  const interval = when !== undefined && 'clock' in when ? newestDay(folder, when, session) : (when ?? null);
  if (when !== undefined && interval === null) return;
  /** Rulings whose own time is behind the interval, by what they are about, which may lie in it. */
  const late = new Map<unknown, LogLine>();
  let looked = 0;
  for (const block of readBlocksBack(folder)) {
    const lines: { start: number; end: number; at: number; isRuled: boolean }[] = [];
    let newest = Number.NEGATIVE_INFINITY;
    scanBlock(block, names, ({ stream, type, at, start, end }, text) => {
      looked += 1;
      const time = Date.parse(at);
      newest = Math.max(newest, time);
      if (!stream.startsWith(session)) return;
      const isRuled = type === 'GatesRuled';
      if (isRuled && gate !== undefined && !text.slice(start, end).includes(`"${gate}"`)) return;
      lines.push({ start, end, at: time, isRuled });
    });
    onProgress?.(looked);
    for (const { start, end, at, isRuled } of lines.reverse()) {
      const isIn = interval === null || (at >= interval.from && at <= interval.to);
      const isLate = isRuled && interval !== null && at > interval.to && at <= interval.to + LONGEST_CALL_MS;
      if (!isLate && !(isIn && (isRuled || late.size > 0))) continue;
      const bytes = block.bytes.subarray(start, end + 1);
      for (const line of parseBlock({ segment: block.segment, offset: block.offset + start, bytes })) {
        if (!isLogLine(line)) continue;
        const about = isRuled ? undefined : late.get(line.event.id);
        if (about !== undefined) yield about;
        if (!isRuled || !isRuling(line.event)) continue;
        if (isLate) late.set(line.event.data['event'], line);
        else yield line;
      }
    }
    // Clocks of machines and processes differ by less than that.
    if (interval !== null && newest < interval.from - LONGEST_CALL_MS) return;
  }
}

/** The minute or second of a time of day, on the newest day on which something happened then; null when nothing did. */
const newestDay = (folder: LogFolder, { clock }: TimeOfDay, session: string): Interval | null => {
  const names: StreamNames = new Map();
  for (const block of readBlocksBack(folder)) {
    const days: string[] = [];
    scanBlock(block, names, ({ stream, at }) => {
      if (stream.startsWith(session) && at.startsWith(clock, 11)) days.push(at.slice(0, 10));
    });
    const day = days.sort().at(-1);
    const from = Date.parse(`${day}T${clock}Z`);
    if (!Number.isNaN(from)) return { from, to: from + (clock.length === 5 ? 60_000 : 1000) - 1 };
  }
  return null;
};
