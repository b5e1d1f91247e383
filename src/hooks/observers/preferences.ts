import { existsSync } from 'node:fs';
import { shortDigest } from '../../events/digest.ts';
import type { EventDraft } from '../../events/envelope.ts';
import { readSmallFile } from '../../events/git-layout.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { jsonProblem } from '../../events/json-problem.ts';
import { type Environment, userConfigFolder } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import type { PreferencesState } from '../../projections/preferences.ts';

/** What can be preferred, for all projects or for one; absent is what it is without. */
export interface Preferences {
  readonly careful?: boolean;
  readonly questions?: Readonly<Record<string, Answering>>;
}

export type Answering = EventData<'PreferencesLoaded'>['questions'][string];

/** What is in the file. Keys that nobody here knows stay as they are. */
export interface PreferencesFile extends Preferences {
  /** By the real path of a project: its main worktree, or its folder outside git. */
  readonly projects?: Readonly<Record<string, Preferences>>;
}

/** What holds in a project. */
type Held = Pick<PreferencesState, 'careful' | 'questions'>;

/** The user's preferences. */
export const preferencesPath = (env: Environment): string => `${userConfigFolder(env)}/preferences.json`;

/**
 * What the user's preferences say for a project, as an event where that is something else than what held. Of a file that
 * nobody can use nothing is taken: what held before holds on, and the event says what is wrong.
 */
export const observePreferences = (held: PreferencesState, project: string, env: Environment): EventDraft[] => {
  const read = readPreferences(env);
  if (read === null && held.fingerprint === null) return [];
  const { careful, questions } = typeof read === 'string' ? held : preferredIn(read ?? {}, project);
  const what = { careful, questions, problems: typeof read === 'string' ? [read] : [] };
  const fingerprint = fingerprintOf(what);
  return fingerprint === held.fingerprint
    ? []
    : [{ type: 'PreferencesLoaded', call: null, data: { fingerprint, ...what } }];
};

/** Of what holds, whatever the order in which it is written. */
export const fingerprintOf = ({ careful, questions, problems }: Omit<PreferencesState, 'event' | 'fingerprint'>) =>
  shortDigest(JSON.stringify([careful, Object.entries(questions).sort(byName), problems]));

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : one > other ? 1 : 0;

/** The file; null where there is none, and in words what is wrong with one that cannot be used. */
export const readPreferences = (env: Environment): PreferencesFile | string | null => {
  const path = preferencesPath(env);
  const text = readSmallFile(path);
  if (text !== undefined) return parsePreferences(text, path);
  return existsSync(path) ? `${path} cannot be read: make it a readable file of less than 1 MB, or remove it` : null;
};

/** A project's own preferences over those for all. */
export const preferredIn = (file: PreferencesFile, project: string): Held => {
  const { projects = {} } = file;
  const own = Object.hasOwn(projects, project) ? (projects[project] as Preferences) : {};
  return {
    careful: own.careful ?? file.careful ?? false,
    questions: { ...file.questions, ...own.questions },
  };
};

/** Reads what the file holds; in words what is wrong with it. */
export const parsePreferences = (text: string, path: string): PreferencesFile | string => {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `${path} is not JSON (${jsonProblem(error)}): mend or remove it`;
  }
  const problem = problemIn(value);
  return problem === null ? (value as PreferencesFile) : `${path}: ${problem}: mend or remove it`;
};

const problemIn = (value: unknown): string | null => {
  if (!isJsonObject(value)) return 'it holds no object';
  const problem = problemOfOne(value, '');
  if (problem !== null) return problem;
  const { projects } = value;
  if (projects === undefined) return null;
  if (!isJsonObject(projects)) return 'projects is no object';
  for (const [name, own] of Object.entries(projects)) {
    const wrong = isJsonObject(own) ? problemOfOne(own, 'projects.…') : 'projects holds what is no object';
    if (wrong !== null) return `${wrong} (of ${name.slice(-LONGEST_NAME)})`;
  }
  return null;
};

const problemOfOne = ({ careful, questions }: Readonly<Record<string, unknown>>, where: string): string | null => {
  const name = (key: string): string => (where === '' ? key : `${where}.${key}`);
  if (careful !== undefined && typeof careful !== 'boolean') return `${name('careful')} is neither true nor false`;
  if (questions === undefined) return null;
  if (!isJsonObject(questions)) return `${name('questions')} is no object`;
  const entries = Object.entries(questions);
  if (entries.length > MOST_QUESTIONS) return `${name('questions')} has more than ${MOST_QUESTIONS} entries`;
  const wrong = entries.find(([question, answer]) => question.length > LONGEST_NAME || !isAnswering(answer));
  return wrong === undefined
    ? null
    : `${name('questions')}: "${wrong[0].slice(0, LONGEST_NAME)}" is neither ${ANSWERINGS.join(', ')}`;
};

/** An event is one line of the log. */
const MOST_QUESTIONS = 256;
const LONGEST_NAME = 200;

/** What a question can be set to. */
export const ANSWERINGS: readonly Answering[] = ['always-ask', 'never-ask', 'ask-only-one-way'];

const isAnswering = (value: unknown): value is Answering => ANSWERINGS.some((known) => known === value);
