// Append, fold and verify rates against their floors, in one process. Prints one JSON object.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { runImport } from '../src/cli/import/run.ts';
import type { Io } from '../src/cli/io.ts';
import { blobStore } from '../src/events/blobs.ts';
import { encodeEvent } from '../src/events/encode-event.ts';
import type { Envelope } from '../src/events/envelope.ts';
import { newEventId } from '../src/events/ids.ts';
import { nodeLogFs } from '../src/events/log-fs.ts';
import { openLogWriter } from '../src/events/log-writer.ts';
import { openStreamIndex } from '../src/events/open-index.ts';
import { redactData } from '../src/events/redact.ts';
import { sealLog } from '../src/events/seal-log.ts';
import { logFolder } from '../src/events/segments.ts';
import { verifyLog } from '../src/events/verify/verify-log.ts';
import { loadState } from '../src/hooks/load-state.ts';

const [folder = '', history = '', long = ''] = process.argv.slice(2);
const APPENDS = 20_000;
const ROUNDS = 5;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

const timed = (work: () => void): number => {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / 1e6;
};

const event = (): Envelope => ({
  v: 1,
  id: newEventId(),
  type: 'ToolRequested',
  at: '2026-01-01T00:00:00.000Z',
  stream: '36a90987-9483-4bc6-af07-713472c4bf6f',
  actor: { id: 'main' },
  host: 'claude-code',
  turn: null,
  cause: null,
  call: 'toolu_1b8670cf452b30da83',
  worktree: '/home/dev/shop',
  provenance: 'hook',
  redacted: [],
  delivery: 'toolu_1b8670cf452b30da83',
  data: {
    cwd: '/home/dev/shop',
    tool_name: 'Edit',
    tool_input: { file_path: '/home/dev/shop/src/cart.js', old_string: 'a + b', new_string: 'a - b' },
  },
});

const bareWrite = (): number => {
  const path = join(folder, 'bare.ndjson');
  const fd = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  const bytes = Buffer.from(`\n${JSON.stringify(event())}\n`);
  const ms = timed(() => {
    for (let i = 0; i < APPENDS; i += 1) writeSync(fd, bytes);
  });
  closeSync(fd);
  rmSync(path);
  return ms;
};

const freshLog = () => {
  const root = join(folder, `log-${newEventId()}`);
  return { root, log: logFolder(root, nodeLogFs) };
};

const appendEncoded = (): number => {
  const { root, log } = freshLog();
  const writer = openLogWriter(log);
  const line = JSON.stringify(event());
  const ms = timed(() => {
    for (let i = 0; i < APPENDS; i += 1) writer.append([line]);
  });
  writer.close();
  rmSync(root, { recursive: true });
  return ms;
};

const encodeAndAppend = (): number => {
  const { root, log } = freshLog();
  const writer = openLogWriter(log);
  const blobs = blobStore(root, nodeLogFs);
  const ms = timed(() => {
    for (let i = 0; i < APPENDS; i += 1) writer.append([encodeEvent(event(), { blobs, redactData }).line]);
  });
  writer.close();
  rmSync(root, { recursive: true });
  return ms;
};

const parseLines = (root: string): number => {
  const log = join(root, 'log');
  return timed(() => {
    for (const name of readdirSync(log).sort()) {
      const text = readFileSync(join(log, name), 'utf8');
      for (const line of text.split('\n')) if (line !== '') JSON.parse(line);
    }
  });
};

const foldAll = (): number => {
  const log = logFolder(history, nodeLogFs);
  return timed(() => {
    loadState(log, join(history, 'no-snapshot'), null);
  });
};

/** Nothing keeps the index here, so it is made from nothing each time. */
const indexAll = (): number => {
  const log = logFolder(long, { ...nodeLogFs, existsSync: () => false, mkdirSync: () => undefined });
  return timed(() => {
    openStreamIndex(log);
  });
};

/** Seals the whole of a log, as `docket seal` does. */
const sealAll = (root: string): void => {
  const log = logFolder(root, nodeLogFs);
  const writer = openLogWriter(log);
  const base = { ...event(), cause: null };
  sealLog({ folder: log, root, writer, base, now: Date.now, newId: newEventId, isSynced: false });
  writer.close();
};

