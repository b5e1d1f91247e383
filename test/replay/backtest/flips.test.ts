import { describe, expect, it } from 'vitest';
import { handle } from '../../../src/hooks/handle.ts';
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
} from '../../kit/scenario.ts';
import { backtest, flipLines, linesOf, only, watching } from './backtests.ts';

const TESTS = 'test-gate/tests-fail';

const written = (path: string, call: string) => [
  writes(path, { tool_use_id: call }),
  completes('Write', { file_path: path, content: 'export {};\n' }, {}, { tool_use_id: call }),
];

const eventOf = (s: Scenario, call: string): string =>
  s.events().find(({ type, call: id }) => type === 'ToolRequested' && id === call)?.id ?? '?';

describe('a session that was only watched, under a policy that answers', () => {
  // Counted by hand: one warning, then denials, until the tests pass; a turn that ends on failing tests is held once.
  it('warns once, denies then, and holds the end of the turn', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'), ...written('src/b.ts', 'w2'));
    await s.given(...written('src/c.ts', 'w3'), stops(), stops({ last_assistant_message: 'Really.' }));
    await s.given(...greenRun(), ...written('src/d.ts', 'w4'));
    const report = backtest(s, only('test-gate', 'stop-guard'));
    expect(flipLines(report)).toEqual([
      `w1: none → advise | ${TESTS} pass → advise`,
      `w2: none → deny | ${TESTS} pass → deny`,
      `w3: none → deny | ${TESTS} pass → deny | uncertain`,
      expect.stringMatching(/^TurnEnded: none → deny \| .*stop-guard\/tests-fail pass → deny \| uncertain$/),
    ]);
    expect(report.counts).toMatchObject({ flips: 4, direct: 4, knockOn: 0, certain: 2, uncertain: 2 });
    expect(report.flips.map(({ since }) => since)).toEqual([null, null, eventOf(s, 'w2'), eventOf(s, 'w2')]);
    expect(report.sessionsToLookAt).toEqual([
      expect.objectContaining({
        session: 's1',
        flips: 4,
        since: expect.objectContaining({ event: eventOf(s, 'w2'), why: 'prevented' }),
      }),
    ]);
    expect(report.rules.find(({ rule }) => rule === TESTS)).toMatchObject({
      was: 0,
      now: 3,
      on: 3,
      off: 0,
      watchedBefore: 3,
    });
  });

  it('is the other way round when the answers are taken away', async () => {
    const s = scenario({ policy: only('test-gate') });
    await s.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'), writes('src/b.ts', { tool_use_id: 'w2' }));
    await s.given(writes('src/c.ts', { tool_use_id: 'w3' }));
    expect(flipLines(backtest(s, only()))).toEqual([
      `w1: advise → none | ${TESTS} advise → pass`,
      `w2: deny → none | ${TESTS} deny → pass`,
      `w3: deny → none | ${TESTS} deny → pass | uncertain`,
    ]);
  });
});

describe('a knock-on flip', () => {
  it('is one that the policy at that moment does not make, but what it made of the session before', async () => {
    const s = scenario({ policy: watching('test-gate') });
    await s.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'));
    s.write('docket.config.json', JSON.stringify(only('test-gate')));
    await s.given(...written('src/b.ts', 'w2'));
    expect(flipLines(backtest(s, only('test-gate')))).toEqual([
      `w1: none → advise | ${TESTS} pass → advise`,
      `w2: advise → deny | ${TESTS} advise → deny | knock-on`,
    ]);
  });

  it('is none where the warning would have been lost as well', async () => {
    const s = scenario({ policy: only('test-gate', 'branch-guard') });
    await s.given(prompts('go'), ...redRun());
    // The hook was killed as it wrote its answer.
    const payload = { session_id: 's1', cwd: s.project, ...writes('src/a.ts', { tool_use_id: 'w1' }) };
    await handle(Buffer.from(JSON.stringify(payload)), s.deps);
    await s.given(...written('src/b.ts', 'w2'));
    expect(s.events().filter(({ type }) => type === 'AnswerSent')).toHaveLength(1);
    expect(flipLines(backtest(s, only('test-gate')))).toEqual([]);
  });
});

describe('a hook that never came to judge', () => {
  it('is left as it was, and told apart from one that had nothing to say', async () => {
    const s = scenario({ policy: only('test-gate') });
    await s.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'), ...written('src/b.ts', 'w2'));
    const killed = linesOf(s).filter(
      ({ event: { type, cause, data } }) =>
        !((type === 'GatesRuled' && cause === eventOf(s, 'w1')) || data['event'] === eventOf(s, 'w1')),
    );
    const report = backtest(s, only('test-gate', 'branch-guard'), killed);
    expect(report.unruled).toBe(1);
    // Whoever was never warned is warned now.
    expect(flipLines(report)).toEqual([`w2: deny → advise | ${TESTS} deny → advise | gates`]);
    expect(report.counts).toMatchObject({ flips: 0, gates: 1 });
  });
});

