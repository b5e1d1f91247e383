import type { LogLine } from '../events/log-reader.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import { isWaivable, waivedWords } from '../gates/waived-verdict.ts';
import { causeChain } from '../replay/causes.ts';
import { decisionWords } from '../replay/decision-words.ts';
import { type Explained, type ExplainedCondition, type Explanation, UNKNOWN } from '../replay/explain.ts';
import { stops } from '../replay/openings.ts';
import { summaryOf } from '../replay/summary.ts';
import { actualWords, clock, columns, cutTo, fitTo, printable, type Style, wrap } from './style.ts';

interface Page {
  readonly explained: Explained;
  readonly style: Style;
  readonly width: number;
}

/** An explanation for people (DESIGN.md §7): no line is wider than `width` columns. */
export const explanationText = (explanation: Explanation, explained: Explained, style: Style, width: number) => {
  const page = { explained, style, width };
  const { conditions, limits, reason, decision, mode } = explanation;
  const isMonitored = mode === 'monitor' && decision !== 'pass' && !explanation.hypothetical;
  const parts = [
    titleRows(explanation, page),
    [
      ...wrap(reason, width, '  '),
      ...(isMonitored
        ? wrap(
            `The ${explanation.policy.mode === 'monitor' ? 'policy as a whole' : 'gate'} is in monitor mode: this was logged, and nothing was answered.`,
            width,
            '  ',
          )
        : []),
      ...askedRows(explanation, page),
    ],
    waivedRows(explanation, page),
    hypotheticalRows(explanation, page),
    [
      ...conditions.flatMap((each) => conditionRows(each, each.holds ? style('green', '✓') : style('red', '✗'), page)),
      ...limits.flatMap((each) => conditionRows(each, each.holds ? style('dim', '·') : style('yellow', '⊘'), page)),
    ],
    undoneRows(explanation, page),
    [...openRows(explanation, page), ...openAllRows(explanation, page), ...waiveRows(explanation, page)],
    unseenRows(explanation, page),
    explanation.answered === false
      ? [style('yellow', 'The answer never reached the host: the hook ended before it was written.')]
      : [],
  ];
  return `${parts.flatMap((rows) => (rows.length === 0 ? [] : [rows.join('\n')])).join('\n\n')}\n`;
};

const wordsFor = (decision: Verdict['decision'], hypothetical: boolean, mode: Verdict['mode']): string =>
  hypothetical && decision === 'pass'
    ? 'would have passed'
    : decisionWords(decision, hypothetical || mode === 'monitor');

const titleRows = (explanation: Explanation, { explained, style, width }: Page): string[] => {
  const { gate, decision, mode, rule, policy, event, position, hypothetical, waived } = explanation;
  const usual = rule === `${gate}/${UNKNOWN}` ? 'might have stopped or passed' : wordsFor(decision, hypothetical, mode);
  const words = waived === null ? usual : 'was waived for';
  const said = printable(`${gate} ${words}`);
  const { type, at } = explained.trigger.event;
  return [
    `${style('bold', said)} ${cutTo(triggerWords(explained.trigger), Math.max(8, width - columns(said) - 1))}`,
    style('dim', cutTo(`  rule ${rule} · preset ${policy.preset} · ${at.slice(0, 10)} ${clock(at)} UTC`, width)),
    style('dim', cutTo(`  ${type} ${event} at ${position}`, width)),
  ];
};

const triggerWords = ({ event }: LogLine): string => {
  const summary = summaryOf(event);
  if (event.type === 'TurnEnded') return `the end of the turn: "${summary}"`;
  if (event.type === 'HookFailed') return 'input that cannot be read';
  return event.type === 'ToolRequested' ? summary : `${event.type} ${summary}`;
};

/** Nothing was ruled: what is shown is what would have been, as far as anybody can know. */
const hypotheticalRows = ({ hypothetical, unknown, policy, mode, decision }: Explanation, page: Page): string[] => {
  if (!hypothetical) {
    const text = `What it looks at could not be observed (unknown: ${unknown.join(', ')}): it judged without.`;
    return unknown.length === 0 ? [] : wrap(text, page.width, '  ').map((row) => page.style('yellow', row));
  }
  const { event } = page.explained.trigger;
  const why = event.provenance === 'import' ? 'docket was not there: this was imported' : 'no gate ruled on this event';
  const under = policy.fingerprint === 'today' ? "today's policy" : 'the policy that was in force then';
  const rests =
    unknown.length === 0
      ? ''
      : ` What it would have looked at was never recorded (unknown: ${unknown.join(', ')}), so the verdict rests on a guess.`;
  const logged = mode === 'monitor' && decision !== 'pass' ? ' It would only have been logged.' : '';
  const text = `Hypothetical: ${why}. This is what today's gates say, under ${under}.${logged}${rests}`;
  return wrap(text, page.width, '  ').map((row) => page.style('yellow', row));
};

/** A question that nobody could answer was a deny. */
const askedRows = ({ decision, mode }: Explanation, { explained, width }: Page): string[] => {
  if (explained.ruling === null) return [];
  const { nobodyCanAnswer } = explained.ruling.event.data as EventData<'GatesRuled'>;
  return decision === 'ask' && mode === 'enforce' && nobodyCanAnswer !== undefined
    ? wrap(`Nobody could answer (${nobodyCanAnswer}), so it was denied.`, width, '  ')
    : [];
};

/** The event that waived it. */
const waivedRows = ({ waived }: Explanation, page: Page): string[] =>
  waived === null || waived.event === null ? [] : rowOf(waived.event, 'waived', page);

