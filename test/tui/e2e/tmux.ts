import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, onTestFinished } from 'vitest';
import { patient } from '../../kit/patience.ts';

const isInstalled = spawnSync('tmux', ['-V'], { stdio: 'ignore' }).status === 0;

/** Tests in a real terminal: they need tmux and bash, and say so where one of them is missing. */
export const describeInTmux: (name: string, tests: () => void) => void = isInstalled
  ? describe
  : (name, tests) => describe.skip(`${name} (skipped: tmux is not installed)`, tests);

/** A window of a terminal in which a person works with a shell. */
export interface Window {
  /** A line for the shell. */
  readonly run: (line: string) => void;
  /** Keys, by tmux's names: `Enter`, `C-c`, `j`. */
  readonly press: (...keys: readonly string[]) => void;
  readonly screen: () => string;
  /** The screen once a text or pattern is on it, or it is as asked for. */
  readonly until: (what: string | RegExp | ((text: string) => boolean)) => Promise<string>;
  /** The screen once something is not on it any more. */
  readonly without: (what: string) => Promise<string>;
  /** Closes the window over whatever runs in it. */
  readonly close: () => void;
  readonly resize: (columns: number, rows: number) => void;
  /** Whether the shell's own screen is shown, with its cursor. */
  readonly isGivenBack: () => boolean;
}

export interface WindowOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** So that a prompt is told from all else. */
const PROMPT = 'shell> ';

/** A slow machine is no failure. */
const PATIENCE_MS = patient(20_000);

export const openWindow = async ({ columns = 120, rows = 30, env = {} }: WindowOptions = {}): Promise<Window> => {
  const folder = mkdtempSync(join(tmpdir(), 'docket-tmux-'));
  const socket = join(folder, 'socket');
  const rc = join(folder, 'bashrc');
  writeFileSync(rc, `PS1='${PROMPT}'\n`);
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], { encoding: 'utf8', env: shellEnv(env) });
  onTestFinished(() => {
    spawnSync('tmux', ['-S', socket, 'kill-server'], { stdio: 'ignore' });
    rmSync(folder, { recursive: true, force: true });
  });
  tmux('new-session', '-d', '-x', `${columns}`, '-y', `${rows}`, `bash --rcfile '${rc}' -i`);
  const screen = (): string => tmux('capture-pane', '-p');
  const waitFor = async (fits: (text: string) => boolean, what: string): Promise<string> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const text = screen();
      if (fits(text)) return text;
      if (Date.now() > deadline) throw new Error(`The terminal never showed ${what}. It shows:\n${text}`);
      await sleep(50);
    }
  };
  const until: Window['until'] = (what) =>
    waitFor((text) => {
      if (typeof what === 'function') return what(text);
      return typeof what === 'string' ? text.includes(what) : what.test(text);
    }, String(what));
  await until(PROMPT.trim());
  return {
    run: (line) => {
      tmux('send-keys', '-l', line);
      tmux('send-keys', 'Enter');
    },
    press: (...keys) => {
      for (const key of keys) tmux('send-keys', ...(key.length === 1 ? ['-l', key] : [key]));
    },
    screen,
    until,
    without: (what) => waitFor((text) => !text.includes(what), `anything but ${what}`),
    close: () => {
      tmux('kill-session');
    },
    resize: (toColumns, toRows) => {
      tmux('resize-window', '-x', `${toColumns}`, '-y', `${toRows}`);
    },
    isGivenBack: () => tmux('display-message', '-p', '#{alternate_on} #{cursor_flag}').trim() === '0 1',
  };
};

/** What a person's shell has, not what the tests run under. */
const shellEnv = (env: Readonly<Record<string, string>>): NodeJS.ProcessEnv => {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR === undefined ? {} : { TMPDIR }),
    LANG: LANG ?? 'C.UTF-8',
    LC_ALL: 'C.UTF-8',
    HISTFILE: '/dev/null',
    ...env,
  };
};
