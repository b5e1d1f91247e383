import type { Facts } from '../facts.ts';
import type { Gate, Rule } from '../gate.ts';
import { isShellRequest } from '../triggers.ts';
import { actNeeds, actRules } from './act-rules.ts';
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
  summary: 'Denies, asks about or rewrites dangerous shell commands, and asks about tool calls nobody can read.',
  source: 'seed 001, PreToolUse guard.sh',
  on: (trigger) => isShellRequest(trigger) || isUnreadableCall(trigger) || isPathlessWrite(trigger),
  needs: (trigger, facts, options) => {
    if (isShellRequest(trigger)) return acts(facts) ? ['command', ...actNeeds(facts, options)] : ['command'];
    return isPathlessWrite(trigger) ? ['file'] : [];
  },
  options: ['branches', 'paths', 'untested'],
  rulesAbout: (facts) => (acts(facts) ? [...actRules(), ...UNREADABLE] : UNREADABLE),
  get rules() {
    return [...actRules(), ...UNREADABLE];
  },
};

const UNREADABLE: readonly Rule[] = [notUnderstood, unreadableCommand, unreadablePath, unreadableInput];

/** Whether the command does anything that rules are about. */
const acts = (facts: Facts): boolean => {
  const command = facts.command()?.data;
  return (command?.acts?.length ?? 0) + (command?.forcePushes.length ?? 0) > 0;
};
