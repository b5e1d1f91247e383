import { spawnSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnv, DIST } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { tempProject } from '../kit/temp-project.ts';

/** A service or a container may start the host without HOME. */
const run = (file: string, args: readonly string[], cwd: string, input: string, more: Record<string, string>) => {
  const { HOME: _home, USERPROFILE: _profile, ...env } = cleanEnv({ CLAUDE_PROJECT_DIR: cwd, ...more });
  const script = join(DIST, file);
  return spawnSync(process.execPath, [script, ...args], {
    cwd,
    input,
    env,
    encoding: 'utf8',
    timeout: patient(20_000),
  });
};

it('knows the home folder of the user where the environment does not say it', () => {
  const { path, write } = tempProject({ branch: 'feature/x' });
  write('docket.config.json', '{ "preset": "standard" }');
  const call = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'rm -rf ~/notes' } };
  const input = JSON.stringify({ session_id: 's1', cwd: path, tool_use_id: 't1', ...call });
  const answered = run('hook.cjs', ['--host', 'claude-code'], path, input, { XDG_CONFIG_HOME: join(path, 'config') });
  // Not the project's own folder, in which it would be free.
  expect(answered.stdout).toContain('guard/rm-outside');
  const shown = run('docket.cjs', ['policy', 'show', '--json'], path, '', {});
  const files = (JSON.parse(shown.stdout) as { files: { path: string }[] }).files;
  expect(files[0]?.path).toBe(`${userInfo().homedir}/.config/docket/config.json`);
});
