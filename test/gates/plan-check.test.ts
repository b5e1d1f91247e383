import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { EventDraft } from '../../src/events/envelope.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { type GitProject, gitProject } from '../kit/git-project.ts';
import { linesOf, WHOLE_PLAN } from '../kit/plans.ts';
import { type Outcome, requests, scenario } from '../kit/scenario.ts';

const ONLY = { preset: 'observe', gates: { 'plan-check': { mode: 'enforce' } } };

const project = (gate: Record<string, unknown> = {}): GitProject => {
  const gates = { 'plan-check': { mode: 'enforce', ...gate }, 'doc-gate': { mode: 'off' } };
  const p = gitProject({ policy: { ...ONLY, gates } });
  p.git('app', 'switch', '-q', '-c', 'feature');
  p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
  p.git('app', 'commit', '-q', '-m', 'no plan');
  return p;
};

/** What plan-check says about a Write. */
const says = ({ verdicts, decision }: Outcome) => {
  const own = verdicts.filter(({ gate }) => gate === 'plan-check');
  return { decision, rules: own.map(({ rule, decision: of }) => `${rule.replace('plan-check/', '')} ${of}`) };
};

const writing = (path: string, content = linesOf(20)) => requests('Write', { file_path: path, content });

const asked = ({ events }: Outcome): boolean => events.some(({ type }) => type === 'PlanObserved');

const PASS = { decision: 'none', rules: [] };

describe('plan-check denies source writes without a plan', () => {
  test('the reason says what to write, and the write goes through afterwards', async () => {
    const p = project();
    const denied = await p.sends(writing('src/cart.ts'));
    expect(says(denied)).toEqual({ decision: 'deny', rules: ['no-plan deny'] });
    p.write('app/MASTER_PLAN.md', WHOLE_PLAN);
    expect(says(await p.sends(writing('src/cart.ts')))).toMatchObject({ decision: 'none' });
  });

  test('an empty file is no plan', async () => {
    const p = project();
    p.write('app/MASTER_PLAN.md', ' \n');
    expect(says(await p.sends(writing('src/cart.ts'))).decision).toBe('deny');
  });

  test('a folder or a pipe of its name is none', async () => {
    const p = project();
    for (const make of ['mkdir', 'mkfifo']) {
      execFileSync(make, [join(p.path, 'MASTER_PLAN.md')]);
      expect(says(await p.sends(writing('src/cart.ts'))), make).toEqual({ decision: 'deny', rules: ['no-plan deny'] });
      execFileSync('rm', ['-r', join(p.path, 'MASTER_PLAN.md')]);
    }
  });

  test('a plan of another name, where the policy names it', async () => {
    const p = gitProject({ policy: { ...ONLY, plan: { file: 'docs/ROADMAP.md' } } });
    p.git('app', 'switch', '-q', '-c', 'feature');
    const denied = await p.sends(writing('src/cart.ts'));
    expect(says(denied).decision).toBe('deny');
    expect(JSON.stringify(denied.answer)).toContain('docs/ROADMAP.md');
    p.write('app/docs/ROADMAP.md', WHOLE_PLAN);
    expect(says(await p.sends(writing('src/cart.ts'))).decision).toBe('none');
  });
});

