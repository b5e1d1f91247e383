import { describe, expect, it } from 'vitest';
import { whatIf, withMode } from '../../../src/replay/backtest/what-if.ts';
import { prompts, redRun, scenario, writes } from '../../kit/scenario.ts';
import { linesOf, only, policyFrom } from './backtests.ts';

const RULE = 'test-gate/tests-fail';

const session = async () => {
  const s = scenario({ policy: only('test-gate') });
  await s.given(prompts('go'), ...redRun('red'), writes('src/a.ts', { tool_use_id: 'w1' }));
  await s.given(writes('src/b.ts', { tool_use_id: 'w2' }));
  const idOf = (call: string, type = 'ToolRequested') =>
    s.events().find((event) => event.type === type && event.call === call)?.id ?? '?';
  return { s, idOf };
};

describe('what if', () => {
  it('a gate had another mode', async () => {
    const { s, idOf } = await session();
    const verdict = (decision: string, mode: string) => [{ rule: RULE, decision, mode }];
    expect(whatIf(linesOf(s), 's1', { policy: withMode('test-gate', 'monitor') })).toEqual([
      expect.objectContaining({
        event: idOf('w1'),
        was: verdict('advise', 'enforce'),
        now: verdict('advise', 'monitor'),
      }),
      expect.objectContaining({ event: idOf('w2'), was: verdict('deny', 'enforce'), now: verdict('deny', 'monitor') }),
    ]);
    expect(whatIf(linesOf(s), 's1', { policy: withMode('test-gate', 'off') }).map(({ now }) => now)).toEqual([[], []]);
  });

  it('another preset held', async () => {
    const { s, idOf } = await session();
    const standard = policyFrom({ preset: 'standard' });
    const changes = whatIf(linesOf(s), 's1', { policy: () => standard }).filter(({ gate }) => gate === 'test-gate');
    expect(changes.map(({ event, now }) => [event, now[0]?.decision])).toEqual([[idOf('w2'), 'pass']]);
  });

  it('an event had not happened, nor what was made of it', async () => {
    const { s, idOf } = await session();
    const [first, second] = whatIf(linesOf(s), 's1', { muted: [idOf('red', 'ToolFailed')] });
    expect(first).toMatchObject({ event: idOf('w1'), gate: 'test-gate', origin: 'state', now: [{ decision: 'pass' }] });
    expect(second).toMatchObject({ event: idOf('w2'), now: [{ decision: 'pass' }] });
  });

  it('the warning had not been: the next one warns', async () => {
    const { s, idOf } = await session();
    expect(whatIf(linesOf(s), 's1', { muted: [idOf('w1')] })).toEqual([
      expect.objectContaining({ event: idOf('w2'), now: [{ rule: RULE, decision: 'advise', mode: 'enforce' }] }),
    ]);
  });

  it('nothing changed: nothing changes', async () => {
    const { s } = await session();
    expect(whatIf(linesOf(s), 's1', { policy: (recorded) => ({ ...recorded }) })).toEqual([]);
    expect(whatIf(linesOf(s), 's1', { muted: ['no such event'] })).toEqual([]);
  });
});
