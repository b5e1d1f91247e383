import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { callHook } from './main.ts';

/** Sends calls through the hook, in a folder of their own, so that V8 has compiled what such calls run. */
export const warmUpIn = async (folder: string, { payloads, policy }: WarmUp, call: typeof callHook): Promise<void> => {
  writeFileSync(join(folder, 'docket.config.json'), policy);
  makeRepository(folder);
  writeFileSync(join(folder, 'MASTER_PLAN.md'), PLAN);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const payload of payloads) {
      const input = JSON.stringify({ session_id: 'warm', cwd: folder, ...payload(`call-${round}`) });
      await callWith(folder, input, call);
    }
  }
};

const callWith = async (folder: string, input: string, call: typeof callHook): Promise<void> => {
  const path = join(folder, 'input.json');
  writeFileSync(path, input);
  const stdin = openSync(path, 'r');
  const output = openSync(join(folder, 'output'), 'a');
  const env = { CLAUDE_PROJECT_DIR: folder, HOME: folder };
  await call(['--host', 'claude-code'], { env, stdin, stdout: output, stderr: output, exit: () => {} });
  closeSync(stdin);
  closeSync(output);
};

/** As much of a repository as docket reads, without starting git. */
const makeRepository = (folder: string): void => {
  mkdirSync(join(folder, '.git', 'refs', 'heads'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/feature\n');
  writeFileSync(join(folder, '.git', 'refs', 'heads', 'feature'), `${'0'.repeat(40)}\n`);
};

/** What ran is in the cache, whether often or once; the later rounds find a snapshot. */
const ROUNDS = 6;

/** Calls, and the policy they are made under. */
export interface WarmUp {
  readonly payloads: readonly Payload[];
  readonly policy: string;
}

const STRICT = '{"preset":"strict"}';

type Payload = (call: string) => Record<string, unknown>;

const tool = (event: string, name: string, input: unknown, more: Record<string, unknown> = {}): Payload => {
  return (call) => ({
    hook_event_name: event,
    tool_name: name,
    tool_input: input,
    // The same for a call and its result, and for no others: a repeated delivery would take another way.
    tool_use_id: `${call} ${JSON.stringify(input)}`,
    ...more,
  });
};

const PLAN =
  '# Shop\n\n## Goals\n\n- REQ-GOAL-001: tea\n\n## Phase 1: Cart\n\n**Status:** planned\n\n- DEC-CART-001: `x`\n';
const TEST = { command: 'npm test' };
const PLAIN = { command: "git status && npm run build 2>&1 | tail -5; grep -rn 'TODO' src" };
const PRECOMMIT = { command: 'npm run precommit 2>&1 | tail -20' };
const WRITE = { file_path: 'src/cart.ts', content: 'export const total = 1;\n' };

const MOCK_TEST =
  "import { vi } from 'vitest';\nimport cart from './cart';\nvi.mock('lodash');\nvi.spyOn(cart, 'total');\n";

/** Almost all calls of a session are of these kinds. */
const CALLS: readonly Payload[] = [
  tool('PreToolUse', 'Bash', PLAIN),
  tool('PostToolUse', 'Bash', PLAIN, { tool_response: { stdout: '', stderr: '', interrupted: false } }),
  tool('PreToolUse', 'Write', WRITE),
  tool('PostToolUse', 'Write', WRITE, { tool_response: { type: 'create' } }),
];

export const FREQUENT: WarmUp = { payloads: CALLS, policy: STRICT };

/** What some policies need a bundle of its own for. */
export const ASKED_FOR: WarmUp = { payloads: CALLS, policy: '{"preset":"strict","views":true}' };

const QUESTION = {
  questions: [
    {
      question: 'Which store should the cart use?',
      header: 'Store',
      options: [
        { label: 'A) SQLite (recommended)', description: 'One file' },
        { label: 'B) Postgres', description: 'One more service' },
      ],
      multiSelect: false,
    },
  ],
};

/** What some calls need a bundle of its own for. */
const SELDOM_CALLS: readonly Payload[] = [
  // No tests are found there, so none are started.
  tool('PostToolUse', 'Edit', { file_path: 'src/cart.ts', old_string: '1', new_string: '2' }, { tool_response: {} }),
  (call) => ({
    hook_event_name: 'UserPromptSubmit',
    prompt: `add a discount ${call}, password=hunter2hunter2`,
    prompt_id: call,
  }),
  () => ({ hook_event_name: 'SessionStart', source: 'startup' }),
  (call) => ({
    hook_event_name: 'UserPromptSubmit',
    prompt: `plan the next phase, then commit src/cart.ts and fix #${call.length}; the rest can wait until later`,
    prompt_id: `${call} words`,
  }),
  () => ({ hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null }),
  (call) => ({ hook_event_name: 'SubagentStart', agent_id: call, agent_type: 'implementer' }),
  (call) => ({
    hook_event_name: 'SubagentStop',
    agent_id: call,
    agent_type: 'implementer',
    last_assistant_message: 'It is written. Shall I go on?',
  }),
  tool('PreToolUse', 'Write', { file_path: 'src/long.ts', content: `// What is long.\n${'export {};\n'.repeat(60)}` }),
  tool('PreToolUse', 'Write', { file_path: 'NOTES.md', content: '# Notes\n' }),
  tool('PreToolUse', 'Write', { file_path: '.claude/settings.json', content: '{"permissions":{}}' }),
  tool('PreToolUse', 'Write', { file_path: 'a.test.ts', content: MOCK_TEST }),
  tool('PreToolUse', 'Write', {
    file_path: 'test_a.py',
    content: "@patch('shop.cart.total')\ndef test_a(total): pass\n",
  }),
  tool('PreToolUse', 'Write', { file_path: 'src/new.ts', content: 'export const total = 1;\n'.repeat(60) }),
  tool('PostToolUse', 'Write', { file_path: 'MASTER_PLAN.md', content: PLAN }, { tool_response: {} }),
  tool('PreToolUse', 'Bash', TEST),
  tool('PostToolUseFailure', 'Bash', TEST, { error: 'Exit code 1\nnot ok 1 - total\n# fail 1' }),
  tool('PreToolUse', 'Bash', PRECOMMIT),
  tool('PostToolUse', 'Bash', PRECOMMIT, { tool_response: { stdout: '## Overall: ✅ PASS', stderr: '' } }),
  tool('PreToolUse', 'Bash', { command: 'for f in $(ls src); do cat "$f" >> all.txt; done' }),
  tool('PreToolUse', 'Bash', { command: 'cd . && git push --force "$REMOTE" feature/x' }),
  tool('PreToolUse', 'Bash', { command: 'rm -rf dist build/*.js && mkdir -p out && cp a.ts out/ > log.txt 2>&1' }),
  tool('PreToolUse', 'Bash', { command: `git add -A && git commit -m "$(cat <<'EOF'\nfix: the total\nEOF\n)"` }),
  tool('PreToolUse', 'Bash', { command: "sed -i 's/a/b/' src/a.ts; python3 -c 'print(1)' | head -3" }),
  tool('PreToolUse', 'Agent', { subagent_type: 'executor', prompt: 'build it' }),
  (call) => ({
    hook_event_name: 'SubagentStop',
    agent_id: call,
    agent_type: 'analyzer',
    last_assistant_message: 'Audit: PASS',
  }),
  (call) => ({ hook_event_name: 'UserPromptSubmit', prompt: 'docket approve feature', prompt_id: `approve ${call}` }),
  tool('PreToolUse', 'Bash', { command: 'find . -name "*.ts" | xargs grep -l total; git checkout -b topic' }),
  // Without a PATH there is nothing that could tell anybody.
  (call) => ({ hook_event_name: 'Notification', message: call, notification_type: 'permission_prompt' }),
  tool('PreToolUse', 'AskUserQuestion', QUESTION),
  tool('PostToolUse', 'AskUserQuestion', QUESTION, { tool_response: { answers: {} } }),
];

export const SELDOM: WarmUp = { payloads: SELDOM_CALLS, policy: '{"preset":"strict","workflows":{"feature":{}}}' };
