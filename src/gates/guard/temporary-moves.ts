import type { Edit, EventData, Verdict } from '../../events/schemas.ts';
import type { View } from '../../projections/fold.ts';
import { isIn } from '../../projections/paths.ts';
import { aboutAct } from '../facts.ts';
import type { GateContext } from '../gate.ts';
import { type JudgedAct, judgedActs } from './act-rule.ts';
import { quotePath } from './quote-path.ts';

type Moved = NonNullable<Verdict['moved']>[number];
type TemporaryFile = NonNullable<NonNullable<EventData<'PathsObserved'>['temporary']>['paths'][number]>;

/** What becomes of the shared temporary files that a command names. */
export interface TemporaryMoves {
  readonly edits: readonly Edit[];
  /** What it writes elsewhere. */
  readonly written: readonly Moved[];
  /** What it finds elsewhere, because an earlier command of the session wrote it there. */
  readonly read: readonly Moved[];
  /** The events that say so. */
  readonly because: readonly string[];
}

/**
 * The changes that make a command write its temporary files into the worktree, and read them there: null when there is
 * nothing to move, and when a file would then be written in one place and read in another.
 */
export const temporaryMoves = ({ facts, state }: Pick<GateContext, 'facts' | 'state'>): TemporaryMoves | null => {
  if (facts.command()?.data.understood !== true) return null;
  const acts = judgedActs(facts, ['temporary']);
  if (acts.some(({ act }) => act.details['complete'] === false)) return null;
  const moves = createMoves(state.moved.files, canEnter(facts));
  for (const judged of acts) {
    const uses = usesOf(judged, facts);
    // A program that writes a file reads first what was there.
    const inOrder = [...uses.filter(({ how }) => how !== 'write'), ...uses.filter(({ how }) => how === 'write')];
    for (const use of inOrder) moves.follow(use);
  }
  return moves.result();
};

interface Use {
  readonly how: string;
  readonly file: TemporaryFile;
  /** Of the worktree that the command works in. */
  readonly folder: string;
  /** Where its prefix stands; null where it does not. */
  readonly start: number | null;
  /** The text with another folder in the place of the shared one; null where nobody can write it. */
  readonly editTo: (folder: string) => Edit | null;
  readonly because: readonly string[];
}

const usesOf = ({ act, index: position, because }: JudgedAct, facts: GateContext['facts']): Use[] => {
  const { uses, quotes, nested } = act.details;
  const observed = facts.paths(aboutAct(position))?.data.temporary;
  if (!Array.isArray(uses) || !Array.isArray(quotes) || observed === undefined) return [];
  const { folder, paths } = observed;
  if (folder === null) return [];
  return act.paths.flatMap(({ span }, index): Use[] => {
    const file = paths[index] ?? null;
    const quote = quotes[index] ?? '?';
    const editTo = (to: string): Edit | null => {
      const text = quote === '?' || span === null ? null : quotePath(to, quote, nested === true);
      return text === null || span === null ? null : { ...span, text };
    };
    const start = quote === '?' ? null : (span?.start ?? null);
    return file === null ? [] : [{ how: uses[index] ?? 'read', file, folder, start, editTo, because }];
  });
};

/**
 * Many programs look for what they work on in the folders around the working one (git, npm, cargo): inside the project
 * they would find it. So a moved folder is only entered by commands whose programs do not.
 */
const canEnter = (facts: GateContext['facts']): boolean =>
  (facts.command()?.data.programs ?? []).every((program) => program !== null && STAYING.includes(` ${program} `));

const STAYING =
  ' [ awk base64 basename bash bzip2 cat cd chmod cmp column cp curl cut date dd df diff dirname du echo env export expr ' +
  'false file find grep gunzip gzip head jq ln ls md5sum mkdir mktemp mv nl od paste popd printf pushd pwd python python3 ' +
  'read realpath rm rmdir sed seq set sh sha256sum sleep sort split stat tac tail tar tee test touch tr tree true truncate ' +
  'uniq unzip wc wget xargs xz zip zstd ';

const createMoves = (earlier: View['moved']['files'], canBeEntered: boolean) => {
  const edits = new Map<number, Edit>();
  const written: Moved[] = [];
  const read: Moved[] = [];
  const because = new Set<string>();
  const left: Use[] = [];
  let isTorn = false;

  const apply = (edit: Edit, events: readonly string[]): void => {
    // A function that is called twice has its words once.
    edits.set(edit.start, edit);
    for (const event of events) because.add(event);
  };
  const add = (list: Moved[], { path }: TemporaryFile, folder: string): void => {
    const to = `${folder}${path.slice(sharedRoot(path).length)}`;
    if (!list.some(({ from }) => from === path)) list.push({ from: path, to });
  };

  const followWrite = (use: Use): void => {
    const edit = use.editTo(use.folder);
    if (edit === null) {
      left.push(use);
      return;
    }
    apply(edit, use.because);
    add(written, use.file, use.folder);
  };

  const followRead = (use: Use): void => {
    const own = written.find((moved) => leadsTo(moved, use, true));
    const moved = own ?? earlier.findLast((candidate) => leadsTo(candidate, use, false));
    const folder = moved === undefined ? null : folderOf(moved);
    const isBarred = use.how === 'enter' && !canBeEntered;
    const edit = folder === null || isBarred ? null : use.editTo(folder);
    if (folder === null || edit === null) {
      left.push(use);
      // What it reads would no longer be there. Patterns and relative names may name it too.
      isTorn ||= own !== undefined || (use.how === 'inside' && written.some(({ from }) => isIn(use.file.path, from)));
      return;
    }
    apply(edit, use.because);
    if (own !== undefined) return;
    because.add((moved as { event: string }).event);
    add(read, use.file, folder);
  };

  return {
    follow: (use: Use): void => (use.how === 'write' ? followWrite(use) : followRead(use)),
    result: (): TemporaryMoves | null => {
      // Braces and functions give one spelling several meanings.
      const splits = ({ how, file, start }: Use): boolean =>
        (start !== null && edits.has(start)) ||
        written.some(({ from }) =>
          how === 'enter' ? isIn(file.path, from) : from === file.path && mustStay(how, file),
        );
      if (edits.size === 0 || isTorn || left.some(splits)) return null;
      return { edits: [...edits.values()], written, read, because: [...because] };
    },
  };
};

/** Whether what a command uses is where an earlier one wrote it. */
const leadsTo = ({ from }: Moved, { how, file }: Use, isSameCommand: boolean): boolean => {
  const isRoot = from === sharedRoot(from);
  if (file.path === from) return !isRoot || (isSameCommand && how !== 'inside');
  // Much else is in the shared folder itself, and in folders that were there before.
  if (isRoot) return isIn(from, file.path) && !file.exists;
  return isIn(from, file.path) || (isIn(file.path, from) && file.below !== '' && !file.exists);
};

/** What is written in both places, or read before it is written, has one place. */
const mustStay = (how: string, { exists }: TemporaryFile): boolean => how === 'write' || exists;

const folderOf = ({ from, to }: Moved): string => to.slice(0, to.length - (from.length - sharedRoot(from).length));

/** On macOS the other one is a link to the second. */
const sharedRoot = (path: string): string => (isIn(PRIVATE, path) ? PRIVATE : '/tmp');

const PRIVATE = '/private/tmp';
