import { type FactRequest, type Facts, hasActPaths } from '../facts.ts';
import type { GateContext, Rule } from '../gate.ts';
import { asksForStatus, commitOnProtected } from './commit-on-protected.ts';
import { commitUnproven } from './commit-unproven.ts';
import { commitUntested, revertUntested } from './commit-untested.ts';
import { deletionRules } from './deletions.ts';
import { asksForTrees } from './evidence-acts.ts';
import { forcePushLease, forcePushProtected, forcePushUnbounded, forcePushUnleased } from './force-push.ts';
import { GIT_FACT_KINDS, GIT_SETTING_KINDS } from './git-kinds.ts';
import { gitLosses } from './git-losses.ts';
import { deleteProtected, deleteRemote, leaseProtected } from './git-push.ts';
import { harmRules } from './harm.ts';
import { protectedPath } from './protected-path.ts';
import { temporaryWrite } from './temporary-files.ts';
import { worktreeRemove } from './worktree-remove.ts';

/** Guard's rules about what a command would do; most commands do nothing that they are about. */
const ACT_RULES: readonly Rule[] = [
  ...deletionRules,
  protectedPath,
  ...harmRules,
  forcePushProtected,
  forcePushUnbounded,
  forcePushLease,
  forcePushUnleased,
  deleteProtected,
  deleteRemote,
  leaseProtected,
  commitOnProtected,
  commitUntested,
  commitUnproven,
  revertUntested,
  ...gitLosses,
  worktreeRemove,
  temporaryWrite,
];

/** Those rules: called where they are needed, since the hook loads them only then. */
export const actRules = (): readonly Rule[] => ACT_RULES;

/** The facts that these rules ask for, beside what the command would do. */
export const actNeeds = (facts: Facts, options: GateContext['options']): FactRequest[] => {
  const command = facts.command()?.data;
  const acts = command?.acts ?? [];
  const asksGit =
    (command?.forcePushes.length ?? 0) > 0 ||
    acts.some(({ kind }) => GIT_FACT_KINDS.includes(kind) && !GIT_SETTING_KINDS.includes(kind));
  return [
    ...(hasActPaths(facts) ? (['paths'] as const) : []),
    ...(asksGit ? (['git'] as const) : []),
    ...(asksForStatus({ facts, options }) ? (['git-status'] as const) : []),
    ...(asksForTrees({ facts, options }) ? (['act-trees'] as const) : []),
  ];
};
