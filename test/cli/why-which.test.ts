import { describe, expect, it } from 'vitest';
import { intervalAt } from '../../src/cli/interval.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { handle } from '../../src/hooks/handle.ts';
import { envelope } from '../kit/envelope.ts';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, redRun, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { asks, importInto, result, said, writeTranscript } from '../kit/transcripts.ts';
import { folderOf } from '../replay/read-log.ts';
import { deniedSession, lastOf, widest } from './sessions.ts';

const why = (s: Scenario, ...args: readonly string[]) => runDocket(['why', ...args], s.project);
const whyJson = (s: Scenario, ...args: readonly string[]): Record<string, unknown> => {
  const { stdout, stderr, status } = why(s, '--json', ...args);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('docket why, which ruling', () => {
  it('--at takes the time of what was judged, as docket shows it, of its ruling, and the minute of both', async () => {
    const s = await deniedSession();
    const event = s.events().find(({ type, call }) => type === 'ToolRequested' && call === 'w1');
    const [second, minute, whole] = [event?.at.slice(11, 19), event?.at.slice(11, 16), event?.at.slice(0, 19)];
    const expected = expect.objectContaining({ event: event?.id, decision: 'advise' });
    expect(whyJson(s, '--at', second ?? '')).toEqual(expected);
    expect(whyJson(s, '--at', whole ?? '')).toEqual(expected);
    expect(whyJson(s, '--at', `${whole?.replace('T', ' ')} UTC`)).toEqual(expected);
    // Of all in that minute what was answered strongest and last.
    expect(whyJson(s, '--at', minute ?? '')).toMatchObject({ decision: 'deny' });
    const { stderr, status } = why(s, '--at', '03:33');
    expect({ stderr, status }).toMatchObject({ status: 1, stderr: expect.stringContaining('no ruling that fits') });
  });

  it('--since and --until take what all filters take', async () => {
    const s = await deniedSession();
    const at = (call: string) => s.events().find((event) => event.type === 'ToolRequested' && event.call === call);
    expect(whyJson(s, '--until', at('w1')?.at ?? '')).toMatchObject({ event: at('w1')?.id });
    expect(whyJson(s, '--since', at('w2')?.at ?? '')).toMatchObject({ event: at('w2')?.id });
    expect(why(s, '--since', '2031-01-01T00:00:00Z').status).toBe(1);
  });

  it('--gate takes the last ruling in which the gate said something, and its verdict of a given event', async () => {
    const s = await deniedSession();
    const event = s.events().find(({ type, call }) => type === 'ToolRequested' && call === 'w2');
    expect(whyJson(s, '--gate', 'branch-guard')).toMatchObject({
      gate: 'branch-guard',
      decision: 'pass',
      event: event?.id,
    });
    expect(whyJson(s, '--gate', 'test-gate', '--call', 'w1')).toMatchObject({ gate: 'test-gate', decision: 'advise' });
    const silent = why(s, '--gate', 'guard', '--call', 'w1');
    expect(silent).toMatchObject({ status: 1, stderr: expect.stringContaining('docket why-not guard') });
    expect(why(s, '--gate', 'tset-gate')).toMatchObject({
      status: 2,
      stderr: 'docket: There is no gate or rule tset-gate. Did you mean test-gate?\n',
    });
    expect(why(s, '--gate', 'guard/rm-root').status).toBe(2);
  });

  it('--last-deny passes over what was only asked or warned about', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(
      prompts('go'),
      requests('Bash', { command: 'git push --force origin main' }, { tool_use_id: 'denied' }),
      requests('Bash', { command: 'git push --force origin "$BRANCH"' }, { tool_use_id: 'asked' }),
    );
    expect(whyJson(s)).toMatchObject({ decision: 'ask' });
    expect(whyJson(s, '--last-deny')).toMatchObject({ decision: 'deny', rule: 'guard/force-push-protected' });
  });

  it.each([
    [['--at', '25:00'], '--at takes a time like 14:02'],
    [['--at', 'yesterday'], '--at takes a time like 14:02'],
    [['--at', '14:02', '--since', '2h'], 'Give --at, or --since and --until.'],
    [['e1', '--last-deny'], 'says already which ruling is meant'],
    [['--call', 'w1', '--at', '14:02'], 'says already which ruling is meant'],
    [['--since', 'x'], '--since takes a time'],
  ])('%j is misuse', async (args, message) => {
    const s = await deniedSession();
    expect(why(s, ...args)).toMatchObject({ stdout: '', status: 2, stderr: expect.stringContaining(message) });
  });
});

describe('a time', () => {
  it.each([
    ['2026-01-31T14:02', '2026-01-31T14:02:00.000Z', 60_000],
    ['2026-01-31 14:02:11 UTC', '2026-01-31T14:02:11.000Z', 1000],
    ['2026-01-31T14:02:11.250Z', '2026-01-31T14:02:11.250Z', 1],
    ['2026-01-31T14:02+02:00', '2026-01-31T12:02:00.000Z', 60_000],
  ])('%s is as long as it is exact', (text, from, length) => {
    const begin = Date.parse(from);
    expect(intervalAt(text)).toEqual({ from: begin, to: begin + length - 1 });
  });
});

