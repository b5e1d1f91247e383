import type { Facts } from '../facts.ts';
import type { Gate } from '../gate.ts';
import { isShellRequest } from '../triggers.ts';
import { forcePushLease, forcePushProtected, forcePushUnbounded, forcePushUnleased } from './force-push.ts';
import { temporaryWrite } from './temporary-files.ts';
import {
  isPathlessWrite,
  isUnreadableCall,
  notUnderstood,
  unreadableCommand,
  unreadableInput,
  unreadablePath,
} from './unreadable.ts';

/**
 * Commands that lose other people's work or that nobody can read (seed 001, guard.sh). Judges what the command line
 * was understood to run, never its text.
 */
export const guard: Gate = {
  name: 'guard',
  summary: 'Rewrites or denies dangerous commands, and asks about tool calls nobody can read.',
  source: 'seed 001, PreToolUse guard.sh',
  on: (trigger) => isShellRequest(trigger) || isUnreadableCall(trigger) || isPathlessWrite(trigger),
  needs: (trigger, facts) => {
    if (isShellRequest(trigger)) return hasPaths(facts) ? ['command', 'paths'] : ['command'];
    return isPathlessWrite(trigger) ? ['file'] : [];
  },
  options: ['branches'],
  rules: [
    forcePushProtected,
    forcePushUnbounded,
    forcePushLease,
    forcePushUnleased,
    temporaryWrite,
    notUnderstood,
    unreadableCommand,
    unreadablePath,
    unreadableInput,
  ],
};

const hasPaths = (facts: Facts): boolean => facts.command()?.data.acts?.some(({ paths }) => paths.length > 0) ?? false;
