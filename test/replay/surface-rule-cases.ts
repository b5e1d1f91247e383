import { annotated, lines, planOf, SURFACE_ALONE } from '../kit/decisions.ts';
import { completes, type Payload, prompts, type Scenario, stops } from '../kit/scenario.ts';
import type { Case } from './rule-case.ts';

const PLAN = 'MASTER_PLAN.md';
const CODE = 'src/cart.ts';

let calls = 0;

/** The agent writes a file. */
const wrote = (s: Scenario, path: string, text: string): Payload => {
  s.write(path, text);
  calls += 1;
  return completes('Write', { file_path: path, content: text }, { type: 'create' }, { tool_use_id: `wrote-${calls}` });
};

const written = (path: string): Payload =>
  completes('Write', { file_path: path, content: 'x' }, { type: 'create' }, { tool_use_id: `written-${path}` });

/** What is there as the turn ends, and what the agent then writes before it ends again. */
const surfaceCase = (
  rule: string,
  [before, todo]: readonly [Readonly<Record<string, string>>, string],
  remedies: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Case => ({
  rule: `surface/${rule}`,
  decision: 'advise',
  options: { policy: { preset: 'strict', gates: SURFACE_ALONE } },
  prepare: (s) => {
    for (const [path, text] of Object.entries(before)) s.write(path, text);
  },
  past: Object.keys(before).map(written),
  trigger: () => stops(),
  opens: [`${todo}, and the next audit sees it`],
  remedies: Object.fromEntries(
    Object.entries(remedies).map(([name, after]) => [
      name,
      (s: Scenario) => [...Object.entries(after).map(([path, text]) => wrote(s, path, text)), stops()],
    ]),
  ),
});

const PLANNED = planOf(['DEC-CART-001: one']);
const UNPLANNED = { [PLAN]: planOf([]), [CODE]: annotated('DEC-CART-001') };

/** A way out for each rule about decisions. */
export const SURFACE_CASES: readonly Case[] = [
  surfaceCase(
    'missing-decisions',
    [
      { [PLAN]: PLANNED, 'src/one.ts': annotated('DEC-CART-001'), [CODE]: lines(60) },
      'annotate the files that changed',
    ],
    { 'annotated with a decision of the plan': { [CODE]: annotated('DEC-CART-001') + lines(60) } },
  ),
  surfaceCase(
    'incomplete-decisions',
    [{ [PLAN]: PLANNED, [CODE]: '// @decision DEC-CART-001\n' }, 'complete the annotations'],
    { 'what is missing is written': { [CODE]: annotated('DEC-CART-001') } },
  ),
  surfaceCase('unplanned', [UNPLANNED, 'add the decisions to the plan'], {
    'written into the plan': { [PLAN]: PLANNED },
    'marked superseded': { [CODE]: annotated('DEC-CART-001').replace('accepted', 'superseded') },
  }),
  surfaceCase(
    'unimplemented',
    [{ [PLAN]: PLANNED, [CODE]: 'export {};\n' }, 'annotate the code that carries them out'],
    {
      'the code is annotated': { [CODE]: annotated('DEC-CART-001') },
      'marked deprecated in the plan': { [PLAN]: planOf(['DEC-CART-001: one (deprecated)']) },
    },
  ),
  surfaceCase(
    'unaddressed-p0',
    [
      { [PLAN]: planOf(['DEC-CART-001: one'], ['REQ-P0-001: a']), [CODE]: annotated('DEC-CART-001') },
      'say which decision addresses them',
    ],
    {
      'said in the code': { [CODE]: annotated('DEC-CART-001', 'Addresses: REQ-P0-001') },
      'said in the plan': { [PLAN]: planOf(['DEC-CART-001: one. Addresses: REQ-P0-001'], ['REQ-P0-001: a']) },
    },
  ),
  {
    ...surfaceCase('unplanned', [UNPLANNED, 'add the decisions to the plan'], {}),
    past: [...Object.keys(UNPLANNED).map(written), stops()],
    trigger: () => prompts('and the tax'),
    remedies: {
      'told once': () => [prompts('and then the total')],
      'written into the plan': (s) => [wrote(s, PLAN, PLANNED), stops(), prompts('and then the total')],
    },
  },
];
