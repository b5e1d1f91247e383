import type { Envelope } from '../events/envelope.ts';
import { mayWrite, toolKind } from '../projections/tools.ts';

/** A call of a tool that writes a file is about to run. */
export const isWriteRequest = (event: Envelope): boolean =>
  event.type === 'ToolRequested' && toolKind(event.data['tool_name']) === 'write';

/** A tool wrote a file. */
export const isWritten = (event: Envelope): boolean =>
  event.type === 'ToolCompleted' && toolKind(event.data['tool_name']) === 'write';

/** A call of a tool nobody classified, which may change files, is about to run. */
export const isOtherWriteRequest = (event: Envelope): boolean =>
  event.type === 'ToolRequested' && mayWrite(event.data['tool_name']);

/** A shell command is about to run. */
export const isShellRequest = (event: Envelope): boolean =>
  event.type === 'ToolRequested' && toolKind(event.data['tool_name']) === 'shell';

/** The main agent wants to end its turn. */
export const isTurnEnd = (event: Envelope): boolean => event.type === 'TurnEnded' && event.actor.id === 'main';

/** The host sent the words of a command instead of its text: nothing in it can be rewritten by position. */
export const isInWords = ({ data }: Envelope): boolean => {
  const input = data['tool_input'];
  return typeof input === 'object' && input !== null && Array.isArray((input as { command?: unknown }).command);
};
