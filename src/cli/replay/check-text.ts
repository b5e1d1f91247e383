import { isJsonObject } from '../../events/json-object.ts';
import type { CheckedSession, FoundDivergence } from '../../replay/check.ts';
import type { ChangedCondition } from '../../replay/compare-rulings.ts';
import { actualWords, cutTo, type Style, wrap } from '../style.ts';

/** A divergence for people, in rows of at most a width. */
export const divergenceRows = (found: FoundDivergence, width: number, indent: string): string[] => {
  const { event, type, position, rule, kind, was, now, conditions, words, unknown } = found;
  const inside = `${indent}  `;
  const decided = was === now ? (was ?? '') : `${said(was)} → ${said(now)}`;
  const what =
    kind === 'words' ? 'says something else' : kind === 'conditions' ? `${decided}, for another reason` : decided;
  return [
    ...wrap(`${rule ?? 'the ruling'}: ${what}`, width, indent),
    cutTo(`${inside}${type} ${event} at ${position}`, width),
    ...conditions.flatMap((condition) => wrap(conditionWords(condition), width, inside)),
    ...words.flatMap(({ field, was: then, now: today }) => [
      ...wrap(`${field} was: ${then}`, width, inside),
      ...wrap(`${' '.repeat(field.length)} now: ${today}`, width, inside),
    ]),
    ...(unknown.length === 0
      ? []
      : wrap(`The gate looks today at what nobody recorded then: ${unknown.join(', ')}.`, width, inside)),
  ];
};

const said = (decision: string | null): string => decision ?? 'nothing';

const conditionWords = ({ name, was, now }: ChangedCondition): string => {
  const [then, today] = was === null || now === null ? [was?.actual, now?.actual] : different(was.actual, now.actual);
  return `${name}: ${sideOf(was, then)} → ${sideOf(now, today)}`;
};

/** Of two objects only what differs: the rest says nothing of why. */
const different = (was: unknown, now: unknown): [unknown, unknown] => {
  if (!isJsonObject(was) || !isJsonObject(now)) return [was, now];
  const isOther = (name: string): boolean => JSON.stringify(was[name]) !== JSON.stringify(now[name]);
  const pick = (side: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(side).filter(([name]) => isOther(name)));
  return [pick(was), pick(now)];
};

const sideOf = (side: ChangedCondition['was'], actual: unknown): string => {
  if (side === null) return 'not asked';
  const found = actualWords(actual);
  return `${side.holds ? 'held' : 'did not hold'}${found === '' ? '' : ` (${found})`}`;
};

/** One row for a session, and its divergences. `name` is the golden's, or the session's own id. */
export const sessionRows = (name: string, checked: CheckedSession, style: Style, width: number): string[] => {
  const { rulings, same, differ, wordsOnly, divergences } = checked;
  const cannot = rulings - same - differ;
  const counts = differ === 0 ? `${same}` : `${same} of ${rulings}`;
  const facts = [
    ...(differ > 0 ? [`${differ} differ${wordsOnly > 0 ? ` (${wordsOnly} only in words)` : ''}`] : []),
    ...(cannot > 0 ? [`${cannot} cannot be judged again`] : []),
  ];
  const mark = differ === 0 ? style('green', '✓') : style('red', '✗');
  const more = differ - divergences.length;
  return [
    `${mark} ${cutTo(`${counts.padStart(4)}  ${name}${facts.length === 0 ? '' : `: ${facts.join(', ')}`}`, width - 2)}`,
    ...divergences.flatMap((divergence) => divergenceRows(divergence, width, '    ')),
    ...(more > 0 ? [style('dim', `    and ${more} more (--all)`)] : []),
  ];
};
