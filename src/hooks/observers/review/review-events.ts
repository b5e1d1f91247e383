import { resolve } from 'node:path';
import { shortDigest } from '../../../events/digest.ts';
import type { EventDraft } from '../../../events/envelope.ts';
import { ABOUT_NOW } from '../../../gates/facts.ts';
import { isIn } from '../../../projections/paths.ts';
import type { RunningReview } from '../../../projections/review.ts';
import { aboutReview, verdictKey } from '../../../projections/review-names.ts';
import { toolKind } from '../../../projections/tools.ts';
import type { ListedRun } from '../../../shell/listed-runs.ts';
import type { CallPlace } from '../../place.ts';
import type { ObserveInput } from '../observe-input.ts';
import { commandText } from '../shell-command.ts';
import { testPlace } from '../test-place.ts';
import { treeFact } from '../tree-fact.ts';
import {
  type ReviewEnd,
  type Reviewer,
  reviewerOf,
  reviewingAgent,
  reviewingCommands,
  type Said,
  saidBy,
  saysVerdict,
  wordsOf,
} from './read-review.ts';
import { type Reviewers, reviewersOf } from './reviewers.ts';

// A bundle of its own: few calls are reviews.

/** The content that a review begins with, under the id of its call or its subagent. */
export const reviewBegun = async (input: ObserveInput): Promise<EventDraft[]> => {
  const { trigger, toolInput, state, place, deps } = input;
  const { to } = (toolInput ?? {}) as { to?: unknown };
  const isResumed = typeof to === 'string' && Object.hasOwn(state.review.running, to);
  const own = trigger.type === 'SubagentStarted' ? trigger.actor.id : trigger.call;
  const key = isResumed ? to : own;
  if (key === null) return [];
  const { reviewers, worktree } = isResumed ? NO_REVIEW : await reviewing(input);
  if (!isResumed && reviewers.length === 0) return [];
  return [{ type: 'TreeObserved', data: await treeFact(worktree ?? place.worktree, aboutReview(key), deps) }];
};

/** What a review that ended came to; several where a command line runs several. */
export const reviewEnded = async (input: ObserveInput): Promise<EventDraft[]> => {
  const { reviewers, worktree, ...circumstances } = await reviewing(input);
  const drafts: EventDraft[] = [];
  for (const reviewer of reviewers) {
    const said = saidBy(reviewer, { ...endOf(input), ...circumstances }, reviewersOf(input.policy.review));
    if (said !== null) drafts.push(...(await recorded(said, reviewer, worktree ?? input.place.worktree, input)));
  }
  return drafts;
};

interface Reviewing extends Pick<ReviewEnd, 'doubt' | 'isFiltered' | 'isAlone'> {
  readonly reviewers: readonly Reviewer[];
  /** Where it happens, when that is not where the call works. */
  readonly worktree: string | null;
}

const NO_REVIEW: Reviewing = { reviewers: [], worktree: null, doubt: null, isFiltered: false, isAlone: true };

const reviewing = async ({ trigger, toolInput, policy, place }: ObserveInput): Promise<Reviewing> => {
  const reviewers = reviewersOf(policy.review);
  const tool = trigger.data['tool_name'];
  if (trigger.type === 'SubagentStarted' || trigger.type === 'SubagentStopped') {
    return { ...NO_REVIEW, reviewers: listOf(reviewingAgent(trigger.actor.type, reviewers)) };
  }
  if (toolKind(tool) !== 'shell') return { ...NO_REVIEW, reviewers: listOf(reviewerOf(tool, toolInput, reviewers)) };
  const text = commandText(toolInput);
  return text === null ? NO_REVIEW : inCommand(text, reviewers, place);
};

const listOf = (reviewer: Reviewer | null): Reviewer[] => (reviewer === null ? [] : [reviewer]);

const inCommand = async (text: string, reviewers: Reviewers, place: CallPlace): Promise<Reviewing> => {
  const { listedRuns } = await import('../../../shell/understand.ts');
  const { runs, doubt, isAlone } = listedRuns(text, Object.keys(reviewers.commands), saysVerdict(reviewers));
  const here = runs.filter((run) => !run.directoryKnown || isOfProject(run, place));
  const others = here.length < runs.length ? 'a program of the same name ran that is not the project’s' : null;
  const where = here.every(({ directoryKnown }) => directoryKnown) ? null : 'where it ran only shows at run time';
  return {
    reviewers: reviewingCommands(here, reviewers),
    worktree: here[0] === undefined ? null : testPlace(place, here[0].directory).worktree,
    doubt: doubt ?? others ?? where,
    isAlone,
    isFiltered: here.some(({ isFiltered }) => isFiltered),
  };
};

