import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanEnv, DIST, loggedEvents, runHook } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { tempProject } from '../kit/temp-project.ts';

const KEPT = 'What docket kept of this session';

it('what a compaction kept is told again where nobody was left to read the answer', () => {
  const project = tempProject();
  const gates = { 'session-summary': { mode: 'off' } };
  project.write('docket.config.json', JSON.stringify({ preset: 'strict', gates }));
  const input = (name: string, more: object): string =>
    JSON.stringify({ session_id: 's1', cwd: project.path, hook_event_name: name, ...more });
  runHook(input('PreCompact', { trigger: 'auto' }), project.path);
  // The client died: what stands in its place takes nothing.
  const gone = openSync('/dev/null', 'r');
  const lost = spawnSync(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code'], {
    input: input('SessionStart', { source: 'compact' }),
    cwd: project.path,
    env: cleanEnv({ CLAUDE_PROJECT_DIR: project.path, HOME: project.path }),
    stdio: ['pipe', gone, 'pipe'],
    timeout: patient(20_000),
  });
  closeSync(gone);
  expect(lost.status).toBe(0);
  const events = loggedEvents(project.path);
  const ruled = events.filter(({ type }) => type === 'GatesRuled').at(-1) as { data: { verdicts: object[] } };
  expect(JSON.stringify(ruled.data.verdicts)).toContain(KEPT);
  expect(events.at(-1)?.['type']).toBe('GatesRuled');
  expect(runHook(input('SessionStart', { source: 'resume' }), project.path).stdout).toContain(KEPT);
  expect(runHook(input('UserPromptSubmit', { prompt: 'go on' }), project.path).stdout).not.toContain(KEPT);
});