describe('plan-check: what is exempt is known before the plan is looked at', () => {
  const bypasses: readonly (readonly [string, Record<string, unknown>])[] = [
    ['Edit tool', requests('Edit', { file_path: 'src/a.ts', old_string: 'export {};\n', new_string: linesOf(60) })],
    [
      'MultiEdit tool',
      requests('MultiEdit', { file_path: 'src/a.ts', edits: [{ old_string: 'export {};', new_string: linesOf(60) }] }),
    ],
    ['NotebookEdit tool', requests('NotebookEdit', { notebook_path: 'src/a.ipynb', new_source: linesOf(60) })],
    ['a Write of 19 lines', writing('src/cart.ts', linesOf(19))],
    ['a Write of 19 lines without a final newline', writing('src/cart.ts', linesOf(19).trimEnd())],
    ['a document', writing('docs/cart.md')],
    ['configuration', writing('config/cart.json')],
    ['a test', writing('test/cart.test.ts')],
    ['a generated file', writing('src/cart.generated.ts')],
    ['a vendored file', writing('node_modules/cart/index.js')],
  ];
  test.each(bypasses)('%s', async (_name, payload) => {
    const outcome = await project().sends(payload);
    expect(says(outcome)).toEqual(PASS);
    expect(asked(outcome)).toBe(false);
    // Nor is what it writes read closely.
    expect(outcome.events.map(({ type }) => type)).not.toContain('ContentObserved');
  });

  test('20 lines are judged, also without a final newline, and so is one long line', async () => {
    const p = project();
    for (const content of [linesOf(20), linesOf(20).trimEnd(), 'x'.repeat(9_000)]) {
      expect(says(await p.sends(writing('src/cart.ts', content))).decision).toBe('deny');
    }
  });

  test('how many lines are small is an option', async () => {
    const p = project({ lines: 5 });
    expect(says(await p.sends(writing('src/cart.ts', linesOf(4)))).decision).toBe('none');
    expect(says(await p.sends(writing('src/cart.ts', linesOf(5)))).decision).toBe('deny');
  });

  test('a folder without git', async () => {
    const p = project();
    const s = scenario({ policy: ONLY });
    execFileSync('rm', ['-rf', join(s.project, '.git')]);
    const outcome = await s.when(writing('src/cart.ts'));
    expect(says(outcome)).toEqual(PASS);
    expect(asked(outcome)).toBe(false);
    // Outside the repository of a project that has one.
    expect(says(await p.sends(writing(join(p.outer, 'elsewhere', 'cart.ts'))))).toEqual(PASS);
  });

  test('another repository, which is not bound by the rules of this project', async () => {
    const p = project();
    mkdirSync(join(p.outer, 'lib'));
    p.git('lib', 'init', '-q');
    expect(says(await p.sends(writing(join(p.outer, 'lib', 'src', 'cart.ts'))))).toEqual(PASS);
  });

  test("the host's own configuration directory, and not a worktree in it", async () => {
    const p = project();
    // The home folder is the repository: its `.claude` is the host's.
    const home = gitProject({ policy: ONLY });
    home.git('app', 'switch', '-q', '-c', 'feature');
    home.git('app', 'rm', '-q', 'MASTER_PLAN.md');
    home.git('app', 'commit', '-q', '-m', 'no plan');
    const env = {
      ...home.scenario.deps.env,
      HOME: home.path,
      CLAUDE_PROJECT_DIR: home.path,
      DOCKET_DIR: home.scenario.root,
    };
    const at = (path: string) =>
      home.scenario.when({ cwd: home.path, ...writing(join(home.path, path)) }, { cwd: home.path, env });
    expect(says(await at('.claude/hooks/guard.sh'))).toEqual(PASS);
    expect(says(await at('hooks/guard.sh')).decision).toBe('deny');
    home.git('app', 'worktree', 'add', '-q', '.claude/worktrees/x', '-b', 'x');
    expect(says(await at('.claude/worktrees/x/src/cart.sh')).decision).toBe('deny');
    // A project's `.claude` is its own.
    expect(says(await p.sends(writing('.claude/hooks/guard.sh'))).decision).toBe('deny');
    p.git('app', 'worktree', 'add', '-q', '.claude/worktrees/y', '-b', 'y');
    expect(says(await p.sends(writing('.claude/worktrees/y/src/cart.ts'))).decision).toBe('deny');
  });
});

describe('plan-check: worktrees', () => {
  test("a worktree without a plan goes by the main worktree's, and by its own where it has one", async () => {
    const p = project();
    p.git('app', 'worktree', 'add', '-q', '../topic', '-b', 'topic');
    const file = join(p.outer, 'topic', 'src', 'cart.ts');
    expect(says(await p.sends(writing(file))).decision).toBe('deny');
    p.write('app/MASTER_PLAN.md', WHOLE_PLAN);
    expect(says(await p.sends(writing(file))).decision).toBe('none');
    p.write('topic/MASTER_PLAN.md', WHOLE_PLAN);
    const own = await p.sends(writing(file));
    const seen = own.events.find(({ type }) => type === 'PlanObserved')?.data as EventData<'PlanObserved'>;
    expect(seen.worktree).toBe(join(p.outer, 'topic'));
  });
});

