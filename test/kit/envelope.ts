import type { Envelope } from '../../src/events/envelope.ts';

/** An envelope of session `s1` with nothing in it but what is given. */
export const envelope = (id: string, type: string, more: Partial<Envelope> = {}): Envelope => ({
  v: 1,
  id,
  type,
  at: '2026-01-01T12:00:00.000Z',
  stream: 's1',
  actor: { id: 'main' },
  host: 'claude-code',
  turn: null,
  cause: null,
  call: null,
  worktree: null,
  provenance: 'hook',
  redacted: [],
  data: {},
  ...more,
});
