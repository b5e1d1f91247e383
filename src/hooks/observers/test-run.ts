import type { Envelope, EventDraft } from '../../events/envelope.ts';
import type { RunningTests } from '../../projections/tests.ts';
import type { TestResult, TestRunOutcome } from './test-result.ts';

/** The result of the agent's own test run, from what the host says about the call that made it. */
export const testRunFinished = (
  event: Pick<Envelope, 'type' | 'data'>,
  run: Pick<RunningTests, 'runner' | 'masked'>,
  worktree: string | null,
  readTestResult: (outcome: TestRunOutcome) => TestResult,
): EventDraft => {
  const { output, exit } = event.type === 'ToolFailed' ? failure(event.data) : success(event.data);
  const result = readTestResult({ runner: run.runner, masked: run.masked, output, exit });
  return { type: 'TestRunFinished', worktree, data: { runner: run.runner, source: 'agent', ...result } };
};

interface Outcome {
  readonly output: string;
  readonly exit: TestRunOutcome['exit'];
}

/** A red run: `error` begins with `Exit code N` (measured.md, "Payloads"). */
const failure = (data: Envelope['data']): Outcome => {
  const output = asText(data['error']);
  if (data['is_interrupt'] === true) return { output, exit: { kind: 'interrupted' } };
  const code = /^Exit code (\d+)/.exec(output)?.[1];
  return { output, exit: { kind: 'failure', code: code === undefined ? null : Number(code) } };
};

const success = (data: Envelope['data']): Outcome => {
  const response = data['tool_response'];
  if (typeof response !== 'object' || response === null || Array.isArray(response)) {
    return { output: asText(response), exit: { kind: 'success' } };
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
