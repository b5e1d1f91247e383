import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorCode } from '../events/log-fs.ts';
import { isLogLine, readLines } from '../events/log-reader.ts';
import { hasPromisedData } from '../events/promised-data.ts';
import type { Policy } from '../events/schemas.ts';
import { listSegments } from '../events/segments.ts';
import { type Answering, type Preferred, preferenceFor, settleQuestions } from '../gates/question-decision.ts';
import { ANSWERINGS, preferredIn, readPreferences } from '../hooks/observers/preferences.ts';
import { understandQuestions } from '../hooks/observers/questions/read-questions.ts';
import { type QuestionsState, questionsProjection, type SeenQuestion } from '../projections/questions.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from './io.ts';
import { projectPolicy } from './policy-here.ts';
import { changePreferences } from './preferences-store.ts';
import { progressFor } from './progress.ts';
import { findProject, type Project } from './project.ts';
import { atTime, printable, styleFor, wrap } from './style.ts';

export interface QuestionsOptions {
  readonly project?: boolean;
  readonly json?: boolean;
}

/**
 * `docket questions`: every question that the log knows, how it was answered, and what the user prefers. A project without a
 * log has none; what is set is shown all the same.
 */
export const runQuestions = ({ json }: QuestionsOptions, io: Io): ExitCode => {
  const project = findProject(io);
  const { questions: set } = preferencesIn(project, io);
  const policy = projectPolicy(io);
  const seen = questionsIn(project, io).map((question) => ({
    ...question,
    preference: preferenceFor(question.id, set),
  }));
  if (json === true) io.stdout(`${JSON.stringify({ gate: gateMode(policy), questions: seen, set })}\n`);
  else
    io.stdout(
      `${[...seen.flatMap((each) => rowsOf(each, io)), ...setRows(set, io), ...gateRows(policy, io)].join('\n')}\n`,
    );
  return 0;
};

/** Sets what the user prefers for a question, or with null takes it back. Throws `UsageError` and `NotFoundError`. */
export const setQuestion = (
  id: string,
  preference: string | null,
  { project: isOfProject }: QuestionsOptions,
  io: Io,
): ExitCode => {
  if (id.trim() === '' || id.length > LONGEST_ID) {
    throw new UsageError(`An id has 1 to ${LONGEST_ID} characters: docket questions lists those that are known.`);
  }
  const answering = ANSWERINGS.find((known) => known === preference);
  if (preference !== null && answering === undefined) {
    throw new UsageError(`"${printable(preference)}" is no preference: ${ANSWERINGS.join(', ')} are.`);
  }
  const project = findProject(io);
  const scope = isOfProject === true ? { project: project.location.policyDir } : ('user' as const);
  const where = isOfProject === true ? 'in this project' : 'in all projects';
  let was: Answering | undefined;
  changePreferences(io.env, scope, (preferences) => {
    const { [id]: before, ...others } = preferences.questions ?? {};
    was = before;
    return { ...preferences, questions: answering === undefined ? others : { ...others, [id]: answering } };
  });
  if (preference === null && was === undefined)
    throw new NotFoundError(`Nothing was set for ${printable(id)} ${where}.`);
  const policy = projectPolicy(io);
  const said = answering === undefined ? `${id}: nothing is set ${where} any more` : `${id}: ${answering} ${where}`;
  io.stdout(`${[...wrap(said, io.width), ...gateRows(policy, io)].join('\n')}\n`);
  return 0;
};

/** An id is a key of the preferences. */
const LONGEST_ID = 200;

/** Says what would happen to a call of a question tool. Throws `UsageError` and `NotFoundError`. */
export const runQuestionsTest = async (file: string, { json }: QuestionsOptions, io: Io): Promise<ExitCode> => {
  const input = inputIn(file === '-' ? await io.readStdin() : readInput(file, io));
  const project = findProject(io);
  const policy = projectPolicy(io);
  const { settled, problem } = settleQuestions(
    understandQuestions(input, policy.questions),
    preferencesIn(project, io).questions,
  );
  const questions = settled.map(({ question, preferred }) => {
    const { id, header, question: text, oneWay, recommended, options, unclear } = question;
    const asked = whyAsked(preferred, oneWay, unclear);
    return {
      id,
      header,
      question: text,
      recommended: recommended.map((at) => options[at] ?? ''),
      oneWay,
      preference: preferred,
      asked,
    };
  });
  const decision = problem === null && questions.every(({ asked }) => asked === null) ? 'answer' : 'ask';
  if (json === true) {
    io.stdout(`${JSON.stringify({ decision, gate: gateMode(policy), problem, questions })}\n`);
    return 0;
  }
  const style = styleFor(io);
  const rows = questions.flatMap(({ id, question, recommended, asked }) => [
    ...wrap(`${id}: ${question}`, io.width, '  '),
    ...wrap(asked === null ? `answered: ${recommended.join(', ')}` : `asked: ${asked}`, io.width, '    '),
  ]);
  const whole = problem === null ? [] : wrap(`asked: ${problem}`, io.width, '  ');
  io.stdout(`${[style('bold', decision), ...rows, ...whole, ...gateRows(policy, io)].join('\n')}\n`);
  return 0;
};

