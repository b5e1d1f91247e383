import { resolve } from 'node:path';
import type { Envelope, EventDraft } from '../../events/envelope.ts';
import { findGitLayout } from '../../events/git-layout.ts';
import type { Policy } from '../../events/schemas.ts';
import { type FactRequest, factsFrom } from '../../gates/facts.ts';
import type { Gate } from '../../gates/gate.ts';
import { gatesFor } from '../../gates/judge.ts';
import { isShellRequest } from '../../gates/triggers.ts';
import type { View } from '../../projections/fold.ts';
import { toolKind } from '../../projections/tools.ts';
import type { HookDeps } from '../deps.ts';
import type { CallPlace } from '../place.ts';
import { observeFile, observeGit } from './files.ts';
import { sessionKind } from './session-kind.ts';
import { commandFacts, commandText } from './shell-command.ts';
import { testRunFinished } from './test-run.ts';

export interface ObserveInput {
  readonly trigger: Envelope;
  /** The tool's input as the host sent it: facts are taken from the original text. */
  readonly toolInput: unknown;
  /** The state after the trigger. */
  readonly state: View;
  readonly place: CallPlace;
  readonly gates: readonly Gate[];
  readonly policy: Policy;
  readonly deps: HookDeps;
  /** Facts that are known already: recorded for another delivery of the same event. */
  readonly known: readonly Envelope[];
  /** Gives a draft its place in the log: redacted, with an id. */
  readonly encode: (draft: EventDraft) => Envelope;
}

/** Rounds of requests: a gate may ask for more once it knows the first facts. */
const MOST_ROUNDS = 4;

/** Everything from outside that the trigger's gates and projections need, as events. */
export const observe = async (input: ObserveInput): Promise<Envelope[]> => {
  const { trigger, state, gates, policy } = input;
  const observed: Envelope[] = [];
  const add = (drafts: readonly EventDraft[]): void => {
    for (const draft of drafts) observed.push(input.encode(draft));
  };
  if (state.session.kind === null) add(sessionFacts(input));
  add(await testResults(input));
  const asked = new Set<string>();
  const active = gatesFor(gates, trigger, policy);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const facts = factsFrom([...input.known, ...observed]);
    // Test runs are tracked whether or not a gate judges shell commands.
    const always: FactRequest[] = isShellRequest(trigger) ? [{ fact: 'command' }] : [];
    const requests = [...always, ...active.flatMap((gate) => gate.needs(trigger, facts))].filter((request) => {
      const key = JSON.stringify(request);
      return !asked.has(key) && asked.add(key) && !isKnown(request, facts);
    });
    if (requests.length === 0) break;
    for (const request of requests) add(await observeOne(request, input));
  }
  return observed;
};

const isKnown = (request: FactRequest, facts: ReturnType<typeof factsFrom>): boolean => {
  if (request.fact === 'command') return facts.command() !== null;
  return (request.fact === 'file' ? facts.file(request.path) : facts.git(request.path)) !== null;
};

const observeOne = async (request: FactRequest, input: ObserveInput): Promise<EventDraft[]> => {
  const { place, deps, toolInput } = input;
  switch (request.fact) {
    case 'file':
      return [{ type: 'FileObserved', data: { ...observeFile(request.path, place) } }];
    case 'git':
      return [{ type: 'GitObserved', data: { ...observeGit(request.path, place) } }];
    case 'command': {
      const text = commandText(toolInput);
      if (text === null) return [];
      const understood = (await deps.loadShell()).understand(text);
      return commandFacts(understood, worktreeIn(place, understood.testRun?.directory ?? null));
    }
  }
};

/** Once a session: who could answer in it, and where its repository stood. */
const sessionFacts = ({ place, deps }: ObserveInput): EventDraft[] => [
  { type: 'HostObserved', data: { ...sessionKind(deps.env) } },
  { type: 'GitObserved', data: { ...observeGit(place.worktree, place) } },
];

/** The result of the agent's own test run, when the trigger reports one. */
const testResults = async ({ trigger, toolInput, state, place, deps }: ObserveInput): Promise<EventDraft[]> => {
  if (trigger.type !== 'ToolCompleted' && trigger.type !== 'ToolFailed') return [];
  if (toolKind(trigger.data['tool_name']) !== 'shell') return [];
  const requested = state.calls.lastClosed;
  if (trigger.call !== null && requested?.call === trigger.call) {
    const run = requested.testRun;
    return run === null ? [] : [testRunFinished(trigger, run, run.worktree)];
  }
  const text = commandText(toolInput);
  const run = text === null ? null : (await deps.loadShell()).understand(text).testRun;
  if (run === null) return [];
  const finished = testRunFinished(trigger, run, worktreeIn(place, run.directory));
  // A pass of a call that nobody requested in this session may be made up: it is kept, and is no evidence.
  const isEvidence = trigger.call === null || finished.data['status'] !== 'pass';
  return [isEvidence ? finished : { ...finished, data: { ...finished.data, source: 'claim' } }];
};

const worktreeIn = (place: CallPlace, directory: string | null): string =>
  directory === null ? place.worktree : (findGitLayout(resolve(place.folder, directory))?.worktree ?? place.worktree);
