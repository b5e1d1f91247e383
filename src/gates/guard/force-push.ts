import type { EventData } from '../../events/schemas.ts';
import { aboutPush, type Facts } from '../facts.ts';
import { condition, type GateContext, type Rule, shownList, type Way } from '../gate.ts';
import { protectedAmong } from '../protected-branches.ts';
import { isInWords } from '../triggers.ts';
import { branchThen, type GitFact } from './git-branch.ts';

type ForcePush = EventData<'CommandUnderstood'>['forcePushes'][number];

interface PushTarget {
  readonly push: ForcePush;
  /** Null when nobody can know them. */
  readonly branches: readonly string[] | null;
  readonly git: GitFact | null;
  readonly because: readonly string[];
}

interface KnownTarget extends PushTarget {
  readonly branches: readonly string[];
}

/** Seed 001, guard check 3: a protected branch's history is not overwritten. */
export const forcePushProtected: Rule = {
  id: 'guard/force-push-protected',
  decision: 'deny',
  judge: (context) => {
    const targets = pushTargets(context.facts).filter((target) => isKnown(target) || takesAll(target));
    if (targets.length === 0) return null;
    const overwritten = targets.flatMap((target) =>
      takesAll(target) ? [`all branches of ${nameOf(target)}`] : protectedOf(context, target),
    );
    return {
      conditions: [
        condition('no-protected-branch-is-overwritten', overwritten.length === 0, {
          actual: shownList(overwritten),
          because: becauseOf(targets),
          remedy: 'Push to a branch of your own and open a pull request, or undo the commit with git revert.',
        }),
      ],
      reason: `The command would overwrite the shared history of ${shownList(overwritten).join(', ')}.`,
    };
  },
  ways: ({ facts }) => commandWithoutForce(facts, 'push without force, to a branch of your own'),
};

/** A force push that may reach a protected branch is asked about: nothing proves that it does not. */
export const forcePushUnbounded: Rule = {
  id: 'guard/force-push-unbounded',
  decision: 'ask',
  judge: ({ facts }) => {
    const targets = pushTargets(facts).filter((target) => !takesAll(target));
    if (targets.length === 0) return null;
    const unbounded = targets.filter(({ branches }) => branches === null);
    return {
      conditions: [
        condition('a-force-push-names-its-branches', unbounded.length === 0, {
          actual: shownList(unbounded.map((target) => `to ${nameOf(target)}`)),
          because: becauseOf(unbounded.length === 0 ? targets : unbounded),
          remedy: `Name the branch: ${NAMED_PUSH}.`,
        }),
      ],
      reason: 'The command force-pushes, and which branches it would overwrite cannot be known.',
    };
  },
  ways: ({ facts }) => commandWithoutForce(facts, `name the branch: ${NAMED_PUSH}`),
};

/** Seed 001, guard check 3: elsewhere the intent is right and the method unsafe. */
export const forcePushLease: Rule = {
  id: 'guard/force-push-lease',
  decision: 'rewrite',
  judge: (context) => {
    const targets = ownTargets(context).filter((target) => canRewrite(context, target));
    if (targets.length === 0) return null;
    return {
      conditions: [keepsWhatOthersPushed(targets)],
      reason: 'docket changed --force to --force-with-lease: it refuses to overwrite commits you have not fetched.',
      rewrite: { field: 'command', edits: targets.flatMap(({ push }) => push.edits) },
    };
  },
  ways: ({ facts }) => commandWithoutForce(facts, 'use --force-with-lease'),
};

/** The same where docket cannot write it: a person may allow it, the agent can spell it so that nobody is asked. */
export const forcePushUnleased: Rule = {
  id: 'guard/force-push-unleased',
  decision: 'ask',
  judge: (context) => {
    const targets = ownTargets(context).filter((target) => !canRewrite(context, target));
    if (targets.length === 0) return null;
    return {
      conditions: [keepsWhatOthersPushed(targets)],
      reason: 'The command force-pushes, and docket cannot change it to --force-with-lease where it stands.',
    };
  },
  ways: ({ facts }) => commandWithoutForce(facts, 'use --force-with-lease'),
};

const NAMED_PUSH = 'git push --force-with-lease REMOTE BRANCH';

/** The force pushes of the command, with the events that say what they overwrite. */
const pushTargets = (facts: Facts): PushTarget[] => {
  const command = facts.command();
  if (command === null) return [];
  return command.data.forcePushes.map((push, index) => {
    const git = facts.git(aboutPush(index));
    const because = git === null ? [command.id] : [command.id, git.id];
    if (!push.certain) return { push, branches: null, git, because };
    if (push.branches !== null) return { push, branches: push.branches, git, because };
    const branch = git === null ? null : currentBranch(facts, git, push);
    return { push, branches: branch === null ? null : [branch], git, because };
  });
};

/** Where git's configuration pushes what is checked out when the push happens. */
const currentBranch = (facts: Facts, git: GitFact, { edits }: ForcePush): string | null => {
  if (git.data.pushes !== undefined) return git.data.pushes;
  const acts = facts.command()?.data.acts ?? [];
  const [edit] = edits;
  const later = edit === undefined ? -1 : acts.findIndex(({ span }) => span !== null && span.start > edit.start);
  return branchThen(facts, git, later < 0 ? acts.length : later);
};

/**
 * Everything of a remote that the project's branches come from, protected ones among them. Another remote is made for
 * such copies; which one is shared only the repository's configuration says, and without it the usual name.
 */
const takesAll = ({ push, git }: PushTarget): boolean =>
  push.everything === true && (git?.data.pushRemote?.shared ?? (push.remote === null || push.remote === 'origin'));

const nameOf = ({ push }: PushTarget): string => push.remote ?? 'a remote that is not named';

const protectedOf = (context: GateContext, { branches, git }: PushTarget): string[] =>
  protectedAmong(context, branches ?? [], git?.data.pushRemote?.defaultBranch);

const isKnown = (target: PushTarget): target is KnownTarget => target.branches !== null;

const knownTargets = ({ facts }: GateContext): KnownTarget[] => pushTargets(facts).filter(isKnown);

/** Those that overwrite no protected branch. */
const ownTargets = (context: GateContext): KnownTarget[] =>
  knownTargets(context).filter((target) => protectedOf(context, target).length === 0);

/** An answer can only change a text, and some hosts send the words of a command instead. */
const canRewrite = ({ trigger }: GateContext, { push }: PushTarget): boolean =>
  push.edits.length > 0 && !isInWords(trigger);

const keepsWhatOthersPushed = (targets: readonly KnownTarget[]) =>
  condition('a-push-keeps-what-others-pushed', false, {
    actual: shownList(targets.flatMap(({ branches }) => branches)),
    because: becauseOf(targets),
    remedy: 'Use --force-with-lease.',
  });

const becauseOf = (targets: readonly PushTarget[]): string[] => [...new Set(targets.flatMap(({ because }) => because))];

const commandWithoutForce = (facts: Facts, todo: string): Way[] => {
  const command = facts.command();
  return command === null
    ? []
    : [{ todo, events: [{ type: 'CommandUnderstood', data: { ...command.data, forcePushes: [] } }] }];
};
