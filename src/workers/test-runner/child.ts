import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Environment } from '../../events/location.ts';
import { signalGroup } from '../../hooks/signal-group.ts';
import { outputBuffer } from '../../hooks/test-runner/output.ts';
import { isGroupAlive, isOwnGroup, type ProcessRef, processRef } from '../../hooks/test-runner/process-ref.ts';

/** How a command ended. */
export type ChildEnd =
  | { readonly kind: 'exit'; readonly code: number }
  | { readonly kind: 'signal'; readonly signal: string }
  /** The program is not there, or may not be run. */
  | { readonly kind: 'unstartable'; readonly message: string };

/** A command that runs in a process group of its own. */
export interface Child {
  /** Null when it could not be started, or is over already. */
  readonly ref: ProcessRef | null;
  readonly done: Promise<ChildEnd>;
  /** What it printed so far, the middle left out. */
  readonly output: () => string;
}

export interface ChildPlace {
  readonly cwd: string;
  readonly env: Environment;
  /** Milliseconds that what it leaves behind has to end by itself. */
  readonly grace: number;
}

/** Starts a command without input; both its outputs are one. */
export const startChild = (words: readonly string[], { cwd, env, grace }: ChildPlace): Child => {
  const [program = '', ...args] = words;
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const buffer = outputBuffer();
  child.stdout.on('data', buffer.add);
  child.stderr.on('data', buffer.add);
  const { pid } = child;
  return { ref: pid === undefined ? null : processRef(pid), done: endOf(child, program, grace), output: buffer.text };
};

/** What a process that left the group may still write is not waited for longer. Milliseconds. */
const LONGEST_FLUSH = 1_000;

const endOf = async (child: ChildProcess, program: string, grace: number): Promise<ChildEnd> => {
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const end = await new Promise<ChildEnd>((done) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const message = error.code === 'ENOENT' ? `${program} is not there` : `${program}: ${error.code}`;
      done({ kind: 'unstartable', message });
    });
    child.once('exit', (code, signal) =>
      done(code === null ? { kind: 'signal', signal: String(signal) } : { kind: 'exit', code }),
    );
  });
  if (end.kind === 'unstartable') return end;
  // Children that it left behind hold its outputs open.
  if (child.pid !== undefined) await endGroup(child.pid, grace);
  await Promise.race([closed, delay(LONGEST_FLUSH, undefined, { ref: false })]);
  child.stdout?.destroy();
  child.stderr?.destroy();
  return end;
};

/** How often processes that are to end are looked at, and how long the system has to end one by force. Milliseconds. */
const LOOK = 20;
const LONGEST_KILL = 2_000;

/** Ends a process group: first asked, then, after a grace in milliseconds, forced. */
export const endGroup = async (group: number, grace: number): Promise<void> => {
  for (const [signal, longest] of [['SIGTERM', grace] as const, ['SIGKILL', LONGEST_KILL] as const]) {
    if (!isGroupAlive(group)) return;
    signalGroup(group, signal);
    for (let waited = 0; waited < longest && isGroupAlive(group); waited += LOOK) await delay(LOOK);
  }
};

/** Ends what a runner that was killed left, as far as it is that. */
export const endLeftBehind = async (child: ProcessRef, grace: number): Promise<void> => {
  if (isOwnGroup(child)) await endGroup(child.pid, grace);
};
