import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventData } from '../../src/events/schemas.ts';
import { gitProject } from '../kit/git-project.ts';
import { type Outcome, redRun, requests, type Scenario, scenario, stateIn, writes } from '../kit/scenario.ts';

const ENFORCED = { preset: 'observe', gates: { 'mock-gate': { mode: 'enforce' } } } as const;

const writesTest = (content: string, path = 'test/cart.test.ts') => requests('Write', { file_path: path, content });

const DB = "jest.mock('../src/db');\n";

const mocksIn = ({ events }: Outcome): EventData<'MocksObserved'> | undefined =>
  events.find(({ type }) => type === 'MocksObserved')?.data as EventData<'MocksObserved'> | undefined;

const verdictIn = ({ verdicts }: Outcome) => verdicts.find(({ gate }) => gate === 'mock-gate');

describe('mock-gate', () => {
  it('warns first, and denies the next one', async () => {
    const s = scenario({ policy: ENFORCED });
    const first = await s.when(writesTest(DB));
    expect(first.decision).toBe('advise');
    expect(first.answer).toMatchObject({
      hookSpecificOutput: {
        additionalContext: expect.stringContaining('- line 1: jest.mock of ../src/db (a relative path)'),
      },
    });
    const second = await s.when(writesTest("vi.spyOn(cart, 'total');\nimport cart from './cart';\n", 'test/b.test.ts'));
    expect(second.answer).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason:
          "test/b.test.ts would mock the project's own code (1 mock), so it would test the mock instead:\n" +
          '- line 1: vi.spyOn of cart.total (a relative path)\n' +
          ' Use the real code (here: cart.total), and mock only what lies outside of the project: network, clock, file ' +
          'system, database, third-party packages. Where a mock has to stay, say why in a comment above it: ' +
          '`@mock-exempt: reason`. [docket mock-gate/internal-mock]',
      },
    });
    expect((await s.when(writesTest(DB, 'test/c.test.ts'))).decision).toBe('deny');
  });

  it('its warnings last as long as the session: tests that pass, prompts and other writes end none', async () => {
    const s = scenario({ policy: ENFORCED });
    await s.given(writesTest(DB), ...redRun(), writes('src/a.ts'), {
      hook_event_name: 'UserPromptSubmit',
      prompt: 'go on',
    });
    expect(stateIn(s).strikes['mock-gate']?.delivered).toHaveLength(1);
    expect((await s.when(writesTest(DB, 'test/b.test.ts'))).decision).toBe('deny');
    const other = await s.when({ ...writesTest(DB, 'test/b.test.ts'), session_id: 'other' });
    expect(other.decision).toBe('advise');
  });

  it('a warning that never reached the agent is no strike', async () => {
    const s = scenario({ policy: { preset: 'observe' } });
    expect((await s.when(writesTest(DB))).decision).toBe('none');
    s.write('docket.config.json', JSON.stringify(ENFORCED));
    expect((await s.when(writesTest(DB, 'test/b.test.ts'))).decision).toBe('advise');
  });

  it.each([
    ['observe', 'monitor', 'none'],
    ['standard', undefined, 'none'],
    ['strict', 'enforce', 'advise'],
  ] as const)('under %s', async (preset, mode, decision) => {
    const outcome = await scenario({ preset }).when(writesTest(DB));
    expect(outcome.decision).toBe(decision);
    expect(verdictIn(outcome)?.mode).toBe(mode);
    expect(mocksIn(outcome) === undefined).toBe(preset === 'standard');
  });

  it('boundaries pass again and again, and the verdict shows them', async () => {
    const s = scenario({ policy: ENFORCED });
    for (const path of ['test/a.test.ts', 'test/b.test.ts']) {
      const outcome = await s.when(writesTest("vi.mock('node:fs');\nvi.spyOn(Date, 'now');\nvi.mock('who');\n", path));
      expect(outcome.decision).toBe('none');
      expect(verdictIn(outcome)).toMatchObject({
        decision: 'pass',
        conditions: [
          {
            name: 'adds-no-internal-mocks',
            holds: true,
            actual: {
              internal: [],
              undecided: ['line 3: vi.mock of who (no alias, package of the project or dependency is called so)'],
              boundaries: [
                'line 1: vi.mock of node:fs (a module of the runtime)',
                'line 2: vi.spyOn of Date.now (an object of the language or its runtime)',
              ],
            },
          },
        ],
      });
    }
    expect(stateIn(s).strikes['mock-gate']).toBeUndefined();
  });

  it('an exempted mock passes, and the verdict shows the reason', async () => {
    const s = scenario({ policy: ENFORCED });
    await s.given(writesTest(DB));
    const outcome = await s.when(writesTest(`// @mock-exempt: it sends real mail\n${DB}`, 'test/b.test.ts'));
    expect(outcome.decision).toBe('none');
    expect(verdictIn(outcome)?.conditions[0]?.actual).toEqual({
      internal: [],
      exempt: ['line 2: jest.mock of ../src/db (a relative path), exempt: it sends real mail'],
    });
  });

  it('an exemption without a reason exempts nothing, and is told so', async () => {
    const outcome = await scenario({ policy: ENFORCED }).when(writesTest(`// @mock-exempt\n${DB}`));
    expect(outcome.decision).toBe('advise');
    expect(verdictIn(outcome)?.reason).toContain('A `@mock-exempt` that gives no reason exempts nothing.');
  });

  it.each([
    ['a source file', 'src/mocking.ts'],
    ['a document', 'docs/testing.md'],
    ['a vendored test', 'node_modules/x/a.test.js'],
    ['a generated file', 'dist/a.test.js'],
  ])('looks at tests only, not at %s', async (_name, path) => {
    const outcome = await scenario({ policy: ENFORCED }).when(writesTest(DB, path));
    expect(outcome.decision).toBe('none');
    expect(mocksIn(outcome)).toBeUndefined();
    expect(verdictIn(outcome)).toBeUndefined();
  });

  it('a test that mentions no mock is not read', async () => {
    const s = scenario({ policy: ENFORCED });
    const outcome = await s.when(writesTest('expect(1).toBe(1);\n'));
    expect(mocksIn(outcome)).toBeUndefined();
    s.write('test/cart.test.ts', 'expect(1).toBe(1);\n');
    expect(
      mocksIn(await s.when(requests('Edit', { file_path: 'test/cart.test.ts', old_string: '1', new_string: '2' }))),
    ).toBeUndefined();
  });

  it('an edit of a test that has mocks already is not stopped for them', async () => {
    const s = scenario({ policy: ENFORCED });
    await s.given(writesTest(DB));
    s.write('test/cart.test.ts', `${DB}expect(1).toBe(1);\n`);
    const edit = (from: string, to: string) =>
      requests('Edit', { file_path: 'test/cart.test.ts', old_string: from, new_string: to });
    expect((await s.when(edit('expect(1).toBe(1)', 'expect(2).toBe(2)'))).decision).toBe('none');
    expect((await s.when(edit(DB, ''))).decision).toBe('none');
    expect((await s.when(edit("'../src/db'", "'../src/mail'"))).decision).toBe('deny');
    expect((await s.when(edit('expect', "vi.mock('../src/x');\nexpect"))).decision).toBe('deny');
  });

  it('says the same again of a call that is delivered twice, whatever became of the project meanwhile', async () => {
    const s = scenario({ policy: ENFORCED });
    const payload = writesTest("vi.mock('left-pad');\nvi.mock('../src/db');\n");
    const first = await s.when(payload);
    s.write('package.json', JSON.stringify({ name: 'left-pad' }));
    s.write('test/cart.test.ts', "vi.mock('../src/db');\n");
    const second = await s.when(payload);
    expect(second.answer).toEqual(first.answer);
    expect(second.verdicts).toEqual(first.verdicts);
    expect(mocksIn(second)).toBeUndefined();
    expect(stateIn(s).strikes['mock-gate']?.delivered).toHaveLength(1);
  });

  it('may be kept to advice', async () => {
    const s = scenario({
      policy: { preset: 'observe', gates: { 'mock-gate': { mode: 'enforce', atMost: 'advise' } } },
    });
    expect((await s.when(writesTest(DB))).decision).toBe('advise');
    expect((await s.when(writesTest(DB, 'test/b.test.ts'))).decision).toBe('none');
  });

  it('tells the first mocks of many, and how many more there are', async () => {
    const many = Array.from({ length: 60 }, (_, i) => `vi.mock('./m${i}');`).join('\n');
    const outcome = await scenario({ policy: ENFORCED }).when(writesTest(many));
    expect(verdictIn(outcome)?.reason).toContain('(40 mocks or more)');
    expect(verdictIn(outcome)?.reason).toContain('- and 32 or more others');
    expect(mocksIn(outcome)).toMatchObject({ added: 60 });
  });

  it('resolves from the worktree that the test is in, links followed', async () => {
    const project = gitProject({ policy: ENFORCED });
    project.write(
      'app/package.json',
      JSON.stringify({ name: 'app', workspaces: ['packages/*'], dependencies: { axios: '1' } }),
    );
    project.write('app/packages/db/package.json', JSON.stringify({ name: '@acme/db' }));
    const outcome = await project.sends(
      requests('Write', {
        file_path: join(project.path, 'packages/app/a.test.ts'),
        content: "vi.mock('@acme/db'); vi.mock('axios');",
      }),
    );
    expect(outcome.decision).toBe('advise');
    expect(mocksIn(outcome)).toMatchObject({
      path: 'packages/app/a.test.ts',
      mocks: [
        { target: '@acme/db', place: 'internal', why: 'a package of the workspace' },
        { target: 'axios', place: 'boundary', why: 'a package that the project depends on' },
      ],
    });
  });
});

