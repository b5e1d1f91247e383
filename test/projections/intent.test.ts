import { expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { intentProjection } from '../../src/projections/intent.ts';
import { reviewedCommandsProjection } from '../../src/projections/reviewed-commands.ts';
import { happened, recorded, stateAfter } from './given.ts';

const prompt = (text: unknown, more: Partial<Envelope> = {}) =>
  happened('PromptSubmitted', { prompt: text }, { provenance: 'prompt', ...more });

it('keeps the last three prompts of a person, each from its beginning', () => {
  const events = ['one', 'two', '  three  ', `four ${'x'.repeat(1_000)}`].map((text) => prompt(text));
  const { prompts } = stateAfter(intentProjection, ...events);
  expect(prompts.map(({ event }) => event)).toEqual(events.slice(1).map(({ id }) => id));
  expect(prompts.map(({ text }) => text.slice(0, 6))).toEqual(['two', 'three', 'four x']);
  expect(prompts[2]?.text).toHaveLength(400);
});

it('keeps the newest that says more than a few words', () => {
  const events = ['add a discount to the cart', 'make it ten per cent', 'go on', 'yes, do it', 'no', 'stop'].map(
    (text) => prompt(text),
  );
  expect(stateAfter(intentProjection, ...events).task).toEqual({ event: events[1]?.id, text: 'make it ten per cent' });
  expect(stateAfter(intentProjection, prompt('go on')).task).toBeNull();
});

it('reads the beginning of a prompt that is too long for its line', () => {
  const long = { $blob: 'ab', bytes: 9_000, head: 'rebuild it', tail: 'end' };
  expect(stateAfter(intentProjection, prompt(long)).prompts).toMatchObject([{ text: 'rebuild it' }]);
});

it.each([
  ['one the machine made', prompt('<task-notification>', { provenance: 'hook' })],
  ['an empty one', prompt('  ')],
  ['one that is no text', prompt({ text: 'x' })],
])('passes over %s', (_what, event) => {
  expect(stateAfter(intentProjection, event)).toBe(intentProjection.initialState);
});

const review = (hash: string, more: Partial<EventData<'LlmReviewed'>> = {}) =>
  recorded('LlmReviewed', {
    hash,
    cwd: '/p',
    prompt: null,
    answers: [],
    unasked: null,
    kept: true,
    from: null,
    ...more,
  });

it('keeps one review of each command in each folder, the latest 24', () => {
  const events = Array.from({ length: 30 }, (_, i) => review(`h${i}`));
  const again = [review('h29', { cwd: '/q' }), review('h10')];
  const { reviews } = stateAfter(reviewedCommandsProjection, ...events, ...again);
  expect(reviews).toHaveLength(24);
  expect(reviews.slice(-2).map(({ event }) => event)).toEqual(again.map(({ id }) => id));
  expect(reviews.filter(({ hash }) => hash === 'h10')).toHaveLength(1);
  expect(reviews.filter(({ hash }) => hash === 'h29')).toHaveLength(2);
});

it('keeps no review that lacks an answer', () => {
  const { initialState } = reviewedCommandsProjection;
  expect(stateAfter(reviewedCommandsProjection, review('h', { kept: false }))).toBe(initialState);
});
