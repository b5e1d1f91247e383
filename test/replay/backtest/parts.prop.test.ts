import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GATES } from '../../../src/gates/gates.ts';
import { backtestParts, sharedOut } from '../../../src/replay/backtest/backtest-parts.ts';
import { judgeSessions } from '../../../src/replay/backtest/judge-sessions.ts';
import { neededLines } from '../../../src/replay/backtest/needed-lines.ts';
import { reportOf } from '../../../src/replay/backtest/report.ts';
import { patient } from '../../kit/patience.ts';
import {
  completes,
  greenRun,
  type Payload,
  prompts,
  redRun,
  requests,
  type Scenario,
  scenario,
  stops,
  writes,
} from '../../kit/scenario.ts';
import { agentEnds } from '../../kit/subagents.ts';
import { folderOf } from '../read-log.ts';
import { linesOf, only, type PolicyFile, policyFrom } from './backtests.ts';

const SESSIONS = ['one', 'two', 'three'];

/** What the report says where the sessions are judged in so many parts, each from the lines that it needs. */
const inParts = async (s: Scenario, file: PolicyFile, parts: number) => {
  const policy = policyFrom(file);
  const rounds: number[] = [];
  const tallies = await backtestParts(
    sharedOut(
      SESSIONS.map((stream) => ({ stream, events: 1 })),
      parts,
    ),
    async (sessions, edits) => {
      rounds.push(edits.size);
      const isJudged = (stream: string): boolean => sessions.includes(stream);
      const lines = neededLines(folderOf(s), { isJudged, edits });
      return judgeSessions(lines, { change: () => policy, isJudged, edits });
    },
  );
  return { report: reportOf([{ log: null, tallies }], { policy, gates: GATES }), rounds };
};

describe('sessions that are judged in parts', () => {
  it('hear of each other what they would have: a finding of one is told in another', async () => {
    const checks = { 'check-planner': { mode: 'monitor' }, 'agent-findings': { mode: 'enforce' } };
    const s = scenario({ policy: { preset: 'observe', gates: checks } });
    await s.given(
      prompts('plan it', { session_id: 'one' }),
      agentEnds('planner', 'Shall I go on?', 'a1', { session_id: 'one' }),
    );
    await s.given(prompts('hello', { session_id: 'two' }), prompts('hello again', { session_id: 'three' }));
    const other = { preset: 'observe', gates: { ...checks, 'check-planner': { mode: 'enforce' } } };
    const alone = await inParts(s, other, 1);
    const told = alone.report.flips.filter(({ rules }) => rules.some(({ gate }) => gate === 'agent-findings'));
    expect(told).toEqual([expect.objectContaining({ session: 'two', was: 'none', now: 'advise', kind: 'knock-on' })]);
    for (const parts of [2, 3]) {
      const shared = await inParts(s, other, parts);
      expect(shared.report).toEqual(alone.report);
      expect(shared.rounds.some((edits) => edits > 0)).toBe(true);
    }
  });

  it('come to the same however many parts there are, and the recorded policy to no flip', {
    timeout: patient(120_000),
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        policy,
        policy,
        async (steps, recorded, other) => {
          const s = scenario({ policy: recorded as Record<string, unknown> });
          let n = 0;
          for (const { session_id, make } of steps) {
            n += 1;
            await s.given(...make(`c${n}`).map((payload) => ({ ...payload, session_id })));
          }
          const alone = await inParts(s, other, 1);
          expect((await inParts(s, other, 2)).report).toEqual(alone.report);
          expect((await inParts(s, other, 3)).report).toEqual(alone.report);
          const same = judgeSessions(linesOf(s), { change: (policyThen) => policyThen, thorough: true });
          expect({ flips: same.tally.flips, edits: [...same.edits] }).toEqual({ flips: [], edits: [] });
        },
      ),
      { numRuns: 12 },
    );
  });
});

const written = (call: string): Payload[] => [
  writes(`src/${call}.ts`, { tool_use_id: call }),
  completes('Write', { file_path: `src/${call}.ts`, content: '' }, {}, { tool_use_id: call }),
];

const command =
  (text: string) =>
  (call: string): Payload[] => [
    requests('Bash', { command: text }, { tool_use_id: call }),
    completes('Bash', { command: text }, { stdout: '' }, { tool_use_id: call }),
  ];

const step = fc.record({
  session_id: fc.constantFrom(...SESSIONS),
  make: fc.constantFrom<(call: string) => Payload[]>(
    (call) => [prompts(`go on with ${call}`)],
    written,
    (call) => [writes(`src/${call}.ts`, { tool_use_id: call })],
    redRun,
    greenRun,
    command('git push --force origin feature/x'),
    command('git reset --hard HEAD~1'),
    command('rm -rf ../elsewhere'),
    (call) => [stops({ last_assistant_message: `That is ${call}.` })],
    (call) => [agentEnds('planner', 'Shall I go on?', call)],
    () => [{ hook_event_name: 'SessionStart', source: 'resume' }],
  ),
});

const policy: fc.Arbitrary<PolicyFile> = fc.oneof(
  fc.constantFrom('observe', 'standard', 'strict').map((preset) => ({ preset })),
  fc
    .subarray(['guard', 'test-gate', 'stop-guard', 'check-planner', 'agent-findings', 'auto-review'])
    .map((gates) => only(...gates)),
);
