import type { EventData } from '../../events/schemas.ts';
import { PROTECTED_BRANCHES } from '../branch-guard.ts';
import { aboutPush, type Facts } from '../facts.ts';
import { condition, type GateContext, listOption, type Rule, shownList, type Way } from '../gate.ts';

type ForcePush = EventData<'CommandUnderstood'>['forcePushes'][number];

interface PushTarget {
  readonly push: ForcePush;
  /** Null when nobody can know them. */
  readonly branches: readonly string[] | null;
  readonly because: readonly string[];
}

interface KnownTarget extends PushTarget {
  readonly branches: readonly string[];
}

const protectedAmong = (context: GateContext, branches: readonly string[]): string[] => {
  const guarded = listOption(context, 'branches', PROTECTED_BRANCHES);
  return branches.filter((branch) => guarded.includes(branch));
};

/** Seed 001, guard check 3: a protected branch's history is not overwritten. */
export const forcePushProtected: Rule = {
  id: 'guard/force-push-protected',
  decision: 'deny',
  judge: (context) => {
    const targets = knownTargets(context);
    if (targets.length === 0) return null;
    const overwritten = targets.flatMap(({ branches }) => protectedAmong(context, branches));
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
    const targets = pushTargets(facts);
    if (targets.length === 0) return null;
    const unbounded = targets.filter(({ branches }) => branches === null);
    return {
      conditions: [
        condition('a-force-push-names-its-branches', unbounded.length === 0, {
          actual: shownList(unbounded.map(({ push }) => `to ${push.remote ?? 'a remote that is not named'}`)),
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
    if (!push.certain) return { push, branches: null, because: [command.id] };
    if (push.branches !== null) return { push, branches: push.branches, because: [command.id] };
    const git = facts.git(aboutPush(index));
    const branch = git?.data.branch ?? null;
    const because = git === null ? [command.id] : [command.id, git.id];
    return { push, branches: branch === null ? null : [branch], because };
  });
};

const isKnown = (target: PushTarget): target is KnownTarget => target.branches !== null;

const knownTargets = ({ facts }: GateContext): KnownTarget[] => pushTargets(facts).filter(isKnown);

/** Those that overwrite no protected branch. */
const ownTargets = (context: GateContext): KnownTarget[] =>
  knownTargets(context).filter(({ branches }) => protectedAmong(context, branches).length === 0);

/** An answer can only change a text, and some hosts send the words of a command instead. */
const canRewrite = ({ trigger }: GateContext, { push }: PushTarget): boolean => {
  const input = trigger.data['tool_input'];
  const words = typeof input === 'object' && input !== null && Array.isArray((input as { command?: unknown }).command);
  return push.edits.length > 0 && !words;
};

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
