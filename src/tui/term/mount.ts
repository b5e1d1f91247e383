import { render } from 'ink';
import type { ReactNode } from 'react';
import { alternateScreen, type Terminal } from './terminal.ts';

export interface Mounted {
  /** Ends the program and gives the terminal back. May be called twice. */
  readonly end: () => void;
  /** Resolves once the program has ended. */
  readonly ended: Promise<void>;
}

/**
 * Shows a program on a terminal's second screen until `end` is called, the process is told to end, or it fails; whatever
 * happens, the terminal is as before. Ink draws at most one row less than there are: a frame of all rows would make it
 * clear the screen and what was scrolled out of it at each change.
 */
export const mount = (program: (end: () => void) => ReactNode, terminal: Terminal): Mounted => {
  const screen = alternateScreen(terminal);
  let unmount = (): void => {};
  const end = (): void => {
    unmount();
    screen.leave();
  };
  const onSignal = (signal: NodeJS.Signals): void => {
    end();
    process.kill(process.pid, signal);
  };
  const onExit = (): void => screen.leave();
  screen.enter();
  process.once('exit', onExit);
  for (const signal of ENDING) process.once(signal, onSignal);
  try {
    const app = render(program(end), {
      stdin: terminal.stdin,
      stdout: terminal.stdout,
      exitOnCtrlC: false,
      patchConsole: false,
      incrementalRendering: false,
      maxFps: 60,
    });
    unmount = app.unmount;
    const ended = app.waitUntilExit().then(() => {
      screen.leave();
      process.off('exit', onExit);
      for (const signal of ENDING) process.off(signal, onSignal);
    });
    return { end, ended };
  } catch (error) {
    screen.leave();
    throw error;
  }
};

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
