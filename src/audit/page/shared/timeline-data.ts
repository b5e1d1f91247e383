/** What the drawing needs to know of a session, for the whole of it and for each turn. */
export interface TimelineData {
  readonly turns: readonly TimelineTurn[];
  /** Who acted, the main agent first. */
  readonly lanes: readonly string[];
  /** Of each entry, the lane it is drawn in. */
  readonly laneOf: readonly number[];
  /** In the order of the entries. */
  readonly marks: readonly TimelineMark[];
}

export interface TimelineTurn {
  /** As the filter names it. */
  readonly name: string;
  /** The id of its heading. */
  readonly id: string;
  readonly label: string;
  /** Time of day. */
  readonly at: string;
  /** Places of its first entry, and behind its last. */
  readonly from: number;
  readonly to: number;
}

export interface TimelineMark {
  readonly entry: number;
  readonly word: MarkWord;
  /** It stopped nothing: drawn hollow. */
  readonly isQuiet: boolean;
  readonly label: string;
  /** The id of the element that tells more. */
  readonly to: string;
}

/** The gravest first: where marks would cover each other, that one is drawn. */
export const MARK_WORDS = ['deny', 'ask', 'problem', 'rewrite', 'allow', 'advise', 'person'] as const;
export type MarkWord = (typeof MARK_WORDS)[number];
