import { describe, expect, it } from 'vitest';
import { annotated, decisionProject, lines, planOf, SURFACE_ALONE } from '../kit/decisions.ts';
import { patient } from '../kit/patience.ts';
import { completes, prompts, redRun, requests, stops } from '../kit/scenario.ts';

const PLAN = 'MASTER_PLAN.md';

const said = ({ answer }: { readonly answer: Record<string, unknown> | null }): string[] =>
  String(answer?.['systemMessage'] ?? '')
    .split('\n')
    .filter((line) => line !== '');
const told = ({ answer }: { readonly answer: Record<string, unknown> | null }): string[] =>
  String((answer?.['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['additionalContext'] ?? '')
    .split('\n')
    .filter((line) => line !== '');

describe('extract: annotations of the whole project are found, in the comments of each language', () => {
  const BLOCK = (open: string, lead: string, close: string, id: string): string =>
    [open, `@decision ${id}`, '@title t', '@status accepted', '@rationale r', close]
      .map((line, at) => (at === 0 || at === 5 ? line : `${lead}${line}`))
      .join('\n');
  const FILES: Readonly<Record<string, string>> = {
    'src/a.ts': BLOCK('/**', ' * ', ' */', 'DEC-TS-001'),
    'src/b.tsx': BLOCK('{/*', '', '*/}', 'DEC-TSX-001'),
    'src/c.js': annotated('DEC-JS-001'),
    'src/d.jsx': BLOCK('/*', '', '*/', 'DEC-JSX-001'),
    'src/e.py': BLOCK('"""', '', '"""', 'DEC-PY-001'),
    'src/f.py': BLOCK('#', '# ', '#', 'DEC-PY-002'),
    'src/g.rs': BLOCK('//!', '//! ', '//!', 'DEC-RS-001'),
    'pkg/h.go': annotated('DEC-GO-001'),
    'src/main/java/I.java': BLOCK('/**', ' * ', ' */', 'DEC-JAVA-001'),
    'src/j.kt': BLOCK('/**', ' * ', ' */', 'DEC-KT-001'),
    'src/k.swift': BLOCK('///', '/// ', '///', 'DEC-SWIFT-001'),
    'src/l.c': BLOCK('/*', ' * ', ' */', 'DEC-C-001'),
    'src/m.cpp': annotated('DEC-CPP-001'),
    'src/n.h': BLOCK('/*', ' * ', ' */', 'DEC-H-001'),
    'src/o.hpp': annotated('DEC-HPP-001'),
    'src/p.cs': BLOCK('///', '/// ', '///', 'DEC-CS-001'),
    'lib/q.rb': BLOCK('=begin', '', '=end', 'DEC-RB-001'),
    'src/r.php': `<?php\n${BLOCK('/**', ' * ', ' */', 'DEC-PHP-001')}`,
    'bin/s.sh': `#!/bin/sh\n${BLOCK('#', '# ', '#', 'DEC-SH-001')}`,
    'bin/t.bash': BLOCK('#', '# ', '#', 'DEC-BASH-001'),
    'bin/u.zsh': BLOCK('#', '# ', '#', 'DEC-ZSH-001'),
  };
  const NONE: Readonly<Record<string, string>> = {
    'src/string.ts': 'export const a = "@decision DEC-NO-001";\n',
    'src/sentence.ts': '// See the @decision DEC-NO-002 of the cart.\nexport {};\n',
    'src/heredoc.sh': 'cat <<EOF\n# @decision DEC-NO-003\nEOF\n',
    'test/a.test.ts': annotated('DEC-NO-004'),
    'node_modules/x/a.js': annotated('DEC-NO-005'),
    'docs/a.md': '@decision DEC-NO-006\n',
  };

  it('and what only looks like one is not', async () => {
    const p = decisionProject();
    for (const [path, text] of Object.entries({ ...FILES, ...NONE })) p.write(`app/${path}`, text);
    p.write(`app/${PLAN}`, planOf([]));
    await p.writesFile('src/new.ts', 'export {};\n');
    const { audit } = await p.stop();
    const ids = Object.values(FILES).map((text) => /DEC-\w+-\d+/.exec(text)?.[0]);
    expect(audit?.unplanned).toEqual(ids.sort());
    expect(audit).toMatchObject({ total: ids.length, worktree: p.path, problem: null });
  });
});

describe('validate: changed files of 50 lines and more', () => {
  it('need a decision, and 49 lines need none', async () => {
    const p = decisionProject();
    await p.writesFile('src/long.ts', lines(50));
    await p.writesFile('src/cut.ts', lines(50).trimEnd());
    await p.writesFile('src/short.ts', lines(49));
    await p.writesFile('src/decided.ts', annotated('DEC-A-001') + lines(80));
    await p.writesFile('test/long.test.ts', lines(80));
    await p.writesFile('docs/long.md', lines(80));
    p.write('app/src/untouched.ts', lines(80));
    const { audit } = await p.stop();
    expect(audit).toMatchObject({
      missing: ['src/long.ts', 'src/cut.ts'],
      sourceFilesChanged: 4,
    });
  });

  it('of so many lines as the policy says', async () => {
    const p = decisionProject({ lines: 10 });
    await p.writesFile('src/long.ts', lines(10));
    await p.writesFile('src/short.ts', lines(9));
    const end = await p.stop();
    expect(end.audit?.missing).toEqual(['src/long.ts']);
    expect(said(end)[0]).toContain('1 changed file has 10 or more lines and no @decision: `src/long.ts`.');
  });

  it('need a rationale, a title and a status, whatever their length', async () => {
    const p = decisionProject();
    await p.writesFile('src/a.ts', annotated('DEC-A-001').replace(/.*rationale.*\n/, ''));
    await p.writesFile('src/b.ts', '\n// @decision DEC-B-1\n');
    await p.writesFile('src/c.ts', annotated('DEC-C-001'));
    const { audit } = await p.stop();
    expect(audit?.incomplete).toEqual([
      { id: 'DEC-A-001', path: 'src/a.ts', line: 1, lacks: ['rationale'] },
      { id: 'DEC-B-1', path: 'src/b.ts', line: 2, lacks: ['id', 'title', 'status', 'rationale'] },
    ]);
  });

  it('are those that a command changed too, once the code is other than as the session began', async () => {
    const policy = { preset: 'strict', gates: { ...SURFACE_ALONE, 'stop-guard': { mode: 'monitor' } } };
    const p = decisionProject({}, { policy });
    p.write(`app/${PLAN}`, planOf([]));
    await p.sends({ hook_event_name: 'SessionStart', source: 'startup' });
    const make = { command: 'python3 make.py' };
    await p.sends(requests('Bash', make, { tool_use_id: 'make' }));
    p.write('app/src/made.ts', lines(60));
    p.write('app/src/a.ts', lines(60));
    await p.sends(completes('Bash', make, { stdout: '', stderr: '', interrupted: false }, { tool_use_id: 'make' }));
    p.git('app', 'commit', '--quiet', '-am', 'made');
    const { audit } = await p.stop();
    expect(audit).toMatchObject({ missing: ['src/made.ts', 'src/a.ts'], sourceFilesChanged: 2 });
  });
});

describe('reconcile', () => {
  it('identifies unplanned decisions (in code but not plan) and unimplemented ones (in plan but not code)', async () => {
    const p = decisionProject();
    await p.writesFile(PLAN, planOf(['DEC-CART-001: one', 'DEC-CART-002: two']));
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001') + annotated('DEC-CART-003'));
    expect((await p.stop()).audit).toMatchObject({
      unplanned: ['DEC-CART-003'],
      unimplemented: ['DEC-CART-002'],
      total: 2,
    });
  });

  it('respects deprecated and superseded status on either side', async () => {
    const p = decisionProject();
    await p.writesFile(
      PLAN,
      planOf([
        'DEC-CART-001: one (deprecated)',
        'DEC-CART-002: two. Status: superseded by DEC-CART-003',
        'DEC-CART-003: three',
      ]),
    );
    const old = (id: string, status: string) => annotated(id).replace('accepted', status);
    await p.writesFile('src/old.ts', old('DEC-OLD-001', 'deprecated') + old('DEC-OLD-002', 'superseded'));
    await p.writesFile('src/cart.ts', annotated('DEC-CART-003'));
    expect((await p.stop()).audit).toMatchObject({ unplanned: [], unimplemented: [], total: 3 });
  });

  it('reads the plan where the policy says it is', async () => {
    const gates = { ...SURFACE_ALONE };
    const p = decisionProject({}, { policy: { preset: 'strict', plan: { file: 'docs/plan.md' }, gates } });
    await p.writesFile('docs/plan.md', planOf(['DEC-CART-002: two']));
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    expect((await p.stop()).audit).toMatchObject({ unplanned: ['DEC-CART-001'], unimplemented: ['DEC-CART-002'] });
  });
});

describe('REQ-ID traceability', () => {
  it('checks that P0 requirements are addressed by decisions via `Addresses:`, in the code or in the plan', async () => {
    const p = decisionProject();
    const requirements = ['REQ-P0-001: a', 'REQ-P0-002: b', 'REQ-P0-003: c', 'REQ-P1-001: d', 'REQ-NOGO-001: e'];
    await p.writesFile(PLAN, planOf(['DEC-CART-001: one. Addresses: REQ-P0-001'], requirements));
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001', 'Addresses: REQ-P0-002'));
    const end = await p.stop();
    expect(end.audit).toMatchObject({ unaddressedP0: ['REQ-P0-003'], noGo: ['REQ-NOGO-001'] });
    expect(said(end)).toEqual([
      '1 P0 requirement is addressed by no decision: `REQ-P0-003`. Write `Addresses: REQ-…` at the decision that does. [docket surface/unaddressed-p0]',
    ]);
  });
});

describe('report', () => {
  const drift = async (p = decisionProject()) => {
    await p.writesFile(PLAN, planOf(['DEC-CART-002: two'], ['REQ-P0-001: a']));
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    await p.writesFile('src/long.ts', lines(60));
    return p;
  };
  const RULES = ['missing-decisions', 'unplanned', 'unimplemented', 'unaddressed-p0'];

  it('is a short message for the person: a line for each difference, with what to do', async () => {
    const p = await drift();
    const end = await p.stop();
    expect(end.answer).toEqual({ systemMessage: expect.any(String) });
    expect(said(end)).toEqual([
      '1 changed file has 50 or more lines and no @decision: `src/long.ts`. Annotate what was decided there: @decision DEC-COMPONENT-001 with @title, @status and @rationale. [docket surface/missing-decisions]',
      '1 decision is in the code and not in the plan: `DEC-CART-001`. Write into the plan what was decided, or mark the annotation superseded. [docket surface/unplanned]',
      '1 decision is in the plan and not in the code: `DEC-CART-002`. Annotate the code that carries it out once it is there; mark in the plan as deprecated or superseded what will not be done. [docket surface/unimplemented]',
      '1 P0 requirement is addressed by no decision: `REQ-P0-001`. Write `Addresses: REQ-…` at the decision that does. [docket surface/unaddressed-p0]',
    ]);
  });

  it('names the first of many', async () => {
    const p = decisionProject();
    const ids = Array.from({ length: 7 }, (_, at) => `DEC-CART-00${at + 1}`);
    await p.writesFile(PLAN, planOf(ids));
    expect(said(await p.stop())[0]).toContain(
      '7 decisions are in the plan and not in the code: `DEC-CART-001`, `DEC-CART-002`, `DEC-CART-003` and 4 more.',
    );
  });

  it('counts all of many, for the person and for the agent', async () => {
    const p = decisionProject();
    await p.writesFile(
      PLAN,
      planOf(Array.from({ length: 150 }, (_, at) => `DEC-CART-${String(at + 1).padStart(3, '0')}`)),
    );
    expect(said(await p.stop())[0]).toContain('150 decisions are in the plan');
    expect(told(await p.sends(prompts('go on')))[0]).toContain('150 decisions are in the plan');
    expect((await p.sends(prompts('and then'))).answer).toBeNull();
  });

  it('goes to the agent with the next prompt of a person, once', async () => {
    const p = await drift();
    const end = await p.stop();
    const notification = prompts('<task-notification>\n<task-id>b1</task-id>\n</task-notification>');
    expect(told(await p.sends(notification))).toEqual([]);
    expect(told(await p.sends(prompts('and now the tax')))).toEqual(said(end));
    expect(told(await p.sends(prompts('and the discount')))).toEqual([]);
  });

  it('does not come again at the next Stop, whether or not something else changed', async () => {
    const p = await drift();
    expect(said(await p.stop())).toHaveLength(4);
    const idle = await p.stop();
    expect([idle.answer, idle.audit]).toEqual([null, null]);
    await p.writesFile('src/other.ts', 'export {};\n');
    const next = await p.stop();
    expect([next.answer, next.audit?.unplanned]).toEqual([null, ['DEC-CART-001']]);
    expect(next.verdicts.find(({ gate }) => gate === 'surface')).toMatchObject({ decision: 'pass' });
  });

  it('comes again where there is more to tell, or what was mended is back', async () => {
    const p = await drift();
    await p.stop();
    await p.sends(prompts('go on'));
    await p.writesFile('src/tax.ts', annotated('DEC-TAX-001'));
    const more = await p.stop();
    expect(said(more).map((line) => line.slice(0, 50))).toEqual(['2 decisions are in the code and not in the plan: `']);
    expect(told(await p.sends(prompts('go on')))).toEqual(said(more));
    await p.writesFile('src/tax.ts', 'export {};\n');
    expect((await p.stop()).answer).toBeNull();
    await p.writesFile('src/tax.ts', annotated('DEC-TAX-001'));
    expect(said(await p.stop())).toEqual(said(more));
  });

  it('of what was mended before the prompt tells the agent nothing', async () => {
    const p = decisionProject();
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    await p.writesFile(PLAN, planOf([]));
    expect(said(await p.stop())).toHaveLength(1);
    await p.writesFile(PLAN, planOf(['DEC-CART-001: one']));
    expect((await p.stop()).answer).toBeNull();
    expect(told(await p.sends(prompts('go on')))).toEqual([]);
  });

  it('is for the person beside a block of another gate, whose reason is for the agent alone', async () => {
    const gates = {
      ...SURFACE_ALONE,
      'stop-guard': { rules: { 'code-unreviewed': 'off', 'precommit-missing': 'off', 'docs-unreviewed': 'off' } },
    };
    const p = await drift(decisionProject({}, { policy: { preset: 'strict', gates } }));
    for (const payload of redRun()) await p.sends(payload);
    const end = await p.stop();
    expect(end.answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('stop-guard/tests-fail') });
    expect(end.answer?.['reason']).not.toContain('surface');
    expect(said(end).map((line) => /surface\/([\w-]+)/.exec(line)?.[1])).toEqual(RULES);
    expect(said(await p.sends(stops({ stop_hook_active: true })))).toEqual([]);
    expect(told(await p.sends(prompts('go on')))).toHaveLength(4);
  });

  it('is only written down under monitor, and once', async () => {
    const p = await drift(decisionProject({ mode: 'monitor' }));
    const end = await p.stop();
    expect([end.answer, end.verdicts.filter(({ gate }) => gate === 'surface').length]).toEqual([null, 4]);
    const prompt = await p.sends(prompts('go on'));
    expect([prompt.answer, prompt.verdicts.length]).toEqual([null, 4]);
    expect((await p.sends(prompts('and then'))).verdicts).toEqual([]);
  });

  it('may leave out a rule', async () => {
    const p = await drift(decisionProject({ rules: { unimplemented: 'off', 'unaddressed-p0': 'monitor' } }));
    expect(said(await p.stop()).map((line) => /surface\/([\w-]+)/.exec(line)?.[1])).toEqual([
      'missing-decisions',
      'unplanned',
    ]);
    expect(told(await p.sends(prompts('go on')))).toHaveLength(2);
  });
});

describe('when an audit is made', () => {
  it('not where the project has neither a plan nor a decision: it hears nothing, and nothing is written down', async () => {
    const p = decisionProject();
    p.git('app', 'rm', '--quiet', PLAN);
    await p.writesFile('src/long.ts', lines(80));
    const end = await p.stop();
    expect([end.answer, end.audit]).toEqual([null, null]);
    expect(end.events.map(({ type }) => type)).toEqual(['TurnEnded', 'LogSealed'].slice(0, end.events.length));
  });

  it('where there is a plan and no audit yet, also of a session that changed nothing', async () => {
    const p = decisionProject();
    p.write(`app/${PLAN}`, planOf(['DEC-CART-001: one']));
    expect((await p.stop()).audit).toMatchObject({ unimplemented: ['DEC-CART-001'], sourceFilesChanged: 0 });
    expect((await p.stop()).audit).toBeNull();
  });

  it('where there is no plan and the session wrote a decision, and from then on', async () => {
    const p = decisionProject();
    p.git('app', 'rm', '--quiet', PLAN);
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    expect((await p.stop()).audit).toMatchObject({ total: 1, unplanned: [] });
    await p.writesFile('src/long.ts', lines(60));
    expect((await p.stop()).audit).toMatchObject({ total: 1, missing: ['src/long.ts'] });
  });

  it('where somebody else changed the plan since, once this session wrote', async () => {
    const p = decisionProject();
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    p.write(`app/${PLAN}`, planOf([]));
    expect((await p.stop()).audit?.unplanned).toEqual(['DEC-CART-001']);
    p.write(`app/${PLAN}`, planOf(['DEC-CART-001: one']));
    await p.writesFile('docs/a.md', '# A\n');
    expect((await p.stop()).audit?.unplanned).toEqual([]);
  });

  it('not again of the same code and plan, in any session', async () => {
    const p = decisionProject();
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    expect((await p.stop()).audit).not.toBeNull();
    p.git('app', 'add', '-A');
    p.git('app', 'commit', '--quiet', '-m', 'cart');
    await p.sends({ ...completes('Write', { file_path: 'src/cart.ts', content: 'x' }, {}), session_id: 'other' });
    const other = await p.sends({ ...stops(), session_id: 'other' });
    expect(other.events.filter(({ type }) => type === 'DecisionsAudited')).toEqual([]);
  });

  it('of each worktree for itself, by the plan of the main one where it has none', async () => {
    const p = decisionProject();
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    p.write(`app/${PLAN}`, planOf(['DEC-CART-002: two']));
    await p.stop();
    p.git('app', 'worktree', 'add', '--quiet', '../side', '-b', 'side', 'main');
    p.git('side', 'rm', '--quiet', PLAN);
    p.write('side/src/side.ts', annotated('DEC-SIDE-001'));
    const cwd = `${p.outer}/side`;
    const end = await p.sends({ ...stops(), cwd });
    const audit = end.events.find(({ type }) => type === 'DecisionsAudited');
    expect(audit).toMatchObject({
      worktree: cwd,
      data: { unplanned: ['DEC-SIDE-001'], unimplemented: ['DEC-CART-002'] },
    });
  });

  it('not in a repository that is not the project’s', async () => {
    const p = decisionProject();
    p.write('other/MASTER_PLAN.md', planOf(['DEC-CART-001: one']));
    p.git('other', 'init', '--quiet');
    const end = await p.sends({ ...stops(), cwd: `${p.outer}/other` });
    expect(end.events.filter(({ type }) => type === 'DecisionsAudited')).toEqual([]);
  });
});

describe('an audit that cannot be made', () => {
  it('says why and nothing else, and the one before it stays', async () => {
    const p = decisionProject();
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    p.write(`app/${PLAN}`, planOf([]));
    expect((await p.stop()).audit?.unplanned).toEqual(['DEC-CART-001']);
    await p.writesFile('src/tax.ts', annotated('DEC-TAX-001'));
    const { deps, when } = p.scenario;
    const late = await when(
      { cwd: p.path, ...stops() },
      {
        ...deps,
        cwd: p.path,
        env: { ...deps.env, CLAUDE_PROJECT_DIR: p.path, DOCKET_DIR: p.scenario.root, PATH: process.env['PATH'] ?? '' },
        timeLeft: () => 150,
      },
    );
    const audit = late.events.find(({ type }) => type === 'DecisionsAudited');
    expect(audit?.data).toMatchObject({ unplanned: [], total: 0, problem: expect.stringMatching(/too long|in time/) });
    expect(late.answer).toBeNull();
    // The next one is made all the same.
    expect((await p.stop()).audit?.unplanned).toEqual(['DEC-CART-001', 'DEC-TAX-001']);
  });
});

describe('a large repository', () => {
  it('of 10,000 files is audited whole', { timeout: patient(120_000) }, async () => {
    const p = decisionProject();
    const [many, some] = [10_000, 500];
    for (let n = 0; n < many; n += 1) {
      const id = `DEC-PART-${String(n / some).padStart(3, '0')}`;
      p.write(`app/src/part${n % 100}/f${n}.ts`, n % some === 0 ? annotated(id) : 'export {};\n');
    }
    p.write(`app/${PLAN}`, planOf([]));
    p.git('app', 'add', '-A');
    await p.writesFile('src/cart.ts', annotated('DEC-CART-001'));
    // A machine that is busy may need more than one turn for it: each goes on where the one before was late.
    let { audit } = await p.stop();
    for (let late = 0; late < 20 && audit?.problem !== null; late += 1) audit = (await p.stop()).audit;
    expect(audit).toMatchObject({
      total: many / some + 1,
      unplanned: expect.arrayContaining(['DEC-CART-001', 'DEC-PART-019']),
    });
  });
});
