import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import type { LogLine } from '../../src/events/log-reader.ts';
import { recordedCalls } from '../../src/replay/recorded-calls.ts';

describe('the calls of a log', () => {
  it('are given with what was recorded for them behind them, in the order of the log', () => {
    const lines = [
      line({ id: 'a', type: 'ToolRequested', delivery: 'd1' }),
      line({ id: 'b', type: 'ToolRequested', delivery: 'd2' }),
      line({ id: 'a1', type: 'CommandUnderstood', cause: 'a' }),
      line({ id: 'b1', type: 'FileObserved', cause: 'b' }),
      line({ id: 'a2', type: 'GatesRuled', cause: 'a', data: { event: 'a' } }),
      line({ id: 'a3', type: 'AnswerSent', cause: 'a2', data: { event: 'a' } }),
      line({ id: 'b2', type: 'HookFailed', cause: 'b' }),
    ];
    expect(summaries(lines)).toEqual([
      { id: 'a', facts: ['a1'], failures: [], ruling: 'a2', answer: 'a3' },
      { id: 'b', facts: ['b1'], failures: ['b2'], ruling: undefined, answer: undefined },
    ]);
    expect([...recordedCalls(lines)].map(({ line: { event } }) => event.id)).toEqual(
      lines.map(({ event }) => event.id),
    );
  });

  it('leave out what a worker found and what another delivery observed later', () => {
    const lines = [
      line({ id: 'a', type: 'ToolRequested', delivery: 'd1' }),
      line({ id: 'w', type: 'TestRunFinished', cause: 'a', provenance: 'worker' }),
      line({ id: 'a1', type: 'GatesRuled', cause: 'a', data: { event: 'a' } }),
      line({ id: 'a2', type: 'CommandUnderstood', cause: 'a' }),
      line({ id: 'a3', type: 'GatesRuled', cause: 'r', data: { event: 'a', repeatOf: 'a' } }),
    ];
    expect(summaries(lines)).toEqual([{ id: 'a', facts: [], failures: [], ruling: 'a1', answer: undefined }]);
  });

  it('are told from what docket wrote itself; what was imported is one, and input that visibly was a call', () => {
    const lines = [
      line({ id: 'a', type: 'ToolRequested', provenance: 'import' }),
      line({ id: 'b', type: 'CommandUnderstood', provenance: 'import' }),
      line({ id: 'c', type: 'HookFailed', data: { toolCall: true } }),
      line({ id: 'd', type: 'HookFailed' }),
      line({ id: 'e', type: 'PolicyLoaded' }),
    ];
    expect(summaries(lines).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('are read ahead of no further than said, however long the log is', () => {
    let read = 0;
    const endless = (function* () {
      for (;;) yield line({ id: `e${++read}`, type: 'ToolRequested', delivery: `d${read}` });
    })();
    const calls = recordedCalls(endless, 10);
    for (let given = 1; given <= 100; given += 1) {
      expect(calls.next().value?.line.event.id).toBe(`e${given}`);
      expect(read).toBe(given + 10);
    }
  });
});

const summaries = (lines: readonly LogLine[]) =>
  [...recordedCalls(lines)].flatMap(({ call }) =>
    call === null
      ? []
      : [
          {
            id: call.trigger.event.id,
            facts: call.facts.map(({ id }) => id),
            failures: call.failures.map(({ id }) => id),
            ruling: call.ruling?.event.id,
            answer: call.answer?.event.id,
          },
        ],
  );

let offset = 0;

const line = (event: Partial<Envelope>): LogLine => ({
  position: { segment: 1, offset: ++offset },
  event: { cause: null, provenance: 'hook', data: {}, ...event } as Envelope,
});
