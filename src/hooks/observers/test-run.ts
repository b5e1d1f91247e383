import type { Envelope, EventDraft } from '../../events/envelope.ts';
import type { TestRunCall } from '../../projections/calls.ts';
import { testScope } from '../../projections/test-scope.ts';
import type { TestResult, TestRunOutcome } from './test-result.ts';

/** The result of the agent's own test run, from what the host says about the call that made it. */
export const testRunFinished = (
  event: Pick<Envelope, 'type' | 'data'>,
  run: FinishedRun,
  readTestResult: (outcome: TestRunOutcome) => TestResult,
): EventDraft => {
  const { runner, masked, worktree, command } = run;
  const { output, exit } = event.type === 'ToolFailed' ? failure(event.data) : success(event.data);
  const result = readTestResult({ runner, masked, output, exit, ...(command === null ? {} : { command }) });
  return { type: 'TestRunFinished', worktree, data: { runner, source: 'agent', ...testScope(run), ...result } };
};

/** What is known of a test run before its result. */
interface FinishedRun extends Omit<TestRunCall, 'digest'> {
  /** The command line that ran it; null where it is not known. */
  readonly command: string | null;
}

interface Outcome {
  readonly output: string;
  readonly exit: TestRunOutcome['exit'];
}

/** A red run: `error` begins with `Exit code N` (measured.md, "Payloads"). */
const failure = (data: Envelope['data']): Outcome => {
  const output = asText(data['error']);
  if (data['is_interrupt'] === true) return { output, exit: { kind: 'interrupted' } };
  const code = /^Exit code (\d+)/.exec(output)?.[1];
  // What the host says of a command that it ended.
  if (/^(?:Exit code \d+\s+)?Command timed out after /.test(output.slice(0, 200)))
    return { output, exit: { kind: 'interrupted', by: 'ran out of time' } };
  const by = STOPPED[code ?? ''];
  if (by !== undefined) return { output, exit: { kind: 'interrupted', by } };
  return { output, exit: { kind: 'failure', code: code === undefined ? null : Number(code) } };
};

/** Exit codes of what was ended from outside: timeout(1), and a shell's for signals. */
const STOPPED: Readonly<Record<string, string>> = {
  124: 'ran out of time (exit code 124)',
  130: 'was interrupted (exit code 130)',
  137: 'was killed (exit code 137)',
  143: 'was ended (exit code 143)',
};

/** What the host says in the place of an output that is still to come. */
const IN_BACKGROUND = 'Command running in background with ID: ';

const success = (data: Envelope['data']): Outcome => {
  const response = data['tool_response'];
  if (typeof response !== 'object' || response === null || Array.isArray(response)) {
    const output = asText(response);
    return { output, exit: { kind: output.startsWith(IN_BACKGROUND) ? 'background' : 'success' } };
  }
  const { stdout, stderr, interrupted, backgroundTaskId } = response as Record<string, unknown>;
  const output = `${asText(stdout)}\n${asText(stderr)}`;
  if (interrupted === true) return { output, exit: { kind: 'interrupted' } };
  if (typeof backgroundTaskId === 'string') return { output, exit: { kind: 'background' } };
  return { output, exit: { kind: 'success' } };
};

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    return value.map((block: unknown) => asText((block as { text?: unknown } | null)?.text)).join('\n');
  }
  return '';
};
