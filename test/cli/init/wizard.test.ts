import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/cli/io.ts';
import { temporaryProject } from '../../hooks/install/project.ts';
import { widest } from '../sessions.ts';
import { init, LOCAL, SHARED } from './setup.ts';

describe('docket init at a terminal', () => {
  it('asks for whom, what, and whether to write, each choice with a line of what it means', async () => {
    const project = temporaryProject();
    const { code, questions } = await init(project, {}, { answers: ['', '', 'y'] });
    expect(code).toBe(0);
    expect(questions.map((question) => question.split('\n')[0])).toEqual([
      'Who is docket for?',
      'What should it do?',
      'Write this? [y/N] ',
    ]);
    for (const name of ['local', 'project', 'user']) expect(questions[0]).toMatch(new RegExp(`\\d ${name} +\\w.{10}`));
    for (const name of ['observe', 'standard', 'strict'])
      expect(questions[1]).toMatch(new RegExp(`\\d ${name} +\\w.{10}`));
    expect(widest(questions.join('\n'))).toBeLessThanOrEqual(80);
    expect(project.exists(LOCAL)).toBe(true);
    expect(JSON.parse(project.read('docket.config.json'))).toMatchObject({ preset: 'standard' });
  });

  it.each([
    [['2', '3', 'y'], SHARED, 'strict'],
    [['project', 'strict', 'y'], SHARED, 'strict'],
    [[' LOCAL ', '1', 'y'], LOCAL, 'observe'],
    [['x', '9', 'local', 'no idea', 'observe', 'y'], LOCAL, 'observe'],
  ])('takes names and numbers, and asks again: %j', async (answers, file, preset) => {
    const project = temporaryProject();
    expect((await init(project, {}, { answers })).code).toBe(0);
    expect(project.exists(file)).toBe(true);
    expect(JSON.parse(project.read('docket.config.json'))).toMatchObject({ preset });
  });

  it('shows what would change before the last question, and writes nothing on no', async () => {
    const project = temporaryProject();
    const { code, out } = await init(project, {}, { answers: ['local', 'strict', 'n'] });
    expect(code).toBe(1);
    expect(out).toContain('+++ .claude/settings.local.json');
    expect(out).toContain('+++ docket.config.json');
    expect(project.exists('.claude') || project.exists('docket.config.json')).toBe(false);
  });

  it('gives up after three answers that are none, and writes nothing', async () => {
    const project = temporaryProject();
    await expect(init(project, {}, { answers: ['a', 'b', 'c', 'local'] })).rejects.toThrow(UsageError);
    expect(project.exists('.claude')).toBe(false);
  });

  it('asks only for what no flag and no policy says', async () => {
    const project = temporaryProject();
    project.write('docket.config.json', '{"preset": "strict"}\n');
    const { questions } = await init(project, { scope: 'local' }, { answers: ['y'] });
    expect(questions).toEqual(['Write this? [y/N] ']);
    expect(project.read('docket.config.json')).toBe('{"preset": "strict"}\n');
    expect((await init(temporaryProject(), { yes: true }, { answers: [] })).questions).toEqual([]);
    expect((await init(temporaryProject(), { dryRun: true }, { answers: [] })).questions).toEqual([]);
  });

  it('offers to take shell hooks out only where there are some, and does not unless told to', async () => {
    const hooks = { Stop: [{ hooks: [{ type: 'command', command: '$HOME/.claude/hooks/surface.sh' }] }] };
    for (const [answer, isThere] of [
      ['y', false],
      ['', true],
    ] as const) {
      const project = temporaryProject();
      project.write(LOCAL, JSON.stringify({ hooks }));
      const { questions } = await init(project, { scope: 'local', preset: 'observe' }, { answers: [answer, 'y'] });
      expect(questions).toHaveLength(2);
      expect(questions[0]).toContain('There is a shell hook in that file');
      expect(widest(questions[0] ?? '')).toBeLessThanOrEqual(80);
      expect(project.read(LOCAL).includes('surface.sh')).toBe(isThere);
    }
  });
});
