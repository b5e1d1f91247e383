import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { hostOutcome, KNOWN_HOSTS } from '../../hooks/host-outcome/host-outcome.ts';
import type { HookRun, HostCall } from '../../hooks/host-outcome/outcome.ts';
import { parseVersion } from '../../hooks/install/versions.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from '../io.ts';
import { styleFor } from '../style.ts';
import { answerText } from './answer-text.ts';
import { madeUpPayload } from './payload.ts';
import { runHook } from './run-hook.ts';

export interface ExplainAnswerOptions {
  readonly event?: string;
  readonly exit?: string;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly ended?: string;
  readonly payload?: string;
  readonly host: string;
  readonly clientVersion?: string;
  readonly headless?: boolean;
  readonly run?: boolean;
  readonly timeout: string;
  readonly json?: boolean;
}

/**
 * Explains what a host makes of the answer of a hook: given as files and an exit code, or of a command that it runs. Exit code 1
 * when that is not what the answer visibly wants. Throws `UsageError`, and `NotFoundError` for a file that cannot be read.
 */
export const runExplainAnswer = async (
  words: readonly string[],
  options: ExplainAnswerOptions,
  io: Io,
): Promise<ExitCode> => {
  check(words, options);
  const payload = payloadOf(await textOf(options.payload, io));
  const given = options.run === true ? null : await givenRun(options, io);
  const call = callOf(options, payload, given);
  const run = given ?? (await runHook(words, payload ?? madeUpPayload(call, io.cwd), secondsOf(options.timeout), io));
  const outcome = hostOutcome(call, run);
  if (options.json === true) io.stdout(`${JSON.stringify(outcome)}\n`);
  else io.stdout(answerText(outcome, run, styleFor(io), io.width));
  return outcome.works === false ? 1 : 0;
};

const check = (words: readonly string[], options: ExplainAnswerOptions): void => {
  const { run = false, exit, stdout, stderr, ended, payload, host, clientVersion } = options;
  if (run && words.length === 0)
    throw new UsageError('--run needs the hook behind --: docket explain-answer --run -- ./my-hook.sh');
  if (!run && words.length > 0)
    throw new UsageError('A command is only run with --run: docket explain-answer --run -- COMMAND');
  const given = [exit, stdout, stderr, ended].filter((option) => option !== undefined);
  if (run && given.length > 0)
    throw new UsageError(
      '--run finds out the exit code and what is printed: give it or --exit, --stdout, --stderr, --ended.',
    );
  if (!run && given.length === 0)
    throw new UsageError(
      'There is no answer to explain. Give --stdout FILE, --stderr FILE, --exit CODE, or --run -- COMMAND.',
    );
  if ([stdout, stderr, payload].filter((name) => name === '-').length > 1)
    throw new UsageError('Only one of them can be standard input.');
  if (exit !== undefined && (!/^\d{1,3}$/.test(exit) || Number(exit) > 255))
    throw new UsageError(`--exit is a number from 0 to 255, not "${exit}".`);
  if (exit !== undefined && ended !== undefined) throw new UsageError('Give --exit or --ended, not both.');
  if (ended !== undefined && !ENDS.includes(ended))
    throw new UsageError(`--ended is one of ${ENDS.join(', ')}, not "${ended}".`);
  if (!KNOWN_HOSTS.includes(host))
    throw new UsageError(`What "${host}" makes of answers is not known. Known hosts: ${KNOWN_HOSTS.join(', ')}.`);
  if (clientVersion !== undefined && parseVersion(clientVersion) === null)
    throw new UsageError(`--client-version is one like 2.1.332, not "${clientVersion}".`);
};

const ENDS = ['timeout', 'killed', 'missing'];

const secondsOf = (text: string): number => {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError(`--timeout is a number of seconds up to 3600, not "${text}".`);
  return seconds;
};

const textOf = async (file: string | undefined, io: Io): Promise<string | null> => {
  if (file === undefined) return null;
  if (file === '-') return await io.readStdin();
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8');
  } catch (error) {
    throw new NotFoundError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const givenRun = async ({ exit, stdout, stderr, ended }: ExplainAnswerOptions, io: Io): Promise<HookRun> => ({
  ended: (ended ?? 'exit') as HookRun['ended'],
  exitCode: Number(exit ?? 0),
  stdout: (await textOf(stdout, io)) ?? '',
  stderr: (await textOf(stderr, io)) ?? '',
});

const payloadOf = (text: string | null): Record<string, unknown> | null => {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new UsageError('The payload is no JSON object. Give what the host sends to the hook.');
};

const NOBODY_ASKED = ['dontAsk', 'bypassPermissions'];

const callOf = (
  options: ExplainAnswerOptions,
  payload: Record<string, unknown> | null,
  run: HookRun | null,
): HostCall => {
  const { host, clientVersion, headless = false } = options;
  const { hook_event_name: named, tool_name: tool, tool_input: toolInput, permission_mode: mode } = payload ?? {};
  return {
    host,
    version: clientVersion === undefined ? null : parseVersion(clientVersion),
    event:
      options.event ??
      (typeof named === 'string' ? named : eventIn(run?.stdout ?? '')) ??
      FIRST_EVENT[host] ??
      'PreToolUse',
    headless: headless || NOBODY_ASKED.includes(String(mode)),
    ...(typeof tool === 'string' ? { tool } : {}),
    ...(toolInput === undefined ? {} : { toolInput }),
  };
};

/** What a host calls the event before a tool. */
const FIRST_EVENT: Readonly<Record<string, string>> = { gemini: 'BeforeTool' };

/** The event that an answer says it is of. */
const eventIn = (stdout: string): string | null => /"hookEventName"\s*:\s*"(\w{1,40})"/.exec(stdout)?.[1] ?? null;
