import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { clientEnv, trust } from './client.ts';
import type { Env, Project } from './project.ts';
import { type ModelRequest, type Scenario, startScriptedModel } from './scripted-model.ts';

export interface TerminalRun {
  readonly project: Project;
  readonly scenario: Scenario;
  readonly prompt: string;
  /** Of the client, beside what all have. */
  readonly env?: Env;
  /** What the terminal says it is, in place of what tmux says. */
  readonly terminal?: Env;
  /** When what is to be seen has happened. */
  readonly isOver: (requests: readonly ModelRequest[], written: string) => boolean;
}

export interface TerminalOutcome {
  readonly requests: readonly ModelRequest[];
  /** What stood on the screen when it was over, or when nobody waited any longer. */
  readonly screen: string;
  /** All bytes that the client wrote to it. */
  readonly written: string;
}

/** Why the client cannot be driven in a terminal here; null where it can. */
export const noTerminal = (): string | null =>
  spawnSync('tmux', ['-V']).status === 0 ? null : 'tmux is not installed, and only that gives a test a terminal';

const START_MS = 30_000;
const RUN_MS = 90_000;
const END_MS = 5_000;
const LOOK_MS = 250;

/**
 * Runs the real client in a terminal, as a person would, and types one prompt. Nobody answers any dialog: what waits for a
 * person stays as it is until nobody waits any longer.
 */
export const runInTerminal = async (client: string, run: TerminalRun): Promise<TerminalOutcome> => {
  const model = await startScriptedModel(run.scenario);
  const terminal = openTerminal(run.project, { ...clientEnv(run.project, model.url), ...run.env });
  try {
    trust(run.project);
    const sets = Object.entries(run.terminal ?? {}).map(([name, value]) => `${name}='${value}'`);
    const as = sets.length === 0 ? '' : `env -u TMUX -u TMUX_PANE ${sets.join(' ')} `;
    terminal.start(`exec ${as}'${client}' --model sonnet`);
    await until(START_MS, () => /\? for shortcuts|❯|^ *> /m.test(terminal.screen()));
    terminal.type(run.prompt);
    await until(RUN_MS, () => run.isOver(model.requests, terminal.written()));
    return { requests: [...model.requests], screen: terminal.screen(), written: terminal.written() };
  } finally {
    await terminal.close();
    await model.close();
  }
};

/** A server of tmux of our own: closing it touches no other. */
const openTerminal = ({ folder, root }: Project, env: Env) => {
  const tmux = (...args: readonly string[]): string =>
    spawnSync('tmux', ['-S', `${root}/tmux`, '-f', '/dev/null', ...args], { cwd: folder, env, encoding: 'utf8' })
      .stdout;
  return {
    start: (command: string) => {
      tmux('new-session', '-d', '-x', '140', '-y', '45', command);
      tmux('pipe-pane', `exec cat >> '${root}/written'`);
    },
    written: () => (existsSync(`${root}/written`) ? readFileSync(`${root}/written`, 'latin1') : ''),
    screen: () => tmux('capture-pane', '-p') ?? '',
    type: (text: string) => {
      tmux('send-keys', '-l', text);
      tmux('send-keys', 'Enter');
    },
    /** The client saves its settings as it ends: only then is it over. */
    close: async () => {
      const client = Number(tmux('display-message', '-p', '#{pane_pid}'));
      tmux('kill-server');
      await until(END_MS, () => client <= 0 || !existsSync(`/proc/${client}`));
    },
  };
};

const until = async (most: number, holds: () => boolean): Promise<void> => {
  const end = Date.now() + most;
  while (!holds() && Date.now() < end) await delay(LOOK_MS);
};
