import type { EventData } from '../../src/events/schemas.ts';
import { type GitProject, gitProject } from './git-project.ts';
import { completes, type Outcome, type ScenarioOptions, stops } from './scenario.ts';

/** A project whose gates are off but the one that audits decisions, and those that a test names. */
export interface DecisionProject extends GitProject {
  /** The agent writes a file. */
  readonly writesFile: (path: string, text: string) => Promise<void>;
  /** The agent's turn ends; with the audit of it, where one was made. */
  readonly stop: () => Promise<Outcome & { readonly audit: EventData<'DecisionsAudited'> | null }>;
}

export const SURFACE_ALONE = {
  'stop-guard': { mode: 'off' },
  'session-summary': { mode: 'off' },
  'forward-motion': { mode: 'off' },
  'code-review': { mode: 'off' },
  'branch-guard': { mode: 'off' },
  'doc-gate': { mode: 'off' },
  'plan-check': { mode: 'off' },
  'plan-validate': { mode: 'off' },
  'session-init': { mode: 'off' },
  'prompt-submit': { mode: 'off' },
};

export const decisionProject = (
  surface: Record<string, unknown> = {},
  options: ScenarioOptions = {},
): DecisionProject => {
  const project = gitProject({ policy: { preset: 'strict', gates: { ...SURFACE_ALONE, surface } }, ...options });
  project.git('app', 'checkout', '--quiet', '-b', 'topic');
  let calls = 0;
  return {
    ...project,
    writesFile: async (path, text) => {
      project.write(`app/${path}`, text);
      calls += 1;
      const input = { file_path: `${project.path}/${path}`, content: text };
      await project.sends(completes('Write', input, { type: 'create' }, { tool_use_id: `write-${calls}` }));
    },
    stop: async () => {
      const outcome = await project.sends(stops());
      return { ...outcome, audit: newestAudit(outcome.events) };
    },
  };
};

const newestAudit = (events: Outcome['events']): EventData<'DecisionsAudited'> | null =>
  (events.findLast(({ type }) => type === 'DecisionsAudited')?.data as EventData<'DecisionsAudited'> | undefined) ??
  null;

/** A whole annotation, in lines behind `//`. */
export const annotated = (id: string, ...more: readonly string[]): string =>
  [`@decision ${id}`, '@title One way', '@status accepted', '@rationale It is simple', ...more]
    .map((line) => `// ${line}\n`)
    .join('');

export const lines = (count: number): string =>
  Array.from({ length: count }, (_, at) => `export const a${at} = ${at};\n`).join('');

/** A plan with one phase that has begun. */
export const planOf = (decisions: readonly string[], requirements: readonly string[] = []): string =>
  [
    '# Plan',
    '',
    '## Requirements',
    '',
    ...requirements.map((requirement) => `- ${requirement}`),
    '',
    '## Phase 1: Cart',
    '**Status:** in-progress',
    '',
    '### Decision Log',
    '',
    ...decisions.map((decision) => `- ${decision}`),
    '',
  ].join('\n');
