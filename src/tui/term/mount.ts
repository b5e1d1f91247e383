import { render } from 'ink';
import { createElement, type ReactNode } from 'react';
import { quietable } from './quiet.ts';
import { type Redraw, RedrawOnDemand } from './redraw.ts';
import { alternateScreen, sameScreen, type Terminal } from './terminal.ts';

export interface Mounted {
  /** Ends the program and gives the terminal back. May be called twice. */
  readonly end: () => void;
  /** Resolves once the program has ended; rejects with the error that ended it. The terminal is given back before. */
  readonly ended: Promise<void>;
}

/** What a program can do to the terminal it is shown on. */
export interface Screen {
  readonly end: () => void;
  /** Stops the process, as ctrl+z does to others; it goes on where it was when it is continued. */
  readonly suspend: () => void;
  readonly redraw: () => void;
}

export interface MountOptions {
  /** For people who listen: lines one after another, on the screen that is there, and no panes. */
  readonly isLinear: boolean;
}

/**
 * Shows a program on a terminal's second screen until `end` is called, the process is told to end, or it fails; whatever
 * happens, the terminal is as before. Ink draws at most one row less than there are: a frame of all rows would make it
 * clear the screen and what was scrolled out of it at each change.
 */
export const mount = (
  program: (screen: Screen) => ReactNode,
  terminal: Terminal,
  { isLinear }: MountOptions,
): Mounted => {
  const { stdin, stdout } = terminal;
  const screen = isLinear ? sameScreen(terminal) : alternateScreen(terminal);
  let redraw: Redraw = () => {};
  let unmount = (): void => {};
  let fail = (_error: unknown): void => {};
  const end = (): void => {
    unmount();
    screen.leave();
  };
  const onEndingSignal = (signal: NodeJS.Signals): void => {
    end();
    release();
    process.kill(process.pid, signal);
  };
  const onExit = (): void => screen.leave();
  let isSuspended = false;
  /** `pid` 0 is the process with all that were started together with it, such as npx. */
  const stop = (pid: number): void => {
    stdin.setRawMode(false);
    screen.leave();
    isSuspended = true;
    process.off('SIGTSTP', onStop);
    process.kill(pid, 'SIGTSTP');
    // Where no shell would bring it back, the system does not stop a process.
    setTimeout(goOn, NOT_STOPPED_MS);
  };
  const goOn = (): void => {
    if (!isSuspended) return;
    isSuspended = false;
    process.on('SIGTSTP', onStop);
    onContinued();
  };
  const onStop = (): void => stop(process.pid);
  const onContinued = (): void => {
    if (isSuspended) {
      goOn();
      return;
    }
    stdin.setRawMode(true);
    // Somebody else has used the terminal.
    screen.leave();
    screen.enter();
    redraw();
  };
  // Said by whoever waits for the end, when the terminal is given back.
  const onError = (error: unknown): void => {
    end();
    fail(error);
  };
  const handlers: readonly (readonly [string, Handler])[] = [
    ...ENDING.map((signal): [string, Handler] => [signal, onEndingSignal]),
    ['exit', onExit],
    ['SIGTSTP', onStop],
    ['SIGCONT', onContinued],
    ['uncaughtException', onError],
    ['unhandledRejection', onError],
  ];
  const release = (): void => {
    screen.leave();
    for (const [event, handler] of handlers) process.off(event, handler);
  };
  screen.enter();
  for (const [event, handler] of handlers) process.on(event, handler);
  try {
    const takeRedraw = (taken: Redraw): void => {
      redraw = taken;
    };
    const app = render(
      createElement(
        RedrawOnDemand,
        { onReady: takeRedraw, isLinear },
        program({ end, suspend: () => stop(0), redraw: () => redraw() }),
      ),
      {
        stdin,
        stdout: quietable(stdout, () => isSuspended),
        exitOnCtrlC: false,
        patchConsole: false,
        incrementalRendering: false,
        isScreenReaderEnabled: isLinear,
        maxFps: 60,
      },
    );
    unmount = app.unmount;
    const failed = new Promise<never>((_resolve, reject) => {
      fail = reject;
    });
    return { end, ended: Promise.race([app.waitUntilExit().then(() => {}), failed]).finally(release) };
  } catch (error) {
    release();
    throw error;
  }
};

// biome-ignore lint/suspicious/noExplicitAny: what a handler is given depends on the event
type Handler = (...given: any[]) => void;

const NOT_STOPPED_MS = 300;

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
