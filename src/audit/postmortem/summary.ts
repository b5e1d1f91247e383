import { atWords, listWords } from '../../gates/gate.ts';
import { counted } from '../counted.ts';
import { voicesIn } from './interventions.ts';
import type { Entry, Firing, Postmortem } from './model.ts';
import { oneLine } from './texts.ts';

/** Five sentences: what was asked, what was done, what gates did, how it ended, whether the record can be trusted. */
export const summaryOf = (made: Omit<Postmortem, 'summary'>): string[] => [
  asked(made),
  done(made),
  gated(made),
  ended(made),
  trusted(made),
];

type Made = Omit<Postmortem, 'summary'>;

const asked = ({ session, turns }: Made): string => {
  const prompts = turns.filter(({ event }) => event !== null);
  const [first] = prompts;
  const { kind, isImported, host, project, branch, from, to } = session;
  const what = `${kind === null ? 'A' : kind === 'interactive' ? 'An interactive' : `A ${kind}`} session of ${host} in ${project}${branch === null ? '' : ` on ${branch}`}`;
  const when = `${atWords(from).slice('at '.length)}, ${durationWords(Date.parse(to) - Date.parse(from))}`;
  const said = first === undefined ? 'nobody gave it a prompt' : `was asked: "${oneLine(first.prompt, 200)}"`;
  const more = prompts.length > 1 ? `, and ${counted(prompts.length - 1, 'more prompt')}` : '';
  const end = more === '' && /[.!?…]"$/.test(said) ? '' : '.';
  const subject = `${what} (${when}${isImported ? ', imported from a transcript' : ''})`;
  return `${subject}${first === undefined ? '; ' : ' '}${said}${more}${end}`;
};

/** `2 h 10 min`, `40 s` */
export const durationWords = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.round(milliseconds / 1000)) || 0;
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
};

const done = ({ files, commands, session }: Made): string => {
  const edits = files.reduce((sum, file) => sum + file.edits.length, 0);
  const kinds = [...new Set(files.map(({ kind }) => kind))].map(
    (kind) => `${files.filter((file) => file.kind === kind).length} ${kind}`,
  );
  const changed =
    files.length === 0
      ? 'It changed no file that is known'
      : `It changed ${counted(files.length, 'file')} (${kinds.join(', ')}) in ${counted(edits, 'edit')}`;
  const ran = commands.filter(({ outcome }) => outcome === 'completed' || outcome === 'failed');
  const risky = ran.filter(({ tier }) => tier === 3).length;
  const { agents } = session.counts;
  return `${changed} and ran ${counted(ran.length, 'command')}${risky === 0 ? '' : `, ${risky} of them risky`}${agents === 0 ? '' : `; ${counted(agents, 'subagent')} worked beside the main agent`}.`;
};

const VERBS = [
  ['deny', 'denied'],
  ['ask', 'asked about'],
  ['rewrite', 'changed'],
] as const;

const gated = ({ firings, session, policies }: Made): string => {
  const { isImported } = session;
  const isReal = ({ waived, mode }: Firing): boolean => waived === null && (mode === 'enforce' || isImported);
  const stopped = VERBS.flatMap(([decision, verb]) => {
    const all = firings.filter((firing) => isReal(firing) && cameTo(firing) === decision);
    const events = new Set(all.map(({ event }) => event)).size;
    return events === 0 ? [] : [`${verb} ${events} (${rulesOf(all)})`];
  });
  const waived = firings.filter((firing) => firing.waived !== null);
  const watched = isImported
    ? []
    : firings.filter(({ mode, decision, waived: by }) => by === null && mode === 'monitor' && isStop(decision));
  const isWatching = isImported && firings.length > 0 && firings.every(({ mode }) => mode === 'monitor');
  const who = isImported
    ? `Under today's policy (preset ${policies[0]?.preset ?? 'observe'}) gates would have`
    : 'Gates';
  return [
    `${who} ${stopped.length === 0 ? 'stopped and changed nothing' : listWords(stopped)}${isWatching && stopped.length > 0 ? ', all of which that policy only watches' : ''}`,
    ...(waived.length === 0
      ? []
      : [`${waived.length} more ${waived.length === 1 ? 'was' : 'were'} let through by waivers (${rulesOf(waived)})`]),
    ...(watched.length === 0
      ? []
      : [`gates that only watch would have stopped or changed ${watched.length} (${rulesOf(watched)})`]),
  ]
    .join('; ')
    .concat('.');
};

/** A question that nobody could answer was a denial. */
export const cameTo = ({
  decision,
  nobodyCouldAnswer,
}: Pick<Firing, 'decision' | 'nobodyCouldAnswer'>): Firing['decision'] =>
  nobodyCouldAnswer === null ? decision : 'deny';

const isStop = (decision: string): boolean => VERBS.some(([stop]) => stop === decision);

/** The rules that fired most, each with how often where that is more than once. */
const rulesOf = (firings: readonly Firing[]): string => {
  const counts = new Map<string, number>();
  for (const { rule } of firings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a);
  const shown = most.slice(0, MOST_RULES).map(([rule, count]) => (count === 1 ? rule : `${rule} ${count} times`));
  return [...shown, ...(most.length > MOST_RULES ? [counted(most.length - MOST_RULES, 'more rule')] : [])].join(', ');
};

const MOST_RULES = 3;

const ended = ({ entries, session, evidence, interventions, deniedButRan }: Made): string => {
  const last = entries.findLast(({ kind }) => kind === 'ending' || kind === 'session');
  const how = session.isLive ? 'It has no end in the log' : `It ended${reasonOf(last)}`;
  const states = evidence.map(({ name, status }) => `${name}: ${STATUS[status] ?? status}`);
  const voices = voicesIn(interventions);
  const against =
    deniedButRan.length === 0 ? '' : `; ${counted(deniedButRan.length, 'call')} ran against what was decided`;
  return `${how}, with ${states.join(', ')}${against}${voices.length === 0 ? '; no person is known to have stepped in besides prompts' : `; people stepped in: ${voices.join(', ')}`}.`;
};

const STATUS: Readonly<Record<string, string>> = {
  pass: 'passed',
  fail: 'failed',
  stale: 'out of date',
  unknown: 'uncertain',
  missing: 'none',
};

const reasonOf = (last: Entry | undefined): string => {
  const reason = last?.title.match(/^session ended: (.+)$/)?.[1];
  return reason === undefined ? '' : ` (${reason})`;
};

const trusted = ({ answers }: Made): string => {
  const { answer, because } = answers.trust;
  const head = {
    yes: 'The record is as it was sealed',
    partly: 'The record can be trusted in part',
    no: 'The record cannot be trusted',
  }[answer];
  return `${head}. ${because[0] ?? ''}`.trim();
};
