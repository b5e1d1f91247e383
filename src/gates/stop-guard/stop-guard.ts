import { planeOfFile } from '../../projections/changes.ts';
import type { View } from '../../projections/fold.ts';
import { testsOf } from '../../projections/test-results.ts';
import type { Gate } from '../gate.ts';
import { isTurnEnd } from '../triggers.ts';
import { stopRules } from './rules.ts';

/**
 * No end of a turn while tests fail, or while what the session changed is not reviewed. What is owed is told by content:
 * git says whether it is other than when the session began, and whether just this content was reviewed. Blocks are
 * bounded (limits.ts), so that a session can always end.
 */
export const stopGuard: Gate = {
  name: 'stop-guard',
  summary: 'Blocks the end of a turn while tests fail, or changed code or documents lack their reviews.',
  source: 'seed 000, stop-guard.sh',
  on: isTurnEnd,
  needs: (trigger, _facts, _options, state) => (mayOwe(state, trigger.stream) ? ['tree'] : []),
  get rules() {
    return stopRules();
  },
};

/** Whether git is to be asked: something was or may have been written, or tests failed of some content. */
const mayOwe = (state: View, stream: string): boolean =>
  state.session.mayHaveWritten !== null ||
  Object.keys(state.changes.unnamed).length > 0 ||
  testsOf(state.tests, stream)?.status === 'fail' ||
  state.changes.files.some((file) => planeOfFile(file) !== null);
