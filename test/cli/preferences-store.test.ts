import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changePreferences, PreferencesError } from '../../src/cli/preferences-store.ts';
import { tempProject } from '../kit/temp-project.ts';

const at = () => {
  const home = tempProject();
  const folder = join(home.path, '.config/docket');
  return {
    env: { HOME: home.path },
    folder,
    path: join(folder, 'preferences.json'),
    write: home.write,
    kept: (): unknown => JSON.parse(readFileSync(join(folder, 'preferences.json'), 'utf8')),
  };
};

const carefulOn = () => ({ careful: true });

describe('the store of preferences', () => {
  it('is made with the first one, for the user alone', () => {
    const { env, path, kept, folder } = at();
    changePreferences(env, 'user', carefulOn);
    expect(kept()).toEqual({ careful: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['preferences.json']);
  });

  it('keeps what others say: another scope, another project, keys that nobody knows', () => {
    const { env, write, kept } = at();
    const projects = { '/a': { careful: true, questions: { q: 'never-ask' }, later: 1 }, '/b': {} };
    write(
      '.config/docket/preferences.json',
      JSON.stringify({ theme: 'dark', questions: { x: 'always-ask' }, projects }),
    );
    changePreferences(env, { project: '/a' }, (own) => ({ ...own, careful: false }));
    expect(kept()).toEqual({
      theme: 'dark',
      questions: { x: 'always-ask' },
      projects: { ...projects, '/a': { ...projects['/a'], careful: false } },
    });
  });

  it.each(['{"careful":', '{"careful":1}', '[]'])('leaves a file that is broken as it is: %s', (text) => {
    const { env, write, path } = at();
    write('.config/docket/preferences.json', text);
    expect(() => changePreferences(env, 'user', carefulOn)).toThrow(PreferencesError);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('writes neither through a link nor over one', () => {
    const { env, write, path, folder } = at();
    write('elsewhere.json', '{}');
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(env.HOME, 'elsewhere.json'), path);
    expect(() => changePreferences(env, 'user', carefulOn)).toThrow(/is a link/);
    expect(lstatSync(path).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(env.HOME, 'elsewhere.json'), 'utf8')).toBe('{}');
    expect(readdirSync(folder)).toEqual(['preferences.json']);
  });

  it('says what the system refused', () => {
    const { env, write } = at();
    write('.config/docket', 'a file in the place of the folder');
    expect(() => changePreferences(env, 'user', carefulOn)).toThrow(/cannot be written \((ENOTDIR|EEXIST)\)/);
  });
});
