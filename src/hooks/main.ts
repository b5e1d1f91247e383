import { ensureHome } from '../events/home.ts';
import { newEventId } from '../events/ids.ts';
import type { Environment } from '../events/location.ts';
import { nodeLogFs } from '../events/log-fs.ts';
import type { Understood } from '../shell/interpret.ts';
import { beginsPlain, mayRunTests } from '../shell/plain-programs.ts';
import { understandPlain } from '../shell/understand-plain.ts';
import type { HookDeps } from './deps.ts';
import { handle } from './handle.ts';
import { openLog } from './hook-call.ts';
import { loadState } from './load-state.ts';
import { receive } from './receive.ts';

// Bundles of their own; encoding and what follows the answer are synchronous, so they cannot be imported like the others.
declare const require: {
  (path: '../events/redact.ts'): typeof import('../events/redact.ts');
  (path: './seal-turn.ts'): typeof import('./seal-turn.ts');
  (path: './views/keep-views.ts'): typeof import('./views/keep-views.ts');
  (path: './notify/notify.ts'): typeof import('./notify/notify.ts');
  (path: './test-runner/start-tests.ts'): typeof import('./test-runner/start-tests.ts');
  (path: './update-check/start-update-check.ts'): typeof import('./update-check/start-update-check.ts');
};

/** The folder of the bundles: their loader says so. */
declare const __dirname: string;

/** The time-out docket registers, in seconds, where the command line does not say. */
const DEFAULT_TIMEOUT_S = 5;

/** What a hook call is connected to: descriptors, and how it ends. */
export interface HookProcess {
  readonly env: Environment;
  readonly stdin: number;
  readonly stdout: number;
  readonly stderr: number;
  readonly exit: (code: number) => void;
}

/** The hook's process: `callHook` on its own streams. */
export const main = (args: readonly string[]): Promise<void> => {
  ensureHome(process.env);
  return callHook(args, { env: process.env, stdin: 0, stdout: 1, stderr: 2, exit: exitNow });
};

/** Everything is written, and nothing listens: the handlers of `process.exit` would cost a tenth of the call. */
const exitNow = (code: number): void => (process as unknown as { reallyExit: (code: number) => void }).reallyExit(code);

/**
 * One hook call: standard input to standard output, exit code 0 whatever happens inside, unless the answer to an
 * unknown host needs another. Arguments: `--host NAME`, `--timeout SECONDS`; anything else is ignored, since a hook that
 * stops on its command line would fail open on every call.
 */
export const callHook = async (args: readonly string[], host: HookProcess): Promise<void> => {
  const debug = host.env['DOCKET_DEBUG'] === '1' ? debugLog(host.stderr) : undefined;
  try {
    const timeoutMs = timeoutOf(args) * 1000;
    // Half of the registered time-out, so that docket answers before it is killed.
    const receiving = receive(timeoutMs / 2, timeoutMs * 0.8, host.stdin);
    const deps = hookDeps(args, host.env, countdown(timeoutMs / 2), debug);
    const opened = openLog(deps);
    const { bytes, parsed, isStuck } = await receiving;
    const outcome = await handle(bytes, deps, { parsed, opened });
    const isSent = writeAll(host.stdout, outcome.stdout);
    writeAll(host.stderr, outcome.stderr);
    outcome.finish(isSent);
    debug?.('end');
    // `process.exit` would wait for ever for the read that is still under way.
    if (isStuck) process.kill(process.pid, 'SIGKILL');
    host.exit(outcome.exitCode);
  } catch (error) {
    debug?.(`failed: ${error instanceof Error ? error.stack : String(error)}`);
    host.exit(0);
  }
};

/** What a hook call takes from its surroundings. */
const hookDeps = (
  args: readonly string[],
  env: Environment,
  timeLeft: () => number,
  onStage: HookDeps['onStage'],
): HookDeps => ({
  env,
  get cwd() {
    return workingFolder();
  },
  now: Date.now,
  newId: newEventId,
  fs: nodeLogFs,
  redactData: (...data) => require('../events/redact.ts').redactData(...data),
  host: optionOf(args, '--host'),
  understand,
  loadPolicy: () => import('../gates/policy-files.ts'),
  program: __dirname,
  looks: new Map(),
  loadRegistrationReader: () => import('./observers/registration-change.ts'),
  loadTestReader: () => import('./observers/test-result.ts'),
  loadLlmReview: () => import('./llm-review/review-command.ts'),
  sealTurn: (...turn) => require('./seal-turn.ts').sealTurn(...turn),
  keepViews: (call) => require('./views/keep-views.ts').keepViews(call, loadState),
  notify: (...notification) => require('./notify/notify.ts').notify(...notification),
  startTests: (...answered) => require('./test-runner/start-tests.ts').startTests(...answered),
  startUpdateCheck: (session) => require('./update-check/start-update-check.ts').startUpdateCheck(session),
  isTimeUp: () => timeLeft() < 0,
  timeLeft,
  ...(onStage === undefined ? {} : { onStage }),
});

/** The parser is loaded only for what is not plainly plain: it is larger than everything else together. */
const understand = async (command: string): Promise<Understood> =>
  (BEYOND_PLAIN.test(command) ? null : await understandSimply(command)) ??
  (await import('../shell/understand.ts')).understand(command);

const understandSimply = async (command: string): Promise<Understood | null> => {
  const tests = mayRunTests(command) ? (await import('../shell/understand-tests.ts')).understandTests(command) : null;
  if (tests !== null || !beginsPlain(command)) return tests;
  return understandPlain(command);
};

/** What no plain command holds outside single quotes. */
const BEYOND_PLAIN = /[$`\\]|<</;

/** How many of some milliseconds are left. */
const countdown = (ms: number): (() => number) => {
  const end = Date.now() + ms;
  return () => end - Date.now();
};

const optionOf = (args: readonly string[], name: string): string | undefined => {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
};

const timeoutOf = (args: readonly string[]): number => {
  const seconds = Number(optionOf(args, '--timeout'));
  return seconds > 0 && seconds <= 600 ? seconds : DEFAULT_TIMEOUT_S;
};

/** The folder may have been deleted under the process. */
const workingFolder = (): string => {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
};

/** Writes a text to a descriptor; false when its reader is gone. */
const writeAll = (fd: number, text: string): boolean => {
  if (text === '') return true;
  const bytes = Buffer.from(text, 'utf8');
  for (let written = 0; written < bytes.length; ) {
    try {
      written += nodeLogFs.writeSync(fd, bytes, written, bytes.length - written);
    } catch (error) {
      // A reader that is not ready is waited for; one that is gone cannot be told anything.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return false;
    }
  }
  return true;
};

/** Stages and times as JSON lines on stderr, written at the end so that writing is not measured. */
const debugLog = (stderr: number): ((stage: string) => void) => {
  const start = process.hrtime.bigint();
  const lines: string[] = [];
  return (stage) => {
    const ms = Number(process.hrtime.bigint() - start) / 1e6;
    lines.push(`${JSON.stringify({ stage, ms })}\n`);
    if (stage !== 'end' && !stage.startsWith('failed')) return;
    lines.push(`${JSON.stringify({ maxRss: process.resourceUsage().maxRSS })}\n`);
    writeAll(stderr, lines.join(''));
  };
};
