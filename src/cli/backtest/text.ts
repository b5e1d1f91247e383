import { counted } from '../../audit/counted.ts';
import type { Policy } from '../../events/schemas.ts';
import type { BreakKind } from '../../replay/backtest/break.ts';
import type {
  BacktestReport,
  Doubt,
  ReportedFlip,
  ReportedRule,
  ReportedSession,
} from '../../replay/backtest/report.ts';
import { atTime, cutTo, fitTo, type Style, wrap } from '../style.ts';

export interface TextOptions {
  readonly style: Style;
  readonly width: number;
  /** Leave nothing out. */
  readonly all: boolean;
}

const MOST_RULES = 24;
const MOST_FLIPS = 12;
const MOST_SESSIONS = 8;
const MOST_UNFIRED = 12;

/** The report for people: what it comes to first, then rules, sessions and flips, each list as long as a screen takes. */
export const backtestText = (report: BacktestReport, policy: Policy, options: TextOptions): string => {
  const sections = [
    summary(report, policy, options),
    rules(report, options),
    sessions(report, options),
    flips(report, options),
    doubts(report, options),
    unknown(report, options),
    unfired(report, options),
  ];
  return `${sections
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.join('\n'))
    .join('\n\n')}\n`;
};

const summary = (
  { counts, sessions: all, imported, judged, unruled }: BacktestReport,
  policy: Policy,
  o: TextOptions,
) => {
  const { style, width } = o;
  const title = `${style('bold', `Under preset ${policy.preset}`)}, over ${counted(all, 'session')}, ${counted(judged, 'judged event')}`;
  const said = (text: string): string[] => wrap(text, width, '  ');
  const origin = [
    ...(counts.direct > 0 ? [`${counts.direct} by the policy itself`] : []),
    ...(counts.knockOn > 0 ? [`${counts.knockOn} knock-on, by what came of it before`] : []),
  ];
  return [
    title,
    ...said(
      counts.flips === 0
        ? 'No decision flips.'
        : `${counted(counts.flips, 'decision')} would flip: ${origin.join(', ')}.`,
    ),
    ...(counts.uncertain > 0
      ? said(`${counts.certain} of them for certain; ${counts.uncertain} behind a point from which on nobody can know.`)
      : []),
    ...(counts.unknown > 0 ? said(`${counts.unknown} more would rest on facts that nobody recorded.`) : []),
    ...(counts.gates > 0
      ? said(`${counts.gates} more are judged otherwise by today's gates under the recorded policy as well.`)
      : []),
    ...(imported > 0
      ? said(`${imported} of them imported: docket answered nothing there, so what it would have said is hypothetical.`)
      : []),
    ...(unruled > 0 ? said(`${counted(unruled, 'event')} that no hook came to judge: left as they are.`) : []),
  ];
};

const NUMBER = 8;

const rules = ({ rules: all }: BacktestReport, { style, width, all: isWhole }: TextOptions): string[] => {
  const concerned = all.filter(({ was, now, on, off, changed }) => was + now + on + off + changed > 0);
  const shown = isWhole ? all : byFlips(concerned).slice(0, MOST_RULES);
  if (shown.length === 0) return [];
  const room = Math.max(20, width - 5 * NUMBER - 2);
  const head = ['was', 'now', 'on', 'off', 'other'].map((name) => name.padStart(NUMBER)).join('');
  return [
    `${style('bold', fitTo('Rules that answer', room + 2))}${head}`,
    ...shown.map(
      ({ rule, was, now, on, off, changed }) =>
        `  ${fitTo(rule, room)}${[was, now, on, off, changed].map((count) => String(count).padStart(NUMBER)).join('')}`,
    ),
    ...left(isWhole ? 0 : concerned.length - shown.length, 'rule'),
  ];
};

/** In gate order, those that flip before the others. */
const byFlips = (rules: readonly ReportedRule[]): ReportedRule[] => {
  const isFlipped = ({ on, off, changed }: ReportedRule): boolean => on + off + changed > 0;
  return [...rules.filter(isFlipped), ...rules.filter((rule) => !isFlipped(rule))];
};

const left = (more: number, what: string): string[] =>
  more > 0 ? [`  … ${counted(more, `more ${what}`)}: --all`] : [];

const sessions = (
  { sessionsToLookAt: all, flips: own }: BacktestReport,
  { style, width, all: isWhole }: TextOptions,
): string[] => {
  const shown = isWhole ? all : all.slice(0, MOST_SESSIONS);
  if (shown.length === 0) return [];
  return [
    style('bold', 'Sessions to look at'),
    ...shown.flatMap((session) => sessionRows(session, hasLogs(own), style, width)),
    ...left(all.length - shown.length, 'session'),
  ];
};

/** Whether several logs are told of: then each session and flip says which it is of. */
const hasLogs = (flips: readonly ReportedFlip[]): boolean => new Set(flips.map(({ log }) => log)).size > 1;