/** A committed plan and as many source files, of which some change after it. */
const withChurn = (changed: number, total = 20, gate: Record<string, unknown> = {}): GitProject => {
  const p = project(gate);
  p.git('app', 'rm', '-q', '-r', 'src');
  for (let at = 0; at < total; at += 1) p.write(`app/lib/f${at}.ts`, 'export {};\n');
  p.write('app/MASTER_PLAN.md', WHOLE_PLAN);
  p.git('app', 'add', '-A');
  p.git('app', 'commit', '-q', '-m', 'plan');
  for (let at = 0; at < changed; at += 1) p.write(`app/lib/f${at}.ts`, 'export const changed = 1;\n');
  if (changed > 0) p.git('app', 'commit', '-q', '-a', '-m', 'work');
  return p;
};

const audit = (unplanned: number, unimplemented: number, more: Record<string, unknown> = {}): EventDraft => ({
  type: 'DecisionsAudited',
  data: {
    worktree: null,
    unplanned: Array.from({ length: unplanned }, (_, at) => `DEC-CODE-00${at + 1}`),
    unimplemented: Array.from({ length: unimplemented }, (_, at) => `DEC-PLAN-00${at + 1}`),
    missing: [],
    total: 0,
    sourceFilesChanged: 0,
    unaddressedP0: [],
    noGo: [],
    problem: null,
    ...more,
  },
});

/** The plan with decisions that the audit is about. */
const PLANNED = `${WHOLE_PLAN}\n- DEC-PLAN-001: a\n- DEC-PLAN-002: b\n- DEC-PLAN-003: c\n- DEC-PLAN-004: d\n`;

describe('plan-check: source churn %, 15 warns and 35 denies, and a threshold that is reached counts', () => {
  const rows: readonly (readonly [number, number, string, string[]])[] = [
    [0, 20, 'none', []],
    [2, 20, 'none', []],
    [3, 20, 'advise', ['aging advise']],
    [6, 20, 'advise', ['aging advise']],
    [7, 20, 'deny', ['stale deny']],
    [34, 100, 'advise', ['aging advise']],
    [35, 100, 'deny', ['stale deny']],
    // A project of three files and one of three hundred go by the same share.
    [1, 3, 'advise', ['aging advise']],
    [2, 3, 'deny', ['stale deny']],
  ];
  test.each(rows)('%i of %i files: %s', async (changed, total, decision, rules) => {
    const { rules: said, decision: came } = says(await withChurn(changed, total).sends(writing('lib/new.ts')));
    expect(came).toBe(decision);
    expect(said.filter((rule) => !rule.endsWith('pass'))).toEqual(rules);
  });

  test('thresholds are options', async () => {
    const p = withChurn(2, 20, { churn: { warn: 5, deny: 10 } });
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('deny');
  });

  test('uncommitted changes count as the worktree has them, and new files once they are committed', async () => {
    const p = withChurn(0);
    for (let at = 0; at < 4; at += 1) p.write(`app/lib/f${at}.ts`, 'export const changed = 1;\n');
    for (let at = 0; at < 4; at += 1) p.write(`app/lib/new${at}.ts`, 'export {};\n');
    const outcome = await p.sends(writing('lib/other.ts'));
    expect(says(outcome).decision).toBe('advise');
    const seen = outcome.events.find(({ type }) => type === 'PlanObserved')?.data as EventData<'PlanObserved'>;
    expect(seen.since).toMatchObject({ commits: 0, changed: 4, tracked: 20, churn: 20 });
    p.git('app', 'add', '-A');
    p.git('app', 'commit', '-q', '-m', 'work');
    const denied = await p.sends(writing('lib/other.ts'));
    const later = denied.events.find(({ type }) => type === 'PlanObserved')?.data as EventData<'PlanObserved'>;
    expect(later.since).toMatchObject({ commits: 1, changed: 8, tracked: 24, churn: 33 });
  });

  test('a project that is planned and then built from nothing is not stopped at its second file', async () => {
    const p = withChurn(0, 0);
    for (const name of ['one', 'two', 'three']) {
      expect(says(await p.sends(writing(`lib/${name}.ts`))).decision).toBe('none');
      p.write(`app/lib/${name}.ts`, linesOf(20));
    }
  });

  test('changed tests, documents and configuration are no churn', async () => {
    const p = withChurn(0);
    for (let at = 0; at < 40; at += 1) p.write(`app/test/f${at}.test.ts`, 'export {};\n');
    p.write('app/README.md', '# Shop\n');
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
  });

  test('a changed plan counts as just updated, before it is committed and after', async () => {
    const p = withChurn(10);
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('deny');
    p.write('app/MASTER_PLAN.md', `${WHOLE_PLAN}\n- the cart was rewritten\n`);
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
    p.git('app', 'commit', '-q', '-a', '-m', 'plan again');
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
  });

  test('a plan behind a link grows old, and young again, by what the link leads to', async () => {
    const p = withChurn(0);
    p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
    p.write('app/docs/plan.md', WHOLE_PLAN);
    symlinkSync('docs/plan.md', join(p.path, 'MASTER_PLAN.md'));
    p.git('app', 'add', '-A');
    p.git('app', 'commit', '-q', '-m', 'link');
    for (let at = 0; at < 10; at += 1) p.write(`app/lib/f${at}.ts`, 'export const changed = 1;\n');
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('deny');
    p.write('app/docs/plan.md', `${WHOLE_PLAN}\n- the cart was rewritten\n`);
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
  });

  test('progress ticks are no update of the plan, committed or not', async () => {
    const p = withChurn(10);
    p.write('app/MASTER_PLAN.md', WHOLE_PLAN.replace('- [x]', '- [ ]'));
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('deny');
    p.git('app', 'commit', '-q', '-a', '-m', 'ticks');
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('deny');
  });

  test('and they are no staleness', async () => {
    const p = withChurn(0);
    p.write('app/MASTER_PLAN.md', WHOLE_PLAN.replace('- [x]', '- [ ]'));
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
  });
});

