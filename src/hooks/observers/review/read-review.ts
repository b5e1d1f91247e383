import { jsonObject } from '../../../events/json-object.ts';
import type { EventData } from '../../../events/schemas.ts';
import type { ListedRun } from '../../../shell/listed-runs.ts';
import { type ReadVerdict, readVerdict } from './read-verdict.ts';
import { kindOfName, kindOfTool, planeOfKind, type Reviewers, sentinelsOf } from './reviewers.ts';
import { textsIn } from './texts.ts';

/** Who reviewed, and the kind of its reviews; null where its words say which kind it was. */
export interface Reviewer {
  readonly how: 'tool' | 'skill' | 'agent' | 'command';
  readonly by: string;
  readonly kind: string | null;
}

/** How a reviewer's call ended, as the host tells it. */
export interface ReviewEnd {
  readonly result: unknown;
  /** What it says of a failure; undefined for a success. */
  readonly error?: unknown;
  readonly interrupted: boolean;
  /** Why its words need not be the reviewer's. */
  readonly doubt: string | null;
  /** Its output was filtered, or went elsewhere: that nothing is there says nothing. */
  readonly isFiltered: boolean;
  /** Nothing else in its command could have failed. */
  readonly isAlone: boolean;
}

/** What a review came to. */
export type Said = Pick<EventData<'ReviewRecorded'>, 'kind' | 'plane' | 'outcome' | 'sentinel' | 'by' | 'reason'>;

/** The reviewer that a tool is, by its name or by what its input names; null for one that reviews nothing. */
export const reviewerOf = (tool: unknown, input: unknown, reviewers: Reviewers): Reviewer | null => {
  if (typeof tool !== 'string') return null;
  const { skill, command, subagent_type: agent } = jsonObject(input);
  if (tool === 'Skill') return named('skill', skill ?? command, reviewers.skills);
  if (tool === 'Agent' || tool === 'Task') return named('agent', agent, reviewers.agents);
  const kind = kindOfTool(reviewers, tool);
  return kind === undefined ? null : { how: 'tool', by: tool, kind };
};

/** The reviewer that an agent of some type is. */
export const reviewingAgent = (type: string | undefined, { agents }: Reviewers): Reviewer | null =>
  named('agent', type, agents);

/** The reviewers among the runs of a command line, each kind once. */
export const reviewingCommands = (runs: readonly ListedRun[], { commands }: Reviewers): Reviewer[] => {
  const byKind = new Map(runs.map(({ listed }) => [commands[listed] ?? null, listed]));
  return [...byKind].map(([kind, by]) => ({ how: 'command', by, kind }));
};

const named = (how: Reviewer['how'], name: unknown, names: Reviewers['skills']): Reviewer | null => {
  if (typeof name !== 'string' || name === '') return null;
  const kind = kindOfName(names, name);
  return kind === undefined ? null : { how, by: `${how} ${name}`.slice(0, LONGEST_NAME), kind };
};

const LONGEST_NAME = 200;

/** Whether a text holds what a verdict is made of: a mark, or the words of a sentinel. */
export const saysVerdict =
  ({ sentinels }: Reviewers) =>
  (text: string): boolean =>
    /[✅⛔]/u.test(text) || sentinels.some(({ anywhere }) => anywhere.test(text));

/**
 * What a reviewer's call came to; null where it says nothing about any review: a general tool that was asked something
 * else, a skill that was only loaded, an agent that works in the background.
 */
