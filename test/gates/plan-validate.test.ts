import { describe, expect, test } from 'vitest';
import { planProblems } from '../../src/projections/plan-problems.ts';
import { gitProject } from '../kit/git-project.ts';
import { WHOLE_PLAN } from '../kit/plans.ts';
import { completes, type Outcome, prompts, requests, type Scenario, scenario } from '../kit/scenario.ts';

const ONLY = { preset: 'observe', gates: { 'plan-validate': { mode: 'enforce' } } };

let calls = 0;

/** The plan was written. */
const writes = async (s: Scenario, text: string, path = 'MASTER_PLAN.md'): Promise<Outcome> => {
  s.write(path, text);
  const call = { tool_use_id: `plan-${++calls}` };
  const input = { file_path: path, content: text };
  await s.given(requests('Write', input, call));
  return s.when(completes('Write', input, { type: 'create' }, call));
};

const fired = ({ verdicts }: Outcome): string[] =>
  verdicts
    .filter(({ gate, decision }) => gate === 'plan-validate' && decision !== 'pass')
    .map(({ rule, decision }) => `${rule.replace('plan-validate/', '')} ${decision}`);

const firedOn = async (text: string): Promise<string[]> => fired(await writes(scenario({ policy: ONLY }), text));

describe('plan-validate: each rule tells what to write instead', () => {
  test('a plan with nothing wrong is left alone', async () => {
    expect(await firedOn(WHOLE_PLAN)).toEqual([]);
  });

  const rows: readonly (readonly [string, string, string[]])[] = [
    ['phase Status fields: none', WHOLE_PLAN.replace('**Status:** in-progress\n', ''), ['phase-status deny']],
    ['phase Status fields: another word', WHOLE_PLAN.replace('in-progress', 'almost'), ['phase-status deny']],
    ['phase Status fields: a template left in', WHOLE_PLAN.replace('in-progress', ''), ['phase-status deny']],
    [
      'Decision Log content for completed phases: a placeholder',
      WHOLE_PLAN.replace('- DEC-CART-001: no server is needed for it', '<!-- later -->\n_TBD_'),
      ['decision-log deny'],
    ],
    [
      'Decision Log content for completed phases: no such section',
      WHOLE_PLAN.replace('### Decision Log\n\n- DEC-CART-001: no server is needed for it', ''),
      ['decision-log deny'],
    ],
    [
      'Decision Log content for completed phases: a table without rows',
      WHOLE_PLAN.replace('- DEC-CART-001: no server is needed for it', '| Id | What |\n| --- | --- |'),
      ['decision-log deny'],
    ],
    ['DEC-COMPONENT-NNN ID format', WHOLE_PLAN.replaceAll('DEC-CART-001', 'DEC-001'), ['decision-id deny']],
    [
      'DEC-COMPONENT-NNN ID format: two digits',
      WHOLE_PLAN.replaceAll('DEC-CART-001', 'DEC-CART-01'),
      ['decision-id deny'],
    ],
    [
      'DEC-COMPONENT-NNN ID format: small letters',
      WHOLE_PLAN.replaceAll('DEC-CART-001', 'DEC-cart-001'),
      ['decision-id deny'],
    ],
    ['REQ-{CATEGORY}-NNN ID format', WHOLE_PLAN.replace('REQ-MET-001', 'REQ-MET-1'), ['requirement-id deny']],
    [
      'advisory: missing Goals section',
      WHOLE_PLAN.replace('## Goals\n\n- REQ-GOAL-001: sell tea', ''),
      ['sections advise'],
    ],
    [
      'advisory: missing Non-Goals section',
      WHOLE_PLAN.replace('## Non-Goals\n\n- REQ-NOGO-001: no accounts', ''),
      ['sections advise'],
    ],
    [
      'advisory: missing Requirements section',
      WHOLE_PLAN.replace('## Requirements\n\n- REQ-CART-001 (P0): a cart', ''),
      ['sections advise'],
    ],
    [
      'advisory: missing Success Metrics section',
      WHOLE_PLAN.replace('## Success Metrics\n\n- REQ-MET-001: one sale a day', ''),
      ['sections advise'],
    ],
    [
      'advisory: completed phases without REQ-ID references',
      WHOLE_PLAN.replace('**Requirements:** REQ-CART-001\n', ''),
      ['phase-requirements advise'],
    ],
  ];
  test.each(rows)('%s', async (_name, text, expected) => {
    expect(await firedOn(text)).toEqual(expected);
  });

  const harmless: readonly (readonly [string, string])[] = [
    [
      'statuses in any case, with marks and remarks',
      WHOLE_PLAN.replace('**Status:** in-progress', '- Status: `In Progress` (since May)'),
    ],
    ['line endings of Windows', WHOLE_PLAN.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\uFEFF${WHOLE_PLAN}`],
    ['a phase in a block of code', WHOLE_PLAN.replace('## Phase 2', '```md\n## Phase 9: x\nDEC-1\n```\n\n## Phase 2')],
    ['a phase in a comment', WHOLE_PLAN.replace('## Phase 2', '<!--\n## Phase 9: x\nDEC-1\n-->\n\n## Phase 2')],
    [
      'what explains the formats',
      `${WHOLE_PLAN}\nIds are DEC-COMPONENT-NNN and REQ-{CATEGORY}-NNN, never REQ-ID or DEC-XXX-NNN; due 31-DEC-2026.\n`,
    ],
    ['initiatives that are active', `${WHOLE_PLAN}\n## Initiative: Search\n\n**Status:** active\n`],
    [
      'a completed phase whose decisions stand in one log for all',
      WHOLE_PLAN.replace('### Decision Log\n\n- DEC-CART-001: no server is needed for it', '')
        .replace('### Decision Log\n', '')
        .concat('\n## Decision Log\n\n- Phase 1: no server\n'),
    ],
  ];
  test.each(harmless)('harmless: %s', async (_name, text) => {
    expect(await firedOn(text)).toEqual([]);
  });

  test('a plan without any phase is told of the form of one', async () => {
    const outcome = await writes(scenario({ policy: ONLY }), '# Shop\n\nTea.\n');
    expect(fired(outcome)).toEqual(['sections advise']);
    expect(JSON.stringify(outcome.answer)).toContain('Phase 1');
  });

  test('only the plan is looked at', async () => {
    const s = scenario({ policy: ONLY });
    expect((await writes(s, '## Phase 1\n', 'docs/MASTER_PLAN.md')).events.map(({ type }) => type)).not.toContain(
      'PlanObserved',
    );
    expect((await writes(s, 'export {};\n', 'src/a.ts')).events.map(({ type }) => type)).not.toContain('PlanObserved');
  });
});

describe('plan-validate: the original intent is preserved', () => {
  const INTENT = 'People should be able to buy tea from our warehouse without calling anybody.';
  const rows: readonly (readonly [string, string, string[]])[] = [
    ['removed', WHOLE_PLAN.replace(`## Original Intent\n\n${INTENT}\n`, ''), ['intent deny']],
    ['emptied', WHOLE_PLAN.replace(INTENT, 'TBD'), ['intent deny']],
    ['replaced', WHOLE_PLAN.replace(INTENT, 'A blog with comments.'), ['intent deny']],
    [
      'reworded',
      WHOLE_PLAN.replace(
        INTENT,
        'Without calling anybody, people are able to buy our tea straight from the warehouse.',
      ),
      [],
    ],
    ['added to', WHOLE_PLAN.replace(INTENT, `${INTENT}\n\nLater the user also asked for coffee.`), []],
    ['moved below another heading of its kind', WHOLE_PLAN.replace('## Original Intent', '## Vision'), []],
  ];
  test.each(rows)('%s, against the last committed version', async (_name, text, expected) => {
    const p = gitProject({ policy: ONLY });
    p.write('app/MASTER_PLAN.md', WHOLE_PLAN);
    p.git('app', 'commit', '-q', '-a', '-m', 'plan');
    p.write('app/MASTER_PLAN.md', text);
    const outcome = await p.sends(
      completes('Write', { file_path: 'MASTER_PLAN.md', content: text }, {}, { tool_use_id: 'c' }),
    );
    expect(fired(outcome)).toEqual(expected);
  });

  test.each(rows)('%s, against the last version in the log', async (_name, text, expected) => {
    const s = scenario({ policy: ONLY });
    await writes(s, WHOLE_PLAN);
    expect(fired(await writes(s, text))).toEqual(expected);
  });

  test('taking it out is no new intent: a second write is told as well', async () => {
    const s = scenario({ policy: ONLY });
    await writes(s, WHOLE_PLAN);
    await writes(s, WHOLE_PLAN.replace(INTENT, ''));
    expect(fired(await writes(s, WHOLE_PLAN.replace(INTENT, 'A blog with comments.')))).toEqual(['intent deny']);
    expect(fired(await writes(s, WHOLE_PLAN))).toEqual([]);
  });
});

test('a plan in the form that plan-check asks for has nothing wrong with it', async () => {
  const p = gitProject({ policy: { preset: 'observe', gates: { 'plan-check': { mode: 'enforce' } } } });
  p.git('app', 'rm', '-q', 'MASTER_PLAN.md');
  const denied = await p.sends(requests('Write', { file_path: 'src/cart.ts', content: 'export {};\n'.repeat(20) }));
  const remedy = denied.verdicts
    .flatMap(({ conditions }) => conditions)
    .find(({ name }) => name === 'plan-exists')?.remedy;
  const [, form = ''] = /(# Title\n[\s\S]*?)\nA status is planned/.exec(remedy ?? '') ?? [];
  expect(form).toContain('## Phase 1');
  expect(await firedOn(form)).toEqual([]);
});

describe('plan-validate: told as linters are', () => {
  const BAD = WHOLE_PLAN.replace('in-progress', 'soon');

  test('the same is told once', async () => {
    const s = scenario({ policy: ONLY });
    expect(fired(await writes(s, BAD))).toEqual(['phase-status deny']);
    expect(fired(await writes(s, `${BAD}\nmore\n`))).toEqual([]);
  });

  test('something else is told, three times at most for a prompt', async () => {
    const s = scenario({ policy: ONLY });
    const decisions: number[] = [];
    for (const word of ['one', 'two', 'three', 'four']) {
      decisions.push(fired(await writes(s, WHOLE_PLAN.replace('in-progress', word))).length);
    }
    expect(decisions).toEqual([1, 1, 1, 0]);
    await s.given(prompts('go on'));
    expect(fired(await writes(s, WHOLE_PLAN.replace('in-progress', 'five')))).toHaveLength(1);
  });

  test('what was mended and comes back is told again', async () => {
    const s = scenario({ policy: ONLY });
    await writes(s, BAD);
    await writes(s, WHOLE_PLAN);
    expect(fired(await writes(s, BAD))).toEqual(['phase-status deny']);
  });
});

test('a plan that was read in part is not told what it lacks', () => {
  const base = {
    path: 'MASTER_PLAN.md',
    worktree: null,
    exists: true,
    digest: 'd',
    bytes: 'b',
    phases: [],
    requirements: [],
  };
  const plan = { ...base, decisions: [], malformed: [], intent: null, intentKept: 0, sections: [], since: null };
  const research = { exists: false, entries: 0 };
  expect(planProblems({ ...plan, research, problem: 'only the beginning of the plan was read' })).toMatchObject({
    sections: [],
    intent: [],
  });
  expect(planProblems({ ...plan, research, problem: null }).intent).toHaveLength(1);
});
