import { customAlphabet } from 'nanoid/non-secure';
import { isoTime } from '../../events/iso-time.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import type { DocketEventType } from '../../events/schemas.ts';
import { listSegments } from '../../events/segments.ts';
import { loadState } from '../../hooks/load-state.ts';
import { claimDraft, claimOf, issueReference, LONGEST_TODO, MOST_TODOS } from '../../projections/todo-claims.ts';
import { type TodosState, todosProjection } from '../../projections/todos.ts';
import { agentMark } from '../agent-environment.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { pickStream } from '../pick-stream.ts';
import { findProject, findWritableProject, type Project } from '../project.ts';
import { recordAtTerminal } from '../record.ts';
import { printable, wrap } from '../style.ts';
import { holderWords, shownTodos, todoLines } from './shown.ts';

export interface TodoOptions {
  readonly session?: string;
  readonly json?: boolean;
}

/** `docket todo list`: what is open, and who works on it. A project without a log has none. */
export const runTodoList = ({ json }: TodoOptions, io: Io): ExitCode => {
  const project = findProject(io);
  const state = todosIn(project);
  const shown = shownTodos(state, now());
  if (json === true) {
    io.stdout(`${JSON.stringify(shown)}\n`);
    return 0;
  }
  const none = ['Nothing is to be done. docket todo add "WHAT" adds something.'];
  const lines = shown.length === 0 ? none : shown.flatMap((todo) => todoLines(todo, io));
  const more = `and ${state.forgotten} more that were added while ${MOST_TODOS} were open: docket log --type TodoAdded`;
  io.stdout(`${[...lines, ...(state.forgotten === 0 ? [] : wrap(more, io.width))].join('\n')}\n`);
  return 0;
};

/** `docket todo add WHAT`. What is open in the same words already is not added again. */
export const runTodoAdd = (words: readonly string[], options: TodoOptions, io: Io): ExitCode => {
  const text = words.join(' ').replace(/\s+/g, ' ').trim();
  if (text === '') throw new UsageError('Say what is to be done: docket todo add "round the total".');
  if (text.length > LONGEST_TODO) {
    throw new UsageError(
      `A to-do has at most ${LONGEST_TODO} characters, this one ${text.length}: add it in a few words, and write the rest where it belongs.`,
    );
  }
  const project = findWritableProject(io);
  const state = todosIn(project);
  const known = state.open.find((todo) => todo.text === text);
  if (known !== undefined) return say({ id: known.id, added: false }, `${known.id} is that already.`, options, io);
  if (state.open.length >= MOST_TODOS) {
    throw new NotFoundError(`${MOST_TODOS} to-dos are open, and no more are remembered: docket todo done ID ends one.`);
  }
  const id = newTodoId(state);
  const { session } = callerIn(project, options, io);
  recordAtTerminal(project, io.env, 'TodoAdded', { todo: id, text, session });
  return say({ id, added: true }, id, options, io);
};

/** `docket todo claim TODO`: by the session that calls, one that is named, or a person. */
export const runTodoClaim = (name: string, options: TodoOptions, io: Io): ExitCode => {
  const project = findWritableProject(io);
  const state = todosIn(project);
  const todo = todoNamed(state, name);
  const { session, isAgent } = callerIn(project, options, io);
  if (isAgent && session === null) {
    throw new UsageError('Which session claims it? Name it: --session ID. docket log --sessions shows all.');
  }
  if (claimOf(state, todo, now())?.session !== session) {
    record(project, io, claimDraft(todo, session));
  }
  // Of two that claim it at once, the log says who was first.
  const claim = claimOf(todosIn(project), todo, now());
  if (claim !== null && claim.session !== session) {
    throw new NotFoundError(`${todo} is claimed by ${printable(holderWords(claim))}.`);
  }
  return say({ id: todo, claimed: true, session }, `${todo} is claimed by ${holderWords({ session })}.`, options, io);
};

/** `docket todo done TODO`, also of an issue that is claimed. */
export const runTodoDone = (name: string, options: TodoOptions, io: Io): ExitCode => {
  const project = findWritableProject(io);
  const state = todosIn(project);
  const todo = todoNamed(state, name);
  if (issueReference(todo) !== null && claimOf(state, todo, now()) === null) {
    throw new NotFoundError(`Nobody claims ${todo}, so there is nothing to end here.`);
  }
  recordAtTerminal(project, io.env, 'TodoDone', { todo, session: callerIn(project, options, io).session });
  return say({ id: todo, done: true }, `${todo} is done.`, options, io);
};

