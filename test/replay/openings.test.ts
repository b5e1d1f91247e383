import { describe, expect, it } from 'vitest';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { TERMINAL } from '../../src/projections/test-results.ts';
import { causeChain } from '../../src/replay/causes.ts';
import { understand } from '../../src/shell/understand.ts';
import { envelope } from '../kit/envelope.ts';
import {
  completes,
  greenRun,
  prompts,
  redRun,
  requests,
  type Scenario,
  scenario,
  stops,
  writes,
} from '../kit/scenario.ts';
import { eventsOf, explained, explanationOf, folderOf, rulings } from './read-log.ts';

const STOPPED_TWICE = [
  prompts('go'),
  writes('src/a.ts', { tool_use_id: 'w' }),
  completes('Write', { file_path: 'src/a.ts' }, {}, { tool_use_id: 'w' }),
  stops(),
];

describe('what would have opened what several rules stopped', () => {
  it('is everything that each of them needs, together', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...STOPPED_TWICE);
    const { explanations, verdicts } = explained(s);
    const rules = verdicts.filter(({ decision }) => decision === 'deny').map(({ rule }) => rule);
    expect(rules).toEqual(['stop-guard/code-unreviewed', 'stop-guard/precommit-missing']);
    const own = rules.map((rule) => explanationOf(s, rule).opens);
    for (const opens of own) expect(opens).toMatchObject([{ decision: 'pass' }]);
    const [first] = explanations;
    const together = own.flatMap((opens) => opens.flatMap(({ todo }) => todo));
    expect(first?.opensAll).toEqual([{ todo: together, decision: expect.stringMatching(/^(none|advise)$/) }]);
  });

  it('is what opens the one rule that stopped it', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts'), writes('src/b.ts'));
    const { opens, opensAll } = explanationOf(s, 'test-gate/tests-fail');
    expect(opensAll.map(({ todo }) => todo)).toEqual(opens.map(({ todo }) => todo));
  });

  it.each([
    'rm -rf .docket; rm docket.config.json; docket prove x',
    'git push --force origin main; rm -rf /usr; git reset --hard',
  ])('is that of each act of one command: %s', async (command) => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), requests('Bash', { command }));
    const { verdicts, explanations } = explained(s);
    const rules = verdicts.filter(({ decision }) => decision === 'deny').map(({ rule }) => rule);
    expect(rules).toHaveLength(3);
    const together = rules.flatMap((rule) => explanationOf(s, rule).opens.flatMap(({ todo }) => todo));
    expect(explanations[0]?.opensAll).toEqual([{ todo: together, decision: expect.not.stringMatching(/deny|ask/) }]);
  });

  it('is nothing where nothing was stopped, or only watched', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(...STOPPED_TWICE);
    expect(explanationOf(s, 'stop-guard/code-unreviewed')).toMatchObject({ mode: 'monitor', opensAll: [] });
    const t = scenario({ preset: 'strict' });
    await t.given(prompts('go'), writes('src/a.ts'));
    expect(explanationOf(t, 'test-gate/tests-fail')).toMatchObject({ decision: 'pass', opens: [], opensAll: [] });
  });
});

describe('evidence that is not of the session', () => {
  /** A result that a person recorded at a terminal. */
  const recorded = (s: Scenario, id: string, status: 'pass' | 'fail'): void => {
    const { data } = eventsOf(s, 'TestRunFinished')[0] ?? { data: {} };
    const writer = openLogWriter(folderOf(s));
    const more = {
      stream: TERMINAL,
      worktree: s.project,
      provenance: 'person' as const,
      at: '2026-01-01T12:00:03.000Z',
    };
    writer.append([JSON.stringify(envelope(id, 'TestRunFinished', { ...more, data: { ...data, status } }))]);
    writer.close();
  };

  it('is undone before the session began: by the failure that ended the last pass', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...greenRun().map((event) => ({ ...event, session_id: 'other' })));
    for (const [id, status] of [
      ['t1', 'pass'],
      ['t2', 'fail'],
      ['t3', 'fail'],
    ] as const)
      recorded(s, id, status);
    await s.given(prompts('go'), writes('src/a.ts'));
    const { decision, undone } = explanationOf(s, 'test-gate/tests-fail');
    expect({ decision, undone }).toMatchObject({ decision: 'advise', undone: [{ since: 't1', by: 't2' }] });
  });

  it('leads back to the prompt of its own session', async () => {
    const s = scenario({ preset: 'strict' });
    const ofOther = { session_id: 'other' };
    await s.given(prompts('go'), prompts('meanwhile', ofOther));
    const slowly = async (command: string) => {
      await s.given(writes('src/b.ts', { ...ofOther, tool_use_id: 'beside' }));
      return understand(command);
    };
    await s.when(requests('Bash', { command: 'git push --force origin main' }), { understand: slowly });
    const [ruling] = rulings(s)
      .filter(({ event }) => event.stream !== 'other')
      .slice(-1);
    const { session, explanations } = explained(s, ruling);
    const line = session.byId.get(explanations[0]?.unseen[0] ?? '');
    if (line === undefined) throw new Error('nothing was unseen');
    expect(line.event).toMatchObject({ stream: 'other', call: 'beside' });
    expect(causeChain(session, line).at(-1)?.event.data['prompt']).toBe('meanwhile');
  });
});

it('requests of nobody are judged like others', async () => {
  const s = scenario({ preset: 'strict' });
  await s.given(requests('Bash', { command: 'git push --force origin main' }));
  expect(explanationOf(s, 'guard/force-push-protected').opensAll).toHaveLength(1);
});
