import type { DeclaredPhase, DeclaredWorkflow } from '../events/workflow-policy-schema.ts';
import type { Evidence, Phase, ToolMatch, Workflow, Workflows } from '../projections/workflow-definition.ts';
import { DEFAULT_PHASES } from './workflow-defaults.ts';

/** What a policy file says of workflows, by name. */
export type DeclaredWorkflows = Readonly<Record<string, DeclaredWorkflow>>;

/** Workflows with nothing left to default; of each name the strongest file counts. Undefined where none is declared. */
export const resolveWorkflows = (files: readonly (DeclaredWorkflows | undefined)[]): Workflows | undefined => {
  const merged: DeclaredWorkflows = Object.assign({}, ...files);
  const workflows = Object.entries(merged).flatMap(([name, declared]) =>
    declared === false ? [] : [[name, resolveWorkflow(declared)] as const],
  );
  return workflows.length === 0 ? undefined : Object.fromEntries(workflows);
};

/** The shipped phases, where it declares none of its own. */
export const resolveWorkflow = (declared: Exclude<DeclaredWorkflow, false>): Workflow => {
  const own = typeof declared === 'boolean' ? undefined : declared.phases;
  const phases = own ?? DEFAULT_PHASES;
  return {
    phases: phases.map((phase, index) =>
      resolvePhase(
        phase,
        phases.slice(0, index).map(({ name }) => name),
      ),
    ),
  };
};

/** `before`: the phases in front of it, and all that it may require or go back to. */
const resolvePhase = (phase: DeclaredPhase, before: readonly string[]): Phase => {
  const known = (names: readonly string[] | undefined): readonly string[] | undefined =>
    names?.filter((name) => before.includes(name));
  const agents = listOf(phase.agents);
  return {
    name: phase.name,
    requires: known(phase.requires) ?? before,
    agents,
    tools: (phase.tools ?? []).map(toolOf),
    done: phase.done?.map(evidenceOf) ?? (agents.length === 0 ? [] : [{ agent: agents }]),
    failed: (phase.failed ?? []).map(evidenceOf),
    returnsTo: known([phase.returnsTo ?? ''])?.[0] ?? before.at(-1) ?? phase.name,
    keeps: known(phase.keeps) ?? before,
    marker: phase.marker === false ? null : (phase.marker ?? `${phase.name}-done`),
  };
};

const listOf = (texts: string | readonly string[] | undefined): readonly string[] =>
  texts === undefined ? [] : typeof texts === 'string' ? [texts] : texts;

type Input = NonNullable<DeclaredPhase['tools']>[number]['input'];

const toolOf = ({ tool, input }: NonNullable<DeclaredPhase['tools']>[number]): ToolMatch => ({
  tool: listOf(tool),
  input: inputOf(input),
});

const inputOf = (input: Input): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(input ?? {}).map(([field, value]) => [field, String(value)]));

const evidenceOf = (declared: NonNullable<DeclaredPhase['done']>[number]): Evidence => {
  if ('approval' in declared) return { approval: true };
  const says = declared.says === undefined ? {} : { says: listOf(declared.says) };
  if ('agent' in declared) return { agent: listOf(declared.agent), ...says };
  return { tool: listOf(declared.tool), input: inputOf(declared.input), ...says };
};

/** What is wrong with the workflows of a policy file, each with what to do; what is wrong is left out. */
export const workflowProblems = (path: string, workflows: DeclaredWorkflows | undefined): string[] =>
  Object.entries(workflows ?? {}).flatMap(([name, declared]) => {
    const phases = typeof declared === 'boolean' ? [] : (declared.phases ?? []);
    return phases.flatMap((phase, index) =>
      phaseProblems(
        phase,
        phases.slice(0, index).map((other) => other.name),
      ).map((problem) => `${path}: phase "${phase.name}" of workflow "${name}" ${problem}`),
    );
  });

const phaseProblems = (phase: DeclaredPhase, before: readonly string[]): string[] => {
  const named = [
    ...(phase.requires ?? []),
    ...(phase.keeps ?? []),
    ...((phase.returnsTo ?? '') ? [phase.returnsTo] : []),
  ];
  const unknown = [...new Set(named)].filter((name) => name !== undefined && !before.includes(name));
  return [
    ...(before.includes(phase.name) ? ['stands there twice: give each phase a name of its own'] : []),
    ...unknown.map((name) => `names "${name}", which is no phase before it: name one that is`),
    ...(phase.done === undefined && phase.agents === undefined
      ? ['is completed by nothing: say what completes it in "done", or whose work it is in "agents"']
      : []),
  ];
};
