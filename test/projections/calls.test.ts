import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type CallsState, callsProjection } from '../../src/projections/calls.ts';
import { completed, happened, prompted, recorded, requested, ruled, stateAfter, testsStarted } from './given.ts';

const failed = (call: string) => happened('ToolFailed', { error: 'Exit code 1' }, { call });
const denied = (call: string, decision: 'deny' | 'ask' | 'advise' = 'deny') => ruled(decision, [], { call });
const openIn = ({ open }: CallsState) => open.map(({ call }) => call);
const subagent = { actor: { id: 'agent-1', type: 'implementer' } };

describe('a tool call', () => {
  it('is open from its request to its outcome', () => {
    const request = requested('a', 'Edit', subagent);
    expect(stateAfter(callsProjection, request).open).toEqual([
      { call: 'a', event: request.id, tool: 'Edit', actor: 'agent-1', at: request.at, deniedBy: null, testRun: null },
    ]);
    expect(stateAfter(callsProjection, request, completed('a')).open).toEqual([]);
    expect(stateAfter(callsProjection, request, failed('a')).open).toEqual([]);
  });

  it('that is requested again is one call, the newest', () => {
    const again = requested('a', 'Edit');
    const state = stateAfter(callsProjection, requested('a'), requested('b'), again);
    expect(openIn(state)).toEqual(['b', 'a']);
    expect(state.open[1]).toMatchObject({ event: again.id, tool: 'Edit' });
  });

  it('that is requested again while it is the only one is still one', () => {
    expect(openIn(stateAfter(callsProjection, requested('a'), requested('a')))).toEqual(['a']);
  });

  it('is kept with the folder that a shell runs in, and without one where the tool is none or names none', () => {
    const openAfter = (data: Record<string, unknown>) =>
      stateAfter(callsProjection, happened('ToolRequested', data, { call: 'a' })).open[0];
    expect(openAfter({ tool_name: 'Bash', cwd: '/work/shop/src' })).toHaveProperty('cwd', '/work/shop/src');
    for (const data of [{ tool_name: 'Edit', cwd: '/work' }, { tool_name: 'Bash', cwd: 7 }, { tool_name: 'Bash' }])
      expect(openAfter(data)).not.toHaveProperty('cwd');
    expect(openAfter({ tool_name: 7 })?.tool).toBe('');
  });

  it('is forgotten as unknown behind 256 others', () => {
    const many = Array.from({ length: 256 }, (_, at) => requested(`c${at}`));
    const state = stateAfter(callsProjection, ...many);
    expect(state.unknown).toBe(0);
    expect(openIn(state)).toHaveLength(256);
    const more = [requested('d'), requested('e')].reduce(callsProjection.evolve, state);
    expect(openIn(more)).toEqual([...many.slice(2).map(({ call }) => call), 'd', 'e']);
    expect(more.unknown).toBe(2);
  });

  it('stays open when another one ends', () => {
    const state = stateAfter(callsProjection, requested('a'), requested('b'), completed('b'));
    expect(openIn(state)).toEqual(['a']);
    expect(state.unknown).toBe(0);
  });

  it('without an id of the host opens nothing and closes nothing', () => {
    const anonymous = happened('ToolRequested', { tool_name: 'Bash' });
    expect(stateAfter(callsProjection, anonymous).open).toEqual([]);
    expect(openIn(stateAfter(callsProjection, requested('a'), happened('ToolCompleted')))).toEqual(['a']);
  });

  it.each(['constructor', '__proto__', '7'])('may have any id of the host: %s', (id) => {
    const state = stateAfter(callsProjection, requested(id), denied(id));
    expect(openIn(state)).toEqual([id]);
    expect(stateAfter(callsProjection, requested(id), denied(id), completed(id)).deniedButRan).toHaveLength(1);
    expect(stateAfter(callsProjection, completed(id)).open).toEqual([]);
  });

  it('of a batch ends with its batch; entries without an id are passed over', () => {
    const batch = happened('ToolBatchCompleted', {
      tool_calls: [{ tool_use_id: 'a' }, { tool_use_id: 'b' }, null, {}],
    });
    const state = stateAfter(callsProjection, requested('a'), requested('b'), requested('c'), batch);
    expect(openIn(state)).toEqual(['c']);
    const strange = happened('ToolBatchCompleted', { tool_calls: 'none' });
    expect(openIn(stateAfter(callsProjection, requested('a'), strange))).toEqual(['a']);
  });
});

