import { type CommandWrites, writesOf } from '../../projections/command-writes.ts';
import { looksLikeWriter, toolKind } from '../../projections/tools.ts';
import type { ObserveInput } from './observe-input.ts';
import type { Report } from './report.ts';
import { commandText } from './shell-command.ts';
import { changesOf, pathsAmong } from './written-files.ts';

/**
 * Files that a call wrote without saying so plainly: a shell command by what it was understood to write, another server's
 * tool by the paths among its arguments. A command that failed may have written some of them all the same.
 */
export const changesReport: Report = {
  name: 'changes',
  records: 'ChangesObserved',
  read: async (input) => {
    const { trigger, toolInput, place } = input;
    const tool = trigger.data['tool_name'];
    if (trigger.type === 'ToolCompleted' && looksLikeWriter(tool)) {
      const files = pathsAmong(toolInput).map((path) => ({ path, directory: null }));
      return files.length === 0 ? [] : changesOf({ by: String(tool), files }, place, undefined);
    }
    if (trigger.type !== 'ToolCompleted' && trigger.type !== 'ToolFailed') return [];
    if (toolKind(tool) !== 'shell') return [];
    const { writes, cwd } = await writesOfCall(input);
    return writes === undefined ? [] : changesOf(writes, place, cwd);
  },
};

/** What was understood when the call was requested; the same is understood again of one that nobody requested. */
const writesOfCall = async ({
  trigger,
  toolInput,
  state,
  deps,
}: ObserveInput): Promise<{ readonly writes?: CommandWrites; readonly cwd?: string }> => {
  const requested = state.calls.lastClosed;
  if (trigger.call !== null && requested?.call === trigger.call) return requested;
  const text = commandText(toolInput);
  const writes = text === null ? undefined : writesOf((await deps.understand(text)).acts);
  return writes === undefined ? {} : { writes };
};
