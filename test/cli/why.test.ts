import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handle } from '../../src/hooks/handle.ts';
import { runDocket } from '../kit/hook-process.ts';
import {
  completes,
  greenRun,
  prompts,
  redRun,
  requests,
  type Scenario,
  scenario,
  stops,
  writes,
} from '../kit/scenario.ts';
import { deniedPast, deniedSession, ESC, lastOf, STEERING, widest } from './sessions.ts';

interface Explanation {
  readonly event: string;
  readonly gate: string;
  readonly decision: string;
  readonly [key: string]: unknown;
}

const why = (s: Scenario, ...args: readonly string[]) => runDocket(['why', ...args], s.project);
const whyJson = (s: Scenario, ...args: readonly string[]): Explanation => {
  const { stdout, stderr, status } = why(s, '--json', ...args);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout) as Explanation;
};

const requestOf = (s: Scenario, call: string) => {
  const event = s.events().find((candidate) => candidate.type === 'ToolRequested' && candidate.call === call);
  if (event === undefined) throw new Error(`no request ${call}`);
  return event;
};

describe('docket why --json', () => {
  it('explains the last deny in the shape that others rely on', async () => {
    const s = await deniedSession();
    const [result, failed] = [lastOf(s, 'TestRunFinished'), lastOf(s, 'ToolFailed')];
    expect(whyJson(s)).toEqual({
      event: requestOf(s, 'w2').id,
      position: expect.stringMatching(/^1:\d+$/),
      gate: 'test-gate',
      rule: 'test-gate/tests-fail',
      decision: 'deny',
      mode: 'enforce',
      reason: expect.stringContaining('The tests fail (1 failure, npm test'),
      policy: { preset: 'strict', fingerprint: expect.any(String) },
      conditions: [
        {
          name: 'tests-do-not-fail',
          holds: false,
          actual: { status: 'fail', failures: 1, runner: 'npm test' },
          because: [result.id, failed.id],
          remedy: 'Fix the failure (test files are never gated) and run the tests again.',
        },
      ],
      limits: [expect.objectContaining({ name: 'warned-before', holds: true, actual: 1 })],
      undone: [],
      opens: [{ todo: ['run the tests, and they pass'], decision: 'pass' }],
      opensAll: [{ todo: ['run the tests, and they pass'], decision: 'none' }],
      unseen: [],
      answered: true,
      hypothetical: false,
      unknown: [],
    });
  });

  it('takes the id of an event, of its ruling, and of a call', async () => {
    const s = await deniedSession();
    const { id } = requestOf(s, 'w1');
    const ruling = s.events().find(({ type, cause }) => type === 'GatesRuled' && cause === id);
    const expected = expect.objectContaining({ event: id, gate: 'test-gate', decision: 'advise' });
    for (const args of [[id], [ruling?.id ?? ''], ['--call', 'w1']])
      expect(whyJson(s, ...args), args[0]).toEqual(expected);
  });

  it('--all gives every verdict of the ruling, in gate order', async () => {
    const s = await deniedSession();
    const { stdout } = why(s, '--all', '--json');
    const all = JSON.parse(stdout) as Explanation[];
    expect(all.map(({ gate, decision }) => [gate, decision])).toEqual([
      ['branch-guard', 'pass'],
      ['test-gate', 'deny'],
    ]);
  });

  it('explains a pass when it is asked for', async () => {
    const s = await deniedSession();
    await s.given(...greenRun(), writes('src/b.ts', { tool_use_id: 'open' }));
    expect(whyJson(s, '--call', 'open')).toMatchObject({ decision: 'pass', opens: [], answered: null });
    expect(whyJson(s)).toMatchObject({ event: requestOf(s, 'w2').id, decision: 'deny' });
  });

  it('prefers the verdict that was answered to a stronger one that was only logged', async () => {
    const gates = { 'branch-guard': { mode: 'monitor' } };
    const s = scenario({ branch: 'main', policy: { preset: 'strict', gates } });
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts', { tool_use_id: 'w' }));
    expect(whyJson(s, '--call', 'w')).toMatchObject({ gate: 'test-gate', decision: 'advise', mode: 'enforce' });
    expect(whyJson(s)).toMatchObject({ gate: 'test-gate', decision: 'advise' });
  });
});

