import { type Envelope, isBlobReference } from '../../events/envelope.ts';
import { writtenPath } from '../../projections/tools.ts';
import { condition, type Rule, shownList } from '../gate.ts';
import { isShellRequest, isWriteRequest } from '../triggers.ts';

/** The host sent something that looks like a tool call and cannot be read. */
export const isUnreadableCall = (trigger: Envelope): boolean =>
  trigger.type === 'HookFailed' && trigger.data['toolCall'] === true;

/** What cannot be understood is not proven safe; asked only where it names a program guard has rules about. */
export const notUnderstood: Rule = {
  id: 'guard/not-understood',
  decision: 'ask',
  judge: ({ facts }) => {
    const command = facts.command();
    if (command === null || (command.data.understood && command.data.mentions.length === 0)) return null;
    const { mentions, problems } = command.data;
    return {
      conditions: [
        condition('the-command-can-be-read', mentions.length === 0, {
          actual: shownList(problems),
          because: [command.id],
          remedy: 'Write it as a plain command, without what could not be read.',
        }),
      ],
      reason: `The command names ${mentions.join(', ')} and could not be understood (${shownList(problems).join('; ')}).`,
    };
  },
  ways: ({ facts }) => {
    const command = facts.command();
    const plain = { understood: true, problems: [], mentions: [] };
    return command === null
      ? []
      : [
          {
            todo: 'write it as a plain command',
            events: [{ type: 'CommandUnderstood', data: { ...command.data, ...plain } }],
          },
        ];
  },
};

/** A command of the wrong type is judged by nobody, so a person has to. */
export const unreadableCommand: Rule = {
  id: 'guard/unreadable-command',
  decision: 'ask',
  judge: ({ trigger }) => {
    if (!isShellRequest(trigger)) return null;
    const input = trigger.data['tool_input'];
    const command = typeof input === 'object' && input !== null ? (input as { command?: unknown }).command : undefined;
    const isText = typeof command === 'string' || isWords(command) || isBlobReference(command);
    return {
      conditions: [
        condition('the-command-is-text', isText, {
          actual: typeof command,
          because: [trigger.id],
          remedy: 'Send the command as text.',
        }),
      ],
      reason: `The shell tool was called with a command that is not text but ${typeof command}.`,
    };
  },
  ways: () => [],
};

/** A call of a writing tool does not say in words which file it writes. */
export const isPathlessWrite = (trigger: Envelope): boolean => {
  if (!isWriteRequest(trigger)) return false;
  const input = trigger.data['tool_input'];
  return (
    writtenPath(trigger.data['tool_name'], input) === null && !isBlobReference(input) && !isBlobReference(fileOf(input))
  );
};

/** No gate about files can judge a write that names none. */
export const unreadablePath: Rule = {
  id: 'guard/unreadable-path',
  decision: 'ask',
  judge: ({ trigger, facts }) => {
    if (!isPathlessWrite(trigger)) return null;
    return {
      conditions: [
        // The call in the log may be cut; the fact was taken from the original.
        condition('the-path-is-text', facts.file() !== null, {
          actual: typeof fileOf(trigger.data['tool_input']),
          because: [trigger.id],
          remedy: 'Send the path of the file as text.',
        }),
      ],
      reason: 'A writing tool was called without a text that says which file it writes.',
    };
  },
  ways: () => [],
};

/** Input that cannot be parsed must not pass in silence (DESIGN.md §1.1). */
export const unreadableInput: Rule = {
  id: 'guard/unreadable-input',
  decision: 'ask',
  judge: ({ trigger }) => {
    if (!isUnreadableCall(trigger)) return null;
    return {
      conditions: [
        condition('the-input-can-be-read', false, {
          actual: trigger.data['message'],
          because: [trigger.id],
          remedy: 'Call the tool again; if it stays unreadable, docket log --type HookFailed says what arrived.',
        }),
      ],
      reason: `The hook's input looks like a tool call and cannot be read (${String(trigger.data['message'])}).`,
    };
  },
  ways: () => [],
};

const isWords = (value: unknown): boolean => Array.isArray(value) && value.every((word) => typeof word === 'string');

const fileOf = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null) return undefined;
  const { file_path: file, notebook_path: notebook } = input as { file_path?: unknown; notebook_path?: unknown };
  return file ?? notebook;
};
