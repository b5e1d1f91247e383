import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lintedIn, script, withEslint, written } from '../kit/linters.ts';
import { WHOLE_PLAN } from '../kit/plans.ts';
import { completes, prompts, requests, type ScenarioOptions, scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const DEBUGGER = 'debugger;\n';

const project = (options: ScenarioOptions = { preset: 'strict' }) => {
  const s = scenario(options);
  withEslint(s);
  s.write('src/a.js', DEBUGGER);
  return s;
};

describe('lint', () => {
  it('tells the agent what the project’s linter finds in the written file, beside the result', async () => {
    const s = project();
    const outcome = await s.when(written('src/a.js'));
    expect(outcome.answer).toEqual({
      decision: 'block',
      reason:
        "eslint found 1 problem in src/a.js:\n- src/a.js:1:1 Unexpected 'debugger' statement. (no-debugger)\n" +
        ' Mend them in the file, or tell the user why they should stay. [docket lint/problems]',
    });
    expect(lintedIn(outcome)).toMatchObject([{ linter: 'eslint', path: 'src/a.js', status: 'problems', count: 1 }]);
    expect(readFileSync(join(s.project, 'src/a.js'), 'utf8')).toBe(DEBUGGER);
  });

  it.each(['Write', 'Edit', 'MultiEdit'])('judges what %s wrote', async (tool) => {
    const s = project();
    expect((await s.when(written('src/a.js', { tool_name: tool }))).decision).toBe('deny');
  });

  it('says nothing of a clean file, and before a write nothing at all', async () => {
    const s = project();
    const before = await s.when({ ...written('src/a.js'), hook_event_name: 'PreToolUse' });
    expect(lintedIn(before)).toEqual([]);
    s.write('src/a.js', 'export {};\n');
    const outcome = await s.when(written('src/a.js'));
    expect(outcome).toMatchObject({ decision: 'none', answer: null });
    expect(lintedIn(outcome)).toMatchObject([{ status: 'clean', digest: null }]);
  });

  it('is off under standard and runs nothing there; it runs nothing under observe either, and says once what it would run', async () => {
    const off = await project({ preset: 'standard' }).when(written('src/a.js'));
    expect(lintedIn(off)).toEqual([]);
    const watched = project({ preset: 'observe' });
    script(watched, 'node_modules/.bin/eslint', 'touch ran');
    watched.write('.prettierrc', '{}');
    watched.write('src/b.css', 'a {}\n');
    const skips: unknown[] = [];
    for (const path of ['src/a.js', 'src/a.js', 'src/b.css', 'docs/c.txt', 'docs/d.txt']) {
      const outcome = await watched.when(written(path));
      expect(outcome).toMatchObject({ decision: 'none', answer: null });
      expect(lintedIn(outcome)).toEqual([]);
      skips.push(...outcome.events.flatMap(({ type, data }) => (type === 'LintSkipped' ? [data] : [])));
    }
    expect(skips).toEqual([
      { reason: 'monitor', path: 'src/a.js', linters: ['eslint', 'prettier'] },
      { reason: 'monitor', path: 'src/b.css', linters: ['prettier'] },
      { reason: 'no-linter', path: 'docs/c.txt', linters: [] },
    ]);
    expect(existsSync(join(watched.project, 'ran'))).toBe(false);
  });

  it('runs nothing where the policy only watches its rule', async () => {
    const gates = { lint: { rules: { problems: 'monitor' } } };
    const outcome = await project({ policy: { preset: 'strict', gates } }).when(written('src/a.js'));
    expect(lintedIn(outcome)).toEqual([]);
    expect(outcome.events.some(({ type }) => type === 'LintSkipped')).toBe(true);
  });

  it('leaves out the linters that the policy names', async () => {
    const s = project({ policy: { preset: 'strict', gates: { lint: { skip: ['eslint'] } } } });
    expect(lintedIn(await s.when(written('src/a.js')))).toEqual([]);
  });
});

describe('what lint tells', () => {
  it('comes with what other gates say of the same write, and counts as no denied call', async () => {
    const s = project();
    const content = `${DEBUGGER}${'export {};\n'.repeat(30)}`;
    s.write('src/a.js', content);
    s.write('MASTER_PLAN.md', WHOLE_PLAN);
    const call = { tool_use_id: 'one' };
    await s.given(requests('mcp__multi__chat', {}), requests('Write', { file_path: 'src/a.js', content }, call));
    const outcome = await s.when(
      completes('Write', { file_path: 'src/a.js', content }, { originalFile: null, structuredPatch: [] }, call),
    );
    expect(outcome.answer).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/lint\/problems\]\n.*large-change\]$/s),
    });
    const { loadState } = await import('../../src/hooks/load-state.ts');
    const { logFolder } = await import('../../src/events/segments.ts');
    const { fold } = loadState(logFolder(s.root, s.deps.fs), s.root, null);
    expect(fold.view('s1', s.project).calls).toMatchObject({ open: [{ tool: 'mcp__multi__chat' }], deniedButRan: [] });
    expect(fold.view('s1', s.project).changes.files).toMatchObject([{ path: 'src/a.js' }]);
  });

  const tells = async (s: ReturnType<typeof scenario>): Promise<boolean> =>
    (await s.when(written('src/a.js'))).decision === 'deny';

  it('is said once for the same problems, wherever they stand by then, and again once they were gone', async () => {
    const s = project();
    expect(await tells(s)).toBe(true);
    s.write('said/found.json', readFileSync(`${s.project}/said/found.json`, 'utf8').replace('"line":1', '"line":7'));
    expect(await tells(s)).toBe(false);
    s.write('src/a.js', 'export {};\n');
    expect(await tells(s)).toBe(false);
    s.write('src/a.js', DEBUGGER);
    expect(await tells(s)).toBe(true);
  });

  it('is said again when there are others', async () => {
    const s = project();
    expect(await tells(s)).toBe(true);
    s.write('said/found.json', readFileSync(`${s.project}/said/found.json`, 'utf8').replace('no-debugger', 'no-other'));
    expect(await tells(s)).toBe(true);
    expect(await tells(s)).toBe(false);
  });

  it('counts as said only where the answer was sent', async () => {
    const s = project();
    const { handle } = await import('../../src/hooks/handle.ts');
    const payload = { session_id: 's1', cwd: s.project, ...written('src/a.js') };
    // The process is killed before `finish`.
    const unsent = await handle(Buffer.from(JSON.stringify(payload)), s.deps);
    expect(unsent.stdout).toContain('no-debugger');
    expect(await tells(s)).toBe(true);
  });

  it('is bounded: three times for a file and a prompt, however the problems change', async () => {
    const s = project();
    const told: boolean[] = [];
    const next = async (n: number): Promise<void> => {
      const text = readFileSync(`${s.project}/said/found.json`, 'utf8');
      s.write('said/found.json', text.replace(/"ruleId":"[^"]*"/, `"ruleId":"rule-${n}"`));
      told.push(await tells(s));
    };
    await s.given(prompts('go'));
    for (const n of [1, 2, 3, 4, 5]) await next(n);
    await s.given(prompts('<task-notification>done</task-notification>'));
    await next(6);
    await s.given(prompts('go on'));
    await next(7);
    expect(told).toEqual([true, true, true, false, false, false, true]);
    s.write('src/b.js', DEBUGGER);
    expect((await s.when(written('src/b.js'))).decision).toBe('deny');
  });

  it('is kept apart from one session to the next', async () => {
    const s = project();
    expect(await tells(s)).toBe(true);
    expect((await s.when(written('src/a.js', { session_id: 's2' }))).decision).toBe('deny');
  });

  it('is ten problems at most, as long as a verdict may be, and how many more there are', async () => {
    const s = project();
    const messages = Array.from({ length: 5_000 }, (_, i) => ({
      ruleId: `rule-${i}`,
      severity: 2,
      message: 'x'.repeat(i === 0 ? 100_000 : 20),
      line: i + 1,
      column: 1,
    }));
    s.write('said/found.json', JSON.stringify([{ filePath: '/f', messages }]));
    const outcome = await s.when(written('src/a.js'));
    const [verdict] = outcome.verdicts;
    expect(verdict?.reason).toContain('5000 problems');
    expect(verdict?.reason).toMatch(/- and \d+ more\n$/);
    expect(verdict?.reason.length).toBeLessThanOrEqual(1_000);
    const [result] = lintedIn(outcome);
    expect(result?.problems).toHaveLength(20);
    expect(JSON.stringify(result).length).toBeLessThan(8_000);
  });

  it('is given again to another delivery of the same event, without running the linter again', async () => {
    const s = project();
    const payload = written('src/a.js');
    const first = await s.when(payload);
    script(s, 'node_modules/.bin/eslint', 'exit 2');
    const again = await s.when(payload);
    expect(again.answer).toEqual(first.answer);
    expect(lintedIn(again)).toEqual([]);
    withEslint(s);
    expect(await tells(s)).toBe(false);
  });
});

