import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { covers, resultsIn, runningWithout, TERMINAL } from './test-results.ts';
import type { SessionTests, TestsState } from './tests.ts';

const MOST_OTHERS = 31;

/** What is known of the tests after a run. */
export const testsFinished = (state: TestsState, event: Envelope): TestsState => {
  const data = event.data as EventData<'TestRunFinished'>;
  // An agent's word about a result is kept in the log and satisfies nothing.
  if (data.source === 'claim') return state;
  const name = event.call ?? data.run ?? '';
  const running = runningWithout(state, name);
  const result = resultOf(event, state.running[name]?.changedBy ?? null);
  const results = resultsIn(state);
  const isOwn = ({ stream }: SessionTests): boolean =>
    stream === event.stream || event.stream === TERMINAL || stream === TERMINAL;
  const before = results.findLast((other) => isOwn(other) && other.folder === result.folder) ?? null;
  if (saysNothing(result, before, results.filter(isOwn))) return { ...state, running };
  const isReplaced = (other: SessionTests): boolean =>
    isOwn(other) && (result.status === 'pass' ? covers(result, other) : other.folder === result.folder);
  const kept = results.filter((other) => !isReplaced(other)).slice(-MOST_OTHERS);
  // The rest of what failed in a run of all tests is not known to be mended by one of some.
  const partial = result.partial && !(before?.status === 'fail' && !before.partial);
  return { ...result, partial, others: kept, running };
};

/** What a run says nothing new of must not hide what was known: `npm test | tail -1` would open every gate. */
const saysNothing = (result: SessionTests, before: SessionTests | null, own: readonly SessionTests[]): boolean => {
  if (result.status === 'fail') return false;
  if (result.status === 'unknown' && own.some(({ status }) => status === 'fail')) return true;
  if (before === null || !result.partial || before.partial) return false;
  return (
    before.status === 'fail' || (before.status === 'pass' && before.changedBy === null && isSameCode(result, before))
  );
};

/** As far as git can say. */
const isSameCode = ({ digest }: SessionTests, other: SessionTests): boolean =>
  digest === null || other.digest === null || digest === other.digest;

const resultOf = (event: Envelope, writtenDuring: string | null): SessionTests => {
  const data = event.data as EventData<'TestRunFinished'>;
  const isUndone = data.status === 'pass' && writtenDuring !== null;
  const because = [event.id, ...(event.cause === null ? [] : [event.cause])];
  return {
    status: isUndone ? 'unknown' : data.status,
    failures: data.failures,
    passed: data.passed,
    runner: data.runner,
    source: data.source,
    reason: isUndone ? 'code was written while the tests ran' : data.reason,
    at: event.at,
    stream: event.stream,
    because: writtenDuring === null ? because : [...because, writtenDuring],
    digest: data.tree?.code ?? null,
    changedBy: null,
    partial: data.partial === true,
    folder: data.folder ?? '',
  };
};
