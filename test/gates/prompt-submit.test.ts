import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { handle } from '../../src/hooks/handle.ts';
import { compacts, contextOf, starts } from '../kit/contexts.ts';
import { gitProject } from '../kit/git-project.ts';
import {
  greenRun,
  type Outcome,
  type Payload,
  prompts,
  redRun,
  type Scenario,
  scenario,
  stateIn,
} from '../kit/scenario.ts';

const STRICT = { policy: { preset: 'strict', gates: { 'session-summary': { mode: 'off' } } } };
const START = 'Where things stand';

const ANNOTATED =
  '// @decision DEC-CART-001\n// @title Totals in cents\n// @status accepted\n// @rationale Sums drift.\n' +
  '// @decision DEC-CART-002\n// @title Floats\n// @status superseded\n// @rationale It was quick.\n';

/** The host never saw the answer: the process was killed behind the ruling. */
const unanswered = async (s: Scenario, payload: Payload): Promise<void> => {
  const raw = Buffer.from(JSON.stringify({ session_id: 's1', cwd: s.project, ...payload }));
  await handle(raw, { ...s.deps, fs: nodeLogFs });
};

/** A session that was told where things stand. */
const started = async (options: Parameters<typeof scenario>[0] = STRICT): Promise<Scenario> => {
  const s = scenario(options);
  await s.given(starts());
  return s;
};

const understood = ({ events }: Outcome): EventData<'PromptUnderstood'> | undefined =>
  events.find(({ type }) => type === 'PromptUnderstood')?.data as EventData<'PromptUnderstood'> | undefined;

describe('the first prompt of a session', () => {
  it('carries the start context where no start was seen, once', async () => {
    const s = scenario(STRICT);
    expect(contextOf(await s.when(prompts('hello')))).toContain(START);
    expect((await s.when(prompts('and then'))).answer).toBeNull();
  });

  it('carries it where the answer to the start was never sent', async () => {
    const s = scenario(STRICT);
    await unanswered(s, starts());
    expect(contextOf(await s.when(prompts('hello')))).toContain(START);
    expect((await s.when(prompts('and then'))).answer).toBeNull();
  });

  it('carries it again where its own answer was never sent', async () => {
    const s = scenario(STRICT);
    await unanswered(s, prompts('hello'));
    expect(contextOf(await s.when(prompts('hello again')))).toContain(START);
  });

  it('carries nothing where the start was answered', async () => {
    const s = await started();
    expect((await s.when(prompts('hello'))).answer).toBeNull();
  });

  it.each<[string, Payload]>([
    ['a task notification', prompts('<task-notification>done</task-notification>')],
    ['a scheduled wake-up', prompts('go on', { source: 'cron' })],
    ['a prompt of a subagent', prompts('go on', { agent_id: 'a1' })],
  ])('is not %s', async (_name, payload) => {
    const s = scenario(STRICT);
    expect((await s.when(payload)).answer).toBeNull();
    expect(contextOf(await s.when(prompts('hello')))).toContain(START);
  });

  it('is the same for a prompt that is delivered twice', async () => {
    const s = scenario({ ...STRICT, deps: { now: () => Date.UTC(2026, 0, 1) } });
    const prompt = prompts('hello');
    const first = contextOf(await s.when(prompt));
    expect(first).toContain(START);
    expect(contextOf(await s.when(prompt))).toBe(first);
    expect((await s.when(prompts('on'))).answer).toBeNull();
  });

  it('is one in each run of a session: a resume begins anew', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { 'session-init': { mode: 'off' } } } });
    await s.given(prompts('hello'), starts('resume'));
    expect(contextOf(await s.when(prompts('on')))).toContain(START);
  });

  it('is asked for only once under monitor', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { 'prompt-submit': { mode: 'monitor' } } } });
    const first = await s.when(prompts('hello'));
    expect(first.answer).toBeNull();
    expect(first.verdicts).toContainEqual(
      expect.objectContaining({ rule: 'prompt-submit/start-context', mode: 'monitor' }),
    );
    expect((await s.when(prompts('on'))).verdicts.filter(({ gate }) => gate === 'prompt-submit')).toEqual([]);
  });

  it('gives back what a compaction kept where the start behind it was not answered', async () => {
    const s = await started();
    await s.given(prompts('add a discount'), compacts());
    await unanswered(s, starts('compact'));
    const told = contextOf(await s.when(prompts('go on')));
    expect(told).toContain(START);
    expect(told).toContain('Asked for last: "add a discount"');
    expect((await s.when(prompts('further'))).answer).toBeNull();
  });

  it('asks nothing of git where the words ask nothing', async () => {
    const s = await started();
    const { events } = await s.when(prompts('hello'));
    expect(events.map(({ type }) => type)).not.toContain('GitObserved');
    expect(events.map(({ type }) => type)).not.toContain('PlanObserved');
  });
});

