import { wrap } from '../../cli/style.ts';
import { decisionMark, decisionTone } from '../look/decision.ts';
import { type Line, line } from '../look/line.ts';
import type { RowWhy, WhyEvent, WhyOpening, WhyVerdict } from '../think/row-why.ts';
import { actualText, conditionLines, eventLine } from './cause-lines.ts';
import { heading, type Page, parts, wrapped } from './page.ts';

/**
 * A verdict explained: the sentence, what undid what held before and what is to be done, which are short and asked for first;
 * then its conditions with what set them, and what it could not see.
 */
export const verdictLines = (verdict: WhyVerdict, why: RowWhy, page: Page): Line[] =>
  parts(
    sentenceLines(verdict, why, page),
    [...undoneLines(verdict, why, page), ...openLines(verdict, why, page)],
    treeOf(verdict, why, page),
    unseenLines(verdict, why, page),
  );

const DID: Readonly<Record<string, string>> = {
  deny: 'denied',
  ask: 'asked about',
  rewrite: 'rewrote',
  allow: 'allowed',
  advise: 'warned about',
  pass: 'let pass',
};

const WOULD: Readonly<Record<string, string>> = {
  deny: 'would have denied',
  ask: 'would have asked about',
  rewrite: 'would have rewritten',
  allow: 'would have allowed',
  advise: 'would have warned about',
  pass: 'would have let pass',
};

const sentenceLines = (verdict: WhyVerdict, { events }: RowWhy, page: Page): Line[] => {
  const { gate, rule, decision, mode, reason, preset, event, hypothetical, answered, nobodyCanAnswer, unknown } =
    verdict;
  const isWatched = mode === 'monitor' && decision !== 'pass';
  const said =
    verdict.waived === null ? ((hypothetical || isWatched ? WOULD : DID)[decision] ?? decision) : 'was waived for';
  const about = events[event];
  const isAsked = decision === 'ask' && mode === 'enforce' && !hypothetical;
  return [
    ...wrapped(
      `${gate} ${said} ${about === undefined ? event : aboutWords(about)}`,
      page,
      `${decisionMark(decision)} `,
      decision === 'pass' ? 'strong' : decisionTone(decision),
    ),
    ...(reason === '' ? [] : wrapped(reason, page, '  ')),
    ...wrapped(`rule ${rule} · preset ${preset}${about === undefined ? '' : ` · ${about.type}`}`, page, '  ', 'dim'),
    ...(hypothetical ? wrapped(guess(unknown), page, '  ', 'warn') : []),
    ...(isWatched && !hypothetical
      ? wrapped('The gate is in monitor mode: this was logged, and nothing was answered.', page, '  ', 'warn')
      : []),
    ...(isAsked && nobodyCanAnswer !== null
      ? wrapped(`Nobody could answer (${nobodyCanAnswer}), so it was denied.`, page, '  ', 'warn')
      : []),
    ...(answered === false
      ? wrapped('The answer never reached the host: the hook ended before it was written.', page, '  ', 'warn')
      : []),
  ];
};

/** What was judged, as part of a sentence. */
const aboutWords = ({ type, summary }: WhyEvent): string => {
  switch (type) {
    case 'ToolRequested':
      return summary;
    case 'TurnEnded':
      return `the end of the turn: "${summary}"`;
    case 'PromptSubmitted':
      return `the prompt ${summary}`;
    case 'SessionStarted':
      return `the start of the session (${summary})`;
    case 'ToolCompleted':
      return `what came of ${summary}`;
    case 'ToolFailed':
      return `the failure of ${summary}`;
    default:
      return `${type} ${summary}`.trimEnd();
  }
};

const guess = (unknown: readonly string[]): string =>
  `Nothing was ruled: this is what today's gates say of it.${
    unknown.length === 0
      ? ''
      : ` What they would have looked at was never recorded (${unknown.join(', ')}), so it rests on a guess.`
  }`;

/** What did not hold first: that is why. */
const treeOf = ({ conditions, limits, decision }: WhyVerdict, why: RowWhy, page: Page): Line[] => {
  const shown = new Set<string>();
  const tree = { why, page, shown, isOpen: decision === 'pass' };
  const [broken, held] = [conditions.filter(({ holds }) => !holds), conditions.filter(({ holds }) => holds)];
  const lines = [
    ...broken.flatMap((each) => conditionLines(each, tree)),
    ...held.flatMap((each) => conditionLines(each, tree)),
    ...limits.flatMap((each) => conditionLines(each, { ...tree, isLimit: true })),
  ];
  return lines.length === 0 || decision === 'pass' ? lines : [heading('Because of'), ...lines];
};

