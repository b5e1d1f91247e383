import { describe, expect, it } from 'vitest';
import { dependsOnDocket } from '../../../src/hooks/install/dependency.ts';
import { withPreset } from '../../../src/hooks/install/policy-file.ts';
import { temporaryProject } from './project.ts';

describe('withPreset', () => {
  it('makes a file that names its schema', () => {
    const made = withPreset(null, 'standard');
    expect(made).toMatchObject({ ok: true });
    expect(JSON.parse(made.ok ? made.value : '')).toEqual({
      $schema: './node_modules/docket/schema/docket.config.schema.json',
      preset: 'standard',
    });
    expect(withPreset(' \n', 'standard')).toEqual(made);
  });

  it.each([
    ['{\n\t"preset": "observe",\n\t"gates": {}\n}', '{\n\t"preset": "strict",\n\t"gates": {}\n}'],
    ['{"gates":{}}\n', '{"gates":{}, "preset": "strict"}\n'],
    ['{"preset":"strict"}', '{"preset":"strict"}'],
  ])('edits nothing but the preset: %j', (text, after) => {
    expect(withPreset(text, 'strict')).toEqual({ ok: true, value: after });
  });

  it.each([['{'], ['[]'], ['{"preset": "observe", "preset": "strict"}']])('refuses %j', (text) => {
    expect(withPreset(text, 'strict')).toMatchObject({ ok: false });
  });
});

describe('dependsOnDocket', () => {
  it('sees an installed one and a declared one', () => {
    const installed = temporaryProject();
    installed.write('node_modules/docket/package.json', '{}');
    expect(dependsOnDocket(installed.cwd)).toBe(true);
    for (const list of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
      const declared = temporaryProject();
      declared.write('package.json', JSON.stringify({ [list]: { docket: '^1.0.0' } }));
      expect(dependsOnDocket(declared.cwd)).toBe(true);
    }
  });

  it('sees none in a project without it, or without a readable package.json', () => {
    const project = temporaryProject();
    expect(dependsOnDocket(project.cwd)).toBe(false);
    for (const text of [
      '{"dependencies": {"docketeer": "1"}}',
      '{"dependencies": 1}',
      'null',
      '[',
      '{"name": "docket"}',
    ]) {
      project.write('package.json', text);
      expect(dependsOnDocket(project.cwd)).toBe(false);
    }
  });
});
