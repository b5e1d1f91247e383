import { describe, expect, it } from 'vitest';
import { GATES } from '../../../src/gates/gates.ts';
import { runDocket } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { widest } from '../sessions.ts';

const project = () => {
  const { path, write } = tempProject({ branch: 'main' });
  write('docket.config.json', '{\n  "preset": "strict",\n  "gates": { "guard": { "rules": { "clean": "off" } } }\n}\n');
  return path;
};

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

  it.each([
    ['gaurd', 'Did you mean guard?'],
    ['guard/cleen', 'Did you mean guard/clean?'],
    ['guard.untestd', 'Did you mean guard.untested?'],
    ['paths', 'paths is an option of gates: ask for guard.paths.'],
    ['strict', 'docket policy diff strict'],
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