/** `docket todo release TODO`: an agent only its own claim, or that of a session it names. */
export const runTodoRelease = (name: string, options: TodoOptions, io: Io): ExitCode => {
  const project = findWritableProject(io);
  const state = todosIn(project);
  const todo = todoNamed(state, name);
  const claim = claimOf(state, todo, now());
  if (claim === null) throw new NotFoundError(`Nobody claims ${todo}.`);
  const { session, isAgent } = callerIn(project, options, io);
  if ((isAgent || options.session !== undefined) && claim.session !== session) {
    throw new NotFoundError(`${todo} is claimed by ${printable(holderWords(claim))}.`);
  }
  recordAtTerminal(project, io.env, 'TodoReleased', { todo, session: claim.session });
  return say({ id: todo, released: true, session: claim.session }, `${todo} is released.`, options, io);
};

const record = (project: Project, io: Io, { type, data }: ReturnType<typeof claimDraft>): void =>
  recordAtTerminal(project, io.env, type as DocketEventType, data);

const now = (): string => isoTime(Date.now());

const todosIn = ({ folder, location }: Project): TodosState =>
  listSegments(folder).length === 0
    ? todosProjection.initialState
    : loadState(folder, location.root, null).fold.state().project.todos;

/** What a text names: an open to-do, or an issue. Throws `NotFoundError` and `UsageError`. */
const todoNamed = ({ open }: TodosState, name: string): string => {
  const [, repository, number] = ADDRESS.exec(name) ?? [];
  const issue = issueReference(number === undefined ? name : `${repository}#${number}`);
  if (issue !== null) return issue;
  const wanted = name.toLowerCase();
  const found = open.find(({ id }) => id === wanted);
  if (found !== undefined) return found.id;
  if (name.includes('#')) {
    throw new UsageError(`"${printable(name)}" is no issue: #42 is, and so is acme/shop#42.`);
  }
  const hint = /^\d+$/.test(name) ? ` An issue is '#${name}', in quotes.` : '';
  throw new NotFoundError(`No open to-do has the id "${printable(name)}".${hint} docket todo list shows all.`);
};

/** The address of an issue, as prompts may name it too. */
const ADDRESS = /^https?:\/\/[\w.-]+\/([\w.-]+\/[\w.-]+)\/issues\/(\d+)(?:[?#].*)?$/;

/** Whose session calls; null for a person, and where nobody can know. */
const callerIn = (project: Project, { session }: TodoOptions, { env }: Io) => {
  const isAgent = agentMark(env) !== null;
  const own = SESSION_IDS.map((name) => env[name] ?? '').find((id) => id !== '');
  if (session === undefined && isAgent && own !== undefined) return { session: own, isAgent };
  if (session === undefined && !isAgent) return { session: null, isAgent };
  const index = openStreamIndex(project.folder);
  if (session !== undefined) return { session: pickStream(index, session, project.worktree), isAgent };
  const live = index.streams.filter(
    ({ host, worktree, endedAt }) => host !== 'docket' && worktree === project.worktree && endedAt === null,
  );
  return { session: live.length === 1 ? (live[0]?.stream ?? null) : null, isAgent };
};

/** What hosts name the session to the commands of its agent. */
const SESSION_IDS = ['CLAUDE_CODE_SESSION_ID', 'GEMINI_SESSION_ID', 'QWEN_CODE_SESSION_ID', 'CODEX_THREAD_ID'];

/** No vowels, so that no id is a word, and nothing that looks like something else. */
const ID_ALPHABET = 'bcdfghjkmnpqrstvwxz23456789';

/** Four letters and digits that name no open to-do. */
const newTodoId = ({ open }: TodosState): string => {
  const generate = customAlphabet(ID_ALPHABET, 4);
  let id = generate();
  while (open.some((todo) => todo.id === id)) id = generate();
  return id;
};

const say = (data: Record<string, unknown>, text: string, { json }: TodoOptions, io: Io): ExitCode => {
  io.stdout(json === true ? `${JSON.stringify(data)}\n` : `${wrap(text, io.width).join('\n')}\n`);
  return 0;
};
