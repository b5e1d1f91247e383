import type { Envelope } from '../../events/envelope.ts';
import { condition, type Rule } from '../gate.ts';
import { isShellRequest } from '../triggers.ts';

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
          actual: problems,
          because: [command.id],
          remedy: 'Write it as a plain command, without what could not be read.',
        }),
      ],
      reason: `The command names ${mentions.join(', ')} and could not be understood (${problems.join('; ')}).`,
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
    // A text moved to a blob for its size is still a text.
    const isText =
      typeof command === 'string' ||
      isWords(command) ||
      (typeof command === 'object' && command !== null && '$blob' in command);
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
          remedy: 'Call the tool again; if it stays unreadable, docket doctor and the log say what arrived.',
        }),
      ],
      reason: `The hook's input looks like a tool call and cannot be read (${String(trigger.data['message'])}).`,
    };
  },
  ways: () => [],
};

const isWords = (value: unknown): boolean => Array.isArray(value) && value.every((word) => typeof word === 'string');
