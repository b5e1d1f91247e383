import type { Envelope } from '../../events/envelope.ts';
import type { Verdict } from '../../events/schemas.ts';
import type { Sharing } from '../sharing/sharing.ts';

/** What may be shown of a log: everything, or what is left once something was taken away. */
export interface Shown {
  readonly event: (event: Envelope) => Envelope;
  /** A verdict that stands in no event: what would have been said of one. */
  readonly verdict: (about: Envelope, verdict: Verdict) => Verdict;
  /** Words that were made from the state of a log. */
  readonly words: (about: Envelope, words: readonly string[]) => readonly string[];
}

/** The same for each event however often it is asked. Without `sharing` everything is shown. */
export const shownBy = (sharing: Pick<Sharing, 'redact'> | null): Shown => {
  if (sharing === null) return { event: (event) => event, verdict: (_, verdict) => verdict, words: (_, all) => all };
  const { redact } = sharing;
  const seen = new WeakMap<Envelope, Envelope>();
  const event = (whole: Envelope): Envelope => {
    const known = seen.get(whole);
    if (known !== undefined) return known;
    const left = redact(whole);
    seen.set(whole, left);
    return left;
  };
  // What takes paths and words out of events takes them out of these as well, where they stand as in a ruling.
  const through = (about: Envelope, verdicts: readonly unknown[]): unknown => {
    const { delivery: _, ...envelope } = about;
    return redact({ ...envelope, type: 'GatesRuled', data: { event: about.id, verdicts } }).data['verdicts'];
  };
  return {
    event,
    verdict: (about, verdict) => {
      const left = through(about, [verdict]);
      return Array.isArray(left) ? ({ ...verdict, ...left[0] } as Verdict) : { ...verdict, reason: '', conditions: [] };
    },
    words: (about, words) => {
      const left = through(
        about,
        words.map((reason) => ({ reason })),
      );
      return Array.isArray(left) ? left.flatMap(({ reason }) => (typeof reason === 'string' ? [reason] : [])) : [];
    },
  };
};