const hashFiles = (root: string): number => {
  const log = join(root, 'log');
  const buffer = Buffer.alloc(1024 * 1024);
  return timed(() => {
    for (const name of readdirSync(log).sort()) {
      const hash = createHash('sha256');
      const fd = openSync(join(log, name), 'r');
      for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer))
        hash.update(buffer.subarray(0, read));
      closeSync(fd);
      hash.digest();
    }
  });
};

const verifyAll = (root: string): number => {
  const log = logFolder(root, nodeLogFs);
  return timed(() => {
    if (!verifyLog({ folder: log }).ok) throw new Error('the log does not verify');
  });
};

/** A transcript of calls with results of a few kilobytes, as an agent's session is. */
const writeTranscript = (path: string): void => {
  const at = '2026-01-01T00:00:00.000Z';
  const common = { sessionId: 'bench', cwd: '/home/dev/shop', version: '2.1.332', timestamp: at };
  const source = Array.from(
    { length: 40 },
    (_, row) => `  const total${row} = items.reduce((sum, item) => sum + item.price, 0);`,
  );
  const lines = Array.from({ length: 4000 }, (_, call) => {
    const id = `toolu_${call}`;
    const file = `/home/dev/shop/src/part-${call % 50}.ts`;
    const use =
      call % 3 === 0
        ? { name: 'Bash', input: { command: `npm test -- part-${call % 50}`, description: 'Run tests' } }
        : { name: 'Edit', input: { file_path: file, old_string: `a + ${call}`, new_string: `a - ${call}` } };
    const content = source.map((row) => row.replace('total', `total${call}`)).join('\n');
    const toolUseResult =
      call % 3 === 0 ? { stdout: content, stderr: '', interrupted: false } : { filePath: file, originalFile: content };
    return [
      {
        type: 'assistant',
        uuid: `a-${call}`,
        ...common,
        message: { id: `m-${call}`, content: [{ type: 'tool_use', id, ...use }] },
      },
      {
        type: 'user',
        uuid: `u-${call}`,
        ...common,
        toolUseResult,
        message: { content: [{ type: 'tool_result', tool_use_id: id, content }] },
      },
    ];
  });
  const prompt = { type: 'user', uuid: 'p', ...common, message: { content: 'add a discount' } };
  writeFileSync(path, [prompt, ...lines.flat()].map((line) => `${JSON.stringify(line)}\n`).join(''));
};

/** Its lines parsed, over the same file imported into an empty log. */
const importRatio = async (): Promise<number> => {
  const path = join(folder, 'transcript.jsonl');
  writeTranscript(path);
  const parsed = rounds(() =>
    timed(() => {
      for (const line of readFileSync(path, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
    }),
  );
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const root = join(folder, `import-${newEventId()}`);
    const env = { DOCKET_DIR: root, HOME: folder };
    const start = process.hrtime.bigint();
    const code = await runImport([path], {}, { ...quietIo, env });
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
    if (code !== 0) throw new Error('the transcript was not imported');
    rmSync(root, { recursive: true });
  }
  rmSync(path);
  return parsed / median(times.slice(1));
};

const quietIo: Io = {
  env: {},
  cwd: folder,
  stdout: () => undefined,
  drained: async () => undefined,
  stderr: () => undefined,
  readStdin: async () => '',
  isStdoutTty: false,
  isStderrTty: false,
  width: 80,
};

const rounds = (work: () => number): number => {
  work();
  return median(Array.from({ length: ROUNDS }, work));
};

const main = async (): Promise<void> => {
  const bare = rounds(bareWrite);
  const floor = rounds(() => parseLines(history));
  // Before the log is sealed: an index of the same events as the other rows are about.
  const index = parseLines(long) / indexAll();
  sealAll(long);
  const hashed = rounds(() => hashFiles(long));
  const result = {
    append: bare / rounds(appendEncoded),
    encodeAndAppend: rounds(encodeAndAppend) / bare,
    fold: floor / rounds(foldAll),
    // Seconds each: once is enough to tell.
    index,
    verify: hashed / rounds(() => verifyAll(long)),
    import: await importRatio(),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
};

void main();