describe('the ruling that docket why explains without an id', () => {
  const denied = (session_id: string, call: string, cwd?: string) => [
    prompts('go', { session_id, ...(cwd === undefined ? {} : { cwd }) }),
    requests(
      'Bash',
      { command: 'git push --force origin main' },
      { session_id, tool_use_id: call, ...(cwd === undefined ? {} : { cwd }) },
    ),
  ];
  const ends = (session_id: string) => ({ hook_event_name: 'SessionEnd', reason: 'other', session_id });
  const eventOf = (s: Scenario, ...args: readonly string[]) => whyJson(s, ...args).event;

  it('is of a session that is still live', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...denied('live', 'a'), ...denied('over', 'b'), ends('over'));
    expect(eventOf(s)).toBe(requestOf(s, 'a').id);
    await s.given(ends('live'));
    expect(eventOf(s)).toBe(requestOf(s, 'b').id);
  });

  it('is of this worktree, where it has any', async () => {
    const s = scenario({ preset: 'strict' });
    s.write('other/.git/HEAD', 'ref: refs/heads/main\n');
    await s.given(...denied('here', 'a'), ...denied('there', 'b', join(s.project, 'other')));
    expect(eventOf(s)).toBe(requestOf(s, 'a').id);

    const t = scenario({ preset: 'strict' });
    t.write('other/.git/HEAD', 'ref: refs/heads/main\n');
    await t.given(prompts('go'), ...denied('there', 'b', join(t.project, 'other')));
    expect(eventOf(t)).toBe(requestOf(t, 'b').id);
  });

  it('is of the session that was asked for', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...denied('alpha', 'a'), ...denied('beta', 'b'));
    expect(eventOf(s, '--session', 'alp')).toBe(requestOf(s, 'a').id);
    expect(why(s, '--session', 'gamma')).toMatchObject({ stdout: '', status: 1 });
  });

  it('is what a monitored gate would have said, when nothing was answered', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(...denied('s1', 'a'));
    expect(whyJson(s)).toMatchObject({ decision: 'deny', mode: 'monitor', answered: null });
    expect(why(s).stdout).toMatch(/^guard would have denied Bash git push --force origin main$/m);
    expect(why(s).stdout).toContain('monitor mode: this was logged, and nothing was answered');
  });

  it('is the first one of an event that was delivered twice', async () => {
    const s = scenario({ preset: 'strict' });
    const [prompt, push] = denied('s1', 'a');
    if (prompt === undefined || push === undefined) throw new Error('no push');
    await s.given(prompt, push, push);
    const rulings = s.events().filter(({ type }) => type === 'GatesRuled');
    const requests = s.events().filter(({ type }) => type === 'ToolRequested');
    expect([rulings.length, requests.length]).toEqual([2, 2]);
    expect(eventOf(s)).toBe(requests[0]?.id);
    expect(eventOf(s, requests[1]?.id ?? '')).toBe(requests[0]?.id);
  });
});

