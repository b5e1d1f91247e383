import { SHARING_LEVELS, type SharingLevel } from '../../audit/sharing/sharing.ts';
import { UsageError } from '../io.ts';

/** The levels that `--redact` names. Throws `UsageError` for what is none. */
export const levelsFrom = (named: readonly string[]): SharingLevel[] => {
  const words = named.flatMap((one) => one.split(','));
  const wrong = words.find((word) => word !== 'all' && !SHARING_LEVELS.some((level) => level === word));
  if (wrong !== undefined) {
    throw new UsageError(`There is no level ${wrong}. --redact takes some of ${SHARING_LEVELS.join(', ')}, or all.`);
  }
  return SHARING_LEVELS.filter((level) => words.includes('all') || words.includes(level));
};
