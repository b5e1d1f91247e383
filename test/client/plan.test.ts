import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { linesOf } from '../kit/plans.ts';
import { eventsOf, readLog, rulingOn } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const FIRST = 'toolu_first';
const PLAN = 'toolu_plan';
const AGAIN = 'toolu_again';

/** The plan that a reason asks for: its form as it stands there, under another title. */
const planIn = (reason: string): string => {
  const [, form = ''] = /(# Title\n[\s\S]*?)\nA status is planned/.exec(reason) ?? [];
  return `${form.replace('# Title', '# Shop').replace('What the user asked for', 'A discount')}\n`;
};

describeWithClient('a source file without a plan, under strict', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local', preset: 'strict' }],
    scenario: ({ folder }) => {
      const source = { file_path: join(folder, 'src', 'discount.js'), content: linesOf(25) };
      return {
        conversations: [
          {
            turns: [
              [use(FIRST, 'Write', source)],
              (request) => [
                say('First the plan, then.'),
                use(PLAN, 'Write', { file_path: join(folder, 'MASTER_PLAN.md'), content: planIn(newText(request)) }),
              ],
              [use(AGAIN, 'Write', source)],
              [say('The discount is in.')],
            ],
          },
        ],
      };
    },
    prompt: 'Add a discount',
  });

  it('is denied, and the reason says what a plan has to hold', () => {
    const { text, isError } = toolResult(session.outcome.requests, FIRST);
    expect(isError).toBe(true);
    expect(text).toContain('[docket plan-check/no-plan]');
    expect(text).toContain('## Phase 1');
  });

  it('the plan that the model writes from it is written, and nothing is found wrong with it', () => {
    const plan = readFileSync(join(session.project.folder, 'MASTER_PLAN.md'), 'utf8');
    expect(plan).toMatch(/^# Shop\n## Original Intent\n/);
    const told = newText(requestWithResult(session.outcome.requests, PLAN));
    expect(toolResult(session.outcome.requests, PLAN).isError).toBe(false);
    expect(told).not.toContain('docket plan-validate');
    expect(told).not.toContain('docket doc-gate');
  });

  it('and the file goes through afterwards', () => {
    expect(existsSync(join(session.project.folder, 'src', 'discount.js'))).toBe(true);
    const log = readLog(session.project);
    const [first, again] = [FIRST, AGAIN].map((call) => eventsOf(log, 'ToolRequested', call)[0]);
    expect(rulingOn(log, first).decision).toBe('deny');
    expect(rulingOn(log, again).decision).toBe('none');
    expect(eventsOf(log, 'PlanObserved', AGAIN)[0]?.data).toMatchObject({ exists: true, since: { churn: 0 } });
    expect(eventsOf(log, 'HookFailed')).toEqual([]);
  });
});