describe('docket why', () => {
  it('reads from the verdict back to the prompt', async () => {
    const s = await deniedSession();
    expect(why(s).stdout).toBe(`test-gate denied Write src/b.ts
  rule test-gate/tests-fail · preset strict · 2026-01-01 12:00:16 UTC
  ToolRequested e17 at ${whyJson(s)['position']}

  The tests fail (1 failure, npm test at 2026-01-01 12:00:10 UTC), and this
  would write more source code.

✗ tests-do-not-fail  status: fail, failures: 1, runner: npm test
    set by  TestRunFinished    npm test: fail (1 failed), node…  12:00:10 e11
      from  ToolFailed         Bash npm test                     12:00:09 e10
      from  ToolRequested      Bash npm test                     12:00:05 e6
      from  PromptSubmitted    "add a discount"                  12:00:00 e1
    → Fix the failure (test files are never gated) and run the tests again.
· warned-before  1
    set by  AnswerSent         advise test-gate/tests-fail       12:00:15 e16
      from  GatesRuled         advise test-gate:advise branch-…  12:00:14 e15
      from  ToolRequested      Write src/a.ts                    12:00:11 e12
      from  PromptSubmitted    "add a discount"                  12:00:00 e1

Opens: run the tests, and they pass
`);
  });

  it('says of a command where its paths lead, and its remedy once', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('clean up'), requests('Bash', { command: 'rm -rf .worktrees/batch' }));
    const { stdout } = why(s);
    expect(stdout).toMatch(/^ {4}set by {2}PathsObserved +\.worktrees\/batch: worktree +12:/m);
    expect(stdout.match(/Use git worktree remove/g)).toHaveLength(1);
    expect(stdout).toMatch(/^Opens: the remedy \(→\)$/m);
  });

  it('of a permission has nothing to open', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(requests('Bash', { command: 'git status' }, { tool_use_id: 'a1' }));
    const { stdout } = why(s, '--call', 'a1');
    expect(stdout).toContain('auto-review allowed Bash git status');
    expect(stdout).not.toContain('opened it');
  });

  it('--all separates the gates', async () => {
    const s = await deniedSession();
    const { stdout } = why(s, '--all');
    expect(stdout).toMatch(/^branch-guard passed Write src\/b\.ts$/m);
    expect(stdout).toMatch(/^test-gate denied Write src\/b\.ts$/m);
    expect(stdout).toMatch(/^─+$/m);
  });

  it('shows what was undone, by which events', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...greenRun(), ...redRun(), writes('src/a.ts'), writes('src/b.ts'));
    expect(why(s).stdout).toMatch(
      /^Undone: tests-do-not-fail held \(status: pass, failures: 0, runner: npm test\)\n {5}since {2}TestRunFinished +npm test: pass.*\n {5}until {2}TestRunFinished +npm test: fail/m,
    );
  });

  it('shows what keeps a gate from firing', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), stops(), stops({ stop_hook_active: true }));
    const { stdout } = why(s, lastOf(s, 'TurnEnded').id);
    expect(stdout).toMatch(/^stop-guard passed the end of the turn: "That is how it stands now\."$/m);
    expect(stdout).toMatch(/^⊘ tools-ran-since-the-last-block {2}0$/m);
  });

  it('says that a question was a deny where nobody could answer', async () => {
    const s = scenario({
      preset: 'strict',
      env: { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
    });
    await s.given(prompts('go'), requests('Bash', { command: 'git push "origin' }));
    const { stdout } = why(s);
    expect(stdout).toMatch(/^guard asked about Bash git push "origin$/m);
    expect(stdout).toContain('Nobody could answer (the session is headless), so it was denied.');
  });

  it('names the other rules that stopped the same, since what opens one opens nothing yet', async () => {
    const s = await deniedSession();
    await s.given(completes('Write', { file_path: 'src/a.ts' }, {}), stops());
    const also = 'stop-guard/code-unreviewed, stop-guard/precommit-missing stopped it as well: docket why --all';
    const flat = (text: string) => text.replace(/\n/g, ' ');
    expect(flat(why(s).stdout)).toContain(`${also} ${lastOf(s, 'GatesRuled').id}`);
    expect(flat(why(s, '--all').stdout)).not.toContain('as well');
    expect(flat(why(s, '--call', 'w2').stdout)).not.toContain('as well');
  });

  it('says when the answer never reached the host', async () => {
    const s = await deniedSession();
    const payload = { session_id: 's1', cwd: s.project, ...writes('src/c.ts') };
    await handle(Buffer.from(JSON.stringify(payload)), s.deps);
    expect(why(s).stdout).toContain('The answer never reached the host');
  });

  it('names the remedy where nothing that follows could open it', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), requests('Bash', { command: 42 }));
    const { stdout } = why(s);
    expect(stdout).toContain('→ Send the command as text.');
    expect(stdout).toContain('Nothing that could happen next changes the verdict on this call');
  });

  it('keeps within 80 columns and away from the terminal, whatever the host sent', async () => {
    const prompt = `${ESC}]0;title\u0007 \u202e${'漢字🚀'.repeat(60)}`;
    const s = await deniedSession({ agent_type: `${ESC}[31m${'x'.repeat(90)}`, session_id: `${ESC}[2J` }, prompt);
    const path = `src/${ESC}[1A\r${'very-long-name'.repeat(20)}.ts`;
    await s.given(
      requests('Write', { file_path: path, content: '' }, { session_id: `${ESC}[2J`, tool_use_id: 'evil' }),
    );
    const t = scenario({ preset: 'strict', branch: 'main' });
    await t.given(prompts(prompt), requests('Write', { file_path: path, content: '' }, { agent_id: `a${ESC}[0m` }));
    for (const { stdout } of [why(s), why(s, '--all', '--call', 'evil'), why(t), why(t, '--all')]) {
      expect(stdout).toContain('very-long-name');
      expect(stdout).not.toMatch(STEERING);
      expect(widest(stdout)).toBeLessThanOrEqual(80);
    }
  });

  it('colours only where that is wanted, and lets no other escape through', async () => {
    const s = await deniedSession({}, `${ESC}[2J`);
    const coloured = runDocket(['why'], s.project, { env: { FORCE_COLOR: '1' } }).stdout;
    expect(coloured).toContain(`${ESC}[1m`);
    expect(coloured.replaceAll(new RegExp(`${ESC}\\[\\d+m`, 'g'), '')).toBe(why(s).stdout);
    expect(runDocket(['why'], s.project, { env: { FORCE_COLOR: '1', NO_COLOR: '1' } }).stdout).toBe(why(s).stdout);
  });
});

