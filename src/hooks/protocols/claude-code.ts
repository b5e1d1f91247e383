import { hostEventName } from '../../events/host-event-types.ts';
import type { Verdict } from '../../events/schemas.ts';
import { type Answer, type AnswerInput, explain, explainUnanswerable, rewrittenInput, SILENCE } from './answer.ts';
import { answeredInput } from './answered-input.ts';

/**
 * A ruling in Claude Code's words (measured.md, "Answers"). Always exit 0 with one JSON object, which is right under
 * every version and reading; nothing at all when there is nothing to say. A rewrite goes without a decision, so that
 * the host's own permission rules judge what will run.
 */
export const answerClaudeCode = (input: AnswerInput): Answer => {
  const said = outputFor(input);
  const notice = [said?.['systemMessage'], input.notice].filter((text) => typeof text === 'string').join('\n');
  // The host takes what stands there for the instructions of its summary, as it is (measured.md, "Answers").
  if (input.trigger.type === 'CompactionStarted' && input.ruling.decision === 'advise') {
    return { stdout: explain(input.ruling.answered), stderr: '', exitCode: 0 };
  }
  const { sequence = null } = input;
  const output =
    notice === '' && sequence === null
      ? said
      : {
          ...said,
          ...(notice === '' ? {} : { systemMessage: notice }),
          ...(sequence === null ? {} : { terminalSequence: sequence }),
        };
  return output === null ? SILENCE : { stdout: JSON.stringify(output), stderr: '', exitCode: 0 };
};

type Output = Readonly<Record<string, unknown>>;

const outputFor = ({ ruling, trigger, toolInput }: AnswerInput): Output | null => {
  const { decision, answered, nobodyCanAnswer } = ruling;
  if (decision === 'none') return null;
  const reason = nobodyCanAnswer === null ? explain(answered) : explainUnanswerable(nobodyCanAnswer, answered);
  // Unreadable input is a call about to run, or it would not have been judged.
  const event = hostEventName(trigger.type) ?? 'PreToolUse';
  switch (event) {
    case 'PreToolUse':
      return beforeTool(decision, answered, reason, toolInput);
    case 'PermissionRequest':
      return decision === 'deny' ? specific(event, { decision: { behavior: 'deny', message: reason } }) : null;
    case 'Stop': {
      // Context would make the agent go on as well, so advice at the end of a turn is for the person (measured.md, "Answers").
      const advice = answered.filter((verdict) => verdict.decision === 'advise');
      if (decision === 'advise') return { systemMessage: reason };
      if (decision !== 'deny') return null;
      if (advice.length === 0) return { decision: 'block', reason };
      const others = answered.filter((verdict) => !advice.includes(verdict));
      return { decision: 'block', reason: explain(others), systemMessage: explain(advice) };
    }
    case 'SubagentStop':
      return decision === 'deny' ? { decision: 'block', reason } : null;
    default:
      if (decision === 'deny') return { decision: 'block', reason };
      return TAKES_CONTEXT.has(event) ? specific(event, { additionalContext: reason }) : null;
  }
};

const beforeTool = (
  decision: AnswerInput['ruling']['decision'],
  answered: readonly Verdict[],
  reason: string,
  toolInput: unknown,
): Output | null => {
  if (decision === 'deny') return permission('deny', reason);
  const rewritten = rewrittenInput(answered, toolInput);
  const updated = rewritten === null ? {} : { updatedInput: rewritten };
  if (decision === 'ask') return permission('ask', reason, updated);
  if (decision === 'allow') return allowed(answered, reason, toolInput);
  if (decision === 'rewrite' && rewritten === null) return null;
  return specific('PreToolUse', { ...updated, additionalContext: reason });
};

/** The reason of a permission reaches nobody (measured): what there is to tell goes beside it. */
const allowed = (answered: readonly Verdict[], reason: string, toolInput: unknown): Output | null => {
  const told = reason === '' ? {} : { additionalContext: reason };
  if (!answered.some(({ answers }) => answers !== undefined)) return permission('allow', '', told);
  const input = answeredInput(answered, toolInput);
  // A permission without answers would be taken for an answer (anthropics/claude-code#13439).
  return input === null ? null : permission('allow', reason, { updatedInput: input, ...told });
};

const permission = (decision: string, reason: string, more: Output = {}): Output =>
  specific('PreToolUse', { permissionDecision: decision, permissionDecisionReason: reason, ...more });

const specific = (event: string, fields: Output): Output => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

const TAKES_CONTEXT = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'UserPromptExpansion',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'SubagentStart',
]);
