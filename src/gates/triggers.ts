import type { Envelope } from '../events/envelope.ts';
import { toolKind, writtenPath } from '../projections/tools.ts';

/** A call of a tool that writes a file is about to run. */
export const isWriteRequest = (event: Envelope): boolean =>
  event.type === 'ToolRequested' && toolKind(event.data['tool_name']) === 'write' && targetPath(event) !== null;

/** A shell command is about to run. */
export const isShellRequest = (event: Envelope): boolean =>
  event.type === 'ToolRequested' && toolKind(event.data['tool_name']) === 'shell';

/** The main agent wants to end its turn. */
export const isTurnEnd = (event: Envelope): boolean => event.type === 'TurnEnded' && event.actor.id === 'main';

/** The file a write request is about. */
export const targetPath = (event: Envelope): string | null =>
  writtenPath(event.data['tool_name'], event.data['tool_input']);
