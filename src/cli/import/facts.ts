import type { Data, Envelope, EventDraft } from '../../events/envelope.ts';
import type { Policy } from '../../events/schemas.ts';
import { questionsAnswered, questionsAsked } from '../../hooks/observers/questions/question-events.ts';
import { reviewerOf, reviewingAgent, saidBy } from '../../hooks/observers/review/read-review.ts';
import { reviewersOf } from '../../hooks/observers/review/reviewers.ts';
import { commandFacts, commandText } from '../../hooks/observers/shell-command.ts';
import { readTestResult } from '../../hooks/observers/test-result.ts';
import { testRunFinished } from '../../hooks/observers/test-run.ts';
import { startFold, type View } from '../../projections/fold.ts';
import { isIn, relativeTo } from '../../projections/paths.ts';
import { fileKind } from '../../projections/source-files.ts';
import { testScope } from '../../projections/test-scope.ts';
import { isQuestionTool, toolKind, writtenPath } from '../../projections/tools.ts';
import type { Understood } from '../../shell/interpret.ts';
import { understand } from '../../shell/understand.ts';

/** Reads the facts that stand in an imported event's own text. What only the disk or git could have told stays absent. */
export type FactReader = (event: Envelope) => readonly EventDraft[];

/** A test run whose result is still to come. */
type RunningTests = Parameters<typeof testRunFinished>[1];

/** Calls that never end must not be remembered for ever. */
const MOST_RUNNING = 256;

/** One reader a session; its events in order. */
export const factReader = (): FactReader => {
  const running = new Map<string, RunningTests>();
  return (event) => {
    switch (event.type) {
      case 'ToolRequested':
        return requested(event, running);
      case 'ToolCompleted':
      case 'ToolFailed':
        return ended(event, running);
      case 'SubagentStopped':
        return reviewed(
          event,
          reviewingAgent(event.actor.type, REVIEWERS),
          event.data['last_assistant_message'],
          undefined,
        );
      default:
        return [];
    }
  };
};

/** Of the policy of then nothing is known: docket's own lists. */
const REVIEWERS = reviewersOf(undefined);

const requested = (event: Envelope, running: Map<string, RunningTests>): EventDraft[] => {
  const { tool_name: tool, tool_input: input } = event.data;
  switch (toolKind(tool)) {
    case 'shell': {
      const command = commandText(input);
      return command === null ? [] : commandRequested(event, command, running);
    }
    case 'write': {
      const path = writtenPath(tool, input);
      return path === null ? [] : fileFacts(path, event.worktree);
    }
    default:
      return isQuestionTool(tool) ? questionsAsked({ ...asked(event), toolInput: input }) : [];
  }
};

const commandRequested = (
  { call, worktree }: Envelope,
  command: string,
  running: Map<string, RunningTests>,
): EventDraft[] => {
  const understood = understoodOnce(command);
  const facts = commandFacts(understood, null);
  const { testRun } = understood;
  if (testRun === null) return facts;
  const { runner, masked, partial } = testRun;
  const scope = testScope({ partial });
  if (call !== null) running.set(call, { runner, masked, worktree, command, ...scope });
  if (running.size > MOST_RUNNING) running.delete(running.keys().next().value as string);
  return [...facts, { type: 'TestRunStarted', worktree, data: { runner, masked, ...scope } }];
};

/** An agent gives the same commands over and over. */
const understoodOnce = (command: string): Understood => {
  const known = commands.get(command);
  if (known !== undefined) return known;
  const understood = understand(command);
  if (commands.size >= MOST_COMMANDS) commands.delete(commands.keys().next().value as string);
  if (command.length <= LONGEST_KEPT) commands.set(command, understood);
  return understood;
};

const commands = new Map<string, Understood>();
const MOST_COMMANDS = 512;
const LONGEST_KEPT = 1024;

/** By its name. What may be docket's own, or the host's, only a look could tell. */
const fileFacts = (path: string, worktree: string | null): EventDraft[] => {
  if (MAY_BE_OWN.test(path) || path.length > LONGEST_PATH) return [];
  const isInside = worktree !== null && isIn(worktree, path);
  const kind = fileKind(isInside ? relativeTo(worktree, path) : path);
  return [{ type: 'FileObserved', data: { path, worktree: isInside ? worktree : null, kind } }];
};

const MAY_BE_OWN = /docket|claude/i;
const LONGEST_PATH = 4096;

const ended = (event: Envelope, running: Map<string, RunningTests>): EventDraft[] => {
  const { tool_name: tool, tool_input: input, tool_response: response, error } = event.data;
  const run = running.get(event.call ?? '');
  if (run !== undefined) {
    running.delete(event.call ?? '');
    return [testRunFinished(event, run, readTestResult)];
  }
  if (isQuestionTool(tool)) return questionsAnswered({ ...asked(event), toolInput: input });
  if (toolKind(tool) === 'shell') return [];
  return reviewed(
    event,
    reviewerOf(tool, input, REVIEWERS),
    response,
    event.type === 'ToolFailed' ? (error ?? '') : undefined,
  );
};

const reviewed = (
  { worktree }: Envelope,
  reviewer: ReturnType<typeof reviewerOf>,
  result: unknown,
  error: unknown,
): EventDraft[] => {
  if (reviewer === null) return [];
  const end = { result, interrupted: false, doubt: null, isFiltered: false, isAlone: true };
  const said = saidBy(reviewer, error === undefined ? end : { ...end, error }, REVIEWERS);
  return said === null ? [] : [{ type: 'ReviewRecorded', worktree, data: { ...said, standing: 'evidence' } }];
};

/** What reading questions asks for, in a session that docket answered none of. */
const asked = (event: Envelope): { trigger: Envelope; payload: Data; policy: Policy; state: View } => ({
  trigger: event,
  payload: event.data,
  policy: { preset: 'observe', gates: {} },
  state: NOTHING,
});

const NOTHING = startFold().view('', null);