export const saidBy = (reviewer: Reviewer, end: ReviewEnd, reviewers: Reviewers): Said | null => {
  const { how, by, kind } = reviewer;
  const texts = textsOf(how, end);
  const read = texts === null ? null : readVerdict(texts, sentinelsOf(reviewers, kind));
  const said = (outcome: Said['outcome'], reason: string, of: string | null = kind): Said => ({
    kind: of,
    plane: planeOfKind(reviewers, of),
    outcome,
    sentinel: read?.sentinel ?? null,
    by,
    reason,
  });
  if (read?.outcome === 'fail') return said('fail', `it says ${read.sentinel}`, read.kind);
  if (how === 'command') return saidByCommand(kind, read, texts ?? [], end, said);
  if (end.interrupted) return null;
  if (end.error !== undefined || isError(end.result)) return said('broken', 'the reviewer failed');
  if (texts === null) return null;
  if (read?.outcome === 'pass') return said('pass', `it says ${read.sentinel}`, read.kind);
  if (read?.outcome === 'unclear') return said('unclear', read.reason);
  if (how === 'tool' && isSilent(texts)) return said('broken', 'the reviewer said nothing');
  return how === 'tool' && kind !== null ? said('unclear', 'it gives no verdict') : null;
};

const saidByCommand = (
  kind: string | null,
  read: ReadVerdict | null,
  texts: readonly string[],
  { error, interrupted, doubt, isAlone, isFiltered, result }: ReviewEnd,
  said: (outcome: Said['outcome'], reason: string, of?: string | null) => Said,
): Said => {
  if (typeof jsonObject(result)['backgroundTaskId'] === 'string')
    return said('unclear', 'it went on in the background');
  if (interrupted || jsonObject(result)['interrupted'] === true) return said('unclear', 'it was interrupted');
  if (read?.outcome === 'pass') {
    if (error !== undefined) return said('unclear', `it says ${read.sentinel}, and the command failed`);
    if (doubt !== null) return said('unclear', `it says ${read.sentinel}, but ${doubt}`);
    return said('pass', `it says ${read.sentinel}`, read.kind);
  }
  if (read?.outcome === 'unclear') return said('unclear', read.reason);
  if (error === undefined) return said('unclear', isSilent(texts) ? 'it printed nothing' : 'it gives no verdict');
  if (!isAlone) return said('unclear', 'it gives no verdict, and something in the same command failed');
  if (isFiltered) return said('unclear', 'it failed without a verdict in what is left of its output');
  return kind === 'precommit' && failedAsCheck(texts.join('\n'))
    ? said('unclear', 'it failed without a verdict')
    : said('broken', 'it failed without a verdict');
};

const isSilent = (texts: readonly string[]): boolean => texts.every((text) => text.trim() === '');

/**
 * Whether checks that failed say anything: they found something. A reviewer that cannot be run says nothing of its own,
 * beside what shell, package manager and runtime say of that.
 */
const failedAsCheck = (error: string): boolean => {
  const [first = '', ...rest] = error.trimStart().split('\n');
  const code = /^Exit code (\d+)$/.exec(first.trim())?.[1];
  const lines = code === undefined ? [first, ...rest] : rest;
  if (code === '126' || code === '127' || lines.some((line) => line.startsWith('node:internal/modules/'))) return false;
  return lines.some((line) => !OF_RUNNERS.test(line));
};

const OF_RUNNERS =
  /^(?:\s*$|[>$] |npm (?:error|ERR!|warn|WARN)\b|yarn run |info Visit |error: Script not found|error Command .* not found|\s*(?:ERR_PNPM_NO_SCRIPT|ELIFECYCLE)\b)/;

/** The words of a reviewer, in order; empty where it said none. */
export const wordsOf = ({ how }: Reviewer, end: Pick<ReviewEnd, 'result' | 'error'>): readonly string[] =>
  textsOf(how, end) ?? [];

/** What is read: a failure tells in `error` what a success tells in the result. A skill's result is a field of its own. */
const textsOf = (
  how: Reviewer['how'],
  { result, error }: Pick<ReviewEnd, 'result' | 'error'>,
): readonly string[] | null => {
  if (error !== undefined) return textsIn(error) ?? [];
  const { isAsync, status, result: text } = jsonObject(result);
  if (isAsync === true || status === 'async_launched') return null;
  return how === 'skill' && typeof text === 'string' ? textsIn(text) : textsIn(result);
};

const isError = (result: unknown): boolean => {
  const { isError: failed, is_error: flagged } = jsonObject(result);
  return failed === true || flagged === true;
};
