import type { EventDraft } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';
import type { TestRunCall } from '../../projections/calls.ts';
import { testScope } from '../../projections/test-scope.ts';
import type { ObserveInput } from './observe-input.ts';
import { commandText } from './shell-command.ts';
import { requestedCall } from './shell-outcome.ts';
import { testPlace } from './test-place.ts';
import { testRunFinished } from './test-run.ts';
import { withTree } from './tree-fact.ts';

/** The result of the test run that a shell command was; nothing where it was none. */
export const readTests = async (input: ObserveInput): Promise<EventDraft[]> => {
  const { trigger, toolInput, deps } = input;
  const command = commandText(toolInput);
  const requested = requestedCall(input);
  const run = requested === null ? await runOf(input, command) : requested.testRun;
  if (run === null) return [];
  const finished = testRunFinished(trigger, { ...run, command }, (await deps.loadTestReader()).readTestResult);
  if (requested !== null) return [unlessChanged(await withTree(finished, deps), run, input)];
  // A pass of a call that nobody requested in this session may be made up: it is kept, and is no evidence. Without an id of
  // the call (by hand, or from a host that gives none) nobody can tell.
  const isEvidence = trigger.call === null || finished.data['status'] !== 'pass';
  return [isEvidence ? await withTree(finished, deps) : { ...finished, data: { ...finished.data, source: 'claim' } }];
};

/** The test run that a command is, where nobody saw it begin. */
const runOf = async ({ deps, place }: ObserveInput, command: string | null): Promise<TestRunCall | null> => {
  const testRun = command === null ? null : (await deps.understand(command)).testRun;
  if (testRun === null) return null;
  const { runner, masked, partial, directory } = testRun;
  const { worktree, folder } = testPlace(place, directory);
  return { runner, masked, worktree, digest: null, ...testScope({ partial, folder }) };
};

/** A pass of code that was written while it ran, or that differs from what it began with, says nothing of either. */
const unlessChanged = (finished: EventDraft, run: TestRunCall, { trigger, state }: ObserveInput): EventDraft => {
  const data = finished.data as EventData<'TestRunFinished'>;
  if (data.status !== 'pass') return finished;
  const writtenBy = state.tests.running[trigger.call ?? '']?.changedBy ?? null;
  const after = data.tree?.code ?? null;
  const isOther = run.digest !== null && after !== null && run.digest !== after;
  if (writtenBy === null && !isOther) return finished;
  const reason = writtenBy === null ? OTHER_CODE : WRITTEN_MEANWHILE;
  return { ...finished, data: { ...data, status: 'unknown', reason: `${data.reason}, but ${reason}` } };
};

const WRITTEN_MEANWHILE = 'code was written while the tests ran';
const OTHER_CODE =
  'the code is not what it was when they began: something changed it meanwhile, or the command itself does; run the tests alone';
