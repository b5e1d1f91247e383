import { EventEmitter } from 'node:events';
import xterm from '@xterm/headless';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { mount } from '../../../src/tui/term/mount.ts';
import type { Terminal } from '../../../src/tui/term/terminal.ts';

/** A terminal without a window, and in it a program. */
export interface Shown {
  /** What stands on the screen, a line each, without blanks at the ends. */
  readonly screen: () => Promise<string>;
  /** Sends keys as a terminal does, and waits until the screen says something. */
  readonly keys: (...keys: readonly string[]) => Promise<void>;
  /** The screen once it says something. */
  readonly until: (text: string | RegExp) => Promise<string>;
  readonly resize: (columns: number, rows: number) => void;
}

/** Shows a program in a terminal of a size; it ends with the test. */
export const show = (program: (end: () => void) => ReactNode, columns: number, rows: number): Shown => {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const stdin = new FakeStdin();
  const stdout = new FakeStdout(columns, rows, (text) => emulator.write(text));
  const before = process.env['CI'];
  // Ink draws only a last frame where it is set.
  delete process.env['CI'];
  const { end } = mount(program, { stdin, stdout } as unknown as Terminal);
  onTestFinished(() => {
    end();
    emulator.dispose();
    if (before !== undefined) process.env['CI'] = before;
  });
  const screen = async (): Promise<string> => {
    await new Promise<void>((resolve) => emulator.write('', resolve));
    const { active } = emulator.buffer;
    const lines = Array.from({ length: rows }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
    return `${lines.join('\n').trimEnd()}\n`;
  };
  const until = async (text: string | RegExp): Promise<string> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const now = await screen();
      if (typeof text === 'string' ? now.includes(text) : text.test(now)) return now;
      if (Date.now() > deadline) throw new Error(`The screen never said ${String(text)}:\n${now}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  return {
    screen,
    until,
    keys: async (...keys) => {
      for (const key of keys) {
        stdin.send(key);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    resize: (cols, height) => {
      emulator.resize(cols, height);
      stdout.columns = cols;
      stdout.rows = height;
      stdout.emit('resize');
    },
  };
};

/** A machine that is busy is slow; nothing waits so long that works. */
const PATIENCE_MS = 20_000;

class FakeStdin extends EventEmitter {
  readonly isTTY = true;
  private sent: string[] = [];

  send(key: string): void {
    this.sent.push(key);
    this.emit('readable');
  }

  read(): string | null {
    return this.sent.shift() ?? null;
  }

  setEncoding(): void {}
  setRawMode(): void {}
  ref(): void {}
  unref(): void {}
  resume(): void {}
  pause(): void {}
}

class FakeStdout extends EventEmitter {
  readonly isTTY = true;
  columns: number;
  rows: number;
  private readonly onText: (text: string) => void;

  constructor(columns: number, rows: number, onText: (text: string) => void) {
    super();
    this.columns = columns;
    this.rows = rows;
    this.onText = onText;
  }

  write(text: string): boolean {
    // A terminal in raw mode is sent line feeds alone.
    this.onText(text.replaceAll('\n', '\r\n'));
    return true;
  }
}