const undoneLines = ({ undone, conditions }: WhyVerdict, why: RowWhy, page: Page): Line[] => {
  const isOnlyOne = conditions.filter(({ holds }) => !holds).length === 1;
  return undone.flatMap(({ condition, was, since, by }) => [
    line(
      { text: 'What undid it', tone: 'bad' },
      { text: isOnlyOne ? '' : `  ${condition}`, tone: 'strong' },
      { text: actualText(was, '  it was '), tone: 'dim' },
    ),
    eventLine(since, '  held since ', { why, page }),
    eventLine(by, '  undone by  ', { why, page }),
  ]);
};

const MOST_OPENINGS = 5;

const openLines = (verdict: WhyVerdict, why: RowWhy, page: Page): Line[] => {
  const { opens, opensAll, decision, conditions, gate } = verdict;
  if (decision === 'pass' || decision === 'allow') return [];
  // What would open it is tried out: until then nothing is said of it, least of all that there is nothing.
  if (!why.isTried) return [];
  const remedies = conditions.flatMap(({ holds, remedy }) => (holds || remedy === null ? [] : [remedy]));
  const isMore = opensAll.length > 0 && isStoppedByOthers(verdict, why) && !isSame(opensAll, opens);
  const label = isStop(verdict) && !verdict.hypothetical ? 'What to do now: ' : 'What would change that: ';
  const own =
    opens.length > 0
      ? openingLines(label, opens, page)
      : remedies.length > 0
        ? [
            ...remedies.flatMap((remedy) => labelled('What to do: ', remedy, page)),
            ...wrapped('Of this call itself nothing would change the verdict.', page, '  ', 'dim'),
          ]
        : wrapped('Nothing that was tried on this state would have opened it.', page);
  return [
    ...own,
    ...(isMore ? openingLines(`Others than ${gate} stopped it as well. What to do about all: `, opensAll, page) : []),
  ];
};

/** Whether another rule stopped it as well: what opens this one opens nothing yet. */
const isStoppedByOthers = ({ event, rule }: WhyVerdict, { verdicts }: RowWhy): boolean =>
  verdicts.some((other) => other.event === event && other.rule !== rule && isStop(other));

const isStop = ({ mode, decision }: WhyVerdict): boolean =>
  mode === 'enforce' && (decision === 'deny' || decision === 'ask');

const isSame = (one: readonly WhyOpening[], other: readonly WhyOpening[]): boolean =>
  JSON.stringify(one.map(({ todo }) => todo)) === JSON.stringify(other.map(({ todo }) => todo));

/** What has to happen, and what else would do. */
const openingLines = (label: string, opens: readonly WhyOpening[], page: Page): Line[] => [
  ...opens.slice(0, MOST_OPENINGS).flatMap(({ todo, decision }, index) => {
    const text = `${todo.join(', and ')}${decision === 'pass' || decision === 'none' ? '' : ` (then: ${decision})`}`;
    return index === 0 ? labelled(label, text, page) : wrapped(text, page, '  or ', 'good');
  }),
  ...(opens.length > MOST_OPENINGS
    ? [line({ text: `  or one of ${opens.length - MOST_OPENINGS} other ways`, tone: 'dim' })]
    : []),
];

/** A label and a text behind it, which goes on a little further in. */
const labelled = (label: string, text: string, { width }: Page): Line[] =>
  wrap(`${label}${text}`, width - 2).map((row, index) =>
    index > 0 || !row.startsWith(label.trimEnd())
      ? line({ text: `  ${row}`, tone: 'good' })
      : line({ text: row.slice(0, label.length), tone: 'strong' }, { text: row.slice(label.length), tone: 'good' }),
  );

const MOST_UNSEEN = 5;

const unseenLines = ({ unseen }: WhyVerdict, why: RowWhy, page: Page): Line[] => {
  if (unseen.length === 0) return [];
  const what = unseen.length === 1 ? '1 event' : `${unseen.length} events`;
  return [
    ...wrapped(`${what} landed after the state was read, before the verdict was recorded:`, page, 'Not seen: ', 'warn'),
    ...unseen.slice(0, MOST_UNSEEN).map((id) => eventLine(id, '  ', { why, page })),
    ...(unseen.length > MOST_UNSEEN ? [line({ text: `  and ${unseen.length - MOST_UNSEEN} more`, tone: 'dim' })] : []),
  ];
};
