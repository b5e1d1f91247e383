import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { runDocket } from '../kit/hook-process.ts';
import { hookSession } from '../kit/hook-session.ts';
import { prompts, redRun, requests, type Scenario, scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { asks, importInto, result, said, writeTranscript } from '../kit/transcripts.ts';
import { deniedSession, filesIn, lastOf, segmentOf } from './sessions.ts';

const golden = (s: Pick<Scenario, 'project'>, ...args: string[]) => runDocket(['golden', ...args], s.project);

const eventsIn = (path: string): Envelope[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Envelope);

describe('docket golden', () => {
  it('writes a session to a file that checks by itself, and says how', async () => {
    const s = await deniedSession();
    const { stdout, stderr, status } = golden(s, 's1', '-o', 'goldens/tests-fail.ndjson');
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/session s1: \d+ events; \d+ rulings/);
    expect(stderr).toContain('docket check goldens/tests-fail.ndjson');
    const path = join(s.project, 'goldens', 'tests-fail.ndjson');
    expect(JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '')).toEqual({ golden: 1, session: 's1' });
    expect(runDocket(['check', path], s.project)).toMatchObject({ status: 0, stderr: '' });
  });

  it('records nothing of a session in which no gate ruled: there would be nothing to check', () => {
    const project = tempProject();
    const lines = [said('go'), asks('c1', 'Bash', { command: 'ls' }), result('c1', 'a')];
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', lines));
    const { stdout, stderr, status } = runDocket(['golden', 's1', '-o', 'x.ndjson'], project.path);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toContain('No gate ruled in session s1');
    expect(existsSync(join(project.path, 'x.ndjson'))).toBe(false);
  });

  it('replaces no file that is there unless it is told to', async () => {
    const s = await deniedSession();
    const path = s.write('mine.ndjson', 'mine');
    const refused = golden(s, 's1', '-o', 'mine.ndjson');
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toContain('--force');
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(golden(s, 's1', '-o', 'mine.ndjson', '--force').status).toBe(0);
    expect(eventsIn(path).length).toBeGreaterThan(10);
  });

  it('names neither the project nor the home of who recorded it, in any spelling, and decides the same', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'docket-home-')));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const s = scenario({ preset: 'strict', env: { HOME: home } });
    const transcript = `${home}/.claude/projects/${s.project.replace(/[^A-Za-z0-9]/g, '-')}/a.jsonl`;
    await s.given({ ...prompts(`look at ${s.project}/src/a.ts`), transcript_path: transcript });
    await s.given(requests('Bash', { command: `rm -rf ${s.project}/build ${home}` }));
    await s.given(
      requests('Write', { file_path: `${s.project}/src/a.ts`, content: `// ${s.project}2 is another one` }),
    );
    const out = runDocket(['golden', 's1', '-o', '-'], s.project, { env: { HOME: home } });
    expect(out.status).toBe(0);
    expect(out.stdout).not.toContain(home);
    expect(out.stdout).not.toContain(`${s.project}/`);
    expect(out.stdout).not.toContain(s.project.replace(/[^A-Za-z0-9]/g, '-'));
    expect(out.stdout).toContain('look at /project/src/a.ts');
    expect(out.stdout).toContain('/home/user/.claude/projects/-project/a.jsonl');
    // Another folder whose name only begins so is another one.
    expect(out.stdout).toContain(`// ${s.project}2 is another one`);
    s.write('golden.ndjson', out.stdout);
    expect(runDocket(['check', 'golden.ndjson'], s.project).status).toBe(0);
  });

  it('takes secrets out that the log still has, with the rules of today and of the project', async () => {
    const s = await deniedSession({}, 'the word is hollyhock');
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const prompt = lastOf(s, 'PromptSubmitted');
    const older = { ...prompt, id: 'older', call: null, data: { ...prompt.data, prompt: `use ${secret}` } };
    const writer = openLogWriter(logFolder(s.root, nodeLogFs));
    writer.append([JSON.stringify({ ...older, delivery: 'older' })]);
    writer.close();
    s.write(
      'docket.config.local.json',
      JSON.stringify({ redaction: { rules: [{ name: 'flower', pattern: 'hollyhock' }] } }),
    );
    const { stdout, stderr } = golden(s, 's1', '-o', '-');
    expect(readFileSync(segmentOf(s), 'utf8')).toContain(secret);
    expect(stdout).not.toContain(secret);
    expect(stdout).toContain('[redacted:github-token]');
    expect(stdout).not.toContain('hollyhock');
    expect(stderr).toContain('Redacted more than the log is: 2 events.');
  });

  it('has the events of others that the session saw, and no others', async () => {
    const s = scenario({ preset: 'strict' });
    const theirs = (payload: object) => ({ ...payload, session_id: 's2' });
    await s.given(theirs(prompts('before')), theirs(requests('Bash', { command: 'git status' })));
    await s.given(prompts('add a discount'), ...redRun(), requests('Write', { file_path: 'src/a.ts', content: '' }));
    await s.given(theirs(prompts('after')));
    expect(golden(s, 's1', '-o', 'g.ndjson').status).toBe(0);
    const others = eventsIn(join(s.project, 'g.ndjson')).filter(({ stream }) => stream === 's2');
    expect(others.map(({ type }) => type)).toEqual(['PromptSubmitted', 'PolicyLoaded']);
    expect(runDocket(['check', 'g.ndjson'], s.project).stdout).toContain('1 session');
  });

  it('records a session that the real hook judged in a repository', async () => {
    const s = hookSession();
    await s.prompt('Round the total');
    await s.edit('src/cart.js', 'export const total = 2;\n');
    await s.stop();
    await s.greenRun();
    await s.bash('git commit -am "Round the total"');
    await s.bash('git push --force origin main');
    const { status, stderr } = runDocket(['golden', '-o', 'g.ndjson'], s.path);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining('rulings') });
    expect(readFileSync(join(s.path, 'g.ndjson'), 'utf8')).not.toContain(s.path);
    expect(runDocket(['check', 'g.ndjson'], s.path)).toMatchObject({ status: 0, stderr: '' });
  });

  it('takes the place of no policy, no registration and no log, whatever leads there', async () => {
    const s = await deniedSession();
    symlinkSync(join(s.project, 'docket.config.json'), join(s.project, 'link.ndjson'));
    symlinkSync(s.root, join(s.project, 'folder'));
    mkdirSync(join(s.project, 'a.ndjson'));
    const before = filesIn(s.project);
    for (const path of [
      'docket.config.json',
      'link.ndjson',
      'a.ndjson',
      '.docket/log/000002.ndjson',
      'folder/new/x.ndjson',
    ]) {
      const { stdout, status } = golden(s, 's1', '-o', path, '--force');
      expect({ path, stdout, status }).toEqual({ path, stdout: '', status: 2 });
    }
    expect(filesIn(s.project)).toEqual(before);
  });

  it.each([
    [['s1'], 2, 'Say where to'],
    [['s1', '-o', '-', '--json'], 2, 'name one'],
    [['nobody', '-o', 'g.ndjson'], 1, 'No session begins with "nobody"'],
  ])('%j is told with what to do instead, and writes nothing', async (args, code, said) => {
    const s = await deniedSession();
    const before = Object.keys(filesIn(s.project)).filter((name) => !name.includes('.docket'));
    const { stdout, stderr, status } = golden(s, ...args);
    expect({ stdout, status }).toEqual({ stdout: '', status: code });
    expect(stderr).toContain(said);
    expect(existsSync(join(s.project, 'g.ndjson'))).toBe(false);
    expect(Object.keys(filesIn(s.project)).filter((name) => !name.includes('.docket'))).toEqual(before);
  });

  it('--json says what was written', async () => {
    const s = await deniedSession();
    const { stdout } = golden(s, 's1', '-o', 'g.ndjson', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      session: 's1',
      file: join(s.project, 'g.ndjson'),
      ok: true,
      others: 0,
      redacted: 0,
      leftOut: {},
      changed: [],
      checked: { differ: 0 },
    });
  });
});
