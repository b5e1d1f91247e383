import { describe, expect, it } from 'vitest';
import { logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import type { View } from '../../src/projections/fold.ts';
import { completes, type Payload, prompts, redRun, type Scenario, scenario, stateIn, stops } from '../kit/scenario.ts';

const ends = (reason: string): Payload => ({ hook_event_name: 'SessionEnd', reason });
const wrote: Payload = completes('Write', { file_path: 'src/a.ts', content: 'x' }, {}, { tool_use_id: 'w1' });

const stateOf = (s: Scenario, stream: string): View =>
  loadState(logFolder(s.root, s.deps.fs), s.root, null).fold.view(stream, s.project);

// Seed 001, Session Lifecycle, session-end.sh.
describe('session-end.sh', () => {
  it.each(['clear', 'logout', 'prompt_input_exit', 'resume', 'other', 'a reason of tomorrow'])(
    'records the end (%s), says nothing and judges nothing',
    async (reason) => {
      const s = scenario({ policy: { preset: 'strict' } });
      await s.given(prompts('go'), wrote);
      const { answer, verdicts, stderr, exitCode, events } = await s.when(ends(reason));
      expect([answer, verdicts, stderr, exitCode]).toEqual([null, [], '', 0]);
      expect(events.map(({ type }) => type)).toEqual(['SessionEnded']);
      expect(events[0]?.data['reason']).toBe(reason);
      expect(stateIn(s).session.endedAt).toBe(events[0]?.at);
    },
  );

  it('deletes nothing: the log has all that it had', async () => {
    const s = scenario({ policy: { preset: 'strict' } });
    await s.given(prompts('go'), wrote, ...redRun());
    const before = s.events().map(({ id }) => id);
    await s.given(ends('other'));
    expect(
      s
        .events()
        .map(({ id }) => id)
        .slice(0, before.length),
    ).toEqual(before);
  });

  it('leaves what is one session’s behind, and keeps what is of use to others', async () => {
    const s = scenario({ policy: { preset: 'strict' } });
    await s.given(prompts('go'), wrote, ...redRun(), ends('clear'));
    await s.given({ hook_event_name: 'SessionStart', source: 'clear', session_id: 's2' });
    const { changes, strikes, turn, tests } = stateOf(s, 's2');
    expect([changes.files, strikes, turn.prompts]).toEqual([[], {}, 0]);
    expect(stateIn(s).changes.files).toHaveLength(1);
    expect(tests.status).toBe('fail');
  });

  it('seals what the session left', async () => {
    const sealed: string[] = [];
    const s = scenario({
      policy: { preset: 'strict' },
      deps: { sealTurn: (call) => void sealed.push(call.trigger.type) },
    });
    await s.given(prompts('go'), stops());
    await s.given(ends('other'));
    expect(sealed).toEqual(['TurnEnded', 'SessionEnded']);
  });
});