describe('a hook that was killed where gates had no word to say', () => {
  it('was killed all the same', async () => {
    const s = scenario({ policy: watching('test-gate') });
    await s.given(prompts('go'), ...redRun(), writes('README.md', { tool_use_id: 'doc' }));
    const killed = linesOf(s).filter(({ event }) => event.type !== 'GatesRuled');
    expect(backtest(s, only('test-gate'), killed).unruled).toBe(1);
  });
});

describe('what nobody can know', () => {
  const push = (call: string) =>
    requests('Bash', { command: 'git push --force origin feature/x' }, { tool_use_id: call });
  const pushed = (call: string) =>
    completes('Bash', { command: 'git push --force origin feature/x' }, { stdout: '' }, { tool_use_id: call });
  const whyOf = (report: ReturnType<typeof backtest>) => report.sessionsToLookAt.map(({ since }) => since?.why ?? null);

  it('begins where a call would have been rewritten that ran', async () => {
    const s = scenario({ policy: watching('guard') });
    await s.given(prompts('go'), push('p1'), pushed('p1'));
    const report = backtest(s, only('guard'));
    expect(flipLines(report)).toEqual(['p1: none → rewrite | guard/force-push-lease pass → rewrite']);
    expect(whyOf(report)).toEqual(['rewritten']);
  });

  it('does not where it never ran', async () => {
    const s = scenario({ policy: watching('guard') });
    await s.given(prompts('go'), push('p1'));
    expect(whyOf(backtest(s, only('guard')))).toEqual([null]);
  });

  it('begins where a person would have been asked about a call that ran', async () => {
    const s = scenario({ policy: watching('guard') });
    const drop = { command: 'git stash drop' };
    await s.given(prompts('go'), requests('Bash', drop, { tool_use_id: 'd1' }));
    await s.given(completes('Bash', drop, { stdout: '' }, { tool_use_id: 'd1' }));
    const report = backtest(s, only('guard'));
    expect(flipLines(report)).toEqual(['d1: none → ask | guard/drop-stash pass → ask']);
    expect(whyOf(report)).toEqual(['asked']);
  });

  it('begins where a call would have run that was denied', async () => {
    const s = scenario({ policy: only('guard') });
    await s.given(prompts('go'), requests('Bash', { command: 'git reset --hard HEAD~1' }, { tool_use_id: 'r1' }));
    expect(whyOf(backtest(s, only()))).toEqual(['let-through']);
  });

  it('does not where it ran all the same', async () => {
    const s = scenario({ policy: only('guard') });
    const reset = { command: 'git reset --hard HEAD~1' };
    await s.given(prompts('go'), requests('Bash', reset, { tool_use_id: 'r1' }));
    await s.given(completes('Bash', reset, { stdout: '' }, { tool_use_id: 'r1' }));
    expect(whyOf(backtest(s, only()))).toEqual([null]);
  });

  it('begins where a turn would have ended, or gone on', async () => {
    const held = scenario({ policy: only('stop-guard') });
    await held.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'), stops());
    expect(whyOf(backtest(held, only()))).toEqual(['turn-ended']);
    const free = scenario({ policy: watching('stop-guard') });
    await free.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'), stops());
    expect(whyOf(backtest(free, only('stop-guard')))).toEqual(['turn-went-on']);
  });
});

