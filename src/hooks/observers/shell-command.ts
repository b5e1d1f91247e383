import type { EventDraft } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';
import { testScope } from '../../projections/test-scope.ts';
import type { Understood } from '../../shell/interpret.ts';
import { quotedWord } from '../quoted-word.ts';

/** What the shell tool is asked to run, as one text; null when it is no command at all. */
export const commandText = (input: unknown): string | null => {
  const command = typeof input === 'object' && input !== null ? (input as { command?: unknown }).command : undefined;
  if (typeof command === 'string') return command;
  // Some hosts send the words of a command instead of its text.
  if (Array.isArray(command) && command.every((word) => typeof word === 'string'))
    return command.map(quotedWord).join(' ');
  return null;
};

/** The facts that an understood command gives: what it would run, and that a test run begins. */
export const commandFacts = ({ testRun, ...command }: Understood, begun: BegunTests | null): EventDraft[] => {
  const facts: EventDraft[] = [{ type: 'CommandUnderstood', data: { ...command } }];
  if (testRun !== null && begun !== null) {
    const { runner, masked, partial } = testRun;
    const { worktree, tree, folder } = begun;
    const data = { runner, masked, tree, ...testScope({ partial, folder }) };
    facts.push({ type: 'TestRunStarted', worktree, data });
  }
  return facts;
};

/** Where a test run begins, and on which content. */
export interface BegunTests {
  readonly worktree: string;
  readonly tree: NonNullable<EventData<'TestRunStarted'>['tree']>;
  /** The package they are of, from the top of the worktree; empty for all of it. */
  readonly folder: string;
}