/** On a branch, with a plan. */
const planned = (gates: Readonly<Record<string, unknown>> = {}) => {
  const p = gitProject({ policy: { preset: 'strict', gates: { 'session-summary': { mode: 'off' }, ...gates } } });
  p.git('app', 'switch', '-q', '-c', 'topic');
  p.write('app/MASTER_PLAN.md', '# Plan\n\n## Phase 1: Cart\n**Status:** in-progress\n');
  return p;
};

describe('what the start context tells', () => {
  it('is not told a second time in the same answer', async () => {
    const p = planned();
    const told = contextOf(await p.sends(prompts('implement it, then commit it')));
    expect(told.split('Git: ')).toHaveLength(2);
    expect(told.split('Plan: ')).toHaveLength(2);
    expect(told).toContain('\nBefore a commit: ');
  });

  it('is told with the words about it where the policy has no start context', async () => {
    const p = planned({ 'session-init': { mode: 'off' }, 'prompt-submit': { rules: { 'start-context': 'off' } } });
    await p.sends(prompts('hello'));
    expect((await p.sends(prompts('hello again'))).events.map(({ type }) => type)).not.toContain('GitObserved');
    const told = contextOf(await p.sends(prompts('implement it, then commit it')));
    expect(told).toMatch(/^Plan: .*\nGit: /);
  });
});

describe('a prompt that names files', () => {
  it.each([
    'look at src/cart.ts',
    'look at @src/cart.ts.',
    'look at `src/cart.ts`, please',
    'look at ./src/cart.ts:12',
    'is (src/cart.ts) right?',
    'see src/cart.ts#L10-L20',
  ])('is told what was decided there: %s', async (prompt) => {
    const s = await started();
    s.write('src/cart.ts', ANNOTATED);
    expect(contextOf(await s.when(prompts(prompt)))).toContain(
      '`src/cart.ts`: DEC-CART-001 (accepted) Totals in cents; DEC-CART-002 (superseded) Floats',
    );
  });

  it('by a whole path, and by the bare name of one that the session wrote', async () => {
    const s = await started();
    s.write('src/cart.ts', ANNOTATED);
    expect(contextOf(await s.when(prompts(`look at ${join(s.project, 'src/cart.ts')}`)))).toContain('DEC-CART-001');
    const t = await started();
    t.write('src/cart.ts', ANNOTATED);
    expect((await t.when(prompts('look at cart.ts'))).answer).toBeNull();
    await t.given({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: { file_path: join(t.project, 'src/cart.ts') },
      tool_response: {},
      tool_use_id: 'w',
    });
    expect(contextOf(await t.when(prompts('look at cart.ts again')))).toContain('DEC-CART-001');
  });

  it('is told that a long one states nothing, and nothing of a short one', async () => {
    const s = await started();
    s.write('src/long.ts', 'export {};\n'.repeat(60));
    s.write('src/short.ts', 'export {};\n');
    expect(contextOf(await s.when(prompts('look at src/long.ts and src/short.ts')))).toBe(
      'What was decided in the files that the prompt names:\n- `src/long.ts`: no @decision in 60 lines',
    );
  });

  it('is told of five at most', async () => {
    const s = await started();
    const names = Array.from({ length: 9 }, (_, at) => `src/f${at}.ts`);
    for (const name of names) s.write(name, ANNOTATED);
    const outcome = await s.when(prompts(`look at ${names.join(' ')}`));
    expect(understood(outcome)?.files).toHaveLength(5);
  });

  it('is told nothing of files elsewhere, links out of the project, folders and what is no source', async () => {
    const p = gitProject(STRICT);
    await p.sends(starts());
    p.write('other/x.ts', ANNOTATED);
    p.write('app/README.md', ANNOTATED);
    p.write('app/dir.ts/x.ts', ANNOTATED);
    symlinkSync(join(p.outer, 'other', 'x.ts'), join(p.path, 'src', 'link.ts'));
    const outcome = await p.sends(
      prompts(`see ../other/x.ts ${p.outer}/other/x.ts src/link.ts README.md dir.ts and no.ts`),
    );
    expect(understood(outcome)?.files).toEqual([]);
  });

  it('says the same again only once it changed', async () => {
    const s = await started();
    s.write('src/cart.ts', ANNOTATED);
    expect(contextOf(await s.when(prompts('look at src/cart.ts')))).toContain('DEC-CART-001');
    expect((await s.when(prompts('look at src/cart.ts again'))).answer).toBeNull();
    s.write('src/cart.ts', ANNOTATED.replace('accepted', 'deprecated'));
    expect(contextOf(await s.when(prompts('and src/cart.ts now?')))).toContain('DEC-CART-001 (deprecated)');
    await s.given(starts('compact'));
    expect(contextOf(await s.when(prompts('look at src/cart.ts')))).toContain('DEC-CART-001');
  });
});

