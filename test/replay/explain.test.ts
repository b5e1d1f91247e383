import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { handle } from '../../src/hooks/handle.ts';
import { explainRuling } from '../../src/replay/explain.ts';
import { understand } from '../../src/shell/understand.ts';
import { greenRun, prompts, redRun, requests, scenario, stops, writes } from '../kit/scenario.ts';
import { agentEnds } from '../kit/subagents.ts';
import { eventsOf, explained, explanationOf, folderOf, rulings } from './read-log.ts';

const idsOf = (events: readonly Envelope[]): string[] => events.map(({ id }) => id);

describe('what was undone', () => {
  it('names the run that passed and the run that failed after it', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...greenRun(), ...redRun(), writes('src/a.ts'));
    const [passed, failed] = idsOf(eventsOf(s, 'TestRunFinished'));
    expect(explanationOf(s, 'test-gate/tests-fail').undone).toEqual([
      {
        condition: 'tests-do-not-fail',
        was: { status: 'pass', failures: 0, runner: 'npm test' },
        since: passed,
        by: failed,
      },
    ]);
  });

  it('names the last of several times', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...greenRun(), ...redRun(), ...greenRun(), ...redRun(), ...redRun(), stops());
    const [, , passed, failed] = idsOf(eventsOf(s, 'TestRunFinished'));
    expect(explanationOf(s, 'stop-guard/tests-fail').undone).toMatchObject([{ since: passed, by: failed }]);
  });

  it('is nothing where the condition never held by evidence', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts'));
    expect(explanationOf(s, 'test-gate/tests-fail').undone).toEqual([]);
  });

  it('is nothing that another session saw', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...greenRun().map((event) => ({ ...event, session_id: 'other' })));
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts'));
    expect(explanationOf(s, 'test-gate/tests-fail').undone).toEqual([]);
  });
});

describe('what was not seen', () => {
  it('is what landed between the event and its ruling', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'));
    // Another hook call of the session runs while this one still looks at the command.
    const slowly = async (command: string) => {
      await s.given({ hook_event_name: 'Notification', message: 'meanwhile' }, ...redRun('beside'));
      return understand(command);
    };
    const { events } = await s.when(requests('Bash', { command: 'git push --force origin feature/x' }), {
      understand: slowly,
    });
    const own = idsOf(events.filter(({ call }) => call === events[0]?.call));
    const all = idsOf(events);
    const ruling = rulings(s).findLast(({ event }) => event.data['event'] === events[0]?.id);
    const [{ unseen } = { unseen: [] }] = explained(s, ruling).explanations;
    expect(unseen).toEqual(all.slice(1, all.indexOf(ruling?.event.id ?? '')).filter((id) => !own.includes(id)));
    expect(unseen).toContain(eventsOf(s, 'NotificationShown')[0]?.id);
    expect(unseen).toContain(eventsOf(s, 'ToolFailed')[0]?.id);
  });

  it('is nothing when the hook was alone, also for a second delivery', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const write = writes('src/a.ts');
    await s.given(write, write);
    const [first, second] = rulings(s).slice(-2);
    expect(second?.event.data).toMatchObject({ repeatOf: first?.event.data['event'] });
    for (const ruling of [first, second]) {
      expect(explained(s, ruling).explanations.map(({ unseen }) => unseen)).toEqual([[], []]);
    }
  });
});

describe('whether the answer arrived', () => {
  it('is yes once it was written to the host', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts'));
    expect(explanationOf(s, 'test-gate/tests-fail').answered).toBe(true);
  });

  it('is no when the hook ended before that', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun());
    const payload = { session_id: 's1', cwd: s.project, ...writes('src/a.ts') };
    // Nobody calls finish(): the process was killed.
    await handle(Buffer.from(JSON.stringify(payload)), s.deps);
    expect(explanationOf(s, 'test-gate/tests-fail')).toMatchObject({ decision: 'advise', answered: false });
  });

  it('is no question of advice at the end of a subagent, which goes with a later prompt', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), agentEnds('planner', 'Shall I?'));
    expect(explanationOf(s, 'check-planner/no-plan')).toMatchObject({ decision: 'advise', answered: null });
  });

  it('is no question where nothing was answered', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), writes('src/a.ts'));
    expect(explanationOf(s, 'test-gate/tests-fail')).toMatchObject({ decision: 'pass', answered: null });
  });
});

describe('explanations of other verdicts', () => {
  it('a pass says what made its conditions hold, and needs no way out', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), ...greenRun(), writes('src/a.ts'));
    const [result] = eventsOf(s, 'TestRunFinished').slice(-1);
    expect(explanationOf(s, 'test-gate/tests-fail')).toMatchObject({
      decision: 'pass',
      reason: 'Every condition holds.',
      conditions: [{ name: 'tests-do-not-fail', holds: true, because: [result?.id, result?.cause], remedy: null }],
      opens: [],
      undone: [],
    });
  });

  it('a pass by a limit says which, and that the condition does not hold', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...redRun(), stops(), stops({ stop_hook_active: true }));
    const { decision, conditions, limits } = explanationOf(s, 'stop-guard/tests-fail');
    expect(decision).toBe('pass');
    expect(conditions.map(({ holds }) => holds)).toEqual([false]);
    const block = idsOf(eventsOf(s, 'AnswerSent')).at(-1);
    expect(limits).toContainEqual(
      expect.objectContaining({ name: 'tools-ran-since-the-last-block', holds: false, because: [block] }),
    );
  });

  it('a monitored verdict is explained as the one it would have been', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'), ...redRun(), writes('src/a.ts'), writes('src/b.ts'));
    const [earlier] = rulings(s).slice(-2);
    expect(explanationOf(s, 'test-gate/tests-fail')).toMatchObject({
      decision: 'deny',
      mode: 'monitor',
      policy: { preset: 'observe' },
      limits: [{ name: 'warned-before', because: [earlier?.event.id] }],
      opens: [{ todo: ['run the tests, and they pass'], decision: 'pass' }],
      answered: null,
    });
  });

  it('is null when the event that was judged is not in the log', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(writes('src/a.ts'));
    const [ruling] = rulings(s);
    if (ruling === undefined) throw new Error('no ruling');
    const { event, position } = ruling;
    const orphan = { position, event: { ...event, data: { ...event.data, event: 'gone' } } };
    expect(explainRuling(folderOf(s), orphan, (verdicts) => verdicts)).toBeNull();
  });
});
