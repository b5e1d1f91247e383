import { SILENCE_WORDS } from '../../cli/why-not-text.ts';
import { GATES } from '../../gates/gates.ts';
import { decisionMark, decisionTone } from '../look/decision.ts';
import { type Line, line, type Span } from '../look/line.ts';
import type { RowWhy, WhySilent, WhyVerdict } from '../think/row-why.ts';
import { conditionLines } from './cause-lines.ts';
import { foldable, heading, type Page, parts, wrapped } from './page.ts';
import { verdictLines } from './verdict-lines.ts';

/** Why the gates said what they said of a row: what decided in full, the others foldable, and who said nothing and why. */
export const whyLines = (why: RowWhy, page: Page): Line[] => {
  const [first, ...others] = why.verdicts;
  const silent = silentLines(why, page);
  const thinking = why.isWhole ? [] : [line({ text: why.isTried ? SEEKING : TRYING, tone: 'dim' })];
  if (first === undefined) {
    return parts(
      thinking,
      why.isTried ? wrapped(isOfImport(why) ? NOBODY_THERE : NOTHING_SAID, page, '', 'strong') : [],
      silent,
    );
  }
  // That everything passed is one line a gate.
  const isQuiet = first.decision === 'pass';
  return parts(
    isQuiet ? wrapped(first.hypothetical ? UNRULED : ALL_PASSED, page, '', 'strong') : verdictLines(first, why, page),
    thinking,
    isQuiet ? why.verdicts.flatMap((verdict) => otherLines(verdict, why, page)) : othersLines(others, why, page),
    silent,
  );
};

/** What the host recorded before docket was there was judged by nobody. */
const isOfImport = ({ silent }: RowWhy): boolean =>
  silent.length > 0 && silent.every(({ reason }) => reason === SILENCE_WORDS['no-docket']);

const ALL_PASSED = 'Every gate that judged this let it pass.';
const UNRULED = 'Nothing was ruled: the gates of today would let it pass.';
const NOTHING_SAID = 'No gate had anything to say of this.';
const NOBODY_THERE = 'docket was not there, and the gates of today have nothing to say of this.';
const TRYING = '… looking for what undid it, and what would open it';
const SEEKING = '… looking through the session for what undid it';

const othersLines = (others: readonly WhyVerdict[], why: RowWhy, page: Page): Line[] =>
  others.length === 0
    ? []
    : [heading('The other gates'), ...others.flatMap((verdict) => otherLines(verdict, why, page))];

const otherLines = (verdict: WhyVerdict, why: RowWhy, page: Page): Line[] => {
  const { gate, rule, decision, mode, conditions, event, waived, hypothetical } = verdict;
  const isPass = decision === 'pass';
  const passed = waived !== null ? 'was waived' : hypothetical ? 'would pass' : 'passed';
  const said = isPass ? passed : mode === 'monitor' ? `would ${decision} (only watched)` : decision;
  const short = rule.slice(rule.indexOf('/') + 1);
  const held = conditions.map(({ name }) => name).join(', ') || verdict.reason;
  const about = waived === null ? (isPass ? held : short) : `${short}: ${verdict.reason}`;
  const head: Span[] = [
    { text: `${decisionMark(decision)} `, tone: decisionTone(decision) },
    { text: `${gate} ${said}` },
    { text: `  ${about}`, tone: 'dim' },
  ];
  return foldable(page, { key: `gate.${gate}.${typeOf(why, event)}`, isOpen: !isPass, head }, () =>
    verdictLines(verdict, why, { ...page, width: page.width - 2 }).map(indented),
  );
};

/** Gates judge what is asked for and what came of it: which one is meant is told by the type of the event. */
const typeOf = ({ events }: RowWhy, event: string): string => events[event]?.type ?? '';

const indented = (one: Line): Line => ({ ...one, spans: [{ text: '  ' }, ...one.spans] });

const silentLines = (why: RowWhy, page: Page): Line[] => {
  const { silent, verdicts } = why;
  if (silent.length === 0) return [];
  const many = silent.length === 1 ? '1 gate said nothing' : `${silent.length} gates said nothing`;
  const head: Span[] = [{ text: many, tone: 'strong' }];
  const preview: Span = { text: `  ${silent.map(({ gate }) => gate).join(', ')}`, tone: 'dim' };
  return foldable(page, { key: 'silent', isOpen: verdicts.length === 0, head, preview }, () =>
    silent.flatMap((each) => silentGate(each, why, { ...page, width: page.width - 2 })),
  );
};

const silentGate = ({ gate, reason, detail, conditions }: WhySilent, why: RowWhy, page: Page): Line[] =>
  foldable(
    page,
    {
      key: `silent.${gate}`,
      isOpen: false,
      head: [{ text: gate.padEnd(LONGEST_GATE) }, { text: `  ${reason}`, tone: 'dim' }],
    },
    () => [
      ...wrapped(detail, page, '    ', 'dim'),
      ...conditions.flatMap((each) => conditionLines(each, { why, page })),
    ],
  ).map(indented);

/** So that the reasons stand below each other. */
const LONGEST_GATE = Math.max(...GATES.map(({ name }) => name.length));
