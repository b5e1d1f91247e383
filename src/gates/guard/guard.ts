import type { FactRequest, Facts } from '../facts.ts';
import type { Gate, GateContext } from '../gate.ts';
import { isShellRequest } from '../triggers.ts';
import { asksForStatus, commitOnProtected } from './commit-on-protected.ts';
import { deletionRules } from './deletions.ts';
import { forcePushLease, forcePushProtected, forcePushUnbounded, forcePushUnleased } from './force-push.ts';
import { GIT_FACT_KINDS, GIT_SETTING_KINDS } from './git-kinds.ts';
import { gitLosses } from './git-losses.ts';
import { deleteProtected, deleteRemote, leaseProtected } from './git-push.ts';
import { harmRules } from './harm.ts';
import { protectedPath } from './protected-path.ts';
import { temporaryWrite } from './temporary-files.ts';
import {
  isPathlessWrite,
  isUnreadableCall,
  notUnderstood,
  unreadableCommand,
  unreadableInput,
  unreadablePath,
} from './unreadable.ts';
import { worktreeRemove } from './worktree-remove.ts';

/**
 * Commands that lose other people's work or that nobody can read (seed 001, guard.sh). Judges what the command line
 * was understood to run, never its text.
 */
export const guard: Gate = {
  name: 'guard',
  summary: 'Denies, asks about or rewrites dangerous shell commands, and asks about tool calls nobody can read.',
  source: 'seed 001, PreToolUse guard.sh',
  on: (trigger) => isShellRequest(trigger) || isUnreadableCall(trigger) || isPathlessWrite(trigger),
  needs: (trigger, facts, options) => {
    if (isShellRequest(trigger)) return shellNeeds(facts, options);
    return isPathlessWrite(trigger) ? ['file'] : [];
  },
  options: ['branches', 'paths'],
  rules: [
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
    ...gitLosses,
    worktreeRemove,
    temporaryWrite,
    notUnderstood,
    unreadableCommand,
    unreadablePath,
    unreadableInput,
  ],
};

const shellNeeds = (facts: Facts, options: GateContext['options']): FactRequest[] => {
  const command = facts.command()?.data;
  const acts = command?.acts ?? [];
  const hasPaths = acts.some(({ paths }) => paths.length > 0);
  const asksGit =
    (command?.forcePushes.length ?? 0) > 0 ||
    acts.some(({ kind }) => GIT_FACT_KINDS.includes(kind) && !GIT_SETTING_KINDS.includes(kind));
  return [
    'command',
    ...(hasPaths ? (['paths'] as const) : []),
    ...(asksGit ? (['git'] as const) : []),
    ...(asksForStatus({ facts, options }) ? (['git-status'] as const) : []),
  ];
};
