import type { Envelope } from '../events/envelope.ts';
import type { Policy } from '../events/schemas.ts';
import { ABOUT_NOW, ABOUT_TARGET, type FactRequest, type Facts } from '../gates/facts.ts';
import type { Gate } from '../gates/gate.ts';
import { gatesFor } from '../gates/judge.ts';
import { isShellRequest } from '../gates/triggers.ts';
import type { View } from '../projections/fold.ts';

/** What a gate would have looked at, and nobody recorded: what it says without that is a guess. */
export interface Unknown {
  readonly gate: string;
  readonly facts: readonly FactRequest[];
}

export interface UnknownInput {
  readonly gates: readonly Gate[];
  readonly trigger: Envelope;
  readonly state: View;
  readonly facts: Facts;
  /** The events that record them. */
  readonly events: readonly Envelope[];
  readonly policy: Policy;
  /** The policy that it was judged under when it happened; null where nobody judged it. */
  readonly judgedUnder: Policy | null;
}

/** For each gate that judges the event: what it asks for and was not asked for when that could be observed. */
export const unknownFacts = (input: UnknownInput): Unknown[] => {
  const { gates, trigger, policy, judgedUnder } = input;
  const asked = new Set(
    judgedUnder === null ? [] : gatesFor(gates, trigger, judgedUnder).flatMap(requestsOf(input, judgedUnder)),
  );
  if (judgedUnder !== null && isShellRequest(trigger)) asked.add('command');
  return gatesFor(gates, trigger, policy).flatMap((gate) => {
    const facts = [...new Set(requestsOf(input, policy)(gate))].filter(
      (request) => !asked.has(request) && !isThere(request, input),
    );
    return facts.length === 0 ? [] : [{ gate: gate.name, facts }];
  });
};

const requestsOf =
  ({ trigger, facts, state }: UnknownInput, policy: Policy) =>
  (gate: Gate): readonly FactRequest[] =>
    gate.needs(trigger, facts, policy.gates[gate.name]?.options ?? {}, state);

const isThere = (request: FactRequest, { facts, events }: UnknownInput): boolean => {
  const isAbout = (type: string, matches: (about: string) => boolean): boolean =>
    events.some((event) => event.type === type && matches(String(event.data['about'])));
  const command = facts.command()?.data;
  const isOfAct = (about: string): boolean => about.startsWith('act ') || about.startsWith('push ');
  switch (request) {
    case 'paths':
      return isAbout('PathsObserved', isOfAct) || command?.acts?.every(({ paths }) => paths.length === 0) === true;
    case 'git':
      // Asked for only where something that git does is among the acts.
      return isAbout('GitObserved', isOfAct);
    case 'git-status':
    case 'act-trees':
      // Asked for only where a commit or the like is among the acts.
      return command?.acts?.every(({ kind }) => !kind.startsWith('git-')) === true || isAbout('TreeObserved', isOfAct);
    case 'file-git':
    case 'file-repository':
      return isAbout('GitObserved', (about) => about === ABOUT_TARGET);
    case 'git-now':
      return isAbout('GitObserved', (about) => about === ABOUT_NOW);
    case 'tree':
      return isAbout('TreeObserved', (about) => about === ABOUT_NOW);
    case 'call-paths':
      return isAbout('PathsObserved', (about) => about === 'call');
    // Without it what was preferred last holds, which the state knows.
    case 'preferences':
      return true;
    default:
      return events.some(({ type }) => type === RECORDED_AS[request]);
  }
};

const RECORDED_AS: Readonly<Record<Exclude<FactRequest, Special>, string>> = {
  command: 'CommandUnderstood',
  file: 'FileObserved',
  'llm-review': 'LlmReviewed',
  lint: 'LintFinished',
  content: 'ContentObserved',
  mocks: 'MocksObserved',
  plan: 'PlanObserved',
  decisions: 'DecisionsAudited',
  prompt: 'PromptUnderstood',
  preserved: 'ContextPreserved',
  annotations: 'AnnotationsObserved',
  'phase-call': 'PhaseCallObserved',
  index: 'IndexObserved',
  search: 'SearchObserved',
  closing: 'ClosingObserved',
  summary: 'SummaryObserved',
};

type Special =
  | 'paths'
  | 'git'
  | 'git-status'
  | 'git-now'
  | 'call-paths'
  | 'file-git'
  | 'file-repository'
  | 'tree'
  | 'act-trees'
  | 'preferences';
