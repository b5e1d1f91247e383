import type { EventDraft } from '../events/envelope.ts';
import type { Condition, EventData } from '../events/schemas.ts';
import { concernedIn, doneIn, runIn, type WorkflowRun } from '../projections/workflow.ts';
import { type Phase, type Workflow, workflowsIn } from '../projections/workflow-definition.ts';
import type { Fact } from './facts.ts';
import { condition, type GateContext, type Judgement, listWords, type Rule, shortened, type Way } from './gate.ts';
import { approvalOf, missingFor, remedyFor, type Step } from './workflow-moves.ts';

/** The phase of a workflow that something is about, and the run there. */
interface Asked {
  readonly name: string;
  readonly workflow: Workflow;
  readonly phase: Phase;
  readonly run: WorkflowRun | null;
}

/** An agent whose work is of a later phase. */
const agentEarly: Rule = {
  id: 'workflow/agent-early',
  decision: 'deny',
  judge: (context) => judgeCall(context, (call) => call.agent !== null),
  ways: (context) => waysOf(context),
};

/** An operation of a later phase, such as one of a gateway that modifies something. */
const operationEarly: Rule = {
  id: 'workflow/operation-early',
  decision: 'deny',
  judge: (context) => judgeCall(context, (call) => call.agent === null),
  ways: (context) => waysOf(context),
};

type PhaseCall = EventData<'PhaseCallObserved'>;

const judgeCall = (context: GateContext, isAbout: (call: PhaseCall) => boolean): Judgement | null => {
  const fact = context.facts.phaseCall();
  if (fact === null || !isAbout(fact.data)) return null;
  const asked = askedIn(context, fact);
  if (asked.length === 0) return null;
  return {
    conditions: asked.flatMap((each) => conditionsOf(each, fact)),
    reason: asked.flatMap((each) => reasonOf(each, fact.data)).join(' '),
  };
};

const askedIn = ({ trigger, state, options }: GateContext, { data }: Fact<PhaseCall>): Asked[] => {
  const workflows = workflowsIn(options) ?? {};
  const names = [...new Set(data.phases.map(({ workflow }) => workflow))];
  const concerned = concernedIn(state.workflow, names, trigger);
  return concerned.flatMap((name): Asked[] => {
    const workflow = Object.hasOwn(workflows, name) ? workflows[name] : undefined;
    const run = runIn(state.workflow, name, trigger);
    const asked = workflow?.phases.filter((each) =>
      data.phases.some((call) => call.workflow === name && call.phase === each.name),
    );
    // What is of several phases is of one that is open, where there is one.
    const phase = asked?.find((each) => missingFor(each, run).length === 0) ?? asked?.[0];
    return workflow === undefined || phase === undefined ? [] : [{ name, workflow, phase, run }];
  });
};

/** One for each phase that is required. */
const conditionsOf = ({ name, workflow, phase, run }: Asked, fact: Fact<PhaseCall>): Condition[] =>
  workflow.phases
    .filter((each) => phase.requires.includes(each.name))
    .map((required) => {
      const done = doneIn(run, required.name);
      return condition(`${name}-${required.name}-done`, done !== null, {
        actual: run === null ? 'not begun' : `in ${run.phase}`,
        because: [done ?? run?.entered ?? fact.id],
        remedy: remedyFor(name, required, 'agent'),
      });
    });

const reasonOf = ({ name, phase, run }: Asked, { agent, tool }: PhaseCall): string[] => {
  const missing = missingFor(phase, run);
  if (missing.length === 0) return [];
  const what = agent === null ? `This call of ${shortened(tool, 100)}` : `An agent of type ${shortened(agent, 100)}`;
  const done = phase.requires.filter((required) => !missing.includes(required));
  const so = done.length === 0 ? '' : `${listWords(done)} ${done.length === 1 ? 'is' : 'are'} done, `;
  return [
    `${what} belongs to ${phase.name} in the workflow ${name}, and that is not open yet: ${so}${listWords(missing)} ${missing.length === 1 ? 'is' : 'are'} missing.`,
  ];
};

/** What is missing happens, in order. */
const waysOf = (context: GateContext): readonly Way[] => {
  const fact = context.facts.phaseCall();
  if (fact === null) return [];
  const missing = askedIn(context, fact).flatMap(({ name, workflow, phase, run }) => {
    const names = missingFor(phase, run);
    return workflow.phases
      .filter((each) => names.includes(each.name))
      .map((each) => ({ event: assumedStep(name, workflow, each, run, context), todo: `${each.name} of ${name}` }));
  });
  if (missing.length === 0) return [];
  return [
    { todo: `done first: ${missing.map(({ todo }) => todo).join(', ')}`, events: missing.map(({ event }) => event) },
  ];
};