describe('what the policy says of mocks', () => {
  const said = async (options: Record<string, unknown>, content: string): Promise<string> => {
    const s: Scenario = scenario({
      policy: { preset: 'observe', gates: { 'mock-gate': { mode: 'enforce', ...options } } },
    });
    return (await s.when(writesTest(content))).decision;
  };

  it.each([
    ['src/clients', "vi.mock('../src/clients/mail')", 'none'],
    ['src/clients', "vi.mock('../src/clients')", 'none'],
    ['src/clients', "vi.mock('../src/clientside')", 'advise'],
    ['src/*/client', "vi.mock('../src/mail/client.ts')", 'none'],
    ['src/*/client', "vi.mock('../src/mail/clients')", 'advise'],
    ['*-client', "vi.mock('../src/mail-client')", 'none'],
    ['src/**', "vi.mock('../src/a/b')", 'none'],
    ['../src/db', "vi.mock('../src/db')", 'none'],
    ['cart', "vi.spyOn(cart, 'total'); import cart from './cart'", 'none'],
  ])('boundaries: %s, and %s', async (pattern, content, decision) => {
    expect(await said({ boundaries: [pattern] }, content)).toBe(decision);
  });

  it.each([
    ['left-pad', "vi.mock('left-pad/x')", 'advise'],
    ['left-pad', "vi.mock('left-padding')", 'none'],
    ['@acme/*', "vi.mock('@acme/db')", 'advise'],
    ['node:fs', "vi.mock('node:fs')", 'advise'],
  ])('internals: %s, and %s', async (pattern, content, decision) => {
    expect(await said({ internals: [pattern] }, content)).toBe(decision);
  });

  it('what is named by both lies outside', async () => {
    expect(await said({ internals: ['x'], boundaries: ['x'] }, "vi.mock('x')")).toBe('none');
  });
});

it('the message in the documentation is the one that is sent', async () => {
  const s = scenario({ policy: ENFORCED });
  await s.given(writesTest(DB));
  const { answer } = await s.when(writesTest("import { vi } from 'vitest';\n\nvi.mock('../src/db');\n"));
  const { permissionDecisionReason: reason } = (answer?.['hookSpecificOutput'] ?? {}) as {
    permissionDecisionReason?: string;
  };
  expect(readFileSync('docs/hooks.md', 'utf8')).toContain(reason);
});