/** How a person waives what stopped it, where it can be. */
const waiveRows = ({ rule, gate, decision, mode, hypothetical }: Explanation, { width }: Page): string[] =>
  !stops({ decision, mode }) || hypothetical || rule === `${gate}/fail-closed` || !isWaivable(rule)
    ? []
    : wrap(`A person may waive it: docket waive ${rule} --reason WHY`, width);

/** More are in `--json`. */
const MOST_CAUSES = 8;

const conditionRows = (condition: ExplainedCondition, mark: string, page: Page): string[] => {
  const { style, width, explained } = page;
  const name = cutTo(condition.name, width - 2);
  const room = width - columns(name) - 4;
  const actual = room < 8 ? '' : cutTo(actualWords(condition.actual), room);
  const rows = [`${mark} ${style('bold', name)}  ${style('dim', actual)}`.trimEnd()];
  const shown = new Set<string>();
  const known = condition.because.flatMap((id) => explained.session.byId.get(id) ?? []);
  for (const line of known.slice(0, MOST_CAUSES)) {
    if (shown.has(line.event.id)) continue;
    let relation = 'set by';
    for (const step of causeChain(explained.session, line)) {
      if (shown.has(step.event.id)) break;
      rows.push(eventRow(step, relation, page));
      shown.add(step.event.id);
      relation = '  from';
    }
  }
  if (known.length > MOST_CAUSES) rows.push(`    and ${known.length - MOST_CAUSES} more`);
  if (condition.waived !== undefined) rows.push(...wrap(waivedWords(condition.waived), width, '    '));
  else if (condition.remedy !== null) rows.push(...wrap(condition.remedy, width, '    → '));
  return rows;
};

const eventRow = ({ event }: LogLine, relation: string, { width }: Page): string => {
  const head = `    ${relation}  ${fitTo(event.type, Math.max(17, columns(event.type)))}  `;
  const tail = `  ${clock(event.at)} ${fitTo(event.id.slice(0, 6), 6)}`;
  const actor = event.actor.id === 'main' ? '' : `${event.actor.type ?? event.actor.id}: `;
  const text = fitTo(actor + summaryOf(event), Math.max(8, width - columns(head) - columns(tail)));
  return cutTo(`${head}${text}${tail}`, width).trimEnd();
};

const undoneRows = ({ undone }: Explanation, page: Page): string[] =>
  undone.flatMap(({ condition, was, since, by }) => [
    cutTo(`Undone: ${condition} held (${actualWords(was)})`, page.width),
    ...rowOf(since, ' since', page),
    ...rowOf(by, ' until', page),
  ]);

const rowOf = (id: string, relation: string, page: Page): string[] => {
  const line = page.explained.session.byId.get(id);
  return line === undefined ? [cutTo(`    ${relation}  ${id}`, page.width)] : [eventRow(line, relation, page)];
};

/** Where other rules stopped it as well: what would have let it through. */
const openAllRows = ({ opensAll, opens }: Explanation, { explained, width }: Page): string[] => {
  const stopping = explained.verdicts.filter(stops);
  if (stopping.length < 2 || JSON.stringify(opensAll) === JSON.stringify(opens)) return [];
  const [first, ...others] = opensAll.slice(0, MOST_OPENINGS);
  if (first === undefined) return [];
  const more = opensAll.length - MOST_OPENINGS;
  return [
    ...setRows(first.todo, `Opens all ${stopping.length} that stopped it`, width),
    ...others.flatMap(({ todo }) => setRows(todo, '   or', width)),
    ...(more > 0 ? [`   or one of ${more} other ways`] : []),
  ];
};

/** One thing on the line of its head, several below it. */
const setRows = (todo: readonly string[], head: string, width: number): string[] =>
  todo.length === 1
    ? wrap(todo[0] as string, width, `${head}: `)
    : [`${head}, together:`, ...todo.flatMap((each) => wrap(each, width, '     + '))];

const MOST_OPENINGS = 4;

const openRows = ({ opens, decision, conditions }: Explanation, { width }: Page): string[] => {
  if (decision === 'pass' || decision === 'allow') return [];
  if (opens.length === 0) {
    const remedied = conditions.some(({ holds, remedy }) => !holds && remedy !== null);
    return wrap(
      remedied
        ? 'Nothing that could happen next changes the verdict on this call; the remedy (→) is another call.'
        : 'Nothing that was tried on this state would have opened it.',
      width,
    );
  }
  const remedies = conditions.flatMap(({ holds, remedy }) => (holds ? [] : [remedy]));
  const rows = opens.slice(0, MOST_OPENINGS).flatMap(({ todo, decision: then }, index) => {
    // What stands above already is not said twice.
    const shown = todo.map((each) => (remedies.includes(each) ? 'the remedy (→)' : each));
    const last = `${shown.at(-1)}${then === 'pass' ? '' : ` (then: ${then})`}`;
    return setRows([...shown.slice(0, -1), last], index === 0 ? 'Opens' : '   or', width);
  });
  const more = opens.length - MOST_OPENINGS;
  return more > 0 ? [...rows, `   or one of ${more} other ways`] : rows;
};

const MOST_UNSEEN = 3;

const unseenRows = ({ unseen }: Explanation, page: Page): string[] => {
  if (unseen.length === 0) return [];
  const what = unseen.length === 1 ? '1 event' : `${unseen.length} events`;
  const more = unseen.length - MOST_UNSEEN;
  return [
    ...wrap(`Not seen: ${what} landed after the state was read, before the verdict was recorded.`, page.width),
    ...unseen.slice(0, MOST_UNSEEN).flatMap((id) => rowOf(id, '      ', page)),
    ...(more > 0 ? [`            and ${more} more`] : []),
  ];
};
