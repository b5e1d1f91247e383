// Backtests many sessions that the hook itself recorded one of, against parsing each line of the same log once.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readdirSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '..', 'dist');
const EVENTS_A_SESSION = 500;
const LIMIT = 64 * 1024 * 1024;

const RED = 'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1';
const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';

/** The payloads of an ordinary turn: edits, tests that fail and then pass, a push, an end. */
const turnOf = (n) => {
  const test = { tool_name: 'Bash', tool_input: { command: 'npm test' } };
  const edit = {
    tool_name: 'Edit',
    tool_input: { file_path: `src/file-${n % 7}.ts`, old_string: 'a + b', new_string: 'a - b' },
  };
  const push = { tool_name: 'Bash', tool_input: { command: 'git push --force origin feature' } };
  const call = (name, event, more) => ({ hook_event_name: event, tool_use_id: `call-${n}-${name}`, ...more });
  return [
    { hook_event_name: 'UserPromptSubmit', prompt: `go on with step ${n}` },
    call('red', 'PreToolUse', test),
    call('red', 'PostToolUseFailure', { ...test, error: RED }),
    ...['a', 'b'].flatMap((name) => [
      call(name, 'PreToolUse', edit),
      call(name, 'PostToolUse', { ...edit, tool_response: {} }),
    ]),
    call('green', 'PreToolUse', test),
    call('green', 'PostToolUse', { ...test, tool_response: { stdout: GREEN, stderr: '', interrupted: false } }),
    call('push', 'PreToolUse', push),
    call('push', 'PostToolUse', { ...push, tool_response: { stdout: '', stderr: '', interrupted: false } }),
    { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: `Step ${n} is in.` },
  ];
};

/** The lines of a session under `observe`, as the hook writes them. */
const recordedSession = (folder) => {
  mkdirSync(join(folder, '.git', 'refs', 'heads'), { recursive: true });
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/feature\n');
  const env = { PATH: process.env.PATH, HOME: folder, CLAUDE_PROJECT_DIR: folder, CLAUDE_CODE_ENTRYPOINT: 'cli' };
  const log = join(folder, '.docket', 'log', '000001.ndjson');
  for (let n = 0; ; n += 1) {
    for (const payload of turnOf(n)) {
      const input = JSON.stringify({ session_id: 'recorded', cwd: folder, ...payload });
      const { status } = spawnSync(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code'], { env, input });
      if (status !== 0) throw new Error(`the hook ended with ${status}`);
    }
    const lines = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    if (lines.length >= EVENTS_A_SESSION) return lines.slice(0, EVENTS_A_SESSION);
  }
};

/** Writes the session over and over, under other names and ids. */
const writeCopies = (root, lines, sessions) => {
  mkdirSync(join(root, 'log'), { recursive: true });
  const ids = new Map(lines.map((line, index) => [JSON.parse(line).id, `copy-${String(index).padStart(4, '0')}-`]));
  const parts = lines.map((line) => line.split(new RegExp(`(${[...ids.keys()].join('|')}|recorded)`)));
  let [segment, size, fd] = [0, LIMIT, -1];
  for (let n = 0; n < sessions; n += 1) {
    if (size >= LIMIT - 4 * 1024 * 1024) {
      segment += 1;
      fd = openSync(join(root, 'log', `${String(segment).padStart(6, '0')}.ndjson`), 'a', 0o600);
      size = 0;
    }
    const name = (part) => (part === 'recorded' ? `session-${n}` : ids.has(part) ? `${ids.get(part)}${n}` : part);
    const bytes = Buffer.from(parts.map((line) => `\n${line.map(name).join('')}\n`).join(''));
    writeSync(fd, bytes);
    size += bytes.length;
  }
};

const parseLines = (root) => {
  const start = process.hrtime.bigint();
  for (const name of readdirSync(join(root, 'log')).sort()) {
    const text = readFileSync(join(root, 'log', name), 'utf8');
    for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
  }
  return Number(process.hrtime.bigint() - start) / 1e6;
};

const backtest = (folder, preset, jobs) => {
  const start = process.hrtime.bigint();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(DIST, 'docket.cjs'), 'backtest', '--preset', preset, ...(jobs === undefined ? [] : ['--jobs', String(jobs)])],
    { cwd: folder, env: { PATH: process.env.PATH, HOME: folder }, encoding: 'utf8', maxBuffer: 1024 * 1024 * 1024 },
  );
  if (status !== 0 && status !== 1) throw new Error(`the backtest ended with ${status}: ${stderr}`);
  return Number(process.hrtime.bigint() - start) / 1e6;
};

/**
 * Times of `docket backtest`, whole process, over parsing each line of the log: under another preset, in as many threads as
 * there are processors and in one, and under the recorded one.
 */
export const backtestRatios = (work, sessions = 1000) => {
  const folder = join(work, 'backtest');
  const lines = recordedSession(join(work, 'recorded'));
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '--quiet', folder]);
  const root = join(folder, '.docket');
  writeCopies(root, lines, sessions);
  // The index is kept by the first one.
  backtest(folder, 'observe');
  const floor = Math.min(parseLines(root), parseLines(root));
  return {
    other: backtest(folder, 'strict') / floor,
    alone: backtest(folder, 'strict', 1) / floor,
    same: backtest(folder, 'observe') / floor,
  };
};
