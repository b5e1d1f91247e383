import { counted } from '../counted.ts';
import type { Answers, Doubt, Integrity } from './model.ts';

export interface TrustInput {
  readonly integrity: Integrity;
  readonly unknown: readonly Doubt[];
  readonly isImported: boolean;
}

/** Kinds of what should be in a record and is not. */
const LOST: ReadonlySet<string> = new Set([
  'no-ruling',
  'answer-lost',
  'unknown-call',
  'gap',
  'hook-failed',
  'text-lost',
]);

/** Answers from seals and from what is missing whether a record can be trusted; what speaks against it first. */
export const trustOf = ({ integrity, unknown, isImported }: TrustInput): Answers['trust'] => {
  const { ok, damage, events, seals, unsealed, signedBy } = integrity;
  // No signature is no change: a log that was sealed before there was a key is as it was.
  const changed = damage.filter(({ kind }) => kind !== 'unsigned');
  const own = changed.filter(({ isOfSession }) => isOfSession);
  const others = changed.length - own.length;
  const lost = unknown.filter(({ kind }) => LOST.has(kind));
  const open = unknown.filter(({ kind }) => kind === 'open-call' || kind === 'turn-without-end');
  const against = [
    ...(own.length > 0
      ? [
          `The part of the log that holds the session was changed: ${counted(own.length, 'place')}, listed under Integrity.`,
        ]
      : []),
    ...(isImported
      ? ['It was imported from a transcript, which anybody may have edited before: docket saw none of it.']
      : []),
    ...(seals === 0 ? ['No seal covers it: nothing would show a change.'] : []),
    ...(seals > 0 && unsealed > 0
      ? [
          `${counted(unsealed, 'event')} of ${events} came after the last seal, and could have been changed without a trace.`,
        ]
      : []),
    ...(changed.length < damage.length
      ? ["Not all of its seals are vouched for by this user's key: see Integrity for where that begins."]
      : []),
    ...(lost.length > 0
      ? [
          `${counted(lost.length, 'thing')} that should be in it ${lost.length === 1 ? 'is' : 'are'} not, or failed: see What is not known.`,
        ]
      : []),
    ...(others > 0 ? [`Other parts of the same log were changed: ${counted(others, 'place')}.`] : []),
  ];
  const notes = [
    ...(ok && seals > 0
      ? [
          `${counted(events - unsealed, 'event')} of the session ${events - unsealed === 1 ? 'is' : 'are'} as ${events - unsealed === 1 ? 'it was' : 'they were'} sealed, by ${counted(seals, 'seal')}.`,
        ]
      : []),
    ...(open.length > 0
      ? [
          `${open.length === 1 ? 'A call or turn' : `${open.length} calls or turns`} ended without a word, as after an interrupt.`,
        ]
      : []),
    ...(seals > 0 && signedBy === null
      ? [
          "The seals are not signed, so this holds as far as nobody with this user's rights rewrote the log and sealed it anew.",
        ]
      : []),
  ];
  return { answer: own.length > 0 ? 'no' : against.length > 0 ? 'partly' : 'yes', because: [...against, ...notes] };
};
