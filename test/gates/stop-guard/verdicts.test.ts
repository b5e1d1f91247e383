import { describe, expect, it } from 'vitest';
import { type Payload, prompts, redRun, scenario, stops } from '../../kit/scenario.ts';
import { type WorkSession, workingSession, workSession } from '../../kit/work-session.ts';
import { explanationOf } from '../../replay/read-log.ts';

// What a verdict says: what is missing, how anybody knows, and what would mend it.

const A = 'export const a = 1;\n';
const CODE = ['code-unreviewed', 'precommit-missing'];

const verdictOf = async (w: WorkSession, rule: string, more?: Payload) => {
  const { verdicts } = await w.stop(more);
  return verdicts.find((verdict) => verdict.rule === `stop-guard/${rule}`);
};

const idsOf = (w: WorkSession, type: string, about?: string): string[] =>
  w.scenario
    .events()
    .flatMap((event) =>
      event.type === type && (about === undefined || event.data['about'] === about) ? [event.id] : [],
    );

const lastOf = (ids: readonly string[]): string => ids.at(-1) ?? 'none';

describe('a turn that is held', () => {
  it('is told which files lack what, and by which events', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    const verdict = await verdictOf(w, 'code-unreviewed');
    const now = lastOf(idsOf(w, 'TreeObserved', 'now'));
    const because = [now, lastOf(idsOf(w, 'ToolCompleted')), lastOf(idsOf(w, 'TreeObserved', 'session'))];
    expect(verdict).toMatchObject({
      decision: 'deny',
      reason: 'Code changed (`src/a.ts`) and has no passing code review.',
      conditions: [
        {
          name: 'changed-code-is-reviewed',
          holds: false,
          actual: { status: 'missing', basis: 'tree', changed: ['src/a.ts'], how: 'written in this session' },
          because,
          remedy: 'Review it (/codex-review-fast) and mend what the review finds.',
        },
      ],
    });
    const [trigger] = idsOf(w, 'TurnEnded').slice(-1);
    expect(verdict?.limits.map(({ name, holds, actual, because: by }) => [name, holds, actual, by])).toEqual([
      ['the-reviewer-works', true, null, []],
      ['no-background-work', true, [], [trigger]],
      ['tools-ran-since-the-last-block', true, expect.any(Number), []],
      ['blocked-less-than-three-times-in-ten-minutes', true, 0, []],
      ['blocked-less-than-eight-times', true, 0, []],
    ]);
  });

  it('is told next what held it before', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.stop();
    const blocked = idsOf(w, 'AnswerSent').slice(-1);
    const again = await verdictOf(w, 'code-unreviewed');
    expect(again).toMatchObject({ decision: 'pass' });
    expect(again?.limits.slice(-3)).toMatchObject([
      { holds: false, actual: 0, because: blocked },
      { holds: true, actual: 1, because: blocked },
      { holds: true, actual: 1, because: blocked },
    ]);
  });

  it('is told that its review is of older code', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('code');
    await w.edits('app/src/a.ts', `${A}${A}`);
    expect((await verdictOf(w, 'code-unreviewed'))?.reason).toBe(
      'Code changed (`src/a.ts`) and has no passing code review: it changed after the last one.',
    );
  });

  it('is told of the last ten files and the last three writes', async () => {
    const w = await workingSession();
    const names = Array.from({ length: 12 }, (_, index) => `src/f${10 + index}.ts`);
    for (const name of names) await w.edits(`app/${name}`, A);
    const verdict = await verdictOf(w, 'precommit-missing');
    expect(verdict?.conditions[0]?.actual).toMatchObject({ changed: names.slice(2) });
    const writes = idsOf(w, 'ToolCompleted');
    expect(verdict?.because.filter((id) => writes.includes(id))).toEqual(writes.slice(-3));
  });

  it('is told what each of its tests came to', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const { verdicts } = await s.when(stops());
    const verdict = verdicts.find(({ rule }) => rule === 'stop-guard/tests-fail');
    expect(verdict?.reason).toMatch(/^The tests fail \(1 failure, .*\), so the turn is not finished\.$/);
    expect(explanationOf(s, 'stop-guard/tests-fail').opens).toEqual([
      { todo: ['run the tests, and they pass'], decision: 'pass' },
    ]);
  });

  it.each<[string, string, string]>([
    ['app/src/a.ts', 'code-unreviewed', 'review the code, and it passes'],
    ['app/src/a.ts', 'precommit-missing', 'run precommit, and it passes'],
    ['app/docs/a.md', 'docs-unreviewed', 'review the documents, and they pass'],
  ])('is told what opens it, with git and without: %s, %s', async (name, rule, todo) => {
    const w = await workingSession();
    await w.edits(name, A);
    await w.stop();
    expect(explanationOf(w.scenario, `stop-guard/${rule}`).opens).toEqual([{ todo: [todo], decision: 'pass' }]);
    w.breakGit();
    await w.edits(name, `${A}${A}`);
    await w.stop();
    expect(explanationOf(w.scenario, `stop-guard/${rule}`).opens).toEqual([{ todo: [todo], decision: 'pass' }]);
  });
});