describe('a prompt about the plan', () => {
  it('is told how its phases stand', async () => {
    const s = await started();
    s.write('MASTER_PLAN.md', '# Plan\n\n## Phase 1: Cart\n**Status:** in-progress\n');
    const told = contextOf(await s.when(prompts('implement the cart')));
    expect(told).toContain('Plan: MASTER_PLAN.md, 1 phase: 0 completed, 1 in progress, 0 planned; now Phase 1: Cart.');
  });
});

describe('a prompt about a commit or a merge', () => {
  it('is told what is changed and what a commit lacks', async () => {
    const p = gitProject(STRICT);
    p.git('app', 'switch', '-q', '-c', 'topic');
    await p.sends(starts());
    p.write('app/src/a.ts', 'export const a = 1;\n');
    const told = contextOf(await p.sends(prompts('commit it')));
    expect(told).toMatch(
      /Git: on `topic`, 1 file changed.*Before a commit: Tests: none ran for this content\. No person has said/,
    );
    for (const step of redRun()) await p.sends(step);
    expect(contextOf(await p.sends(prompts('merge it')))).toContain('Tests: they FAIL');
    for (const step of greenRun()) await p.sends(step);
    expect(contextOf(await p.sends(prompts('now commit it')))).not.toContain('Tests:');
  });

  it('is told of no evidence that no rule asks for', async () => {
    const p = gitProject({ policy: { preset: 'standard', gates: { 'session-summary': { mode: 'off' } } } });
    p.git('app', 'switch', '-q', '-c', 'topic');
    await p.sends(starts());
    expect(contextOf(await p.sends(prompts('commit it')))).not.toContain('No person has said');
  });
});

describe('an issue that a prompt asks to be worked on', () => {
  it('is claimed for the session, once', async () => {
    const s = await started();
    const outcome = await s.when(prompts('please fix #42 and #43'));
    expect(
      outcome.events
        .filter(({ type }) => type === 'TodoClaimed')
        .map(({ data, provenance }) => [data['todo'], provenance]),
    ).toEqual([
      ['#42', 'prompt'],
      ['#43', 'prompt'],
    ]);
    expect(stateIn(s).todos.claims.map(({ todo, session }) => [todo, session])).toEqual([
      ['#42', 's1'],
      ['#43', 's1'],
    ]);
    const again = await s.when(prompts('fix #42 now'));
    expect(again.events.filter(({ type }) => type === 'TodoClaimed')).toEqual([]);
    expect(again.answer).toBeNull();
  });

  it('stays with another session that claimed it, and the agent is told', async () => {
    const s = await started();
    await s.given({ ...prompts('fix #42'), session_id: 's0' });
    const outcome = await s.when(prompts('fix #42'));
    expect(contextOf(outcome)).toContain('#42 is claimed by another session');
    expect(outcome.events.filter(({ type }) => type === 'TodoClaimed')).toEqual([]);
  });
});

