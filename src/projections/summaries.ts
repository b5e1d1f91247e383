import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { writtenPath } from './tools.ts';

export interface SummariesState {
  /** The first event since the last summary that it would tell of; null while a summary would say the same again. */
  readonly due: string | null;
}

/** Whether anything happened in the session since the person was last told how it stands. */
export const summariesProjection: Projection<SummariesState> = {
  name: 'summaries',
  version: 1,
  scope: 'stream',
  on: [
    'ToolCompleted',
    'ChangesObserved',
    'CommandUnderstood',
    'TestRunFinished',
    'ReviewRecorded',
    'ProofRecorded',
    'AnswerSent',
    'GatesRuled',
  ],
  initialState: { due: null },
  evolve: (state, { id, type, data }) => {
    if (type === 'AnswerSent' || type === 'GatesRuled') {
      return state.due !== null && isSummary(data as EventData<'AnswerSent'>, type) ? { due: null } : state;
    }
    if (state.due !== null) return state;
    if (type === 'ToolCompleted')
      return writtenPath(data['tool_name'], data['tool_input']) === null ? state : { due: id };
    return type === 'CommandUnderstood' && !touchesGit(data as EventData<'CommandUnderstood'>) ? state : { due: id };
  },
};

/** Under monitor the ruling is all there is. */
const isSummary = ({ verdicts }: Pick<EventData<'AnswerSent'>, 'verdicts'>, type: string): boolean =>
  verdicts.some(
    (verdict) =>
      verdict.gate === 'session-summary' &&
      verdict.decision === 'advise' &&
      (type === 'AnswerSent' || (verdict as { mode?: string }).mode === 'monitor'),
  );

const touchesGit = ({ acts = [] }: EventData<'CommandUnderstood'>): boolean =>
  acts.some(({ kind }) => kind === 'git-commit' || kind === 'git-merge');
