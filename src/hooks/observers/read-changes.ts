import type { EventDraft } from '../../events/envelope.ts';
import { writesOf } from '../../projections/command-writes.ts';
import type { ObserveInput } from './observe-input.ts';
import { commandText } from './shell-command.ts';
import { requestedCall } from './shell-outcome.ts';
import { changesOf, pathsAmong } from './written-files.ts';

/** What another server's tool wrote: the paths among its arguments. */
export const changesByTool = ({ trigger, toolInput, place }: ObserveInput): readonly EventDraft[] => {
  const files = pathsAmong(toolInput).map((path) => ({ path, directory: null }));
  return files.length === 0 ? [] : changesOf({ by: String(trigger.data['tool_name']), files }, place, undefined);
};

/**
 * What a shell command wrote, by what it was understood to do when it was requested, or now. One that failed may have
 * written some of it all the same.
 */
export const changesByCommand = async (input: ObserveInput): Promise<readonly EventDraft[]> => {
  const { toolInput, place, deps } = input;
  const requested = requestedCall(input);
  if (requested !== null) {
    return requested.writes === undefined ? [] : changesOf(requested.writes, place, requested.cwd);
  }
  const text = commandText(toolInput);
  const writes = text === null ? undefined : writesOf((await deps.understand(text)).acts);
  return writes === undefined ? [] : changesOf(writes, place, undefined);
};
