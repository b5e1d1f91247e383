import type { Mount } from '../mounts.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct } from './act.ts';

/** A deletion in a container, and beside it the one of what lies on this machine in truth. */
export const withMounted = ({ mounts }: Run, found: FoundAct): readonly FoundAct[] => {
  if (mounts === undefined || found.kind !== 'delete') return [found];
  const paths = (found.paths ?? []).flatMap((word) => pathHere(word, mounts) ?? []);
  const { host: _, ...details } = found.details ?? {};
  return paths.length === 0 ? [found] : [found, { ...found, paths, details }];
};

/** Where a path of a container is on this machine; null when it is only there. */
const pathHere = (word: ShellWord | null, mounts: readonly Mount[]): ShellWord | null => {
  const path = word?.value ?? word?.glob;
  if (word === null || path === undefined) return null;
  const inside = mounts.filter(({ target }) => target === '/' || path === target || path.startsWith(`${target}/`));
  const [nearest] = inside.sort((one, other) => other.target.length - one.target.length);
  if (nearest === undefined) return null;
  const rest = path.slice(nearest.target === '/' ? 0 : nearest.target.length);
  const here = `${nearest.source.replace(/\/$/, '')}${rest}` || '/';
  const known = word.value === null ? { value: null, glob: here } : { value: here };
  return { ...word, ...known, text: '', tilde: here.startsWith('~') };
};