describe('docket why, where nobody ruled', () => {
  const killed = async (): Promise<Scenario> => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), writes('README.md'));
    const payload = {
      session_id: 's1',
      cwd: s.project,
      ...requests('Bash', { command: 'git push --force origin main' }),
    };
    void handle(Buffer.from(JSON.stringify(payload)), { ...s.deps, understand: () => new Promise(() => {}) });
    return s;
  };

  it("shows what today's gates would have said, and names what was never recorded", async () => {
    const s = await killed();
    const { id } = lastOf(s, 'ToolRequested');
    const found = whyJson(s, id, '--gate', 'guard');
    expect(found).toMatchObject({
      event: id,
      gate: 'guard',
      hypothetical: true,
      answered: null,
      policy: { preset: 'strict' },
      unknown: expect.arrayContaining(['command']),
    });
    const { stdout } = why(s, id, '--gate', 'guard');
    expect(stdout).toMatch(/^guard would have passed Bash git push --force origin main$/m);
    const flat = stdout.replace(/\n\s*/g, ' ');
    expect(flat).toContain(
      "Hypothetical: no gate ruled on this event. This is what today's gates say, under the policy that was in force then.",
    );
    expect(flat).toContain('(unknown: command');
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it("judges an imported session under today's policy", async () => {
    const s = scenario({ policy: { preset: 'strict', gates: {} } });
    const writer = openLogWriter(folderOf(s));
    const more = { stream: 'old', worktree: s.project, provenance: 'import' as const };
    const call = { tool_name: 'Write', tool_input: { file_path: `${s.project}/src/a.ts` } };
    writer.append([
      JSON.stringify(envelope('p1', 'PromptSubmitted', { ...more, data: { prompt: 'go' } })),
      JSON.stringify(envelope('w1', 'ToolRequested', { ...more, call: 'c1', data: call })),
      JSON.stringify(envelope('t1', 'TurnEnded', { ...more, data: { stop_hook_active: false } })),
    ]);
    writer.close();
    const all = JSON.parse(why(s, '--all', '--json', '--call', 'c1').stdout) as Record<string, unknown>[];
    expect(all.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['branch-guard/unknown', 'test-gate/unknown']));
    for (const one of all)
      expect(one).toMatchObject({ hypothetical: true, policy: { preset: 'strict', fingerprint: 'today' } });
    const { stdout } = why(s, '--call', 'c1');
    expect(stdout.replace(/\n\s*/g, ' ')).toContain(
      "docket was not there: this was imported. This is what today's gates say, under today's policy.",
    );
  });

  it('explains by what only a ruling leads to that ruling', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts'), writes('src/b.ts', { tool_use_id: 'w2' }));
    const answer = lastOf(s, 'AnswerSent');
    expect(whyJson(s, answer.id)).toMatchObject({ event: lastOf(s, 'ToolRequested').id, decision: 'deny' });
    expect(whyJson(s, answer.id.slice(0, 10))).toEqual(whyJson(s, answer.id));
  });

  it('says where all sessions were imported how to see what gates would have said', () => {
    const project = tempProject();
    const lines = [said('go'), asks('c1', 'Bash', { command: 'ls' }), result('c1', 'a')];
    importInto(project.path, writeTranscript(project.path, 's1.jsonl', lines));
    const { stderr, status } = runDocket(['why'], project.path);
    expect(status).toBe(1);
    expect(stderr).toContain("`docket replay SESSION` shows what today's gates would have said");
  });

  it('says of another delivery which one counts, and of a fact what it follows from', async () => {
    const s = scenario({ preset: 'strict' });
    const write = writes('src/a.ts');
    await s.given(prompts('go'), write);
    const first = lastOf(s, 'ToolRequested');
    // The second delivery was killed before it answered.
    const fact = lastOf(s, 'FileObserved');
    expect(why(s, fact.id)).toMatchObject({
      status: 1,
      stderr: `docket: No gate judges event ${fact.id}, a FileObserved of docket's own. It follows from ${first.id}: docket why ${first.id}\n`,
    });
    const writer = openLogWriter(folderOf(s));
    writer.append([JSON.stringify({ ...first, id: 'again' })]);
    writer.close();
    expect(why(s, 'again')).toMatchObject({
      status: 1,
      stderr: `docket: Event again is another delivery of ${first.id}, which counts: docket why ${first.id}\n`,
    });
  });

  it('shows what opens all that stopped a turn, in 80 columns', async () => {
    const s = scenario({ preset: 'strict' });
    const write = writes('src/a.ts');
    await s.given(prompts('go'), write, { ...write, hook_event_name: 'PostToolUse', tool_response: {} }, stops());
    const { stdout } = why(s, lastOf(s, 'TurnEnded').id);
    expect(stdout).toMatch(
      /^Opens all 2 that stopped it, together:\n {5}\+ review the code, and it passes\n {5}\+ run precommit, /m,
    );
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });
});
