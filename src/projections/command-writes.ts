import type { EventData } from '../events/schemas.ts';

/** A file that a command may write, as it names it, and the folder it is named from; null for one that it does not name. */
export interface CommandWrite {
  readonly path: string | null;
  /** Relative to where the command runs; null for that folder. */
  readonly directory: string | null;
  /** It leaves what is in the file: `touch`. */
  readonly keeps?: true;
}

/** What a command may write: kept with its call until it ends. */
export interface CommandWrites {
  /** The program that writes first. */
  readonly by: string;
  /** The first of many; a null path stands for the rest. */
  readonly files: readonly CommandWrite[];
}

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];

const MOST_FILES = 16;
const LONGEST_PATH = 512;

/** What a command that was understood may write; undefined when it writes nothing that anybody knows of. */
export const writesOf = (acts: unknown): CommandWrites | undefined => {
  if (!Array.isArray(acts) || acts.length === 0) return undefined;
  const writing = acts.filter(isWriting);
  const [first] = writing;
  if (first === undefined) return undefined;
  const files = writing.flatMap(({ shown, paths, directory, directoryKnown, details }) =>
    paths.flatMap(({ written }): CommandWrite[] => {
      if (written === null && details['temporary'] === true) return [];
      const folder = directoryKnown ? directory : null;
      const isKnown = typeof written === 'string' && written.length <= LONGEST_PATH;
      const path = isKnown && (directoryKnown || written.startsWith('/')) ? written : null;
      return [{ path, directory: folder, ...(programOf(shown) === 'touch' ? { keeps: true } : {}) }];
    }),
  );
  if (files.length === 0) return undefined;
  const named = [...new Map(files.map((file) => [JSON.stringify(file), file])).values()];
  const kept =
    named.length <= MOST_FILES ? named : [...named.slice(0, MOST_FILES - 1), { path: null, directory: null }];
  return { by: programOf(first.shown) || 'a redirect', files: kept };
};

/** Acts are no promised part of their event, so a line written by hand may have anything in their place. */
const isWriting = (act: unknown): act is Act => {
  if (typeof act !== 'object' || act === null) return false;
  const { kind, shown, paths } = act as Partial<Act>;
  if (typeof kind !== 'string' || typeof shown !== 'string' || !Array.isArray(paths)) return false;
  return (
    WRITING.has(kind) &&
    !MAKES_FOLDERS.has(programOf(shown)) &&
    paths.every((path) => typeof path === 'object' && path !== null)
  );
};

const WRITING: ReadonlySet<string> = new Set(['write', 'change', 'delete', 'move']);

/** A folder holds no content. */
const MAKES_FOLDERS: ReadonlySet<string> = new Set(['mkdir', 'rmdir', 'mktemp']);

const programOf = (shown: string): string => shown.split(' ', 1)[0] ?? '';
