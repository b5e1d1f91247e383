import type { EventData } from '../../events/schemas.ts';
import { PROTECTED_BRANCHES } from '../branch-guard.ts';
import { aboutPush, type Facts } from '../facts.ts';
import { condition, type GateContext, listOption, type Rule, type Way } from '../gate.ts';

type ForcePush = EventData<'CommandUnderstood'>['forcePushes'][number];

interface PushTarget {
  readonly push: ForcePush;
  readonly branches: readonly string[];
  readonly because: readonly string[];
}

/** The force pushes whose branches are known, with the events that say so. */
const knownTargets = ({ facts }: GateContext): PushTarget[] => {
  const command = facts.command();
  if (command === null) return [];
  return command.data.forcePushes.flatMap((push, index): PushTarget[] => {
    if (!push.certain) return [];
    if (push.branches !== null) return [{ push, branches: push.branches, because: [command.id] }];
    const git = facts.git(aboutPush(index));
    const branch = git?.data.branch ?? null;
    return git === null || branch === null ? [] : [{ push, branches: [branch], because: [command.id, git.id] }];
  });
};

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
          actual: overwritten,
          because: targets.flatMap(({ because }) => because),
          remedy: 'Push to a branch of your own and open a pull request, or undo the commit with git revert.',
        }),
      ],
      reason: `The command would overwrite the shared history of ${overwritten.join(', ')}.`,
    };
  },
  ways: ({ facts }) => commandWithoutForce(facts, 'push without force, to a branch of your own'),
};

/** Seed 001, guard check 3: elsewhere the intent is right and the method unsafe. */
export const forcePushLease: Rule = {
  id: 'guard/force-push-lease',
  decision: 'rewrite',
  judge: (context) => {
    const targets = knownTargets(context).filter(
      ({ push, branches }) => push.edits.length > 0 && protectedAmong(context, branches).length === 0,
    );
    if (targets.length === 0) return null;
    return {
      conditions: [
        condition('a-push-keeps-what-others-pushed', false, {
          actual: targets.flatMap(({ branches }) => branches),
          because: targets.flatMap(({ because }) => because),
          remedy: 'Use --force-with-lease.',
        }),
      ],
      reason: 'docket changed --force to --force-with-lease: it refuses to overwrite commits you have not fetched.',
      rewrite: { field: 'command', edits: targets.flatMap(({ push }) => push.edits) },
    };
  },
  ways: ({ facts }) => commandWithoutForce(facts, 'use --force-with-lease'),
};

const commandWithoutForce = (facts: Facts, todo: string): Way[] => {
  const command = facts.command();
  return command === null
    ? []
    : [{ todo, events: [{ type: 'CommandUnderstood', data: { ...command.data, forcePushes: [] } }] }];
};
