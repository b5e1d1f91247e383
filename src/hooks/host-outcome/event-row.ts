import { DRIVEN, documented, type Effect, type Ground, measured, type Reader, uncertain } from './outcome.ts';

/** What a block, or exit code 2, comes to at an event. */
export interface Block extends Ground {
  readonly effect: Effect;
  readonly says: string;
  /** Who reads the reason, or of exit code 2 what stands on stderr. */
  readonly reader: Reader;
  /** The first client version that does so. */
  readonly since?: string;
}

/** A field that an answer may carry at an event. */
export interface Field extends Ground {
  readonly effect: Effect;
  readonly says: string;
  readonly reader?: Reader;
  readonly since?: string;
}

/** What Claude Code makes of answers to one event: protocol sheet §1.1, §1.4. */
export interface EventRow {
  /** `decision: "block"` with `reason`; null where it says nothing. */
  readonly block: Block | null;
  readonly exit2: Block;
  /** Plain text on stdout, exit code 0. */
  readonly plain: Field;
  /** `hookSpecificOutput.additionalContext`. */
  readonly context: Field | null;
  /** Further fields of `hookSpecificOutput`. */
  readonly fields: Readonly<Record<string, Field>>;
  readonly message: Field;
  /** `continue: false`. */
  readonly halt: Field;
}

export const toModel = (says: string, ground: Ground, more: Partial<Field> = {}): Field => ({
  effect: 'context',
  says,
  reader: 'model',
  ...ground,
  ...more,
});
export const toNobody = (says: string, ground: Ground): Field => ({
  effect: 'nothing',
  says,
  reader: 'nobody',
  ...ground,
});
export const does = (says: string, since?: string, ground = documented('protocol §1.4')): Field => ({
  effect: 'done',
  says,
  ...ground,
  ...(since === undefined ? {} : { since }),
});

export const blocks = (effect: Effect, says: string, reader: Reader, ground: Ground, since?: string): Block => ({
  effect,
  says,
  reader,
  ...ground,
  ...(since === undefined ? {} : { since }),
});

export const SHEET = documented('protocol §1.1');
export const ANSWERS = measured('measured.md, Answers');
export const CLIENT = measured(DRIVEN);

export const NO_PLAIN = toNobody('plain text on stdout is for nobody', documented('protocol §1.4'));
export const NO_PLAIN_HERE = toNobody('plain text on stdout is for nobody', CLIENT);
export const MESSAGE: Field = {
  effect: 'shown',
  says: 'a warning for the person; it never reaches the model',
  reader: 'person',
  ...documented('protocol §1.4'),
  since: '1.0.64',
};
export const MESSAGE_SEEN: Field = { ...MESSAGE, ...ANSWERS };
const NO_MESSAGE = toNobody('systemMessage is dropped at this event', documented('protocol §1.4'));
export const HALT: Field = {
  effect: 'halted',
  says: 'the agent stops; stopReason is shown to the person',
  reader: 'person',
  ...documented('protocol §1.4'),
};
export const NO_HALT = toNobody('continue: false is dropped at this event', SHEET);
export const UNSURE_HALT: Field = {
  effect: 'uncertain',
  says: 'what continue: false does at this event is not documented',
  ...uncertain('protocol §1.4'),
};

export const ignoredExit = (says: string, reader: Reader, ground: Ground = SHEET): Block =>
  blocks(reader === 'nobody' ? 'nothing' : 'shown', says, reader, ground);
export const USER_ERROR = ignoredExit('exit code 2 blocks nothing here; stderr is shown to the person', 'person');
const SILENT_EXIT = ignoredExit('exit code 2 is ignored here', 'nobody');

/** An event that only tells: nothing is blocked, nothing but what is named here is read. */
export const OBSERVED: EventRow = {
  block: null,
  exit2: SILENT_EXIT,
  plain: NO_PLAIN,
  context: null,
  fields: {},
  message: NO_MESSAGE,
  halt: NO_HALT,
};