const sessionRows = (
  { log, session, flips: count, uncertain, unknown: guesses, since }: ReportedSession,
  isLogNamed: boolean,
  style: Style,
  width: number,
) => {
  const facts = [
    counted(count, 'flip'),
    ...(uncertain > 0 ? [`${uncertain} uncertain`] : []),
    ...(guesses > 0 ? [`${guesses} unknown`] : []),
  ];
  return [
    `  ${fitTo(session, 38)} ${facts.join(', ')}`,
    ...(isLogNamed ? [style('dim', cutTo(`    in ${log}`, width))] : []),
    ...(since === null
      ? []
      : wrap(`uncertain from ${atTime(since.at)}, ${since.event}: ${WHY[since.why as BreakKind]}`, width, '    ').map(
          (row) => style('dim', row),
        )),
  ];
};

const WHY: Readonly<Record<BreakKind, string>> = {
  prevented: 'a call that ran would have been stopped',
  'let-through': 'a call that was stopped would have run',
  asked: 'a person would have been asked about a call that ran',
  rewritten: 'another command would have run',
  answered: 'a question would have got another answer, or a person to answer it',
  'turn-ended': 'the turn would have ended',
  'turn-went-on': 'the turn would have gone on',
  'facts-missing': 'a gate that can stop a call would have looked at what nobody recorded',
};

const flips = ({ flips: all }: BacktestReport, options: TextOptions): string[] => {
  const shown = options.all ? all : all.slice(0, MOST_FLIPS);
  if (shown.length === 0) return [];
  return [
    options.style('bold', 'Flips'),
    ...shown.flatMap((flip, at) => [
      ...(hasLogs(all) && flip.log !== shown[at - 1]?.log ? [cutTo(`  in ${flip.log}`, options.width)] : []),
      ...flipRows(flip, options),
    ]),
    ...left(all.length - shown.length, 'flip'),
  ];
};

const flipRows = (flip: ReportedFlip, { style, width }: TextOptions): string[] => {
  const { at, event, session, was, now, tool, type, summary: words, rules: own } = flip;
  const what = tool === null ? `${type} ${words}` : words;
  const change = was === now ? `${now}, by other rules` : `${was} → ${now}`;
  return [
    cutTo(`  ${atTime(at)}  ${session.slice(0, 8)} ${event}`, width),
    `    ${style(now === 'deny' ? 'red' : 'yellow', change)}  ${cutTo(what.trim(), Math.max(20, width - change.length - 6))}`,
    ...own.flatMap(({ rule, was: before, now: after, condition }) =>
      wrap(`${rule}: ${before} → ${after}${condition === null ? '' : ` (✗ ${condition})`}`, width, '    '),
    ),
    ...marks(flip).flatMap((mark) => wrap(mark, width, '    ').map((row) => style('dim', row))),
  ];
};

const marks = ({ kind, certainty, since, rules: own }: ReportedFlip): string[] => {
  const lacks = [...new Set(own.flatMap(({ unknown: facts }) => facts))].join(', ');
  const all = [
    ...(kind === 'knock-on' ? ['knock-on'] : []),
    ...(kind === 'gates' ? ["by today's gates, not by the policy"] : []),
    ...(certainty === 'uncertain' ? [`uncertain since ${since}`] : []),
    ...(certainty === 'unknown' ? [`unknown: nobody recorded ${lacks}`] : []),
  ];
  return all.length === 0 ? [] : [all.join(' · ')];
};

const doubts = ({ doubts: all }: BacktestReport, { style, width }: TextOptions): string[] =>
  all.length === 0
    ? []
    : [
        style('bold', 'Likely false positives, by what was recorded'),
        ...all.flatMap(({ rule, why, count }) => wrap(`${rule}: ${DOUBTS[why](count)}`, width, '  ')),
      ];

const DOUBTS: Readonly<Record<Doubt['why'], (count: number) => string>> = {
  'worked-around': (count) => `denied ${count} times, and each time the same was done all the same`,
  'always-approved': (count) => `asked ${count} times, and a person said yes each time`,
  'always-waived': (count) => `fired ${count} times while it was waived, and was waived each time it stopped anything`,
  'never-followed': (count) => `advised ${count} times, and what it asks for was never done`,
};

const unknown = ({ unknown: all }: BacktestReport, { style, width }: TextOptions): string[] =>
  all.length === 0
    ? []
    : [
        style('bold', 'Verdicts that rest on facts nobody recorded'),
        ...all.flatMap(({ gate, verdicts, fired, facts }) =>
          wrap(
            `${gate}: ${verdicts}, of which ${fired} would fire as far as is known; missing: ${facts.join(', ')}`,
            width,
            '  ',
          ),
        ),
      ];

const unfired = (report: BacktestReport, { style, width, all: isWhole }: TextOptions): string[] => {
  const { neverFire: all, rulesNotKnown, judged } = report;
  if (all.length + rulesNotKnown.length === 0 || judged === 0) return [];
  const shown = isWhole ? all : all.slice(0, MOST_UNFIRED);
  const more = all.length - shown.length;
  return [
    style('bold', 'Rules that are on and never fire'),
    ...(all.length === 0 ? [] : wrap(`${shown.join(', ')}${more > 0 ? `, and ${more} more: --all` : ''}`, width, '  ')),
    ...(rulesNotKnown.length === 0
      ? []
      : wrap(
          `not known of ${rulesNotKnown.join(', ')}: nobody trusted the file yet, so nobody knows the rules (docket policy trust)`,
          width,
          '  ',
        )),
  ];
};