describe('facts that nobody recorded', () => {
  it('make a guess of what a gate would have denied, which is no flip either', async () => {
    const s = scenario({ policy: only() });
    await s.given(prompts('go'), requests('Bash', { command: 'rm -rf /' }, { tool_use_id: 'r1' }));
    const report = backtest(s, only('guard'));
    expect(flipLines(report)).toEqual([]);
    expect(report.unknown).toEqual([
      { gate: 'guard', verdicts: 1, fired: 1, rules: ['guard/rm-unknown'], facts: ['paths'] },
    ]);
  });

  it('make no flip of a gate that was off, and are counted', async () => {
    const s = scenario({ policy: only() });
    const content = Array.from({ length: 80 }, (_, n) => `export const a${n} = ${n};`).join('\n');
    await s.given(prompts('go'), requests('Write', { file_path: 'src/long.ts', content }, { tool_use_id: 'w1' }));
    const report = backtest(s, only('doc-gate'));
    expect(report.counts).toMatchObject({ flips: 0, unknown: 0 });
    expect(report.unknown).toEqual([expect.objectContaining({ gate: 'doc-gate', verdicts: 1, fired: 0 })]);
  });

  it('leave open what follows where the gate could have stopped a call that ran', async () => {
    const s = scenario({ policy: only() });
    await s.given(prompts('go'), ...redRun(), ...written('src/a.ts', 'w1'), writes('src/b.ts', { tool_use_id: 'w2' }));
    const report = backtest(s, only('doc-gate', 'test-gate'));
    // Where a file lies is a fact that no gate had asked for.
    expect(report.unknown.map(({ gate }) => gate)).toEqual(['doc-gate', 'test-gate']);
    expect(report.flips).toEqual([]);
  });

  it('are told of a linter that only watched', async () => {
    const watched = { ...only(), gates: { ...(only()['gates'] as object), lint: { mode: 'monitor' } } };
    const s = scenario({ policy: watched });
    s.write('.eslintrc.json', '{}');
    await s.given(prompts('go'), ...written('src/a.js', 'w1'));
    expect(backtest(s, only('lint')).counts.flips).toBe(0);
  });
});

describe('what was passed by', () => {
  it('is a deny behind which the same was done another way', async () => {
    const s = scenario({ policy: only('guard') });
    const deny = { command: 'git reset --hard HEAD~1' };
    for (const n of [1, 2]) {
      await s.given(prompts(`go ${n}`), requests('Bash', deny, { tool_use_id: `r${n}` }));
      s.write('docket.config.json', JSON.stringify(only()));
      await s.given(requests('Bash', deny, { tool_use_id: `again${n}` }));
      await s.given(completes('Bash', deny, { stdout: '' }, { tool_use_id: `again${n}` }));
      s.write('docket.config.json', JSON.stringify(only('guard')));
    }
    expect(backtest(s, only('guard')).doubts).toEqual([
      { gate: 'guard', rule: 'guard/reset-hard', why: 'worked-around', count: 2 },
    ]);
  });

  it('is none where what was asked for was done first', async () => {
    const s = scenario({ policy: only('test-gate') });
    for (const n of [1, 2]) {
      await s.given(prompts(`go ${n}`), ...redRun(), ...written('src/a.ts', `w${n}`));
      await s.given(writes('src/b.ts', { tool_use_id: `x${n}` }), ...greenRun(), ...written('src/b.ts', `y${n}`));
    }
    expect(backtest(s, only('test-gate')).doubts).toEqual([]);
  });

  it('is a question that was always answered yes', async () => {
    const s = scenario({ policy: only('guard') });
    const ask = { command: 'git stash drop' };
    for (const n of [1, 2]) {
      await s.given(prompts(`go ${n}`), requests('Bash', ask, { tool_use_id: `d${n}` }));
      await s.given(completes('Bash', ask, { stdout: '' }, { tool_use_id: `d${n}` }));
    }
    const approved = { gate: 'guard', rule: 'guard/drop-stash', why: 'always-approved', count: 2 };
    expect(backtest(s, only('guard')).doubts).toEqual([approved]);
    await s.given(requests('Bash', ask, { tool_use_id: 'no' }));
    expect(backtest(s, only('guard')).doubts).toEqual([]);
  });

  it('is advice that nobody followed', async () => {
    const advises = {
      ...only(),
      gates: { ...(only()['gates'] as object), 'test-gate': { mode: 'enforce', atMost: 'advise' } },
    };
    const s = scenario({ policy: advises });
    for (const session_id of ['one', 'two']) {
      const own = [
        prompts('go'),
        ...redRun(),
        ...written('src/a.ts', `a-${session_id}`),
        ...written('src/b.ts', `b-${session_id}`),
      ];
      await s.given(...own.map((payload) => ({ ...payload, session_id })));
    }
    const ignored = { gate: 'test-gate', rule: TESTS, why: 'never-followed', count: 2 };
    expect(backtest(s, advises).doubts).toEqual([ignored]);
    const own = [...greenRun(), ...written('src/c.ts', 'c-one')];
    await s.given(...own.map((payload) => ({ ...payload, session_id: 'one' })));
    expect(backtest(s, advises).doubts).toEqual([]);
  });
});

describe('rules that never fire', () => {
  it('are those that are on and nothing in the log is about', async () => {
    const s = scenario({ policy: only('test-gate') });
    await s.given(prompts('go'), ...greenRun(), ...written('src/a.ts', 'w1'));
    expect(backtest(s, only('test-gate', 'branch-guard')).neverFire).toEqual(['branch-guard/protected-branch', TESTS]);
  });
});