describe('plan-check: decision drift, 2 ids warn and 5 deny, unplanned and unimplemented together', () => {
  const rows: readonly (readonly [number, number, string])[] = [
    [0, 0, 'none'],
    [1, 0, 'none'],
    [1, 1, 'advise'],
    [2, 2, 'advise'],
    [3, 2, 'deny'],
    [5, 0, 'deny'],
  ];
  test.each(rows)('%i unplanned and %i unimplemented: %s', async (unplanned, unimplemented, decision) => {
    const p = withChurn(0);
    p.write('app/MASTER_PLAN.md', PLANNED);
    await p.scenario.given({ ...audit(unplanned, unimplemented), worktree: p.path });
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe(decision);
  });

  test('without an audit drift is unknown and raises nothing, and a failed audit is none', async () => {
    const p = withChurn(0);
    const outcome = await p.sends(writing('lib/new.ts'));
    expect(says(outcome).decision).toBe('none');
    await p.scenario.given({ ...audit(9, 9, { problem: 'rg is broken' }), worktree: p.path });
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
  });

  test('the worst tier of the two signals counts', async () => {
    const warnedByChurn = withChurn(3);
    await warnedByChurn.scenario.given({ ...audit(5, 0), worktree: warnedByChurn.path });
    expect(says(await warnedByChurn.sends(writing('lib/new.ts'))).decision).toBe('deny');
    const deniedByChurn = withChurn(7);
    await deniedByChurn.scenario.given({ ...audit(1, 0), worktree: deniedByChurn.path });
    expect(says(await deniedByChurn.sends(writing('lib/new.ts'))).decision).toBe('deny');
  });

  test('what the plan says now counts over the audit: the way out needs no new turn', async () => {
    const p = withChurn(0);
    p.write('app/MASTER_PLAN.md', PLANNED);
    await p.scenario.given({ ...audit(3, 2), worktree: p.path });
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('deny');
    p.write(
      'app/MASTER_PLAN.md',
      `${PLANNED.replace('DEC-PLAN-001: a', 'DEC-PLAN-001: a (deprecated)')}\n- DEC-CODE-001: x\n- DEC-CODE-002: y\n- DEC-CODE-003: z\n`,
    );
    expect(says(await p.sends(writing('lib/new.ts'))).decision).toBe('none');
  });
});
