import { readSmallFile, realFolder } from '../../events/git-layout.ts';
import type { CustomGateEvent, GateCall } from '../../gates/custom/gate-types.ts';
import type { Facts } from '../../gates/facts.ts';
import { relativeTo } from '../../projections/paths.ts';
import { writtenPath } from '../../projections/tools.ts';
import { fileAt } from '../observers/files.ts';
import type { ObserveInput } from '../observers/observe-input.ts';
import { commandText } from '../observers/shell-command.ts';
import { contentAfter } from '../observers/source/content-after.ts';

/** Characters of a file that a gate reads. */
const LARGEST = 1024 * 1024;

/** What the gates of a project judge from, but for their options: the original input, and what docket observed. */
export const gateCall = (input: ObserveInput, facts: Facts): Omit<GateCall, 'options'> => {
  const { trigger, toolInput, payload, state } = input;
  const { tool_name: tool } = trigger.data;
  const prompt = trigger.type === 'PromptSubmitted' ? payload['prompt'] : null;
  return {
    event: trigger.type as CustomGateEvent,
    at: trigger.at,
    tool: typeof tool === 'string' ? tool : null,
    input: typeof toolInput === 'object' && toolInput !== null ? (toolInput as GateCall['input']) : {},
    prompt: typeof prompt === 'string' ? prompt : null,
    command: commandOf(toolInput, facts),
    file: fileOf(input, facts),
    session: {
      id: trigger.stream,
      kind: state.session.kind,
      permissionMode: state.session.permissionMode,
      changed: state.changes.files.map(({ path }) => path),
    },
  };
};

const commandOf = (toolInput: unknown, facts: Facts): GateCall['command'] => {
  const text = commandText(toolInput);
  const command = facts.command();
  if (text === null || command === null) return null;
  const { understood, programs, acts = [] } = command.data;
  return { text, understood, programs, acts: acts.map(({ kind, shown }) => ({ kind, shown })) };
};

const fileOf = ({ trigger, toolInput, place }: ObserveInput, facts: Facts): GateCall['file'] => {
  const path = writtenPath(trigger.data['tool_name'], toolInput);
  if (path === null) return null;
  const file = realFolder(fileAt(path, place));
  const now = readSmallFile(file, LARGEST) ?? null;
  const isOver = trigger.type !== 'ToolRequested';
  return {
    path: relativeTo(realFolder(place.worktree), file),
    kind: facts.file()?.data.kind ?? null,
    before: isOver ? null : now,
    after: isOver ? now : contentAfter(toolInput, file).after,
  };
};
