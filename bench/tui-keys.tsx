// Presses keys in a long session, on a terminal that draws nothing, and prints what they cost as JSON.
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { nodeLogFs } from '../src/events/log-fs.ts';
import { logFolder } from '../src/events/segments.ts';
import { ThemeContext, themeFor } from '../src/tui/look/theme.ts';
import { logSource } from '../src/tui/source/log-source.ts';
import { mount } from '../src/tui/term/mount.ts';
import { App } from '../src/tui/views/app.tsx';

class Output extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  readonly columns = 140;
  readonly rows = 40;
  written = 0;
  last = '';
  write(text: string, done?: () => void): boolean {
    // What only steers the terminal is no frame.
    if (text.includes('docket')) {
      this.written += 1;
      this.last = text;
    }
    done?.();
    return true;
  }
}

class Input extends EventEmitter {
  readonly isTTY = true;
  private waiting: string[] = [];
  send(text: string): void {
    this.waiting.push(text);
    this.emit('readable');
  }
  read(): string | null {
    return this.waiting.shift() ?? null;
  }
  setRawMode(): this {
    return this;
  }
  setEncoding(): void {}
  ref(): void {}
  unref(): void {}
}

const [, , root = '', session = '', rounds = '200'] = process.argv;
const stdout = new Output();
const stdin = new Input();
const terminal = {
  stdin: stdin as unknown as NodeJS.ReadStream,
  stdout: stdout as unknown as NodeJS.WriteStream,
};
const source = logSource(logFolder(root, nodeLogFs), () => Promise.resolve(null));
const { end } = mount(
  (screen) => (
    <ThemeContext value={themeFor({}, false)}>
      <App
        source={source}
        world={{
          screen,
          copy: () => '',
          now: Date.now,
          cwd: '/',
          isLinear: false,
          commandPrefix: '',
          onCommandCopied: () => {},
        }}
        open={session}
      />
    </ThemeContext>
  ),
  terminal,
  { isLinear: false },
);

/** Nothing is drawn any more. */
const settled = async (): Promise<void> => {
  for (let before = -1; before !== stdout.written; ) {
    before = stdout.written;
    await sleep(60);
  }
};

/** Milliseconds of work from a key until its frame was written; not what other programs take of the processor meanwhile. */
const press = async (key: string): Promise<number> => {
  const before = stdout.written;
  const start = process.cpuUsage();
  stdin.send(key);
  while (stdout.written === before) await sleep(1);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

const heap = async (): Promise<number> => {
  await settled();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

// While it is read on, the status has a sign behind the number of rows.
while (!/1\/\d+ {2}w why/.test(stripVTControlCharacters(stdout.last))) await sleep(5);
await settled();
const KEYS = ['j', 'j', 'j', '\u001b[6~', 'j', 'k', '\u001b[6~', ']', '\u001b[5~', 'j'];
const times: number[] = [];
const walk = async (count: number): Promise<void> => {
  for (let round = 0; round < count; round += 1) {
    times.push(await press(KEYS[round % KEYS.length] as string));
    // As fast as a key is repeated.
    await sleep(25);
  }
};
await walk(40);
times.length = 0;
const before = await heap();
await walk(Number(rounds));
await press('G');
await press('k');
await press('g');
stdin.send('g');
const after = await heap();
const sorted = times.toSorted((a, b) => a - b);
const at = (part: number): number => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
process.stdout.write(`${JSON.stringify({ median: at(0.5), p95: at(0.95), growth: after / before })}\n`);
end();
process.exit(0);
