import type { ChangedFile } from '../../projections/changes.ts';
import type { View } from '../../projections/fold.ts';
import { isAbsolute } from '../../projections/paths.ts';
import { type Plane, planeOfPath } from '../../projections/planes.ts';

/** Files of a plane that the session is known to have written in its worktree, in the order of their first write. */
export const writtenIn = ({ changes }: View, plane: Plane): readonly ChangedFile[] =>
  changes.files.filter(({ path }) => !isAbsolute(path) && planeOfPath(path) === plane);
