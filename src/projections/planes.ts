import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { isAbsolute, relativeTo } from './paths.ts';
import { folderKind, nameKind } from './source-files.ts';
import { writtenPath } from './tools.ts';

/** What evidence is about: code is what is built and tested and what decides how; documents are read by people. */
export type Plane = 'code' | 'docs';

/**
 * What the name of a file says: its plane; null for what is neither; `script` for a name without an ending, `unknown` for
 * one whose ending nobody listed: whether those are scripts only their content says.
 */
export type NamedPlane = Plane | 'script' | 'unknown' | null;

/**
 * Says of paths from the top of a worktree, `/` between folders, which plane they belong to. Remembers folders, so that
 * the paths of a whole tree cost little; what it is asked in which order changes nothing.
 *
 * Neither are what builds make, what others wrote (`vendor/`), logs, docket's own files and those of the host.
 */
export const planeReader = (): ((path: string) => NamedPlane) => {
  const places = new Map<string, FolderPlace>();
  const endings = new Map<string, 'source' | 'doc'>();
  // Paths of a tree come folder by folder.
  let last = '';
  let place = placeOf('');
  return (path) => {
    const slash = path.lastIndexOf('/');
    if (slash !== last.length - 1 || !path.startsWith(last)) {
      last = path.slice(0, slash + 1);
      const known = places.get(last);
      place = known ?? placeOf(last);
      if (known === undefined) places.set(last, place);
    }
    if (place === 'neither') return null;
    const dot = path.lastIndexOf('.');
    // One dot and no underscore: of what has the ending of a language, nothing else in the name can say more.
    const isPlain = dot > slash + 1 && path.indexOf('.', slash + 1) === dot && !path.includes('_', slash + 1);
    const ending = isPlain ? path.slice(dot + 1) : '';
    const known = isPlain ? endings.get(ending) : undefined;
    if (known !== undefined) return known === 'doc' ? 'docs' : 'code';
    const name = path.slice(slash + 1).toLowerCase();
    const kind = nameKind(name);
    // `readme.txt` is a document for its name.
    if (isPlain && (kind === 'source' || (kind === 'doc' && !name.endsWith('.txt')))) endings.set(ending, kind);
    return planeIn(place, kind, name);
  };
};

/** Which plane a submodule or a repository in the worktree belongs to, whatever it is called. */
export const planeOfRepository = (path: string): Plane | null => (isOwn(path.split('/')) ? null : 'code');

/** The planes of which an event says that a file of its worktree was written. A write that failed changed nothing. */
export const planesWritten = (event: Envelope): readonly Plane[] => {
  if (event.type === 'ChangesObserved') return (event.data as EventData<'ChangesObserved'>).planes;
  if (event.type !== 'ToolCompleted') return NONE;
  const path = writtenPath(event.data['tool_name'], event.data['tool_input']);
  if (path === null) return NONE;
  const relative = relativeTo(event.worktree, path);
  // Another worktree's file, or none's: this worktree's content did not change.
  if (isAbsolute(relative)) return NONE;
  const plane = planeOfPath(relative);
  return plane === null ? NONE : [plane];
};

/** The plane of one file, by its name alone: one that may be a script is taken for one. */
export const planeOfPath = (path: string): Plane | null => {
  const plane = planeReader()(path.replaceAll('\\', '/'));
  if (plane === 'script') return 'code';
  return plane === 'unknown' ? null : plane;
};

const NONE: readonly Plane[] = [];

type FolderPlace = 'neither' | 'test' | 'docs' | 'other';

/** Of a folder as it stands before a name: `src/lib/`, and nothing for the top. */
const placeOf = (folder: string): FolderPlace => {
  const folders = folder.split('/').slice(0, -1);
  if (isOwn(folders)) return 'neither';
  const kind = folderKind(folders);
  if (kind === 'vendored' || kind === 'generated') return 'neither';
  if (kind === 'test') return 'test';
  return folders.some((name) => DOC_FOLDERS.includes(name.toLowerCase())) ? 'docs' : 'other';
};

/** docket's own files and those of the host say nothing about what is built. */
const isOwn = (folders: readonly string[]): boolean => folders.some((name) => name === '.docket' || name === '.claude');

const OWN_FILES = ['docket.config.json', 'docket.config.local.json'];

const DOC_FOLDERS = ['docs', 'doc', 'documentation'];

/** Text that is a document where documents are kept. */
const DOC_TEXTS = ' txt text html htm org tex textile ';

/** What is built, though gates about writing do not ask about it: the look of pages, and languages that are seldom met. */
const MORE_SOURCE =
  ' css scss sass less styl html htm hbs mustache ejs njk liquid twig erb haml pug slim jsp cshtml razor xsl xslt fish ksh ' +
  'bat cmd psm1 awk tcl nix bzl star prisma thrift avsc hcl sol nim cr coffee d f90 f s asm cu glsl wgsl metal vb ml mli ' +
  'rkt scm lisp el vim edn cljc hrl adb ads pas cob zsh-theme ';

const planeIn = (place: FolderPlace, kind: ReturnType<typeof nameKind>, name: string): NamedPlane => {
  // A name without a dot has none, even if it is called `log` or `d`.
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
  // `build.log` is no file of the build.
  if (ending === 'log') return null;
  switch (kind) {
    case 'generated':
      return null;
    case 'doc':
      return 'docs';
    case 'source':
      return 'code';
    case 'config':
      return OWN_FILES.includes(name) ? null : 'code';
    case 'other': {
      if (place === 'docs' && DOC_TEXTS.includes(` ${ending} `)) return 'docs';
      if (place === 'test' || MORE_SOURCE.includes(` ${ending} `)) return 'code';
      return name.lastIndexOf('.') > 0 ? 'unknown' : 'script';
    }
  }
};
