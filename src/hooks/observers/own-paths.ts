import { dirname, isAbsolute, resolve } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import type { Act } from '../../shell/acts/act.ts';
import { namedByText, type OwnPlaces } from '../own-places.ts';
import type { CallPlace } from '../place.ts';
import { globMatches } from './glob.ts';

type ObservedPath = EventData<'PathsObserved'>['paths'][number];
type Own = Pick<ObservedPath, 'protected' | 'holds'>;

/** The observed paths of an act, with what of docket's own they are about. */
export const withOwn = (
  observed: readonly ObservedPath[],
  { paths, directory, directoryKnown, details }: Pick<Act, 'paths' | 'directory' | 'directoryKnown' | 'details'>,
  place: CallPlace,
): ObservedPath[] => {
  // On another machine, or in a container, they are others'.
  if (details['host'] !== undefined) return [...observed];
  const base = directoryKnown ? place.folderAt(directory) : null;
  return observed.map((path, index) => ({ ...path, ...ownOf(path, paths[index]?.spelled ?? null, base, place) }));
};

const ownOf = ({ written, path }: ObservedPath, spelled: string | null, base: string | null, place: CallPlace): Own => {
  const text = written ?? spelled;
  if (text === null) return {};
  const isWhole = written !== null && (base !== null || isAbsolute(written) || written.startsWith('~'));
  if (!isWhole) return ownByText(text);
  const named = written.startsWith('~') ? tildePath(written, place) : resolve(base ?? '/', written);
  return ownAt(named, path ?? named, place.own());
};

/** Where only the end of a path is known, its names have to do. */
const ownByText = (text: string): Own => {
  const kept = namedByText(text.replace(/["'\\]/g, ''));
  return kept === null ? {} : { protected: kept };
};

const tildePath = (written: string, { folderAt }: CallPlace): string => resolve(folderAt('~'), written.slice(2));

/** As it is named, and as links lead, the last one included. */
const ownAt = (named: string, path: string, own: OwnPlaces): Own => {
  const target = realFolder(path);
  const kept = own.named(named) ?? own.named(path) ?? (target === path ? null : own.named(target));
  if (kept !== null) return { protected: kept };
  if (isPattern(named)) {
    const pattern = resolve(realFolder(dirname(named)), named.slice(dirname(named).length + 1));
    const matched = own.files().find((file) => globMatches(pattern, file.path));
    return matched === undefined ? {} : { protected: matched.kind };
  }
  const held = own.heldBy(target);
  return held === null ? {} : { holds: held };
};

const isPattern = (path: string): boolean => ['*', '?', '[', '{'].some((char) => path.includes(char));
