import type { EventData } from '../../../events/schemas.ts';
import type { ProjectFiles } from './project-files.ts';

/** What a mock replaces: code of the project, what lies outside of it, or nobody can tell. */
export type Place = EventData<'MocksObserved'>['mocks'][number]['place'];

export interface Placed {
  readonly place: Place;
  /** What says so, in a few words. */
  readonly why: string;
  /** The module or package that the target leads to, where that is known: a path from the top of the worktree, or a name. */
  readonly module?: string;
}

/** A mock in a text. Offsets are UTF-16 units. */
export interface FoundMock {
  /** What is replaced, as the test names it. */
  readonly target: string;
  /** The call or annotation that does it, as it is written. */
  readonly by: string;
  readonly from: number;
  readonly to: number;
  /** Looks the target up; only asked where the answer counts. */
  readonly place: () => Placed;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What a language's reader makes of a text. */
export interface FoundIn {
  readonly mocks: readonly FoundMock[];
  /** The comments, in order. */
  readonly comments: readonly Span[];
  /** Where the first code stands; the text's length where there is none. */
  readonly codeFrom: number;
}

/** A text of a test file, and where it lies. */
export interface TestText {
  readonly text: string;
  /** The whole path. */
  readonly file: string;
  readonly files: ProjectFiles;
}

export const internal = (why: string, module?: string): Placed => placed('internal', why, module);
export const boundary = (why: string, module?: string): Placed => placed('boundary', why, module);
export const unknown = (why: string): Placed => ({ place: 'unknown', why });

const placed = (place: Place, why: string, module: string | undefined): Placed => ({
  place,
  why,
  ...(module === undefined ? {} : { module }),
});
