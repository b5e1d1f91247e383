import { join } from 'node:path';
import type { Project } from './project.ts';
import { type Scenario, say, use } from './scripted-model.ts';

/** What a person asks for, one session each, in the order of a day. */
export const PROMPTS = {
  morning: 'Count the quantity of each item.',
  commit: 'Commit it and push.',
  fee: 'Add a shipping fee and commit it.',
  again: 'Try that commit again.',
} as const;

/** The calls that something is asked about. */
export const CALLS = {
  fix: 'toolu_fix',
  onRed: 'toolu_on_red',
  onGreen: 'toolu_on_green',
  untested: 'toolu_untested',
  committed: 'toolu_committed',
  pushed: 'toolu_pushed',
  home: 'toolu_home',
  feeUntested: 'toolu_fee_untested',
  feeWaived: 'toolu_fee_waived',
} as const;

/** What a model says and does on an ordinary day in the shop, whose only test fails in the morning. */
export const dayOfWork = ({ folder }: Project): Scenario => {
  const source = (name: string): string => join(folder, 'src', name);
  const bash = (id: string, command: string) => [use(id, 'Bash', { command, description: 'Do it' })];
  const discount = { file_path: source('discount.js'), content: 'export const discount = (cents) => cents * 0.9;\n' };
  return {
    conversations: [
      {
        match: PROMPTS.morning,
        turns: [
          bash('toolu_red', 'npm test'),
          [use('toolu_read', 'Read', { file_path: source('cart.js') })],
          [use(CALLS.fix, 'Edit', { file_path: source('cart.js'), ...QUANTITY })],
          [use(CALLS.onRed, 'Write', discount)],
          bash('toolu_green', 'npm test'),
          [use(CALLS.onGreen, 'Write', discount)],
          bash(CALLS.untested, 'git add -A && git commit -m "Count the quantity"'),
          bash('toolu_green_again', 'npm test'),
          [use('toolu_agent', 'Agent', SUBAGENT)],
          [say('The total counts the quantity.')],
        ],
      },
      { match: SUBAGENT.prompt, turns: [bash('toolu_look', 'ls src'), [say('DONE: there is a cart.')]] },
      {
        match: PROMPTS.commit,
        turns: [
          bash(CALLS.committed, 'git add -A && git commit -m "Count the quantity"'),
          bash(CALLS.pushed, 'git push --force origin feature'),
          bash(CALLS.home, 'rm -rf ~'),
          [say('It is pushed.')],
        ],
      },
      {
        match: PROMPTS.fee,
        turns: [
          [use('toolu_fee', 'Write', { file_path: source('fee.js'), content: 'export const fee = 495;\n' })],
          bash(CALLS.feeUntested, COMMIT_FEE),
          [say('The commit waits for tests.')],
        ],
      },
      { match: PROMPTS.again, turns: [bash(CALLS.feeWaived, COMMIT_FEE), [say('It is committed.')]] },
    ],
  };
};

const QUANTITY = { old_string: 'sum + item.price', new_string: 'sum + item.price * item.quantity' };
const SUBAGENT = {
  description: 'Look around',
  prompt: 'Look which files the shop has.',
  subagent_type: 'general-purpose',
  run_in_background: false,
};
const COMMIT_FEE = 'git add -A && git commit -m "Add a fee"';