describe('a call whose outcome never came', () => {
  it('of the main agent is closed as unknown by the next prompt of a person', () => {
    const state = stateAfter(callsProjection, requested('a'), requested('b', 'Bash', subagent), prompted());
    expect(openIn(state)).toEqual(['b']);
    expect(state.unknown).toBe(1);
  });

  it('is late, and the one that was closed last where the outcome comes after all', () => {
    const testRun = { runner: 'vitest', masked: false, worktree: '/work/shop', digest: null };
    const past = [requested('a'), testsStarted('a'), requested('b'), requested('c', 'Bash', subagent), prompted()];
    const state = stateAfter(callsProjection, ...past);
    expect(state.late.map(({ call }) => call)).toEqual(['a', 'b']);
    const ended = callsProjection.evolve(state, completed('a'));
    expect(ended).toEqual({ ...state, late: [state.late[1]], lastClosed: { call: 'a', testRun } });
    expect(callsProjection.evolve(ended, completed('b')).late).toEqual([]);
  });

  it('stays late when the outcome of another one comes', () => {
    const past = [requested('a'), prompted(), requested('b'), completed('b')];
    const { late, open, lastClosed } = stateAfter(callsProjection, ...past);
    expect([late.map(({ call }) => call), open, lastClosed?.call]).toEqual([['a'], [], 'b']);
  });

  it('is late beside twenty at most, the newest', () => {
    const first = Array.from({ length: 12 }, (_, at) => requested(`a${at}`));
    const second = Array.from({ length: 12 }, (_, at) => requested(`b${at}`));
    const { late, unknown } = stateAfter(callsProjection, ...first, prompted(), ...second, prompted());
    expect(late.map(({ call }) => call)).toEqual([...first.slice(4), ...second].map(({ call }) => call));
    expect(unknown).toBe(24);
  });

  it('is none where nothing is open', () => {
    const state = stateAfter(callsProjection, requested('a', 'Bash', subagent));
    expect(callsProjection.evolve(state, prompted())).toBe(state);
  });

  it('stays open over a prompt that the machine made', () => {
    const state = stateAfter(callsProjection, requested('a'), happened('PromptSubmitted'));
    expect(openIn(state)).toEqual(['a']);
  });

  it('is closed as unknown at the end of the session, whoever called', () => {
    const end = happened('SessionEnded');
    const state = stateAfter(callsProjection, requested('a'), requested('b', 'Bash', subagent), end);
    expect(state).toMatchObject({ open: [], unknown: 2 });
  });
});

describe('a test run', () => {
  it('is known of its call until the outcome came, and of the call that was closed last', () => {
    const request = requested('a');
    const testRun = { runner: 'vitest', masked: false, worktree: '/work/shop-2', digest: null };
    const started = testsStarted('a', { worktree: '/work/shop-2' });
    expect(stateAfter(callsProjection, request, started).open[0]?.testRun).toEqual(testRun);
    expect(stateAfter(callsProjection, request, started, completed('a')).lastClosed).toEqual({ call: 'a', testRun });
    const another = [requested('b'), completed('b')];
    expect(stateAfter(callsProjection, request, started, completed('a'), ...another).lastClosed).toEqual({
      call: 'b',
      testRun: null,
    });
  });

  it('of a call that was not requested is not opened by it', () => {
    expect(stateAfter(callsProjection, testsStarted('a')).open).toEqual([]);
  });
});

describe('a call that was denied', () => {
  it('and ran all the same is kept, with the ruling', () => {
    const ruling = denied('a');
    const outcome = completed('a');
    expect(stateAfter(callsProjection, requested('a'), ruling, outcome).deniedButRan).toEqual([
      { call: 'a', ruling: ruling.id, event: outcome.id },
    ]);
  });

  it('is that one alone', () => {
    const ruling = denied('b');
    const state = stateAfter(callsProjection, requested('a'), requested('b'), ruling);
    expect(state.open.map(({ deniedBy }) => deniedBy)).toEqual([null, ruling.id]);
    const first = stateAfter(callsProjection, requested('a'), denied('a'), requested('b'), completed('b'));
    expect(first.deniedButRan).toEqual([]);
  });

  it('and never ran is no such thing', () => {
    const state = stateAfter(callsProjection, requested('a'), denied('a'), prompted());
    expect(state).toMatchObject({ deniedButRan: [], unknown: 1 });
  });

  it.each(['ask', 'advise'] as const)('was not: %s', (decision) => {
    expect(stateAfter(callsProjection, requested('a'), denied('a', decision), completed('a')).deniedButRan).toEqual([]);
  });

  it('is forgotten behind twenty others', () => {
    const many = Array.from({ length: 25 }, (_, i) => [requested(`c${i}`), denied(`c${i}`), completed(`c${i}`)]).flat();
    const { deniedButRan } = stateAfter(callsProjection, ...many);
    expect(deniedButRan.map(({ call }) => call)).toEqual(Array.from({ length: 20 }, (_, i) => `c${i + 5}`));
  });
});

