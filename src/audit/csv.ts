import type { Verdict } from '../events/schemas.ts';
import type { CallLine } from '../replay/recorded-calls.ts';
import { summaryOf } from '../replay/summary.ts';
import { decisionOf, failedConditions, outcomeWord, verdictsOf } from './call-words.ts';
import type { ExportFormat } from './format.ts';
import { type Outcomes, readOutcomes, tookOf } from './outcomes.ts';

/** The columns, in their order: what is never removed or renamed, since somebody's spreadsheet relies on it. */
const COLUMNS = [
  'row',
  'at',
  'session',
  'host',
  'turn',
  'actor',
  'worktree',
  'event',
  'type',
  'call',
  'tool',
  'subject',
  'outcome',
  'took_ms',
  'decision',
  'gate',
  'rule',
  'verdict',
  'mode',
  'reason',
  'not_holding',
  'waived_by',
  'ruling',
  'segment',
  'offset',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** A table for spreadsheets (RFC 4180): one row a tool call, and one row a verdict, told apart by the column `row`. */
export const csvFormat: ExportFormat = {
  name: 'csv',
  extension: 'csv',
  summary: 'a table for spreadsheets: one row a call, one a verdict',
  write: function* (log) {
    const outcomes = readOutcomes(log.context());
    yield line(COLUMNS);
    for (const item of log.calls()) {
      for (const row of rowsOf(item, outcomes, log.selection.gate)) yield line(COLUMNS.map((name) => row[name] ?? ''));
    }
  },
};

const rowsOf = ({ line: { event, position }, call }: CallLine, outcomes: Outcomes, gate: string | null): Row[] => {
  if (outcomes.isRepeat(event)) return [];
  const tool = event.data['tool_name'];
  const shared: Row = {
    at: event.at,
    session: event.stream,
    host: event.host,
    turn: event.turn,
    actor: event.actor.id,
    worktree: event.worktree,
    event: event.id,
    type: event.type,
    call: event.call,
    tool: typeof tool === 'string' ? tool : null,
    subject: summaryOf(event),
    decision: decisionOf(call),
    ruling: call?.ruling?.event.id ?? null,
    // Apart: a spreadsheet takes `1:30` for a time of day.
    segment: position.segment,
    offset: position.offset,
  };
  const verdicts = verdictsOf(call, gate).map(
    (verdict): Row => ({ ...shared, row: 'verdict', ...verdictCells(verdict) }),
  );
  if (event.type !== 'ToolRequested') return verdicts;
  const outcome = outcomes.ofCall(event);
  return [
    { ...shared, row: 'call', outcome: outcomeWord(call, outcome), took_ms: tookOf(event.at, outcome) },
    ...verdicts,
  ];
};

const verdictCells = (verdict: Verdict): Row => ({
  gate: verdict.gate,
  rule: verdict.rule,
  verdict: verdict.decision,
  mode: verdict.mode,
  reason: verdict.reason,
  not_holding: failedConditions(verdict).join('; '),
  waived_by: verdict.waived === undefined ? null : `${verdict.waived.by}: ${verdict.waived.reason}`,
});

const line = (cells: readonly (string | number)[]): string => `${cells.map(cell).join(',')}\r\n`;

/**
 * Quotes what needs it. A text that a spreadsheet would take for a formula gets an apostrophe in front: what an agent ran
 * must not run again in whoever opens the table.
 */
const cell = (value: string | number): string => {
  if (typeof value === 'number') return `${value}`;
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
