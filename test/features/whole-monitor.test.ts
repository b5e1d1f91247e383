import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { hookSession } from '../kit/hook-session.ts';

const WATCHED = { preset: 'strict', mode: 'monitor' };

const resolved = (...files: readonly object[]) =>
  resolvePolicy(files.map((file, at) => ({ path: `${at}.json`, text: JSON.stringify(file) }))).policy;

describe('a policy in monitor mode', () => {
  it('judges as it is configured, and answers nothing', async () => {
    const s = hookSession({ policy: WATCHED });
    expect((await s.send({ hook_event_name: 'SessionStart', source: 'startup' })).stdout).toBe('');
    expect((await s.prompt('Work on it')).stdout).toBe('');
    await s.edit('src/cart.js', 'export const total = 2;\n');
    expect((await s.bash('git push --force origin main', { error: 'Exit code 1' })).stdout).toBe('');
    expect((await s.bash('git commit -qam x')).stdout).toBe('');
    expect((await s.stop()).stdout).toBe('');
    const whys = runDocket(['log', '--json', '--type', 'GatesRuled'], s.path).stdout;
    expect(whys).toContain('guard/force-push-protected');
    expect(whys).toContain('guard/commit-unproven');
    expect(whys).toContain('stop-guard/code-unreviewed');
    expect(whys).not.toContain('"mode":"enforce"');
  });

  it('is seen in status, why, why-not and gates', async () => {
    const s = hookSession({ policy: WATCHED });
    await s.bash('git push --force origin main', { error: 'Exit code 1' });
    const shown = (...args: readonly string[]): string => runDocket(args, s.path).stdout.replace(/\s+/g, ' ');
    expect(shown('status')).toContain('strict; the policy as a whole is in monitor mode');
    expect(JSON.parse(shown('status', '--json'))).toMatchObject({ preset: 'strict', policyMode: 'monitor' });
    expect(shown('why')).toContain(
      'The policy as a whole is in monitor mode: this was logged, and nothing was answered.',
    );
    expect(JSON.parse(shown('why', '--json'))).toMatchObject({ mode: 'monitor', policy: { mode: 'monitor' } });
    expect(shown('why-not', 'guard')).toContain('the policy as a whole was in monitor mode');
    expect(shown('gates')).toMatch(/^preset strict ! the policy as a whole is in monitor mode/);
    expect(JSON.parse(shown('gates', '--json'))).toMatchObject({ preset: 'strict', mode: 'monitor' });
  });

  it('denies nothing where docket cannot judge, whatever fails closed', () => {
    const s = hookSession({ policy: { ...WATCHED, gates: { guard: { failClosed: true } } } });
    const call = { session_id: 's1', cwd: s.path, hook_event_name: 'PreToolUse', tool_name: 'Bash' };
    const input = JSON.stringify({ ...call, tool_input: { command: 'git push --force origin main' } });
    expect(runHook(input, s.path).stdout).toBe('');
    rmSync(join(s.path, '.docket', 'log'), { recursive: true });
    mkdirSync(join(s.path, '.docket', 'log'), { recursive: true });
    writeFileSync(join(s.path, '.docket', 'log', '000001.ndjson'), '');
    expect(runHook(input, s.path).stdout).toBe('');
    expect(runHook(`${input} more`, s.path).stdout).toBe('');
  });

  it('is what the strongest file says that says it', () => {
    const modes = (...files: readonly object[]) => [resolved(...files).mode, resolved(...files).gates['guard']?.mode];
    expect(modes({ preset: 'strict' })).toEqual([undefined, 'enforce']);
    expect(modes({ mode: 'monitor' }, { preset: 'strict' })).toEqual(['monitor', 'monitor']);
    expect(modes({ mode: 'monitor' }, { preset: 'strict', mode: 'enforce' })).toEqual([undefined, 'enforce']);
    expect(modes({ preset: 'strict' }, { mode: 'monitor' })).toEqual(['monitor', 'monitor']);
  });

  it('leaves off what is off, in gates and rules, and enforces no rule', () => {
    const { gates } = resolved({
      preset: 'standard',
      mode: 'monitor',
      gates: { lint: { mode: 'off' }, guard: { rules: { halt: 'enforce', clean: 'off' } } },
    });
    expect(gates['lint']?.mode).toBe('off');
    expect(gates['guard']?.rules).toMatchObject({ halt: 'monitor', clean: 'off', 'tmp-write': 'off' });
    expect(Object.values(gates).flatMap(({ mode, rules }) => [mode, ...Object.values(rules)])).not.toContain('enforce');
  });
});
