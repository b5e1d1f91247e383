import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Postmortem } from '../../src/audit/postmortem/model.ts';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, requests, scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedPast, deniedSession, filesIn, STEERING } from './sessions.ts';

const TRANSCRIPTS = join(import.meta.dirname, '..', '..', 'fixtures', 'client-transcripts');
const transcript = (name: string): string => join(TRANSCRIPTS, `${name}.jsonl`);
const madeBy = (stdout: string): Postmortem => JSON.parse(stdout) as Postmortem;

describe('docket postmortem', () => {
  it('writes Markdown of the newest session, in which the first eighty lines say what matters', async () => {
    const s = await deniedSession();
    const { stdout, stderr, status } = runDocket(['postmortem'], s.project);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const skim = stdout.split('\n').slice(0, 80).join('\n');
    for (const words of [
      'asked: "add a discount"',
      'Gates denied 1 (test-gate/tests-fail)',
      '### What was allowed that should not have been?',
      '### Who said so?',
      '### Can this record be trusted?',
      '| `test-gate/tests-fail` | denied | 1 |',
      '- **tests**: The tests failed with 1 failure',
      '## Causes',
      '## Actions',
    ]) {
      expect(skim).toContain(words);
    }
    expect(stdout.match(/^## .+$/gm)).toEqual(
      [
        ...['What happened', 'What a reviewer asks', 'Gates', 'Evidence at the end', 'Causes', 'Actions'],
        ...['Denied, and it ran all the same', 'Waivers', 'People', 'What is not known', 'Files', 'Commands'],
        ...['Why gates fired', 'Timeline', 'Integrity', 'Policy', 'Redacted'],
      ].map((heading) => `## ${heading}`),
    );
    expect(stdout).not.toMatch(STEERING);
  });

  it('takes the session whose id begins so, and is the same as data', async () => {
    const s = scenario({ preset: 'strict' });
    for (const session_id of ['aaa', 'bbb']) {
      await s.given(...deniedPast({ session_id, tool_use_id: undefined }, `work of ${session_id}`));
    }
    const made = madeBy(runDocket(['postmortem', 'aa', '--format', 'json'], s.project).stdout);
    expect(made.session.id).toBe('aaa');
    expect(made.turns.map(({ prompt }) => prompt)).toContain('work of aaa');
    expect(JSON.stringify(made)).not.toContain('work of bbb');
  });

  it('writes a file that is there only when it is whole, in the format that its ending means', async () => {
    const s = await deniedSession();
    expect(runDocket(['postmortem', '-o', 'out.json'], s.project)).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(madeBy(readFileSync(join(s.project, 'out.json'), 'utf8')).session.id).toBe('s1');
    writeFileSync(join(s.project, 'mine.md'), 'mine');
    const { status, stderr } = runDocket(['postmortem', '-o', 'mine.md'], s.project);
    expect({ status, says: stderr.includes('--force writes over it') }).toEqual({ status: 2, says: true });
    expect(readFileSync(join(s.project, 'mine.md'), 'utf8')).toBe('mine');
    expect(runDocket(['postmortem', '-o', 'mine.md', '--force'], s.project).status).toBe(0);
    expect(readFileSync(join(s.project, 'mine.md'), 'utf8')).toMatch(/^# Postmortem of a session in /);
  });

  it("says of a transcript what today's gates would have said, and leaves nothing behind", () => {
    const here = tempProject();
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('docket-replay-'));
    const before = left();
    const { stdout, stderr, status } = runDocket(
      ['postmortem', transcript('edit-test-review-commit'), '--format', 'json'],
      here.path,
    );
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const { session, firings, answers, unknown, summary } = madeBy(stdout);
    expect(session).toMatchObject({ isImported: true, isLive: false, hostVersion: '2.1.332', kind: 'headless' });
    expect(firings.length).toBeGreaterThan(3);
    expect(firings.every(({ hypothetical, ruling }) => hypothetical && ruling === '')).toBe(true);
    expect(answers.allowed.find(({ rule }) => rule === 'guard/commit-unproven')).toMatchObject({
      kind: 'hypothetical',
      by: "nobody: docket was not there, and today's policy would only have watched",
    });
    expect(answers.trust.answer).toBe('partly');
    expect(unknown[0]).toMatchObject({ kind: 'imported' });
    expect(summary[2]).toMatch(/^Under today's policy \(preset observe\) gates would have denied/);
    expect(left()).toEqual(before);
    expect(filesIn(here.path)).toEqual({});
  });

  it('judges a transcript under the policy of the project it is called in', () => {
    const here = tempProject();
    here.write('docket.config.json', '{"preset": "strict"}');
    const { stdout } = runDocket(['postmortem', transcript('headless-permissions'), '--format', 'json'], here.path);
    const { policies, firings } = madeBy(stdout);
    expect(policies).toMatchObject([{ preset: 'strict', fingerprint: 'today' }]);
    expect(firings.find(({ rule }) => rule === 'guard/run-download')).toMatchObject({
      decision: 'deny',
      mode: 'enforce',
    });
  });

  it('is shared without what --redact names, and says so', async () => {
    const s = await deniedSession();
    const { stdout } = runDocket(['postmortem', '--redact', 'prompts', 'paths'], s.project);
    expect(stdout).toContain('**Taken out before it was shared:** paths, prompts.');
    expect(stdout).not.toMatch(/add a discount|src\/[ab]\.ts/);
    expect(stdout).toContain('npm test');
  });

  it.each([
    [['postmortem', 'nobody'], 1, 'No session begins with "nobody"'],
    [['postmortem', 'no/such.jsonl'], 1, 'There is no'],
    [['postmortem', '--format', 'xml'], 2, 'not as xml'],
    [['postmortem', '--redact', 'colours'], 2, 'There is no level colours'],
  ])('refuses %j and says what to do', async (args, code, says) => {
    const s = await deniedSession();
    const { status, stdout, stderr } = runDocket(args, s.project);
    expect({ status, stdout }).toEqual({ status: code, stdout: '' });
    expect(stderr).toContain(says);
  });

  it('says what to do where there is no log', () => {
    const { status, stderr } = runDocket(['postmortem'], tempProject().path);
    expect(status).toBe(1);
    expect(stderr).toContain('docket init');
  });
});

describe('docket export --format md', () => {
  it('writes a postmortem of each session of which something was chosen', async () => {
    const s = scenario();
    for (const session_id of ['aaa', 'bbb', 'ccc']) {
      await s.given(
        { ...prompts(`work of ${session_id}`), session_id },
        { ...requests('Bash', { command: 'ls' }), session_id, tool_use_id: session_id },
      );
    }
    const exported = (...args: readonly string[]): string[] =>
      runDocket(['export', ...args, '--format', 'md', '-o', '-'], s.project).stdout.match(/work of ...(?=")/g) ?? [];
    expect(exported('--all')).toEqual(['work of aaa', 'work of bbb', 'work of ccc']);
    expect(exported('--session', 'b')).toEqual(['work of bbb']);
    expect(exported('--last', '1')).toEqual(['work of ccc']);
    const redacted = runDocket(['export', '--session', 'b', '--redact', 'all', '--format', 'md', '-o', '-'], s.project);
    expect(redacted.stdout).toMatch(/^# Postmortem of a session in `project`\n\nSession `session-\d+`/);
    expect(redacted.stdout).not.toMatch(/work of|bbb/);
  });
});