describe('tools that nobody classified', () => {
  it('are named once when their names say that they write', () => {
    const calls = [
      'mcp__serena__insert_after_symbol',
      'mcp__docs__search',
      'Write',
      'mcp__serena__insert_after_symbol',
    ];
    const state = stateAfter(callsProjection, ...calls.map((tool, i) => requested(`c${i}`, tool)));
    expect(state.unclassifiedWriters).toEqual(['mcp__serena__insert_after_symbol']);
  });

  it('are twenty at most, the newest', () => {
    const tools = Array.from({ length: 22 }, (_, at) => `mcp__s${at}__write_file`);
    const state = stateAfter(callsProjection, ...tools.map((tool, at) => requested(`c${at}`, tool)));
    expect(state.unclassifiedWriters).toEqual(tools.slice(2));
  });
});

describe('what a command may write', () => {
  const act = (kind: string, shown: string, ...paths: (string | null)[]) => ({
    kind,
    shown,
    span: null,
    directory: null,
    directoryKnown: true,
    paths: paths.map((written) => ({ written, span: null })),
    details: {},
    edits: [],
  });
  const understood = (call: string, ...acts: ReturnType<typeof act>[]) =>
    recorded(
      'CommandUnderstood',
      { understood: true, problems: [], programs: [], forcePushes: [], mentions: [], acts },
      { call },
    );
  const closedAfter = (...events: Envelope[]) => stateAfter(callsProjection, ...events).lastClosed;

  it('is kept until its outcome, with the folder it ran in', () => {
    const asked = happened('ToolRequested', { tool_name: 'Bash', cwd: '/work/shop/src' }, { call: 'a' });
    const sed = understood('a', act('write', 'sed -i s/a/b/ a.ts', 'a.ts'), act('write', 'sed -i', 'a.ts', null));
    expect(closedAfter(asked, sed, completed('a'))).toEqual({
      call: 'a',
      testRun: null,
      cwd: '/work/shop/src',
      writes: {
        by: 'sed',
        files: [
          { path: 'a.ts', directory: null },
          { path: null, directory: null },
        ],
      },
    });
  });

  it('is nothing for most commands, folders that are made, and acts that somebody wrote by hand', () => {
    const odd = happened(
      'CommandUnderstood',
      { ...understood('a').data, acts: [null, 3, { kind: 'write' }] },
      { call: 'a' },
    );
    for (const event of [understood('a'), understood('a', act('write', 'mkdir x', 'x'), act('halt', 'reboot')), odd]) {
      expect(closedAfter(requested('a'), event, completed('a'))).toStrictEqual({ call: 'a', testRun: null });
      const asked = stateAfter(callsProjection, requested('a'));
      expect(callsProjection.evolve(asked, event)).toBe(asked);
    }
  });

  it('is kept without a folder where the host names none', () => {
    const sed = understood('a', act('write', 'sed -i s/a/b/ a.ts', 'a.ts'));
    expect(closedAfter(requested('a'), sed, completed('a'))).toStrictEqual({
      call: 'a',
      testRun: null,
      writes: { by: 'sed', files: [{ path: 'a.ts', directory: null }] },
    });
  });

  it('is bounded', () => {
    const many = Array.from({ length: 300 }, (_, at) => `src/f${at}.ts`);
    const files = closedAfter(
      requested('a'),
      understood('a', act('write', 'x', ...many, 'y'.repeat(5_000))),
      completed('a'),
    );
    expect(files?.writes?.files).toHaveLength(16);
    expect(files?.writes?.files.at(-1)?.path).toBeNull();
  });
});