const whyAsked = (preferred: Preferred | null, oneWay: string | null, unclear: string | null): string | null => {
  if (preferred === null) return 'no preference is set';
  if (preferred.answering === 'always-ask') return `always-ask by ${preferred.by}`;
  return oneWay === null ? unclear : `it cannot be taken back (${oneWay})`;
};

/** The input of the tool, from that of the hook or as it is. */
const inputIn = (text: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new UsageError(
      'The input is not JSON. Give what the host sends its hook, or the input of the question tool.',
    );
  }
  return typeof value === 'object' && value !== null && 'tool_input' in value ? value.tool_input : value;
};

const readInput = (path: string, io: Io): string => {
  try {
    return readFileSync(resolve(io.cwd, path), 'utf8');
  } catch (error) {
    throw new NotFoundError(`${printable(path)} cannot be read (${errorCode(error)}).`);
  }
};

/** What is set here. What is wrong with the file is told on stderr. */
const preferencesIn = ({ location }: Project, io: Io) => {
  const file = readPreferences(io.env);
  if (typeof file === 'string') io.stderr(`docket: ${printable(file)}\n`);
  return preferredIn(typeof file === 'string' ? {} : (file ?? {}), location.policyDir);
};

/** Questions of all sessions, the one that was asked last first. */
const questionsIn = ({ folder }: Project, io: Io): readonly SeenQuestion[] => {
  if (listSegments(folder).length === 0) return [];
  const progress = progressFor(io, 'reading the log');
  const sessions = new Map<string, QuestionsState>();
  for (const line of readLines(folder)) {
    if (!isLogLine(line) || questionsProjection.on?.includes(line.event.type) !== true) continue;
    if (!hasPromisedData(line.event)) continue;
    const { event } = line;
    sessions.set(
      event.stream,
      questionsProjection.evolve(sessions.get(event.stream) ?? questionsProjection.initialState, event),
    );
  }
  progress.done();
  const known = new Map<string, SeenQuestion>();
  for (const question of [...sessions.values()].flatMap(({ seen }) => seen)) {
    const before = known.get(question.id);
    known.delete(question.id);
    known.set(question.id, before === undefined ? question : added(before, question));
  }
  return [...known.values()].reverse();
};

const added = (before: SeenQuestion, more: SeenQuestion): SeenQuestion => ({
  ...more,
  asked: before.asked + more.asked,
  answered: before.answered + more.answered,
  automatic: before.automatic + more.automatic,
  last: more.last ?? before.last,
});

const rowsOf = (
  {
    id,
    header,
    question,
    asked,
    answered,
    automatic,
    last,
    preference,
  }: SeenQuestion & { readonly preference: Preferred | null },
  io: Io,
): string[] => {
  const style = styleFor(io);
  const by =
    preference === null
      ? 'no preference'
      : `${preference.answering}${preference.by === id ? '' : ` by ${preference.by}`}`;
  const counts = `asked ${times(asked)}, answered ${times(answered)}${automatic === 0 ? '' : `, ${automatic} of these automatically`}`;
  const newest = last === null ? '' : `; last: ${last.labels.join(', ')} (${WHO[last.by]}, ${atTime(last.at)})`;
  return [
    `${style('bold', printable(id))}  ${printable(by)}`,
    ...wrap([header, question].filter((text) => text !== '').join(': ') || UNREAD, io.width, '  '),
    ...wrap(`${counts}${newest}`, io.width, '  '),
  ];
};

const UNREAD = 'calls whose questions could not be read';

const WHO = { preference: 'by preference', person: 'by a person', other: 'by somebody else', unanswered: 'by nobody' };

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const setRows = (set: Readonly<Record<string, Answering>>, io: Io): string[] => {
  const entries = Object.entries(set);
  if (entries.length === 0)
    return wrap('nothing is set: every question is asked (docket questions set ID never-ask)', io.width);
  return [
    `set: ${entries.length}`,
    ...entries.flatMap(([id, answering]) => wrap(`${id}: ${answering}`, io.width, '  ')),
  ];
};

const gateMode = (policy: Policy): string => policy.gates['question-preference']?.mode ?? 'off';

/** What is set has no effect where nobody looks at it. */
const gateRows = (policy: Policy, io: Io): string[] => {
  const mode = gateMode(policy);
  if (mode === 'enforce') return [];
  const what = mode === 'monitor' ? 'is only watched' : 'is off';
  return wrap(
    `The gate question-preference ${what} under preset ${policy.preset}, so every question is asked: set gates.question-preference.mode to "enforce" in docket.config.json.`,
    io.width,
    '! ',
  );
};
