import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { foldStream, startFold } from '../../src/projections/fold.ts';

let count = 0;

const event = (type: string, fields: Partial<Envelope>): Envelope => {
  count += 1;
  return {
    v: 1,
    id: `event-${count}`,
    type,
    at: '2026-01-01T00:00:00.000Z',
    stream: 's1',
    actor: { id: 'main' },
    host: 'claude-code',
    turn: null,
    cause: null,
    call: null,
    worktree: '/w',
    provenance: 'import',
    redacted: [],
    data: {},
    ...fields,
  };
};

const GREEN = { runner: 'npm test', status: 'pass', failures: 0, passed: 2, reason: 'it passed', source: 'agent' };

const imported = (stream: string): Envelope[] => [
  event('PromptSubmitted', { stream, delivery: `p-${stream}`, data: { prompt: 'go' } }),
  event('TestRunFinished', { stream, call: 'c1', data: GREEN }),
];

describe('imported sessions in a fold', () => {
  it('are worlds of their own: a person’s prompts count, and so do tests', () => {
    const fold = startFold();
    for (const one of imported('s1')) fold.apply(one);
    const view = fold.view('s1', '/w');
    expect(view.turn.prompts).toBe(1);
    expect(view.tests.status).toBe('pass');
    expect(fold.view('other', '/w').tests.status).toBe(null);
  });

  it('change nothing of what a fold without them comes to', () => {
    const live = [
      event('PromptSubmitted', { stream: 'live', provenance: 'prompt', delivery: 'p', data: { prompt: 'go' } }),
      event('TestRunFinished', { stream: 'live', provenance: 'hook', call: 'k', data: { ...GREEN, status: 'fail' } }),
    ];
    const [without, beside, leftOut] = [startFold(), startFold(), startFold({ imports: 'left-out' })];
    for (const one of live) without.apply(one);
    for (const one of [...imported('s1'), live[0] as Envelope, ...imported('live'), live[1] as Envelope]) {
      beside.apply(one);
      leftOut.apply(one);
    }
    expect(beside.state()).toEqual(without.state());
    expect(leftOut.state()).toEqual(without.state());
    expect(beside.view('live', '/w')).toEqual(without.view('live', '/w'));
    expect(leftOut.view('s1', '/w').turn.prompts).toBe(0);
  });

  it('are seen under the project’s policy', () => {
    const fold = startFold();
    const policy = { preset: 'strict', gates: {} };
    const data = { fingerprint: 'f', sources: [], problems: [], policy };
    for (const one of imported('s1')) fold.apply(one);
    fold.apply(event('PolicyLoaded', { stream: 'live', provenance: 'hook', data }));
    expect(fold.view('s1', '/w').policy.policy).toEqual(policy);
  });

  it('are no part of a session that is recalled', () => {
    expect(foldStream(imported('s1').map((one) => ({ event: one }))).turn.prompts).toBe(0);
  });
});
