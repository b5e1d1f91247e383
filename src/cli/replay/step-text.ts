import type { Envelope } from '../../events/envelope.ts';
import type { Verdict } from '../../events/schemas.ts';
import type { Hypothetical } from '../../replay/judge-unruled.ts';
import type { RecordedCall } from '../../replay/recorded-calls.ts';
import type { StateChange, StateChanges } from '../../replay/state-changes.ts';
import { summaryOf, verdictsIn } from '../../replay/summary.ts';
import { decidingVerdict } from '../rulings.ts';
import { clock, columns, cutTo, fitTo, type Style } from '../style.ts';
import { valueWords } from './words.ts';

/** What one row is about. */
export interface RowOf {
  readonly event: Envelope;
  readonly call: RecordedCall | null;
  readonly isOwn: boolean;
  readonly repeatOf: string | null;
  /** What would have been said of it, where nobody ruled. */
  readonly hypothetical: Hypothetical | null;
}

/** An event on one row, with what was decided at its end. */
export const eventRow = (
  { event, call, isOwn, repeatOf, hypothetical }: RowOf,
  style: Style,
  width: number,
): string => {
  const where = `${clock(event.at)} ${fitTo(event.id.slice(0, 6), 6)} `;
  const actor = event.actor.id === 'main' ? '' : `${event.actor.type ?? 'agent'} ${event.actor.id.slice(0, 7)} › `;
  const whose = isOwn ? actor : `${event.stream.slice(0, 8)} ~ `;
  const decided =
    repeatOf !== null
      ? { text: 'delivered again', format: 'dim' as const }
      : hypothetical === null
        ? decisionOf(call)
        : hypotheticalOf(hypothetical);
  const most = Math.max(12, width - columns(where) - MOST_TAKEN);
  const decision = decided === null ? '' : wordsIn(decided, most);
  const room = Math.max(16, width - columns(where) - (decision === '' ? 0 : columns(decision) + 2));
  const text = `${whose}${wordsOf(event)}`;
  const shown = decided === null ? cutTo(text, room) : `${fitTo(text, room)}  ${style(decided.format, decision)}`;
  return `${style('dim', where)}${event.type === 'PromptSubmitted' ? style('cyan', shown) : shown}`.trimEnd();
};

/** The columns that what happened takes at least. */
const MOST_TAKEN = 26;

const wordsOf = (event: Envelope): string => {
  const summary = summaryOf(event);
  switch (event.type) {
    case 'PromptSubmitted':
      return summary;
    case 'ToolRequested':
      return `▸ ${summary}`;
    case 'ToolCompleted':
      return `  ✓ ${summary}`;
    case 'ToolFailed':
      return `  ✗ ${summary}`;
    default:
      return `${event.type} ${summary}`.trimEnd();
  }
};

const decisionOf = (call: RecordedCall | null): Decided | null => {
  if (call === null || call.ruling === null) return null;
  const { data } = call.ruling.event;
  const decision = typeof data['decision'] === 'string' ? data['decision'] : '?';
  const verdicts = verdictsIn(data).filter(isWhole);
  const [deciding] = decidingVerdict(verdicts);
  if (deciding === undefined || deciding.decision === 'pass') return null;
  const more = othersBeside(deciding, verdicts);
  if (deciding.mode === 'monitor') return { text: `would ${deciding.decision} ${deciding.rule}${more}`, format: 'dim' };
  const isLost = decision !== 'none' && call.answer === null ? ', not answered' : '';
  return { text: `${decision} ${deciding.rule}${more}${isLost}`, format: decision === 'deny' ? 'red' : 'yellow' };
};

/** In brackets: nobody said it. With a question mark where it rests on what nobody recorded. */
const hypotheticalOf = ({ verdicts, unknown }: Hypothetical): Decided | null => {
  const [deciding] = decidingVerdict(verdicts);
  if (deciding === undefined || deciding.decision === 'pass') return null;
  const { gate, rule, decision, mode } = deciding;
  const guess = unknown.some((each) => each.gate === gate) ? '?' : '';
  const would = mode === 'monitor' ? 'would ' : '';
  const text = `${would}${decision}${guess} ${rule}${othersBeside(deciding, verdicts)}`;
  return { text, format: 'dim', isHypothetical: true };
};

const wordsIn = ({ text, isHypothetical = false }: Decided, width: number): string =>
  isHypothetical ? `(${cutTo(text, width - 2)})` : cutTo(text, width);

const othersBeside = (deciding: Verdict, verdicts: readonly Verdict[]): string => {
  const others = verdicts.filter(({ decision, mode }) => decision !== 'pass' && mode === deciding.mode).length - 1;
  return others > 0 ? ` +${others}` : '';
};

interface Decided {
  readonly text: string;
  readonly format: Format;
  readonly isHypothetical?: boolean;
}

type Format = 'dim' | 'red' | 'yellow';

const isWhole = (verdict: Partial<Verdict>): verdict is Verdict =>
  verdict.gate !== undefined && verdict.rule !== undefined && verdict.decision !== undefined;

/** What an event changed, a row each. */
export const changeRows = ({ changes, more }: StateChanges, style: Style, width: number): string[] => [
  ...changes.map((change) => style('dim', cutTo(`${INDENT}${changeWords(change)}`, width))),
  ...(more > 0 ? [style('dim', `${INDENT}and ${more} more`)] : []),
];

const INDENT = ' '.repeat(16);

/** `tests.status: null → "fail"`, `changes.files[2]: + "src/a.ts"` */
const changeWords = (change: StateChange): string => {
  if (!('before' in change)) return `${change.path}: + ${valueWords(change.after)}`;
  if (!('after' in change)) return `${change.path}: - ${valueWords(change.before)}`;
  return `${change.path}: ${valueWords(change.before)} → ${valueWords(change.after)}`;
};

/** What a state says, a row each; what is empty or not known is left out. */
export const stateRows = (state: object, width: number): string[] =>
  Object.entries(state).flatMap(([name, value]) => rowsOf(name, value, width));

const rowsOf = (path: string, value: unknown, width: number): string[] => {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'object') return [cutTo(`${path}: ${valueWords(value)}`, width)];
  const entries = Array.isArray(value)
    ? value.map((item, index): [string, unknown] => [`${path}[${index}]`, item])
    : Object.entries(value).map(([name, item]): [string, unknown] => [`${path}.${name}`, item]);
  const shown = entries.slice(0, MOST_ENTRIES).flatMap(([name, item]) => rowsOf(name, item, width));
  return entries.length <= MOST_ENTRIES
    ? shown
    : [...shown, cutTo(`${path}: and ${entries.length - MOST_ENTRIES} more`, width)];
};

const MOST_ENTRIES = 20;
