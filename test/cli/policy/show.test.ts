import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { effectivePolicy, type PolicyValue, valuesIn } from '../../../src/cli/policy/effective.ts';
import type { Layer } from '../../../src/cli/policy/layers.ts';
import { resolvePolicy } from '../../../src/gates/policy-files.ts';
import { runDocket } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { widest } from '../sessions.ts';

const NAMES = ['user', 'project', 'local'] as const;

const layersOf = (...files: readonly (object | string | null)[]): Layer[] =>
  files.map((file, at) => {
    const name = NAMES[at] ?? 'local';
    const text = typeof file === 'object' ? JSON.stringify(file, null, 1) : file;
    return { name, path: `${name}.json`, source: file === null ? null : { path: `${name}.json`, text } };
  });

const effective = (...files: readonly (object | string | null)[]) => effectivePolicy(layersOf(...files), null);

const at = (values: readonly PolicyValue[], key: string): string | null => {
  const value = values.find((one) => one.key === key);
  if (value === undefined) return null;
  const from = value.origins.map(({ layer, line }) => (line === undefined ? layer : `${layer}:${line}`));
  return `${JSON.stringify(value.value)} ${from.join(',')}`;
};

describe('where a value comes from', () => {
  it('is the strongest file that says it, else the preset, else docket', () => {
    const { values } = effective(
      { fsync: 'always', gates: { guard: { rules: { clean: 'off' }, paths: ['a'] } } },
      { preset: 'strict', gates: { guard: { rules: { clean: 'monitor' } }, lint: { mode: 'off' } } },
      { gates: { lint: { mode: 'monitor' } }, views: false },
    );
    const said = (key: string) => at(values, key);
    expect(said('preset')).toBe('"strict" project:2');
    expect(said('fsync')).toBe('"always" user:2');
    expect(said('mode')).toBe('null default');
    expect(said('views')).toBe('false local:7');
    expect(said('gates.guard.mode')).toBe('"enforce" preset');
    expect(said('gates.guard.paths')).toBe('["a"] user:8');
    expect(said('gates.guard.rules.clean')).toBe('"monitor" project:6');
    expect(said('gates.lint.mode')).toBe('"monitor" local:4');
    expect(said('gates.auto-review.allow')).toBe('true preset');
    expect(said('gates.llm-review.mode')).toBe('"off" preset');
  });

  it('is each file, of lists that count together, and each name of its own', () => {
    const word = { kind: 'code', outcome: 'pass', text: 'LGTM' };
    const waiver = { rule: 'guard/clean', reason: 'x' };
    const { values } = effective(
      { files: { test: ['qa/'] }, review: { tools: { a: 'code', b: 'code' } }, waivers: [waiver] },
      { files: { test: ['it/'] }, review: { tools: { a: false }, sentinels: [word] }, waivers: [waiver] },
    );
    expect(at(values, 'files.test')).toBe('["qa/","it/"] user:4,project:4');
    expect(at(values, 'review.tools.a')).toBe('false project:9');
    expect(at(values, 'review.tools.b')).toBe('"code" user:10');
    expect(at(values, 'review.sentinels')).toMatch(/LGTM.* project:12$/);
    expect(at(values, 'waivers')).toMatch(/ user:14,project:20$/);
  });

  it('says of a policy in monitor mode what each gate is configured to', () => {
    const { values } = effective(null, { preset: 'standard', mode: 'monitor', gates: { lint: { mode: 'enforce' } } });
    const of = (gate: string) => values.find(({ key }) => key === `gates.${gate}.mode`);
    expect(of('guard')).toMatchObject({ value: 'monitor', configured: 'enforce', origins: [{ layer: 'preset' }] });
    expect(of('lint')).toMatchObject({ value: 'monitor', configured: 'enforce', origins: [{ layer: 'project' }] });
    expect(of('surface')).not.toHaveProperty('configured');
  });

  it('is the policy from before where a file is broken', () => {
    const before = resolvePolicy([{ path: 'p', text: '{ "preset": "strict", "fsync": "never" }' }]).policy;
    const layers = layersOf({ gates: { lint: { mode: 'off' } } }, '{ "preset": ');
    const { values, isKept, policy } = effectivePolicy(layers, before);
    expect([isKept, policy]).toEqual([true, before]);
    expect(at(values, 'preset')).toBe('"strict" kept');
    expect(at(values, 'fsync')).toBe('"never" kept');
    expect(at(values, 'gates.lint.mode')).toBe('"enforce" preset');
    expect(effectivePolicy(layers, null)).toMatchObject({ isKept: false, broken: true, policy: { preset: 'observe' } });
  });

  it('is never a key of a server', () => {
    const gates = { 'llm-review': { mode: 'enforce', providers: { gemini: { key: 'SECRET' } } } };
    const layers = layersOf({ gates });
    expect(JSON.stringify(effectivePolicy(layers, null))).toContain('llm-review');
    expect(JSON.stringify(effectivePolicy(layers, null).values)).not.toContain('SECRET');
  });

  it('is told of every value that the policy has, and of no other', () => {
    const mode = fc.constantFrom('enforce', 'monitor', 'off');
    const file = fc.record(
      {
        preset: fc.constantFrom('observe', 'standard', 'strict'),
        mode: fc.constantFrom('enforce', 'monitor'),
        gates: fc.dictionary(
          fc.constantFrom('guard', 'lint', 'test-gate', 'nope'),
          fc.record(
            { mode, rules: fc.dictionary(fc.constantFrom('clean', 'problems', 'x'), mode) },
            { requiredKeys: [] },
          ),
        ),
        agents: fc.record({ planner: fc.constant(['p']) }, { requiredKeys: [] }),
        questions: fc.constant({ ids: { a: 'b' }, oneWay: ['c'] }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(fc.option(file), { minLength: 3, maxLength: 3 }), (files) => {
        const { policy, values } = effective(...files);
        const said = Object.fromEntries(values.map(({ key, value }) => [key, value]));
        expect(said).toMatchObject(valuesIn(policy));
        for (const { key, value, origins } of values) {
          expect(origins.length, key).toBeGreaterThan(0);
          if (key !== 'preset' && origins.every(({ layer }) => layer === 'default')) expect(value, key).toBeNull();
        }
      }),
    );
  });
});

describe('docket policy show', () => {
  const project = () => {
    const { path, write } = tempProject({ branch: 'main' });
    write(
      'docket.config.json',
      '{\n  "preset": "strict",\n  "gates": { "guard": { "rules": { "clean": "off" } } }\n}\n',
    );
    return { path, write };
  };

  it('names file and line, in 80 columns', () => {
    const { path } = project();
    const { stdout, status } = runDocket(['policy', 'show'], path);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^preset +strict +docket\.config\.json:2$/m);
    expect(stdout).toMatch(/^gates\.guard\.rules\.clean +off +docket\.config\.json:3$/m);
    expect(stdout).toMatch(/^local +docket\.config\.local\.json \(not there\)$/m);
    expect(stdout).not.toMatch(/^fsync/m);
    expect(runDocket(['policy', 'show', '--all'], path).stdout).toMatch(/^fsync +seals +default$/m);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(widest(runDocket(['policy', 'show', '--all'], path).stdout)).toBeLessThanOrEqual(80);
  });

  it('shows only a gate or a key', () => {
    const { path } = project();
    const keys = (...args: readonly string[]) =>
      (
        JSON.parse(runDocket(['policy', 'show', '--json', ...args], path).stdout) as { values: PolicyValue[] }
      ).values.map(({ key }) => key);
    expect(keys('guard')).toEqual(['gates.guard.mode', 'gates.guard.rules.clean']);
    expect(keys('plan')).toEqual(['plan.file', 'plan.research']);
    expect(keys().length).toBeGreaterThan(50);
  });

  it('knows keys that nothing says, and helps with what is none', () => {
    const { path } = project();
    const show = (key: string) => runDocket(['policy', 'show', key], path);
    expect(show('test-gate.rules').stdout).toMatch(/^gates\.test-gate\.rules +as the preset has them\n +default$/m);
    expect(show('guard.paths').stdout).toMatch(/^gates\.guard\.paths +none +default$/m);
    const wrong = (key: string) => {
      const { status, stdout, stderr } = show(key);
      expect([status, stdout]).toEqual([2, '']);
      return stderr;
    };
    expect(wrong('gaurd')).toContain('Did you mean guard?');
    expect(wrong('guard.rulse')).toContain('Did you mean guard.rules?');
    expect(wrong('nosuch')).toContain('`docket policy show --all` lists keys');
    expect(wrong('guard/clean')).toContain('docket policy explain guard/clean');
  });

  it('says that a file is not there however long its path is', () => {
    const { path } = project();
    const home = join(path, 'a'.repeat(90));
    const { stdout } = runDocket(['policy', 'show'], path, { env: { HOME: home, XDG_CONFIG_HOME: '' } });
    const words = stdout.replace(/\s+/g, '');
    expect(words).toContain(`${'a'.repeat(90)}/.config/docket/config.json(notthere)`);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('is the same from a folder of the project, and ends with 1 where a file has problems', () => {
    const { path, write } = project();
    mkdirSync(join(path, 'src'));
    const there = runDocket(['policy', 'show', '--json'], join(path, 'src'), { env: { HOME: path } }).stdout;
    expect(there).toBe(runDocket(['policy', 'show', '--json'], path).stdout);
    write('docket.config.local.json', '{ "gates": { "gaurd": {} } }');
    const { stdout, status } = runDocket(['policy', 'show'], path);
    expect([status, stdout]).toEqual([1, expect.stringMatching(/names\s+a\s+gate\s+"gaurd"/)]);
  });
});
