// Writes a log of many sessions, in the format of docs/log-format.md, without going through the hook.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const LIMIT = 64 * 1024 * 1024;
const EVENTS_A_SESSION = 500;

const envelope = (n, stream, type, data, more = {}) => ({
  v: 1,
  id: `bench${String(n).padStart(16, '0')}`,
  type,
  at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
  stream,
  actor: { id: 'main' },
  host: 'claude-code',
  turn: null,
  cause: null,
  call: null,
  worktree: '/home/dev/shop',
  provenance: 'hook',
  redacted: [],
  ...more,
  data,
});

/** The events of an ordinary turn, over and over: a prompt, edits, a command, an end. */
const eventAt = (n, eventsASession) => {
  const stream = `session-${Math.floor(n / eventsASession)}`;
  const call = `toolu_${Math.floor(n / 2)}`;
  const input = { file_path: `/home/dev/shop/src/file-${n % 40}.ts`, old_string: 'a + b', new_string: 'a - b' };
  switch (n % 20) {
    case 0:
      return envelope(n, stream, 'PromptSubmitted', { prompt: 'go on' }, { provenance: 'prompt', delivery: `p${n}` });
    case 19:
      return envelope(n, stream, 'TurnEnded', { stop_hook_active: false }, { delivery: `s${n}` });
    default: {
      const type = n % 2 === 1 ? 'ToolRequested' : 'ToolCompleted';
      const data = { cwd: '/home/dev/shop', tool_name: 'Edit', tool_input: input };
      return envelope(n, stream, type, data, { call, delivery: call });
    }
  }
};

/** Fills `<root>/log` with a number of events, so many to a session. Returns how many bytes that was. */
export const writeHistory = (root, events, eventsASession = EVENTS_A_SESSION) => {
  const folder = join(root, 'log');
  mkdirSync(folder, { recursive: true });
  let segment = 0;
  let size = LIMIT;
  let fd = -1;
  let total = 0;
  let lines = [];
  const flush = () => {
    if (lines.length === 0) return;
    const bytes = Buffer.from(lines.join(''));
    writeSync(fd, bytes);
    size += bytes.length;
    total += bytes.length;
    lines = [];
  };
  for (let n = 0; n < events; n += 1) {
    // Segments are left a little below the limit, so that no line begins behind it.
    if (n % 1000 === 0) {
      flush();
      if (size >= LIMIT - 1024 * 1024) {
        if (fd >= 0) closeSync(fd);
        segment += 1;
        fd = openSync(join(folder, `${String(segment).padStart(6, '0')}.ndjson`), 'a', 0o600);
        size = 0;
      }
    }
    lines.push(`\n${JSON.stringify(eventAt(n, eventsASession))}\n`);
  }
  flush();
  if (fd >= 0) closeSync(fd);
  return total;
};
