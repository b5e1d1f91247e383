import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { LogLine } from '../../src/events/log-reader.ts';
import { causeChain, causeOf, sessionOf } from '../../src/replay/causes.ts';
import { envelope } from '../kit/envelope.ts';
import { greenRun, prompts, redRun, requests, scenario, writes } from '../kit/scenario.ts';
import { explained } from './read-log.ts';

const line = (id: string, more: Partial<Envelope>, offset: number): LogLine => ({
  position: { segment: 1, offset },
  event: envelope(id, 'NotificationShown', { worktree: '/p', ...more }),
});

const sessionFrom = (events: readonly (readonly [string, Partial<Envelope>])[]) =>
  sessionOf(events.map(([id, more], index) => line(id, more, index)));

const chainOf = (session: ReturnType<typeof sessionOf>, id: string): string[] =>
  causeChain(session, session.byId.get(id) as LogLine).map(({ event }) => event.id);

describe('the cause of an event', () => {
  it('is the one that it names', () => {
    const session = sessionFrom([
      ['prompt', { type: 'PromptSubmitted', provenance: 'prompt' }],
      ['ruling', { type: 'GatesRuled' }],
      ['answer', { type: 'AnswerSent', cause: 'ruling' }],
    ]);
    expect(chainOf(session, 'answer')).toEqual(['answer', 'ruling', 'prompt']);
  });

  it('is nothing when the one that it names is not in the log', () => {
    const session = sessionFrom([
      ['prompt', { type: 'PromptSubmitted', provenance: 'prompt' }],
      ['answer', { type: 'AnswerSent', cause: 'gone' }],
    ]);
    expect(chainOf(session, 'answer')).toEqual(['answer']);
  });

  it('of a tool result is the request of the same call, not the newest one', () => {
    const session = sessionFrom([
      ['a', { type: 'ToolRequested', call: 'call-a' }],
      ['b', { type: 'ToolRequested', call: 'call-b' }],
      ['done', { type: 'ToolFailed', call: 'call-a' }],
    ]);
    expect(chainOf(session, 'done')).toEqual(['done', 'a']);
  });

  it('of a tool result whose request is missing is the prompt', () => {
    const session = sessionFrom([
      ['prompt', { type: 'PromptSubmitted', provenance: 'prompt' }],
      ['done', { type: 'ToolCompleted', call: 'call-a' }],
    ]);
    expect(chainOf(session, 'done')).toEqual(['done', 'prompt']);
  });

  it('is the prompt of its own turn', () => {
    const session = sessionFrom([
      ['first', { type: 'PromptSubmitted', provenance: 'prompt', turn: 't1' }],
      ['second', { type: 'PromptSubmitted', provenance: 'prompt', turn: 't2' }],
      ['late', { type: 'ToolRequested', turn: 't1', call: 'c' }],
    ]);
    expect(chainOf(session, 'late')).toEqual(['late', 'first']);
  });

  it('is never a prompt that the machine wrote', () => {
    const session = sessionFrom([
      ['person', { type: 'PromptSubmitted', provenance: 'prompt' }],
      ['machine', { type: 'PromptSubmitted', provenance: 'hook' }],
      ['request', { type: 'ToolRequested', call: 'c' }],
    ]);
    expect(chainOf(session, 'request')).toEqual(['request', 'person']);
  });

  it.each(['PromptSubmitted', 'SessionStarted'])('ends with %s', (type) => {
    const session = sessionFrom([
      ['prompt', { type: 'PromptSubmitted', provenance: 'prompt' }],
      ['last', { type }],
    ]);
    expect(causeOf(session, session.byId.get('last') as LogLine)).toBeNull();
  });

  it('leads from every event that a hook call recorded back to the prompt', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('add a discount'), ...redRun(), writes('src/a.ts'), ...greenRun());
    await s.when(requests('Bash', { command: 'git push --force origin feature/x' }));
    const { session } = explained(s);
    const ends = session.lines.map((each) => causeChain(session, each).at(-1)?.event.type);
    expect(session.lines.length).toBeGreaterThan(20);
    expect(new Set(ends)).toEqual(new Set(['PromptSubmitted']));
  });

  it('never leads in a circle, whatever a log says', () => {
    const type = fc.constantFrom('ToolRequested', 'ToolFailed', 'PromptSubmitted', 'GatesRuled');
    const id = fc.integer({ min: 0, max: 7 }).map(String);
    const events = fc.array(fc.record({ type, cause: fc.option(id), call: fc.option(id), turn: fc.option(id) }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(events, (drafts) => {
        const session = sessionFrom(drafts.map((draft, index) => [String(index), draft] as const));
        for (const each of session.lines) {
          const ids = chainOf(session, each.event.id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(ids[0]).toBe(each.event.id);
        }
      }),
    );
  });
});
