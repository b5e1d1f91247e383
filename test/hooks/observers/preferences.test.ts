import { mkdirSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePreferences, preferredIn } from '../../../src/hooks/observers/preferences.ts';
import { type Outcome, requests, type Scenario, scenario, stateIn } from '../../kit/scenario.ts';

const FILE = '.config/docket/preferences.json';

const starts = (s: Scenario): Promise<Outcome> => s.when({ hook_event_name: 'SessionStart', source: 'startup' });

const loadedIn = ({ events }: Outcome): Record<string, unknown>[] =>
  events.flatMap(({ type, data }) => (type === 'PreferencesLoaded' ? [data] : []));

describe('preferences', () => {
  it('are loaded as a session begins, for this project over those for all', async () => {
    const s = scenario();
    const questions = { deploy: 'always-ask' };
    const own = { careful: true, questions: { 'style*': 'never-ask' } };
    s.write(FILE, JSON.stringify({ careful: false, questions, projects: { [s.project]: own } }));

    const [loaded] = loadedIn(await starts(s));

    expect(loaded).toMatchObject({
      careful: true,
      questions: { deploy: 'always-ask', 'style*': 'never-ask' },
      problems: [],
    });
    expect(stateIn(s).preferences).toMatchObject({ careful: true, event: expect.any(String) });
  });

  it('leave no event where there is no file, and none where nothing changed', async () => {
    const s = scenario();
    expect(loadedIn(await starts(s))).toEqual([]);
    s.write(FILE, '{"careful":true}');
    expect(loadedIn(await starts(s))).toHaveLength(1);
    expect(loadedIn(await starts(s))).toEqual([]);
    // Another project's are none of this one's.
    s.write(FILE, '{"careful":true,"projects":{"/elsewhere":{"careful":false}}}');
    expect(loadedIn(await starts(s))).toEqual([]);
  });

  it('are those without any once the file is gone', async () => {
    const s = scenario();
    s.write(FILE, '{"careful":true}');
    await starts(s);
    rmSync(`${s.project}/${FILE}`);
    expect(loadedIn(await starts(s))).toMatchObject([{ careful: false, questions: {}, problems: [] }]);
  });

  it('are not looked at by a call that nothing depends on', async () => {
    const s = scenario({ preset: 'strict' });
    s.write(FILE, '{"careful":true}');
    for (const call of [
      requests('Read', { file_path: 'src/a.ts' }),
      requests('Bash', { command: 'ls' }),
      requests('Write', { file_path: `${s.project}/docs/a.md`, content: 'a' }),
    ]) {
      expect(loadedIn(await s.when(call))).toEqual([]);
    }
  });

  it.each([
    ['no JSON', '{"careful":', 'is not JSON'],
    ['a list', '[]', 'holds no object'],
    ['nothing at all', '', 'is not JSON'],
    ['another kind of value', '{"careful":"yes"}', 'careful is neither true nor false'],
    ['an unknown answer', '{"questions":{"deploy":"sometimes"}}', '"deploy" is neither always-ask'],
    ['questions as a list', '{"questions":[]}', 'questions is no object'],
    ['projects that are none', '{"projects":{"/a":1}}', 'projects holds what is no object'],
    ['a broken project', '{"projects":{"/a":{"careful":1}}}', 'careful is neither true nor false'],
  ])('hold on where the file is broken by %s, and the event says so', async (_name, text, problem) => {
    const s = scenario();
    s.write(FILE, '{"careful":true}');
    await starts(s);
    s.write(FILE, text);

    const [loaded] = loadedIn(await starts(s));

    expect(loaded).toMatchObject({ careful: true, problems: [expect.stringContaining(problem)] });
    expect(loadedIn(await starts(s))).toEqual([]);
  });

  it('hold on where a folder stands in the place of the file', async () => {
    const s = scenario();
    mkdirSync(`${s.project}/${FILE}`, { recursive: true });
    const [loaded] = loadedIn(await starts(s));
    expect(loaded).toMatchObject({ careful: false, problems: [expect.stringContaining('cannot be read')] });
  });

  it('of a project named like what every object has are its own', () => {
    const file = parsePreferences('{"projects":{"__proto__":{"careful":true}}}', 'p');
    expect(typeof file).toBe('object');
    if (typeof file === 'string') return;
    expect(preferredIn(file, 'toString')).toEqual({ careful: false, questions: {} });
    expect(preferredIn(file, '/a').careful).toBe(false);
  });

  it('with more questions than a line of the log takes are a problem', () => {
    const questions = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`q${index}`, 'never-ask']));
    expect(parsePreferences(JSON.stringify({ questions }), 'p')).toContain('more than 256');
  });
});