describe('a turn that owes nothing', () => {
  it('says why: by what was written, and the looks at the content', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.edits('app/src/a.ts', 'export {};\n');
    const { verdicts } = await w.stop();
    const looks = [idsOf(w, 'TreeObserved', 'session'), idsOf(w, 'TreeObserved', 'now')].map(lastOf);
    const own = verdicts.find(({ gate }) => gate === 'stop-guard');
    expect(own?.conditions[1]).toMatchObject({
      actual: { changed: 'nothing', how: 'the content is what it was as the session began' },
      because: [lastOf(idsOf(w, 'ToolCompleted')), ...looks],
    });
  });

  it('is one in which only logs were written: git is not asked', async () => {
    const w = await workingSession();
    await w.edits('app/debug.log', 'x\n');
    const { owed, events } = await w.stop();
    expect(owed).toEqual([]);
    expect(events.filter(({ type, data }) => type === 'TreeObserved' && data['about'] === 'now')).toEqual([]);
  });

  it('is one of which nobody knows what a command wrote: nobody looked as it began', async () => {
    const w = await workSession();
    await w.ran('make', () => w.write('app/src/a.ts', A));
    expect((await w.stop()).owed).toEqual([]);
  });
});

describe('reviewers', () => {
  const remedyUnder = async (review: Record<string, unknown>, rule = 'code-unreviewed', name = 'app/src/a.ts') => {
    const w = await workingSession({ policy: { preset: 'strict', review } });
    await w.edits(name, A);
    return (await verdictOf(w, rule))?.conditions[0]?.remedy;
  };

  it('are named by the kind of what is missing', async () => {
    expect(await remedyUnder({}, 'precommit-missing')).toBe('Run precommit (/precommit) and mend what it finds.');
    expect(await remedyUnder({}, 'docs-unreviewed', 'app/docs/a.md')).toBe(
      'Review it (/codex-review-doc) and mend what the review finds.',
    );
  });

  it('are those of the policy, three at most', async () => {
    const review = {
      skills: { '/deep-review': 'code', 'doc-review': 'doc' },
      commands: { 'make review': 'code' },
      agents: { critic: null },
      tools: { mcp__x__review: 'code' },
    };
    expect(await remedyUnder(review)).toBe(
      'Review it (/deep-review or `make review` or the agent critic) and mend what the review finds.',
    );
    expect(await remedyUnder({ tools: { mcp__x__review: 'code' } })).toBe(
      'Review it (the tool mcp__x__review) and mend what the review finds.',
    );
  });

  it('are nobody where the policy takes the last one away', async () => {
    expect(await remedyUnder({ skills: { 'codex-review-fast': false } })).toBe(
      'Review it and mend what the review finds.',
    );
  });
});

describe('a reviewer that does not work', () => {
  const broken = async (more: Payload = {}): Promise<WorkSession> => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.edits('app/docs/a.md', '# B\n');
    const call = { tool_name: 'mcp__codex__codex', tool_input: { prompt: 'review it' }, tool_use_id: 'c1', ...more };
    await w.sends({ hook_event_name: 'PreToolUse', ...call });
    await w.sends({ hook_event_name: 'PostToolUseFailure', ...call, error: 'connection refused' });
    return w;
  };

  it('is named in the verdict', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    await w.reviewed('code', 'broken');
    const { verdicts } = await w.stop();
    const own = verdicts.find(({ gate }) => gate === 'stop-guard');
    expect(own?.limits.find(({ name, holds }) => name === 'the-reviewer-works' && !holds)).toMatchObject({
      actual: { review: 'code review', outcome: 'broken', by: 'reviewer', at: expect.any(String) },
      because: [lastOf(idsOf(w, 'ReviewRecorded'))],
    });
  });

  it('excuses reviews of code and documents, where a tool failed, and no precommit run', async () => {
    expect((await (await broken()).stop()).owed).toEqual(['precommit-missing']);
  });

  it('excuses no other session', async () => {
    const w = await broken({ session_id: 'other' });
    expect((await w.stop()).owed).toEqual([...CODE, 'docs-unreviewed']);
  });

  it('excuses, where git cannot say what there is, until something is written', async () => {
    const w = await workingSession();
    w.breakGit();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    await w.reviewed('code', 'broken');
    expect((await w.stop()).owed).toEqual([]);
    await w.edits('app/src/b.ts', A);
    expect((await w.stop()).owed).toEqual(CODE);
  });
});

describe('blocks', () => {
  it('are lately for ten minutes, to the second', async () => {
    let seconds = 0;
    const w = await workingSession({
      preset: 'strict',
      deps: { now: () => Date.UTC(2026, 0, 1, 12) + seconds * 1000 },
    });
    await w.edits('app/src/a.ts', A);
    const decisions: string[] = [];
    for (const at of [0, 300, 500, 599, 600]) {
      seconds = at;
      decisions.push((await w.stop()).decision);
      await w.ran('npm run build', () => {});
    }
    expect(decisions).toEqual(['deny', 'deny', 'deny', 'none', 'deny']);
  });
});
