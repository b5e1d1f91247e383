import { nearestNames } from '../nearest-names.ts';
import type { Path } from './positions.ts';

/** A problem by the path of the value it is about. */
export interface Found {
  readonly path: Path;
  readonly message: string;
}

/** `: did you mean "guard"?`, or what there is. */
export const meant = (word: string, names: readonly string[], otherwise: string): string => {
  const near = nearestNames(word, names);
  return near.length === 0 ? `: ${otherwise}` : `: did you mean ${near.map((name) => `"${name}"`).join(' or ')}?`;
};
