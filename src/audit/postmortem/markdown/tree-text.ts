import type { Cause, FiredCondition, Firing } from '../model.ts';
import { clockOf } from './times.ts';

/** A firing's why-tree as lines, as `docket why` shows it. */
export const treeText = ({ conditions, undone, opens, tree, unknownFacts }: Firing): string => {
  const shown = new Set<string>();
  return [
    ...conditions.flatMap((condition) => conditionLines(condition, shown)),
    ...undone.flatMap(({ condition, was, since, by }) => [
      `Undone: ${condition} held (${was})`,
      ...(since === null ? [] : [`    since   ${causeLine(since)}`]),
      ...(by === null ? [] : [`    until   ${causeLine(by)}`]),
    ]),
    ...(opens.length === 0
      ? tree === 'whole'
        ? ['Opens: nothing that was tried on the state of then; the remedy (→) is another call']
        : []
      : opens.map((todo, index) => `${index === 0 ? 'Opens: ' : '   or: '}${todo.join(' + ')}`)),
    ...(unknownFacts.length === 0 ? [] : [`Unknown, since nobody recorded it: ${unknownFacts.join(', ')}`]),
  ].join('\n');
};

const conditionLines = (
  { name, holds, isLimit, actual, because, remedy }: FiredCondition,
  shown: Set<string>,
): string[] => {
  const mark = isLimit ? (holds ? '·' : '⊘') : holds ? '✓' : '✗';
  // What holds needs no reasons.
  const reasons = holds && !isLimit ? [] : because.flatMap((cause) => chainLines(cause, shown));
  return [`${mark} ${name}  ${actual}`.trimEnd(), ...reasons, ...(remedy === null || holds ? [] : [`    → ${remedy}`])];
};

/** An event and what led to it. What stands above already is not told twice. */
const chainLines = (first: Cause, shown: Set<string>): string[] => {
  const lines: string[] = [];
  for (let cause: Cause | null = first; cause !== null && !shown.has(cause.event); cause = cause.cause) {
    shown.add(cause.event);
    lines.push(`    ${lines.length === 0 ? 'set by' : '  from'}  ${causeLine(cause)}`);
  }
  return lines;
};

const causeLine = ({ type, summary, actor, at, event }: Cause): string =>
  `${type.padEnd(16)}  ${actor === 'main' ? '' : `${actor}: `}${oneLine(summary)}  (${clockOf(at)}, ${event.slice(0, 8)})`;

const oneLine = (text: string): string => (text.length <= 120 ? text : `${text.slice(0, 119)}…`);
