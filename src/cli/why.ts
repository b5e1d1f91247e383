import type { LogLine } from '../events/log-reader.ts';
import { readEvents } from '../events/log-reader.ts';
import type { Condition, EventData, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import { causeChain } from '../replay/causes.ts';
import { type Explained, type Explanation, explainRuling } from '../replay/explain.ts';
import { summaryOf } from '../replay/summary.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { clock, cutTo, type Style, styleFor } from './style.ts';

export interface WhyOptions {
  readonly call?: string;
  readonly session?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

/**
 * Explains a verdict: of an event or ruling by its id, of a tool call, or without either the last one that denied,
 * asked or rewrote. Shows the deciding verdict; with `all` every gate's.
 */
export const runWhy = (id: string | undefined, options: WhyOptions, io: Io): ExitCode => {
  if (id !== undefined && options.call !== undefined) throw new UsageError('Give an event id or --call, not both.');
  const { folder } = findLoggedProject(io);
  const progress = progressFor(io, 'reading the log');
  const ruling = findRuling(folder, id, options);
  const pick = (verdicts: readonly Verdict[]): readonly Verdict[] =>
    options.all === true ? verdicts : verdicts.slice(...deciding(verdicts));
  const explained = explainRuling(folder, ruling, pick, progress.onProgress);
  progress.done();
  if (explained === null) throw new NotFoundError('The event that was judged is not in the log any more.');
  const { explanations } = explained;
  if (options.json === true)
    io.stdout(`${JSON.stringify(options.all === true ? explanations : (explanations[0] ?? null))}\n`);
  else io.stdout(explanations.map((explanation) => render(explanation, explained, styleFor(io), io.width)).join('\n'));
  return 0;
};

const WEIGHT: Readonly<Record<Verdict['decision'], number>> = {
  deny: 5,
  ask: 4,
  rewrite: 3,
  allow: 2,
  advise: 1,
  pass: 0,
};

/** The range of the one verdict that decides: the strongest, enforced before monitored. */
const deciding = (verdicts: readonly Verdict[]): [number, number] => {
  let best = 0;
  const weight = (verdict: Verdict | undefined): number =>
    verdict === undefined ? -1 : WEIGHT[verdict.decision] * 2 + (verdict.mode === 'enforce' ? 1 : 0);
  verdicts.forEach((verdict, index) => {
    if (weight(verdict) > weight(verdicts[best])) best = index;
  });
  return [best, best + 1];
};

const findRuling = (folder: LogFolder, id: string | undefined, options: WhyOptions): LogLine => {
  let answered: LogLine | null = null;
  let monitored: LogLine | null = null;
  let named: LogLine | null = null;
  let isKnown = false;
  for (const line of readEvents(folder)) {
    const { event } = line;
    if (id !== undefined && event.id === id) isKnown = true;
    if (options.call !== undefined && event.call === options.call) isKnown = true;
    if (event.type !== 'GatesRuled' || (options.session !== undefined && !event.stream.startsWith(options.session)))
      continue;
    const ruling = event.data as EventData<'GatesRuled'>;
    const isRepeat = ruling.repeatOf !== undefined;
    if (id !== undefined && (event.id === id || event.cause === id || (ruling.event === id && !isRepeat))) named = line;
    if (options.call !== undefined && event.call === options.call && !isRepeat) named = line;
    if (isRepeat) continue;
    if (FORCEFUL.has(ruling.decision)) answered = line;
    else if (ruling.verdicts.some(({ decision, mode }) => mode === 'monitor' && FORCEFUL.has(decision)))
      monitored = line;
  }
  if (id === undefined && options.call === undefined) {
    const last = answered ?? monitored;
    if (last !== null) return last;
    throw new NotFoundError(
      'No gate denied, asked or rewrote anything yet. `docket log --type GatesRuled` shows all verdicts.',
    );
  }
  if (named !== null) return named;
  const what = id === undefined ? `call ${options.call}` : `event ${id}`;
  throw new NotFoundError(
    isKnown ? `No gate judged ${what}.` : `There is no ${what} in the log. \`docket log --json\` shows ids.`,
  );
};

const FORCEFUL: ReadonlySet<string> = new Set(['deny', 'ask', 'rewrite']);

const VERBS: Readonly<Record<Verdict['decision'], string>> = {
  deny: 'denied',
  ask: 'asked about',
  rewrite: 'rewrote',
  allow: 'allowed',
  advise: 'warned about',
  pass: 'passed',
};

const render = (explanation: Explanation, explained: Explained, style: Style, width: number): string => {
  const { gate, decision, mode, rule, policy, event, position, reason } = explanation;
  const { trigger, session } = explained;
  const verb = mode === 'monitor' && decision !== 'pass' ? `would have ${VERBS[decision]}` : VERBS[decision];
  const out: string[] = [
    `${style('bold', `${gate} ${verb}`)} ${cutTo(`${trigger.event.type} ${summaryOf(trigger.event)}`, width - gate.length - verb.length - 2)}`,
    style('dim', `  rule ${rule} · preset ${policy.preset} · event ${event} at ${position}`),
    '',
    ...wrap(reason, width - 2).map((line) => `  ${line}`),
    '',
  ];
  const tree = (condition: Condition, mark: string): void => {
    out.push(
      `${mark} ${style('bold', condition.name)} ${style('dim', cutTo(actualText(condition), width - condition.name.length - 4))}`,
    );
    const shown = new Set<string>();
    for (const id of condition.because) {
      const line = session.byId.get(id);
      if (line === undefined || shown.has(id)) continue;
      for (const step of causeChain(session, line)) {
        if (shown.has(step.event.id)) break;
        out.push(eventRow(step, shown.size === 0 ? 'set by' : '  from', width));
        shown.add(step.event.id);
      }
    }
    if (condition.remedy !== null) out.push(...wrap(`→ ${condition.remedy}`, width - 4).map((line) => `    ${line}`));
  };
  for (const condition of explanation.conditions)
    tree(condition, condition.holds ? style('green', '✓') : style('red', '✗'));
  for (const limit of explanation.limits) tree(limit, limit.holds ? style('dim', '·') : style('yellow', '⊘'));
  out.push(
    '',
    ...undoneRows(explanation, explained, width),
    ...openRows(explanation, width),
    ...unseenRows(explanation),
  );
  if (explanation.answered === false) out.push('The answer was recorded, and never reached the host.');
  return `${out.join('\n').trimEnd()}\n`;
};

const actualText = ({ actual }: Condition): string =>
  actual === null || actual === undefined ? '' : JSON.stringify(actual);

const eventRow = ({ event }: LogLine, relation: string, width: number): string => {
  const head = `    ${relation}  ${event.type.padEnd(17)} `;
  const tail = `  ${clock(event.at)} ${event.id.slice(0, 6)}`;
  const actor = event.actor.id === 'main' ? '' : ` (${event.actor.type ?? event.actor.id})`;
  return `${head}${cutTo(summaryOf(event) + actor, Math.max(12, width - head.length - tail.length))}${tail}`;
};

const undoneRows = ({ undone }: Explanation, { session }: Explained, width: number): string[] =>
  undone.flatMap(({ condition, was, since, by }) => {
    const named = (id: string): string => {
      const line = session.byId.get(id);
      return line === undefined ? id : `${line.event.type} ${summaryOf(line.event)} at ${clock(line.event.at)}`;
    };
    return [
      `Undone: ${cutTo(`${condition} held (${JSON.stringify(was)})`, width - 8)}`,
      `  since ${cutTo(named(since), width - 8)}`,
      `  until ${cutTo(named(by), width - 8)}`,
    ];
  });

const openRows = ({ opens, decision }: Explanation, width: number): string[] => {
  if (decision === 'pass') return [];
  if (opens.length === 0) return ['Nothing that was tried on this state would have opened it.'];
  return opens.flatMap(({ todo, decision: then }, index) =>
    wrap(
      `${index === 0 ? 'Opens: ' : '   or: '}${todo.join(', and ')}${then === 'pass' ? '' : ` (then: ${then})`}`,
      width,
    ),
  );
};

const unseenRows = ({ unseen }: Explanation): string[] =>
  unseen.length === 0
    ? []
    : [
        `Not seen: ${unseen.length} events landed after the state was read (${unseen.slice(0, 3).join(', ')}${unseen.length > 3 ? ', …' : ''}).`,
      ];

/** Breaks a text into lines of at most a width, at blanks. */
const wrap = (text: string, width: number): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
};
