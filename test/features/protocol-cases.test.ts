import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostOutcome } from '../../src/hooks/host-outcome/host-outcome.ts';
import { matcherMatches } from '../../src/hooks/install/matcher.ts';
import { runDocket } from '../kit/hook-process.ts';
import { runOf } from '../kit/host-answers.ts';
import { completes, prompts, redRun, requests, type Scenario, scenario, writes } from '../kit/scenario.ts';

/** Real bug reports about hooks' input and answers. */
interface ProtocolCase {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

const CASES = readFileSync('fixtures/cases/protocol.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ProtocolCase]));

/** Lines about how bytes arrive, which only a process of its own shows: `test/hooks/protocol.test.ts`, `fault-matrix.test.ts`. */
const IN_PROCESSES = ['pr-eagain', 'pr-late-writer', 'pr-deadline', 'pr-slow-machine'];

const strict = (): Scenario => scenario({ preset: 'strict' });

const decisionIn = async (s: Scenario, raw: string): Promise<string> => (await s.when(raw)).decision;

/** What strict allows for reading only is no gate's objection. */
const stopped = (decision: string): string => (decision === 'allow' ? 'none' : decision);

const payloadOf = (input: ProtocolCase['input']): string =>
  JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: 'c', ...input });

const CHECKS: Readonly<Record<string, (each: ProtocolCase) => Promise<void>>> = {
  'pr-bom-only': async ({ input }) => {
    const { events, answer } = await strict().when(String(input['raw_stdin']));
    expect([events[0]?.data['code'], answer]).toEqual(['empty', null]);
  },
  'pr-empty': async ({ input }) => {
    const { events, answer } = await strict().when(String(input['raw_stdin']));
    expect([events[0]?.data['code'], answer]).toEqual(['empty', null]);
  },
  'pr-inner-bom': async ({ input }) => {
    const { events } = await strict().when(requests('Bash', { command: input['command'] }));
    expect(events[0]?.data['tool_input']).toEqual({ command: input['command'] });
  },
  'pr-cut-payload': async () => {
    const whole = payloadOf({ tool_name: 'Write', tool_input: { file_path: 'a', content: 'x'.repeat(1_000_000) } });
    expect(await decisionIn(strict(), whole.slice(0, 500_105))).toBe('ask');
  },
  'pr-top-level-decision': async (each) => expectInvalid(each),
  'pr-no-event-name': async (each) => expectInvalid(each),
  'pr-stdout-beats-exit': async ({ input }) => {
    const stdout = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'r' },
    });
    expect(explained({ stdout, exitCode: Number(input['exit']) })).toMatchObject({ effect: 'denied', works: true });
  },
  'pr-conflict-two-rewrites': async () => {
    const stdout = JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'a' } },
    });
    expect(explained({ stdout }).consequences[0]?.says).toMatch(/several hooks that rewrite/);
  },
  'pr-phantom-start': async () => {
    const s = strict();
    for (const session_id of ['s1', 's2'])
      await s.given({ hook_event_name: 'SessionStart', source: 'startup', session_id });
    await s.given(prompts('go', { session_id: 's2' }));
    const status = JSON.parse(runDocket(['status', '--json'], s.project).stdout) as { session: { id: string } };
    expect(status.session.id).toBe('s2');
  },
  'pr-new-id-on-resume': async ({ input }) => {
    const s = strict();
    const { before, after_resume: after } = input;
    const past = [...redRun(), writes('src/a.ts'), { hook_event_name: 'SessionStart', source: 'resume' }];
    await s.given(
      ...past.map((payload, index) => ({ ...payload, session_id: index < past.length - 1 ? before : after })),
    );
    const strikesOf = (session: unknown): unknown =>
      (
        JSON.parse(runDocket(['status', '--json', '--session', String(session)], s.project).stdout) as {
          strikes: unknown;
        }
      ).strikes;
    expect(strikesOf(before)).not.toEqual({});
    expect(strikesOf(after)).toEqual({});
  },
  'pr-clear-no-start': async () => {
    const s = strict();
    await s.given(completes('Read', {}, 'x', { session_id: 's1', tool_use_id: 'a' }));
    const { events, exitCode } = await s.when(requests('Bash', { command: 'ls' }, { session_id: 's2' }));
    expect([events[0]?.stream, exitCode]).toEqual(['s2', 0]);
  },
  'pr-no-session-id': async ({ input }) => {
    const { events, decision } = await strict().when(JSON.stringify(input['payload']));
    expect([events[0]?.stream, stopped(decision)]).toEqual(['unknown', 'none']);
  },
  'pr-no-cwd': async ({ input }) => {
    const s = strict();
    const { events, decision } = await s.when(JSON.stringify(input['payload']), { cwd: '/' });
    expect(events[0]?.worktree).toBe(s.project);
    expect(decision).toBe('deny');
  },
  'pr-cwd-gone': async ({ input }) => {
    const s = strict();
    const { events } = await s.when(requests('Bash', { command: 'ls' }, { cwd: input['cwd'] }));
    expect(events[0]?.worktree).toBe(s.project);
    expect(events.find(({ type }) => type === 'HookFailed')?.data).toMatchObject({ code: 'cwd-gone' });
  },
  'pr-failure-event': async ({ input }) => {
    expect((await strict().when({ ...input })).events[0]).toMatchObject({ type: 'ToolFailed' });
  },
  'pr-mcp-prefix-matcher': async ({ input, expect: expected }) => {
    expect(matcherMatches(String(input['matcher']), String(input['tool']))).toBe(expected['matches']);
  },
  'pr-deny-over-rewrite': async () => {
    const { decision } = await strict().when(
      requests('Bash', { command: 'git push -f origin x && git push -f origin main' }),
    );
    expect(decision).toBe('deny');
  },
  'pr-unknown-tool': async ({ input }) => {
    const { events, decision } = await strict().when(requests(String(input['tool_name']), {}));
    expect([events[0]?.type, decision]).toEqual(['ToolRequested', 'none']);
  },
};

const explained = (run: { readonly stdout: string; readonly exitCode?: number }) =>
  hostOutcome({ host: 'claude-code', version: null, event: 'PreToolUse' }, runOf(run));

const expectInvalid = ({ input }: ProtocolCase): void => {
  const outcome = explained({ stdout: String(input['stdout']) });
  expect(outcome.works).toBe(false);
  expect(outcome.ignored.length).toBeGreaterThan(0);
  expect(outcome.instead.join()).toContain('hookSpecificOutput');
};

describe('bug reports about the protocol', () => {
  it.each(CASES.filter(({ id }) => !IN_PROCESSES.includes(id)).map((each) => [each.id, each] as const))(
    '%s',
    async (id, each) => {
      const check = CHECKS[id];
      if (check !== undefined) return check(each);
      const { raw_stdin: raw, ...input } = each.input;
      const decision = await decisionIn(strict(), typeof raw === 'string' ? raw : payloadOf(input));
      expect(stopped(decision)).toBe(each.expect['decision']);
    },
  );

  it('are all run somewhere', () => {
    expect(IN_PROCESSES.filter((id) => !CASES.some((each) => each.id === id))).toEqual([]);
    const others = readFileSync('test/hooks/protocol.test.ts', 'utf8');
    expect(IN_PROCESSES.filter((id) => !others.includes(`(${id})`))).toEqual([]);
  });
});
