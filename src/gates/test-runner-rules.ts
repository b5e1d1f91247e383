import type { Envelope } from '../events/envelope.ts';
import type { UntoldResult } from '../projections/untold-tests.ts';
import { condition, counted, type Rule, shortened } from './gate.ts';

/** The newest result of docket's own run that this session was not told of. */
const untoldResult: Rule = {
  id: 'test-runner/result',
  decision: 'advise',
  judge: ({ trigger, state }) => {
    const { result } = state.untoldTests;
    if (result === null || !isFor(result, trigger)) return null;
    const isOld = state.tests.because[0] === result.event && state.tests.changedBy !== null;
    return {
      conditions: [
        condition('results-of-the-runner-are-told', false, {
          actual: { status: result.status, failures: result.failures, runner: result.runner },
          because: [result.event, ...(result.cause === null ? [] : [result.cause])],
          ...(result.status === 'fail' ? { remedy: FIX } : {}),
        }),
      ],
      tells: [result.event],
      reason: shortened(wordsOf(result, isOld), LONGEST_REASON),
    };
  },
  ways: ({ trigger, state }) => {
    const tells = state.untoldTests.result === null ? [] : [state.untoldTests.result.event];
    const verdicts = [{ gate: 'test-runner', rule: 'test-runner/result', decision: 'advise', tells }];
    const data = { event: trigger.id, decision: 'advise', verdicts };
    return [{ todo: 'the answer that tells of it reaches the agent', events: [{ type: 'AnswerSent', data }] }];
  },
};

const RULES: readonly Rule[] = [untoldResult];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const testRunnerRules = (): readonly Rule[] => RULES;

/** UTF-16 units: the machinery cuts at a thousand, from the end, and the end of the output says most. */
const LONGEST_REASON = 1_000;
const MOST_OUTPUT = 700;
const LONGEST_CLAUSE = 160;

const FIX = 'Fix the failure; docket runs the tests again after the next write of code.';

/** The main agent hears of every result, a subagent of those of its own writes. */
const isFor = ({ actor }: UntoldResult, trigger: Envelope): boolean =>
  trigger.actor.id === 'main' || trigger.actor.id === actor;

const wordsOf = ({ status, failures, runner, folder, reason, lines }: UntoldResult, isOld: boolean): string => {
  const before = isOld ? ', before the newest write' : '';
  const where = folder === '' ? '' : ` in ${shortened(folder, LONGEST_CLAUSE)}`;
  const by = `docket ran \`${shortened(runner, LONGEST_CLAUSE)}\`${where}${before}: ${shortened(reason, LONGEST_CLAUSE)}`;
  if (status === 'pass') return `The tests pass (${by}).`;
  const count = failures === null || failures === 0 ? '' : `, ${counted(failures, 'failure')}`;
  const said = status === 'fail' ? `The tests fail${count} (${by}).` : `The tests came to no result (${by}).`;
  const output = endOf(lines);
  return output === '' ? said : `${said} The end of the output:\n${output}\n`;
};

/** As many of the last lines as there is room for. */
const endOf = (lines: readonly string[]): string => {
  let text = '';
  for (const line of lines.toReversed()) {
    const more = text === '' ? line : `${line}\n${text}`;
    if (more.length > MOST_OUTPUT) break;
    text = more;
  }
  return text;
};
