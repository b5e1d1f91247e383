import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WHOLE_PLAN } from '../kit/plans.ts';
import { eventsOf, readLog, rulingOn, why } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import type { Project } from './project.ts';
import { type Scenario, say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

const BARE = 'toolu_bare_write';
const WHOLE = 'toolu_whole_write';
const EDIT = 'toolu_edit';

const HEADER = '/** Prices of the shop. */\n';
const DECISION =
  '// @decision DEC-PRICE-001\n// @title Prices in cents\n// @status accepted\n// @rationale Sums of fractions drift.\n';
const CODE = Array.from({ length: 60 }, (_, index) => `export const price${index} = ${index};\n`).join('');

const file = ({ folder }: Project): string => join(folder, 'src', 'prices.js');

/** An agent that writes a long file without a word, is told, writes it again, and then takes its header away. */
const bareThenWhole = (project: Project): Scenario => ({
  conversations: [
    {
      turns: [
        // Nothing of this length is written without a plan.
        [use('toolu_plan', 'Write', { file_path: join(project.folder, 'MASTER_PLAN.md'), content: WHOLE_PLAN })],
        [use(BARE, 'Write', { file_path: file(project), content: CODE })],
        [use(WHOLE, 'Write', { file_path: file(project), content: HEADER + DECISION + CODE })],
        [use(EDIT, 'Edit', { file_path: file(project), old_string: HEADER + DECISION, new_string: '' })],
        [say('The prices are in.')],
        [say('The review is for a person.')],
      ],
    },
  ],
});

describeWithClient('a long source file without header and decision, under strict', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local', preset: 'strict' }],
    scenario: bareThenWhole,
    prompt: 'Add the prices',
  });

  it('is denied with a reason from which the model can write it', () => {
    const result = toolResult(session.outcome.requests, BARE);
    expect(result.isError).toBe(true);
    expect(result.text).toMatch(/has no header.*Begin it with a comment/);
    expect(result.text).toMatch(/states no decision.*@decision DEC-COMPONENT-001/);
    expect(why(session.project, '--call', BARE)).toMatchObject({ gate: 'doc-gate', decision: 'deny' });
  });

  it('goes through once it has both', () => {
    expect(toolResult(session.outcome.requests, WHOLE).isError).toBe(false);
    const log = readLog(session.project);
    expect(rulingOn(log, eventsOf(log, 'ToolRequested', WHOLE)[0]).decision).toBe('none');
  });

  it('is advised on where an edit takes them away, and the edit is made as it was foreseen', () => {
    expect(toolResult(session.outcome.requests, EDIT).isError).toBe(false);
    expect(newText(requestWithResult(session.outcome.requests, EDIT))).toMatch(/doc-gate\/no-header/);
    expect(readFileSync(file(session.project), 'utf8')).toBe(CODE);
    const log = readLog(session.project);
    expect(eventsOf(log, 'ContentObserved', EDIT)[0]?.data).toMatchObject({ lines: 60, header: null, problem: null });
    expect(eventsOf(log, 'HookFailed')).toEqual([]);
  });
});
