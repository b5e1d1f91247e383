import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import xterm from '@xterm/headless';
import { onTestFinished } from 'vitest';
import type { Terminal } from '../../../src/tui/term/terminal.ts';

/** A terminal without a window: what is written to it, and what stands on it then. */
export interface VirtualTerminal extends Terminal {
  /** Presses keys one after another, each as the bytes that a terminal sends. */
  readonly keys: (...keys: readonly string[]) => Promise<void>;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** The rows of the screen without blanks at their ends, once nothing is drawn any more. */
  readonly rows: () => Promise<string[]>;
  readonly text: () => Promise<string>;
  /** Everything that was written. */
  readonly bytes: () => string;
  readonly rawMode: () => boolean;
  readonly isAlternate: () => boolean;
}

class Output extends EventEmitter {
  readonly isTTY = true;
  readonly writable = true;
  columns: number;
  rows: number;
  readonly written: string[] = [];
  readonly screen: xterm.Terminal;

  constructor(columns: number, rows: number) {
    super();
    this.columns = columns;
    this.rows = rows;
    // A terminal line discipline makes a new line begin at the left.
    this.screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  }

  write(text: string, done?: () => void): boolean {
    this.written.push(text);
    this.screen.write(text, done);
    return true;
  }
}

class Input extends EventEmitter {
  readonly isTTY = true;
  isRaw = false;
  private readonly waiting: string[] = [];

  send(text: string): void {
    this.waiting.push(text);
    this.emit('readable');
  }
  read(): string | null {
    return this.waiting.shift() ?? null;
  }
  setRawMode(isRaw: boolean): this {
    this.isRaw = isRaw;
    return this;
  }
  setEncoding(): void {}
  ref(): void {}
  unref(): void {}
}

/** More will be found out of what is shown, by another thread or later in this one. */
const isThinking = (screen: string): boolean => / (?:why|state|diff)[…_]|… judging/.test(screen);

export const virtualTerminal = (columns: number, rows: number): VirtualTerminal => {
  const output = new Output(columns, rows);
  const input = new Input();
  onTestFinished(() => output.screen.dispose());
  const shown = (): string[] => {
    const { active } = output.screen.buffer;
    return Array.from({ length: output.rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
  };
  /** What the program draws later it draws before a timer that is set after its own: three looks that see the same. */
  const settledRows = async (): Promise<string[]> => {
    let before = '';
    for (let same = 0; same < 3; ) {
      await sleep(20);
      await new Promise<void>((done) => output.screen.write('', done));
      const now = shown().join('\n');
      same = now === before && !isThinking(now) ? same + 1 : 0;
      before = now;
    }
    return before.split('\n');
  };
  return {
    stdin: input as unknown as NodeJS.ReadStream,
    stdout: output as unknown as NodeJS.WriteStream,
    keys: async (...keys) => {
      await settledRows();
      for (const key of keys) {
        input.send(BYTES[key] ?? key);
        // An escape alone is only known to be one when nothing follows it.
        await sleep(key === 'escape' ? 30 : 1);
      }
    },
    resize: async (toColumns, toRows) => {
      output.columns = toColumns;
      output.rows = toRows;
      output.screen.resize(toColumns, toRows);
      output.emit('resize');
      await sleep(80);
    },
    rows: settledRows,
    text: async () => `${(await settledRows()).join('\n').trimEnd()}\n`,
    bytes: () => output.written.join(''),
    rawMode: () => input.isRaw,
    isAlternate: () => output.screen.buffer.active.type === 'alternate',
  };
};

const BYTES: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\u001b',
  tab: '\t',
  up: '\u001b[A',
  down: '\u001b[B',
  'page-down': '\u001b[6~',
  backspace: '\u007f',
  'alt+left': '\u001b[1;3D',
  'ctrl+c': '\u0003',
  'ctrl+l': '\u000c',
  'ctrl+o': '\u000f',
  'ctrl+u': '\u0015',
  'ctrl+z': '\u001a',
};