const assumedStep = (
  name: string,
  workflow: Workflow,
  phase: Phase,
  run: WorkflowRun | null,
  { trigger }: Pick<GateContext, 'trigger'>,
): EventDraft => {
  const data: Step = {
    workflow: name,
    run: run?.id ?? trigger.id,
    session: run === null ? trigger.stream : run.session,
    phase: phase.name,
    from: phase.name,
    outcome: 'done',
    by: 'person',
    reason: 'assumed',
    evidence: [],
    requires: [...phase.requires],
    phases: workflow.phases.map((each) => each.name),
    keeps: [],
  };
  return { type: 'PhaseEntered', worktree: trigger.worktree, provenance: 'person', data };
};

/** The end of a turn with a run in progress: once for each step, for the person (seed 002, "Stop Hook"). */
const reminder: Rule = {
  id: 'workflow/reminder',
  decision: 'advise',
  judge: ({ trigger, state, options }) => {
    if (trigger.type !== 'TurnEnded') return null;
    const workflows = workflowsIn(options) ?? {};
    const runs = Object.entries(workflows).flatMap(([name, workflow]): Asked[] => {
      const run = runIn(state.workflow, name, trigger);
      const phase = workflow.phases.find((each) => each.name === run?.phase);
      return run === null || phase === undefined ? [] : [{ name, workflow, phase, run }];
    });
    if (runs.length === 0) return null;
    const untold = runs.filter(({ run }) => run?.told !== run?.entered);
    const shown = untold.length === 0 ? runs : untold;
    return {
      conditions: shown.map(({ name, phase, run }) =>
        condition(`${name}-complete`, false, {
          actual: `in ${phase.name}`,
          because: run === null ? [] : [run.entered],
          remedy: remedyFor(name, phase, 'person'),
        }),
      ),
      limits: [
        condition('not-told-of-this-step', untold.length > 0, {
          actual: untold.length,
          because: shown.flatMap(({ run }) => run?.told ?? []),
        }),
      ],
      reason: shown.map(progressWords).join(' '),
      tells: shown.flatMap(({ run }) => run?.entered ?? []),
    };
  },
  ways: ({ trigger, state, options }) => {
    const workflows = workflowsIn(options) ?? {};
    const steps = Object.entries(workflows).flatMap(([name, workflow]): EventDraft[] => {
      const run = runIn(state.workflow, name, trigger);
      if (run === null) return [];
      const left = workflow.phases.filter((phase) => doneIn(run, phase.name) === null);
      return left.map((phase) => assumedStep(name, workflow, phase, run, { trigger }));
    });
    return [{ todo: 'the workflow is complete', events: steps }];
  },
};

const progressWords = ({ name, phase, run }: Asked): string => {
  const done = run?.done.map((each) => each.phase) ?? [];
  const so = done.length === 0 ? '' : ` ${listWords(done)} ${done.length === 1 ? 'is' : 'are'} done.`;
  const failed = run === null || run.failed === null ? '' : ` ${run.failed} failed.`;
  return `The workflow ${name} is in progress, in ${phase.name}.${failed}${so}`;
};

/** An approval that does not count: nobody else would tell the person, and the agent read it as one. */
const refused: Rule = {
  id: 'workflow/approval-refused',
  decision: 'advise',
  judge: (context) => {
    const refusals = context.trigger.type === 'PromptSubmitted' ? context.facts.refusals().slice(0, MOST_REFUSALS) : [];
    if (refusals.length === 0) return null;
    return {
      conditions: refusals.map(({ id, data: { workflow: name, reason } }) =>
        condition(`${name}-can-be-approved`, 'step' in approvalNow(name, context), {
          actual: reason,
          because: [id],
          remedy: 'Tell the user, and do not take it for approved.',
        }),
      ),
      reason: refusals
        .map(({ data }) => `The approval of ${data.workflow} does not count: ${shortened(data.reason, 300)}.`)
        .join(' '),
    };
  },
  ways: (context) =>
    context.facts.refusals().flatMap(({ data: { workflow: name } }) => {
      const workflow = workflowsIn(context.options)?.[name];
      const run = runIn(context.state.workflow, name, context.trigger);
      const asking = workflow?.phases.find(({ done }) => done.some(({ approval }) => approval === true));
      if (workflow === undefined || asking === undefined) return [];
      const names = missingFor(asking, run);
      const missing = workflow.phases.filter((phase) => names.includes(phase.name));
      return [
        {
          todo: `done first: ${names.join(', ')} of ${name}`,
          events: missing.map((phase) => assumedStep(name, workflow, phase, run, context)),
        },
      ];
    }),
};

const MOST_REFUSALS = 3;

const approvalNow = (name: string, { trigger, state, options }: GateContext) =>
  approvalOf(workflowsIn(options) ?? {}, name, state.workflow, trigger, { run: trigger.id, reason: '', evidence: [] });

const RULES: readonly Rule[] = [agentEarly, operationEarly, reminder, refused];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const workflowRules = (): readonly Rule[] => RULES;
