import { describe, expect, it } from 'vitest';
import { turnProjection } from '../../src/projections/turn.ts';
import { answered, completed, happened, prompted, requested, ruled, stateAfter, verdict } from './given.ts';

const blocked = (data = {}) =>
  answered([{ gate: 'stop-guard', rule: 'stop-guard/open', decision: 'deny' }], { decision: 'deny', ...data });

const condition = (name: string, holds: boolean) => ({ name, holds, actual: null, because: [], remedy: null });

describe('a turn', () => {
  it('begins with a prompt of a person', () => {
    const prompt = prompted({ turn: 'p1' });
    expect(stateAfter(turnProjection, requested('a'), blocked(), prompt)).toEqual({
      prompt: prompt.id,
      id: 'p1',
      prompts: 1,
      tools: 0,
      stopBlocks: 0,
      stopBlockedBy: [],
      stopBlockedAt: [],
      toolsSinceBlock: 0,
      openPoints: [],
      nudgedBy: null,
    });
  });

  it('goes on over a prompt that the machine made', () => {
    const prompt = prompted();
    const notification = happened('PromptSubmitted', { prompt: '<task-notification>' });
    expect(stateAfter(turnProjection, prompt, requested('a'), notification)).toMatchObject({
      prompt: prompt.id,
      prompts: 1,
      tools: 1,
    });
  });

  it('counts prompts over the whole session', () => {
    expect(stateAfter(turnProjection, prompted(), prompted(), prompted()).prompts).toBe(3);
  });

  it('counts the tool calls requested in it, and those that ran since its end was blocked', () => {
    const ran = [completed('a'), happened('ToolFailed', {}, { call: 'b' })];
    expect(stateAfter(turnProjection, prompted(), requested('a'), requested('b'), ...ran)).toMatchObject({
      tools: 2,
      toolsSinceBlock: 2,
    });
    expect(stateAfter(turnProjection, prompted(), ...ran, blocked(), completed('c')).toolsSinceBlock).toBe(1);
  });

  it('counts a block when the answer was sent, and names the answers, at most the last eight', () => {
    const blocks = Array.from({ length: 10 }, () => blocked());
    const state = stateAfter(turnProjection, prompted(), ...blocks);
    expect(state.stopBlocks).toBe(10);
    expect(state.stopBlockedBy).toEqual(blocks.slice(2).map(({ id }) => id));
    expect(state.stopBlockedAt).toEqual(blocks.slice(2).map(({ at }) => at));
  });

  it('is blocked by an answer in which another gate has its say, too', () => {
    const both = answered([
      { gate: 'lint', rule: 'lint/problems', decision: 'advise' },
      { gate: 'stop-guard', rule: 'stop-guard/open', decision: 'deny' },
    ]);
    expect(stateAfter(turnProjection, prompted(), both).stopBlocks).toBe(1);
  });

  it('was sent back for what comes next by the last answer that did so, which is no block', () => {
    const nudge = () => answered([{ gate: 'forward-motion', rule: 'forward-motion/next-step', decision: 'deny' }]);
    const [first, second] = [nudge(), nudge()];
    const state = stateAfter(turnProjection, prompted(), requested('a'), first, second);
    expect(state).toMatchObject({ nudgedBy: second.id, stopBlocks: 0, tools: 1 });
    expect(stateAfter(turnProjection, prompted(), first, prompted()).nudgedBy).toBeNull();
  });

  it.each([
    ['a ruling that was not sent', ruled('deny', [verdict('stop-guard', 'deny')])],
    ['an answer that another delivery had already', blocked({ repeatOf: 'e1' })],
    ['advice', answered([{ gate: 'stop-guard', rule: 'stop-guard/open', decision: 'advise' }])],
    ['a deny of another gate', answered([{ gate: 'guard', rule: 'guard/force-push', decision: 'deny' }])],
  ])('is not blocked by %s', (_what, event) => {
    expect(stateAfter(turnProjection, prompted(), event).stopBlocks).toBe(0);
  });

  it('that was let go keeps what did not hold; nothing is open once everything holds', () => {
    const conditions = [condition('tests-pass', false), condition('no-open-calls', true)];
    const letGo = ruled('none', [verdict('stop-guard', 'pass', { conditions })]);
    expect(stateAfter(turnProjection, prompted(), letGo).openPoints).toEqual(['tests-pass']);
    const fine = ruled('none', [verdict('stop-guard', 'pass', { conditions: [condition('tests-pass', true)] })]);
    expect(stateAfter(turnProjection, prompted(), letGo, fine).openPoints).toEqual([]);
  });

  it.each([
    ['judged by another gate', verdict('lint', 'pass', { conditions: [condition('no-problems', false)] })],
    ['denied', verdict('stop-guard', 'deny', { conditions: [condition('tests-pass', false)] })],
    ['only watched', verdict('stop-guard', 'pass', { mode: 'monitor', conditions: [condition('tests-pass', false)] })],
  ])('that was %s has no open points', (_what, judged) => {
    expect(stateAfter(turnProjection, prompted(), ruled('deny', [judged])).openPoints).toEqual([]);
  });
});
