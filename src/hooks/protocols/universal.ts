import { type Answer, type AnswerInput, explain, explainUnanswerable, SILENCE } from './answer.ts';

/**
 * For a host docket has no encoder for: the one denial that all six measured hosts understand with its reason
 * (hosts.md §0.1), and a block at the end of a turn. Whatever is weaker than a deny is left unsaid, an ask becomes a
 * deny, since no form of a question is understood everywhere.
 */
export const answerUniversal = ({ ruling, trigger }: AnswerInput): Answer => {
  if (ruling.decision !== 'deny' && ruling.decision !== 'ask') return SILENCE;
  const why =
    ruling.nobodyCanAnswer ??
    (ruling.decision === 'ask' ? `docket has no words for a question to ${trigger.host}` : null);
  const reason = why === null ? explain(ruling.answered) : explainUnanswerable(why, ruling.answered);
  if (trigger.type === 'TurnEnded') {
    return { stdout: JSON.stringify({ decision: 'block', reason }), stderr: '', exitCode: 0 };
  }
  const denial = { permissionDecision: 'deny', permissionDecisionReason: reason, decision: 'deny', reason };
  return { stdout: JSON.stringify(denial), stderr: reason, exitCode: 2 };
};
