/** What a piece of text is, from which its colour follows; never the only thing that tells. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'good'
  | 'bad'
  | 'warn'
  | 'accent'
  | 'chosen'
  /** Where it says what was searched for. */
  | 'match'
  /** What differs in a line that was changed. */
  | 'good-word'
  | 'bad-word';

export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}

/** A line of a pane, before it is cut to the pane's width. */
export interface Line {
  readonly spans: readonly Span[];
  /** The event that it is about: Enter jumps there. */
  readonly jump?: string;
  /** The part that it is the head of: Enter opens it, or folds it up. */
  readonly fold?: string;
  /** Whether that part is open. */
  readonly isOpen?: boolean;
}

export const line = (...spans: readonly (Span | string)[]): Line => ({
  spans: spans.map((span) => (typeof span === 'string' ? { text: span } : span)),
});