describe('files that lint leaves alone', () => {
  it.each(['node_modules/x/a.js', 'dist/a.js', 'vendor/a.js', 'src/api.generated.js', 'notes.txt', 'Makefile'])(
    '%s',
    async (path) => {
      const s = project();
      s.write(path, DEBUGGER);
      expect(lintedIn(await s.when(written(path)))).toEqual([]);
    },
  );

  it('outside the project, also by way of a link in it; and in another repository', async () => {
    const s = project();
    const other = tempProject();
    const outside = other.write('a.js', DEBUGGER);
    other.write('eslint.config.js', '');
    symlinkSync(outside, join(s.project, 'src', 'link.js'));
    expect(lintedIn(await s.when(written(outside)))).toEqual([]);
    expect(lintedIn(await s.when(written('src/link.js')))).toEqual([]);
    s.write('sub/.git/HEAD', 'ref: refs/heads/main\n');
    s.write('sub/a.js', DEBUGGER);
    s.write('sub/eslint.config.js', '');
    expect(lintedIn(await s.when(written('sub/a.js')))).toEqual([]);
  });

  it('that are gone, are no plain files, or are larger than anybody writes by hand', async () => {
    const s = project();
    s.write('src/folder.js/x', '');
    s.write('src/huge.js', `debugger;${' '.repeat(3_000_000)}\n`);
    for (const path of ['src/gone.js', 'src/folder.js', 'src/huge.js', 'src/nul\0.js', `${'x'.repeat(5_000)}.js`]) {
      const outcome = await s.when(written(path));
      expect(lintedIn(outcome), path).toEqual([]);
      expect(outcome.events.map(({ type }) => type)).not.toContain('HookFailed');
    }
  });

  it('but not the file that a link in the project leads to there', async () => {
    const s = project();
    symlinkSync(join(s.project, 'src', 'a.js'), join(s.project, 'src', 'link.js'));
    expect(lintedIn(await s.when(written('src/link.js')))).toMatchObject([{ path: 'src/a.js', status: 'problems' }]);
  });

  it('nor one whose name a shell or an option parser would take for something else', async () => {
    const s = project();
    for (const name of ['a b.js', "it's.js", '-fix.js', '$(id).js', 'two\nlines.js', 'ü.js', '[x].js', '!x.js']) {
      s.write(`src/${name}`, DEBUGGER);
      const outcome = await s.when(written(`src/${name}`));
      expect(lintedIn(outcome), name).toMatchObject([{ status: 'problems', count: 1 }]);
      expect(outcome.answer, name).not.toBeNull();
    }
  });
});
