import { describe, expect, it } from 'vitest';
import { GATES } from '../../../src/gates/gates.ts';
import { homed } from '../../kit/custom-gates.ts';
import { runDocket, runHook } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { widest } from '../sessions.ts';

const project = () => {
  const { path, write } = tempProject({ branch: 'main' });
  write('docket.config.json', '{\n  "preset": "strict",\n  "gates": { "guard": { "rules": { "clean": "off" } } }\n}\n');
  return path;
};

const SESSION = JSON.stringify({ session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' });

const explained = (path: string, what: string) =>
  JSON.parse(runDocket(['policy', 'explain', what, '--json'], path).stdout);

describe('docket policy explain', () => {
  it('says of a rule an example, its modes, where it was set, and what would change it', () => {
    const path = project();
    expect(explained(path, 'guard/clean')).toMatchObject({
      kind: 'rule',
      key: 'gates.guard.rules.clean',
      means: expect.stringContaining('git clean -xfd'),
      presets: { observe: 'monitor', standard: 'enforce', strict: 'enforce' },
      now: 'off',
      origins: [{ layer: 'project', line: 3 }],
      change: '{ "gates": { "guard": { "rules": { "clean": "monitor" } } } }',
      also: expect.stringContaining('docket waive guard/clean'),
      docs: ['docs/hooks.md#guard'],
    });
    expect(explained(path, 'gates.guard.rules.clean')).toEqual(explained(path, 'guard/clean'));
    expect(explained(path, 'guard/rm-root').also).toContain('cannot be waived');
    expect(explained(path, 'guard/halt')).toMatchObject({
      now: 'enforce',
      origins: [{ layer: 'preset', from: 'strict' }],
    });
  });

  it('says of a gate its rules and options', () => {
    const { rules, options, presets, now } = explained(project(), 'test-gate');
    expect({ rules, options, presets, now }).toEqual({
      rules: [{ rule: 'test-gate/tests-fail', mode: 'enforce', does: 'warn first, and deny then' }],
      options: ['mode', 'rules', 'failClosed', 'atMost'],
      presets: { observe: 'monitor', standard: 'enforce', strict: 'enforce' },
      now: 'enforce',
    });
  });

  it('says of an option and a key what holds and what could', () => {
    const path = project();
    expect(explained(path, 'guard.untested')).toMatchObject({
      kind: 'option',
      default: 'always',
      presets: { observe: null, standard: 'where-tests-are', strict: null },
      now: null,
    });
    expect(explained(path, 'fsync')).toMatchObject({ kind: 'key', default: 'seals', now: null, presets: null });
    expect(explained(path, 'review.tools').means).toContain('merged name by name');
    expect(explained(path, 'workflows.release.phases.done.says').kind).toBe('key');
    expect(explained(path, 'llm-review.providers')).toMatchObject({ now: 'not shown', change: null });
  });

  it('says what a policy in monitor mode holds back, and what people waived', () => {
    const { path, write } = tempProject({ branch: 'main' });
    const waivers = [
      { rule: 'guard/clean', reason: 'old builds go today' },
      { rule: 'guard', reason: 'all of it', until: '2999-01-01T00:00:00Z' },
    ];
    const gates = { guard: { rules: { halt: 'off', device: 'monitor' } } };
    write('docket.config.json', JSON.stringify({ preset: 'strict', mode: 'monitor', waivers, gates }));
    const said = (what: string) => {
      const { now, configured, waivers: waived } = explained(path, what);
      return { now, configured, waived: waived?.map(({ reason }: { reason: string }) => reason) };
    };
    expect(said('guard/clean')).toEqual({
      now: 'monitor',
      configured: 'enforce',
      waived: ['old builds go today', 'all of it'],
    });
    expect(said('guard')).toEqual(said('guard/clean'));
    expect(said('guard/reset-hard').waived).toEqual(['all of it']);
    expect(said('guard/rm-root')).toEqual({ now: 'monitor', configured: 'enforce', waived: [] });
    expect(said('guard/halt')).toEqual({ now: 'off', configured: undefined, waived: [] });
    expect(said('guard/device')).toEqual({ now: 'monitor', configured: undefined, waived: [] });
    expect(said('fsync')).toEqual({ now: null, configured: undefined, waived: undefined });
    const { stdout } = runDocket(['policy', 'explain', 'guard/clean'], path);
    expect(stdout).toContain('enforce without "mode": "monitor"');
    expect(stdout).toMatch(/^waived {4}guard\/clean: old builds go today \(by the policy\)$/m);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('knows the waivers that people granted', () => {
    const path = project();
    expect(runHook(SESSION, path).status).toBe(0);
    expect(runDocket(['waive', 'guard/clean', '--reason', 'today only'], path).status).toBe(0);
    expect(explained(path, 'guard/clean').waivers).toMatchObject([{ by: 'person', reason: 'today only' }]);
    expect(explained(path, 'guard').waivers).toHaveLength(1);
    expect(explained(path, 'guard/reset-hard').waivers).toEqual([]);
    runDocket(['waive', '--revoke', 'guard/clean'], path);
    expect(explained(path, 'guard/clean').waivers).toEqual([]);
  });

  it('says where the modes of single rules come from', () => {
    const { path, write } = tempProject({ branch: 'main' });
    const from = (gate: string) =>
      explained(path, `${gate}.rules`).origins.map(({ layer, line }: { layer: string; line?: number }) =>
        line === undefined ? layer : `${layer}:${line}`,
      );
    expect(from('guard')).toEqual(['default']);
    write('docket.config.json', '{ "preset": "standard",\n "gates": { "guard": { "rules":\n { "clean": "off" } } } }');
    expect(new Set(from('guard'))).toEqual(new Set(['preset', 'project:3']));
  });

  it('says where each key of a gate of the project comes from', () => {
    const { path, write } = homed();
    write(
      'docket.config.json',
      '{ "preset": "strict", "customGates": {\n "own": { "file": "docket.gates/own.js",\n "mode": "monitor" },\n "more": { "file": "docket.gates/more.js" } } }',
    );
    const from = (what: string) => explained(path, what).origins;
    expect(from('own.file')).toMatchObject([{ layer: 'project', line: 2 }]);
    expect(from('own.mode')).toMatchObject([{ layer: 'project', line: 3 }]);
    expect(from('own.failClosed')).toEqual([{ layer: 'default', from: null }]);
    expect(from('more.mode')).toEqual([{ layer: 'preset', from: 'strict' }]);
  });

  it.each([
    ['gaurd', 'Did you mean guard?'],
    ['guard/cleen', 'Did you mean guard/clean?'],
    ['guard.untestd', 'Did you mean guard.untested?'],
    ['paths', 'paths is an option of gates: ask for guard.paths.'],
    ['strict', 'docket policy diff strict'],
    ['nosuch', '`docket policy show --all` lists keys'],
    ['zzzzzzzzzzzzz', '`docket policy show --all` lists keys'],
  ])('helps with %s', (what, says) => {
    const { stderr, stdout, status } = runDocket(['policy', 'explain', what], project());
    expect([stderr, stdout, status]).toEqual([expect.stringContaining(says), '', 2]);
  });

  it('has 80 columns for every gate', () => {
    const path = project();
    for (const { name } of GATES.filter((_gate, at) => at % 6 === 1)) {
      expect(widest(runDocket(['policy', 'explain', name], path).stdout), name).toBeLessThanOrEqual(80);
    }
  });
});