/** Whether it runs in a worktree of the project, and where it names a file, one of that worktree. */
const isOfProject = ({ directory, file }: ListedRun, place: CallPlace): boolean => {
  const folder = place.folderAt(directory);
  const worktree = place.worktreeOf(folder);
  return worktree !== null && (file === null || isIn(worktree, resolve(folder, file)));
};

const endOf = ({ trigger, payload }: ObserveInput): Omit<ReviewEnd, 'doubt' | 'isFiltered' | 'isAlone'> => {
  if (trigger.type === 'SubagentStopped') return { result: payload['last_assistant_message'], interrupted: false };
  const interrupted = payload['is_interrupt'] === true;
  if (trigger.type !== 'ToolFailed') return { result: payload['tool_response'], interrupted };
  return { result: payload['tool_response'], error: payload['error'] ?? '', interrupted };
};

const recorded = async (
  said: Said,
  reviewer: Reviewer,
  worktree: string,
  input: ObserveInput,
): Promise<EventDraft[]> => {
  const { trigger, state, deps } = input;
  const agent = agentOf(input);
  const ofAgent = reviewUnder(state.review.running, agent);
  const begun = reviewUnder(state.review.running, trigger.call) ?? ofAgent;
  const words = agent === null ? null : digestOfWords(wordsOf(reviewer, endOf(input)), ofAgent);
  if (agent !== null && words !== null && state.review.counted.includes(verdictKey(agent, words))) return [];
  const tree = (await treeFact(worktree, ABOUT_NOW, deps)).tree;
  const { outcome, reason, standing, about } = judged(said, begun, tree, input);
  return [
    {
      type: 'ReviewRecorded',
      worktree,
      data: {
        ...said,
        outcome,
        reason,
        standing,
        ...(about === null ? {} : { tree: about }),
        ...(agent === null || words === null ? {} : { agent, words }),
      },
    },
  ];
};

type Tree = Awaited<ReturnType<typeof treeFact>>['tree'];

interface Judged extends Pick<Said, 'outcome' | 'reason'> {
  readonly standing: 'evidence' | 'claim';
  /** The content it is about; null where nobody knows. */
  readonly about: Tree | null;
}

/**
 * What a verdict is worth. A pass is about the content that was there from its beginning to its end: when that changed, or
 * anything was written meanwhile, nobody knows what was looked at. A call that was not requested in this session may be made up.
 */
const judged = (
  { outcome, reason, plane }: Said,
  begun: RunningReview | null,
  tree: Tree,
  input: ObserveInput,
): Judged => {
  const { trigger, state, deps } = input;
  // By hand, or by a host that gives calls no ids: there is nothing to know it again by.
  const isNameless = trigger.call === null && (deps.host === undefined || agentOf(input) === null);
  const isKnown = begun !== null || (trigger.call !== null && state.calls.lastClosed?.call === trigger.call);
  const problem = isNameless ? null : changeDuring(begun, plane, tree);
  if (outcome !== 'pass') {
    const about = problem === null || begun === null ? tree : begun.digests;
    return { outcome, reason, standing: 'evidence', about };
  }
  if (!isKnown && !isNameless) return { outcome, reason, standing: 'claim', about: tree };
  return problem === null
    ? { outcome, reason, standing: 'evidence', about: tree }
    : { outcome: 'unclear', reason: `${reason}, but ${problem}`, standing: 'evidence', about: null };
};

const changeDuring = (begun: RunningReview | null, plane: Said['plane'], tree: Tree): string | null => {
  if (begun === null) return 'nobody saw what there was when it began';
  const what = plane === 'docs' ? 'documents were' : 'code was';
  return begun.changedBy[plane] === null && begun.digests[plane] === tree[plane]
    ? null
    : `${what} changed while it ran: run it again`;
};

const reviewUnder = (running: Readonly<Record<string, RunningReview>>, key: string | null): RunningReview | null =>
  key !== null && Object.hasOwn(running, key) ? (running[key] ?? null) : null;

/** The words, with the content they are about: the same words about other content are another verdict. */
const digestOfWords = (texts: readonly string[], begun: RunningReview | null): string =>
  shortDigest(JSON.stringify([texts.map((text) => text.trim()), begun?.digests]));

/** The subagent whose words these are: they are told by its end, and by the tool or skill that ran it. */
const agentOf = ({ trigger, payload }: ObserveInput): string | null => {
  if (trigger.type === 'SubagentStopped') return trigger.actor.id;
  const tool = trigger.data['tool_name'];
  if (toolKind(tool) !== 'agent' && tool !== 'Skill') return null;
  const { agentId } = (payload['tool_response'] ?? {}) as { agentId?: unknown };
  return typeof agentId === 'string' ? agentId : null;
};
