import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { checkRulings } from '../../src/replay/check.ts';
import { linesTo } from '../../src/replay/log-lines.ts';
import { overBy } from '../../src/replay/long-fold.ts';
import { compacts, starts } from '../kit/contexts.ts';
import { patient } from '../kit/patience.ts';
import { completes, type Payload, prompts, requests, type Scenario, scenario, stops } from '../kit/scenario.ts';
import { agentEnds, agentStarts } from '../kit/subagents.ts';
import { folderOf } from './read-log.ts';

// Whatever happens, in whatever order: what was decided is decided again from the log alone.

const SESSIONS = ['s1', 's2', 's3'] as const;
const FILES = ['src/a.ts', 'src/b.test.ts', 'README.md', 'docket.config.json', 'MASTER_PLAN.md'];
const COMMANDS = [
  ...['npm test', 'git status', 'rm -rf /', 'rm -rf build', 'git push --force origin main', 'git commit -m "x"'],
  ...[
    'git push --force origin topic',
    'git push --force origin "$B"',
    'docket careful off',
    'echo "',
    'cat a > src/c.ts',
  ],
];
const RESULTS = [
  'ok 1 - total\n# tests 1\n# pass 1\n# fail 0',
  'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1',
  'export API_KEY=sk-ant-REDACTED',
];

/** One thing that happens: a call of the hook, or something outside it. */
type Happening = (s: Scenario) => Promise<unknown>;

const sends =
  (session: string, payload: Payload, isTwice = false): Happening =>
  async (s) => {
    const call = { session_id: session, ...payload };
    await s.when(call);
    if (isTwice) await s.when(call);
  };

const session = fc.constantFrom(...SESSIONS);
const call = fc.integer({ min: 1, max: 6 }).map((n) => `call-${n}`);
const agent = fc.option(fc.constantFrom('a1', 'a2'), { freq: 4, nil: null });
const byAgent = (id: string | null): Payload => (id === null ? {} : { agent_id: id, agent_type: 'implementer' });

const write = fc
  .tuple(session, call, fc.constantFrom(...FILES), agent, fc.boolean())
  .map(([id, use, file, who, isTwice]) =>
    sends(id, requests('Write', { file_path: file, content: 'x\n' }, { tool_use_id: use, ...byAgent(who) }), isTwice),
  );
const wrote = fc
  .tuple(session, call, fc.constantFrom(...FILES))
  .map(([id, use, file]) =>
    sends(id, completes('Write', { file_path: file, content: 'x\n' }, { type: 'create' }, { tool_use_id: use })),
  );
const command = fc
  .tuple(session, call, fc.constantFrom(...COMMANDS), agent, fc.boolean())
  .map(([id, use, text, who, isTwice]) =>
    sends(id, requests('Bash', { command: text }, { tool_use_id: use, ...byAgent(who) }), isTwice),
  );
const ran = fc
  .tuple(session, call, fc.constantFrom(...COMMANDS), fc.constantFrom(...RESULTS), fc.boolean())
  .map(([id, use, text, said, isFailed]) => {
    const failed = {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: text },
      error: said,
    };
    const done = completes('Bash', { command: text }, { stdout: said, stderr: '', interrupted: false });
    return sends(id, { ...(isFailed ? failed : done), tool_use_id: use });
  });
const turns = fc
  .tuple(
    session,
    fc.constantFrom(
      () => starts(),
      () => starts('resume'),
      () => stops(),
      () => stops({ stop_hook_active: true }),
      () => compacts(),
      () => prompts('go on'),
      () => prompts('docket prove: it works'),
      () => agentStarts('implementer', 'a1'),
      () => agentEnds('implementer', 'Done.', 'a1'),
      () => ({ hook_event_name: 'SessionEnd', reason: 'other' }),
      () => ({ hook_event_name: 'SomethingNew', what: 'ever' }),
    ),
    fc.boolean(),
  )
  .map(([id, make, isTwice]) => sends(id, make(), isTwice));
const outside = fc.constantFrom<Happening>(
  async (s) => s.write('docket.config.json', '{"preset":"standard"}'),
  async (s) => s.write('docket.config.json', '{"preset":"strict"}'),
  async (s) => s.write('docket.config.json', '{"preset":'),
  async (s) =>
    s.write('.config/docket/preferences.json', JSON.stringify({ projects: { [s.project]: { careful: true } } })),
  async (s) => s.write('.config/docket/preferences.json', '{}'),
  (s) => s.when('{"tool_name":"Bash","tool_input":'),
);

describe('rulings', () => {
  it('are the same to the byte when they are judged again, whatever happened in the project', {
    timeout: patient(120_000),
  }, async () => {
    const happenings = fc.array(
      fc.oneof(
        { arbitrary: write, weight: 4 },
        { arbitrary: wrote, weight: 3 },
        { arbitrary: command, weight: 4 },
        { arbitrary: ran, weight: 3 },
        { arbitrary: turns, weight: 4 },
        { arbitrary: outside, weight: 1 },
      ),
      { minLength: 10, maxLength: 60 },
    );
    let rulings = 0;
    await fc.assert(
      fc.asyncProperty(happenings, async (all) => {
        const s = scenario({ preset: 'strict' });
        for (const happening of all) await happening(s);
        const folder = folderOf(s);
        const index = openStreamIndex(folder);
        for (const isOver of [overBy(index), undefined]) {
          const checked = checkRulings(linesTo(folder, index.position), isOver === undefined ? {} : { isOver });
          for (const found of checked) {
            expect(found).toMatchObject({ differ: 0, unknown: 0, divergences: [], unreplayable: {} });
            rulings += found.rulings;
          }
        }
      }),
      { numRuns: 12 },
    );
    expect(rulings).toBeGreaterThan(100);
  });
});
