import type { Envelope } from '../../events/envelope.ts';
import type { Policy } from '../../events/schemas.ts';
import type { FactRequest } from '../../gates/facts.ts';
import { isSwitchedOn } from '../../gates/judge.ts';

/**
 * Facts of a gate that were observed under settings which the other policy has otherwise: what would have been observed
 * under its own, nobody recorded. Empty where the settings are the same.
 */
export const shapedOtherwise = (gate: string, trigger: Envelope, was: Policy, now: Policy): readonly FactRequest[] =>
  (SHAPES[gate] ?? []).flatMap(({ fact, types, reads }) => {
    if (types !== undefined && !types.includes(trigger.type)) return [];
    return JSON.stringify(reads(was)) === JSON.stringify(reads(now)) ? [] : [fact];
  });

interface Shape {
  readonly fact: FactRequest;
  /** Only for events of these types. */
  readonly types?: readonly string[];
  /** What of a policy the observer looks at. */
  readonly reads: (policy: Policy) => unknown;
}

const option =
  (gate: string, ...names: readonly string[]) =>
  ({ gates }: Policy): unknown =>
    names.map((name) => gates[gate]?.options[name] ?? null);

const FILES: Shape = { fact: 'file', reads: ({ files }) => files ?? {} };
const PLAN: Shape = { fact: 'plan', reads: ({ plan }) => plan ?? {} };
/** Lines are counted before a write where a gate is on that needs them. */
const LINES: Shape = {
  fact: 'content',
  reads: (policy) => isSwitchedOn('doc-gate', policy) || isSwitchedOn('plan-check', policy),
};

/** What observers read of the policy beside a gate's being on (src/hooks/observers). */
const SHAPES: Readonly<Record<string, readonly Shape[]>> = {
  guard: [{ fact: 'paths', reads: option('guard', 'paths') }, PLAN],
  'branch-guard': [FILES],
  'test-gate': [FILES],
  'mock-gate': [FILES],
  'doc-gate': [FILES, LINES],
  'plan-check': [FILES, PLAN, LINES],
  'plan-validate': [PLAN],
  lint: [
    FILES,
    // Under monitor no linter runs.
    { fact: 'lint', reads: ({ gates }) => [gates['lint']?.mode, gates['lint']?.options['skip'] ?? []] },
  ],
  'code-review': [FILES, { fact: 'file', reads: option('code-review', 'lines') }],
  'stop-guard': [{ fact: 'tree', reads: ({ review }) => review ?? {} }],
  surface: [FILES, PLAN, { fact: 'decisions', reads: option('surface', 'lines', 'plannedPhases') }],
  workflow: [{ fact: 'phase-call', reads: option('workflow', 'workflows') }],
  'codegraph-nudge': [{ fact: 'index', reads: option('codegraph-nudge', 'indexes') }],
  'forward-motion': [{ fact: 'closing', reads: option('forward-motion', 'completions', 'offers') }],
  'prompt-submit': [FILES, { fact: 'prompt', reads: option('prompt-submit', 'words') }],
  'compact-preserve': [FILES, PLAN],
  'session-init': [PLAN],
  'subagent-start': [PLAN],
  'check-implementer': [FILES, { fact: 'annotations', reads: option('check-implementer', 'lines') }],
  'check-planner': [PLAN],
  'check-guardian': [PLAN],
  'question-preference': [{ fact: 'prompt', reads: ({ questions }) => questions ?? {} }],
};