describe('an issue that a person claimed at a terminal', () => {
  it('may be the claim of whoever prompts', async () => {
    const s = await started();
    await s.given({ type: 'TodoClaimed', data: { todo: '#42', session: null } });
    const told = contextOf(await s.when(prompts('fix #42')));
    expect(told).toMatch(
      /^#42 is claimed by a person \(.*\)\. If that was not the user, tell them before you begin\.$/,
    );
  });
});

describe('a prompt that puts something off', () => {
  it('brings the suggestion to write it down', async () => {
    const s = await started();
    const told = contextOf(await s.when(prompts('Add the tax. The docs can wait until later.')));
    expect(told).toMatch(/"The docs can wait until later\.".*docket todo add/);
  });
});

describe('a large prompt', () => {
  const LIST = [
    'Please:',
    '1. add a tax',
    '2. add a discount',
    '3. write the docs',
    '4. fix the tests',
    '5. update the readme',
  ].join('\n');

  it('asks for its scope to be confirmed', async () => {
    const s = await started();
    expect(contextOf(await s.when(prompts(LIST)))).toMatch(/^This asks for 5 steps\. .*let the user confirm/);
  });

  it('asks nobody where nobody could answer', async () => {
    const s = await started({ ...STRICT, env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } });
    expect(contextOf(await s.when(prompts(LIST)))).toMatch(/Nobody can be asked here/);
  });

  it('is one from as many steps on as the policy says', async () => {
    const s = await started({ policy: { preset: 'strict', gates: { 'prompt-submit': { steps: 6 } } } });
    expect((await s.when(prompts(LIST))).answer).toBeNull();
  });
});

describe('what a prompt is looked through for', () => {
  it('is what the policy names, in any language', async () => {
    const words = { plan: ['Plan', '計画'], commit: ['einchecken'], later: ['später'] };
    const s = await started({ policy: { preset: 'strict', gates: { 'prompt-submit': { words } } } });
    const outcome = await s.when(prompts('Bitte SPÄTER einchecken, 次の計画を見て'));
    expect(understood(outcome)?.topics).toEqual(['plan', 'commit', 'later']);
    expect(understood(await s.when(prompts('implement and commit it later')))?.topics).toEqual([]);
  });

  it('is read from the original text and kept redacted', async () => {
    const s = await started();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const outcome = await s.when(prompts(`do the docs later, password=${secret}`));
    expect(JSON.stringify(outcome.events)).not.toContain(secret);
    expect(outcome.stdout).not.toContain(secret);
    expect(outcome.stdout).toContain('later');
    const half = await s.when(prompts(`${'x'.repeat(150)} ${secret} not now`));
    expect(JSON.stringify(half.events)).not.toContain(secret.slice(0, 8));
  });

  it('is little under standard, and nothing under observe', async () => {
    const s = await started({ policy: { preset: 'standard', gates: { 'session-summary': { mode: 'off' } } } });
    expect((await s.when(prompts('rewrite the entire project later'))).answer).toBeNull();
    const o = await started({ preset: 'observe' });
    expect(understood(await o.when(prompts('commit it')))).toBeUndefined();
  });

  it('is bounded whatever a prompt holds', async () => {
    const s = await started();
    const hostile = [
      'fix '.repeat(20_000),
      `fix ${'#1, '.repeat(20_000)}`,
      'a/'.repeat(40_000),
      '`'.repeat(60_000),
      '"'.repeat(60_000),
      `${'x.ts '.repeat(20_000)}`,
      '- do it all now\n'.repeat(20_000),
      'then '.repeat(20_000),
      `${'later '.repeat(300)}\n`.repeat(40),
    ];
    for (const prompt of hostile) {
      const before = performance.now();
      const outcome = await s.when(prompts(prompt));
      expect(performance.now() - before).toBeLessThan(2_000);
      expect(JSON.stringify(understood(outcome)).length).toBeLessThan(4_000);
      expect(contextOf(outcome).length).toBeLessThan(9_500);
    }
    rmSync(join(s.project, '.git'), { recursive: true });
  });
});
