// How much the length of a log costs whoever asks why.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { timeProcesses } from './spawn.mjs';

const DIST = join(import.meta.dirname, '..', 'dist');
const ROUNDS = 20;

/** A session in which the tests fail, a write is warned about, the next one denied, and the end of the turn as well. */
const deniedSession = (folder) => {
  const tests = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'why-tests' };
  const write = (n) => ({
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: join(folder, 'src', `new-${n}.ts`), content: 'export {};\n' },
    tool_use_id: `why-write-${n}`,
  });
  const error = 'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1';
  return [
    { hook_event_name: 'UserPromptSubmit', prompt: 'add a discount', prompt_id: 'why' },
    { hook_event_name: 'PreToolUse', ...tests },
    { hook_event_name: 'PostToolUseFailure', ...tests, error },
    write(1),
    write(2),
    { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'That is how it stands.' },
  ];
};

/**
 * Explains a verdict, as a whole process: at the end of a long log over the same in one that has no other history. Returns
 * ratios of the last verdict, and of one that is named. Folders are projects under a strict policy.
 */
export const whyRatios = (long, none) => {
  const envOf = (folder) => ({ PATH: process.env.PATH, HOME: folder, CLAUDE_PROJECT_DIR: folder });
  for (const folder of [long, none]) {
    for (const payload of deniedSession(folder)) {
      const input = JSON.stringify({ session_id: 'why', cwd: folder, ...payload });
      const { status, stderr } = spawnSync(process.execPath, [join(DIST, 'hook.cjs')], { env: envOf(folder), input });
      if (status !== 0) throw new Error(`the hook ended with ${status}: ${stderr}`);
    }
  }
  const why = (name, folder, ...args) => ({
    name,
    command: process.execPath,
    args: [join(DIST, 'docket.cjs'), 'why', ...args],
    env: envOf(folder),
    input: () => '',
  });
  const named = ['--call', 'why-write-2'];
  const times = timeProcesses(
    [why('long', long), why('none', none), why('long, named', long, ...named), why('none, named', none, ...named)],
    ROUNDS,
  );
  return {
    last: times.get('long') / times.get('none'),
    named: times.get('long, named') / times.get('none, named'),
  };
};