describe('docket why with nothing to explain', () => {
  it('says so, and how to see what was judged', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), writes('src/a.ts', { tool_use_id: 'w' }));
    const { stdout, stderr, status } = why(s);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toContain('No gate denied, asked or rewrote anything yet.');
    expect(stderr).toContain('docket log --type GatesRuled');
  });

  it.each([
    [['nonsense'], 'There is no event nonsense in the log'],
    [['--call', 'nonsense'], 'There is no call nonsense in the log'],
    [['e1'], 'No rule had anything to say about event e1'],
    [['--call', 'doc'], 'No rule had anything to say'],
  ])('%j ends with 1', async (args, message) => {
    const s = await deniedSession();
    await s.given(writes('README.md', { tool_use_id: 'doc' }));
    const { stdout, stderr, status } = why(s, ...args);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toContain(message);
  });

  it('takes no id beside --call', async () => {
    const s = await deniedSession();
    const { stderr, status } = why(s, 'e1', '--call', 'w1');
    expect(status).toBe(2);
    expect(stderr).toContain('Give an event id or --call, not both.');
  });
});

describe('the beginning of an id', () => {
  const named = async (...ids: readonly string[]): Promise<Scenario> => {
    let made = 0;
    const s = scenario({ preset: 'strict', deps: { newId: () => ids[made++] ?? `other-${made}` } });
    await s.given(...deniedPast());
    return s;
  };

  it('of six characters is enough when no other id begins so', async () => {
    const s = scenario({ preset: 'strict', deps: { newId: counter('event') } });
    await s.given(...deniedPast());
    const { id } = requestOf(s, 'w2');
    expect(id.length).toBeGreaterThan(8);
    expect(whyJson(s, id.slice(0, 8)).event).toBe(id);
    expect(why(s, id.slice(0, 5)).status).toBe(1);
  });

  it('is misuse when several ids begin so, unless one of them is just that', async () => {
    const s = await named('first-event', 'first-event-2');
    const { stderr, status } = why(s, 'first-');
    expect(status).toBe(2);
    expect(stderr).toContain('Several ids begin with first-: first-event, first-event-2.');
    expect(why(s, 'first-event')).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(
        /^docket: No rule had anything to say about event first-event \(\w+.*docket why-not/,
      ),
    });
  });
});

/** Ids that differ in their beginnings, as random ones do. */
const counter = (word: string): (() => string) => {
  let made = 0;
  return () => `${String(++made).padStart(6, '0')}-${word}`;
};
