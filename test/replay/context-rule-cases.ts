import { type Payload, prompts, type Scenario } from '../kit/scenario.ts';
import type { Case } from './rule-case.ts';

const ANNOTATED = '// @decision DEC-CART-001\n// @title Cents\n// @status accepted\n// @rationale Sums drift.\n';
const PLAN = '# Plan\n\n## Phase 1: Cart\n**Status:** in-progress\n';

const starts = (source: string): Payload => ({ hook_event_name: 'SessionStart', source });
const compacts: Payload = { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: null };

/** The session goes on; what it was told is not told again. */
const ON = { 'the next prompt finds it told': () => [prompts('go on')] };
const TOLD = 'the answer that tells of it reaches the agent';
/** The fallback is seen where nothing is told at the start. */
const SILENT_START = { policy: { preset: 'strict', gates: { 'session-init': { mode: 'off' } } } };

const about = (rule: string, prompt: string, again: string, prepare?: (s: Scenario) => void): Case => ({
  rule: `prompt-submit/${rule}`,
  decision: 'advise',
  ...(prepare === undefined ? {} : { prepare }),
  trigger: () => prompts(prompt),
  root: { prompt },
  opens: [TOLD],
  remedies: { 'said again, with nothing changed': () => [prompts(again)] },
});

const TELLING = { policy: { preset: 'strict', gates: { 'session-summary': { mode: 'off' } } } };

const CASES: readonly Case[] = [
  {
    rule: 'session-init/context',
    decision: 'advise',
    trigger: () => starts('startup'),
    root: { source: 'startup' },
    opens: [TOLD],
    remedies: ON,
  },
  {
    rule: 'session-init/preserved-context',
    decision: 'advise',
    past: [compacts],
    trigger: () => starts('compact'),
    opens: [TOLD],
    remedies: ON,
  },
  {
    rule: 'session-init/update',
    decision: 'advise',
    past: [
      {
        type: 'UpdateChecked',
        data: {
          way: 'registry',
          current: '1.0.0',
          newest: '1.1.0',
          outcome: 'available',
          reason: 'npm install -g docket',
        },
      },
    ],
    trigger: () => starts('resume'),
    opens: [TOLD],
    remedies: ON,
  },
  {
    rule: 'prompt-submit/start-context',
    decision: 'advise',
    options: SILENT_START,
    past: [starts('resume')],
    trigger: () => prompts('and a tax'),
    root: { prompt: 'and a tax' },
    opens: [TOLD],
    remedies: ON,
  },
  {
    rule: 'prompt-submit/preserved-context',
    decision: 'advise',
    past: [compacts],
    trigger: () => prompts('and a tax'),
    opens: [TOLD],
    remedies: ON,
  },
  about('files', 'look at src/cart.ts', 'look at src/cart.ts once more', (s) => void s.write('src/cart.ts', ANNOTATED)),
  about('plan', 'plan the cart', 'implement the cart', (s) => void s.write('MASTER_PLAN.md', PLAN)),
  about('commit', 'commit it', 'now merge it'),
  {
    rule: 'prompt-submit/issues',
    decision: 'advise',
    past: [{ type: 'TodoClaimed', data: { todo: '#42', session: null } }],
    trigger: () => prompts('fix #42'),
    opens: [TOLD],
    remedies: { 'said again, with nothing changed': () => [prompts('fix #42, I know')] },
  },
  about('deferred', 'do the docs later', 'do the docs later'),
  about('large', 'rewrite the entire project', 'rewrite the entire project in steps'),
  {
    rule: 'compact-preserve/summary',
    decision: 'advise',
    trigger: () => compacts,
    opens: [TOLD],
    remedies: {
      'the summary is written': () => [
        { hook_event_name: 'PostCompact', trigger: 'manual', compact_summary: 'A cart.' },
      ],
    },
  },
];

/** A way out for each rule that tells a context: once told, it is not told again. */
export const CONTEXT_CASES: readonly Case[] = CASES.map((each) => ({
  ...each,
  options: { ...TELLING, ...each.options },
}));
