/** A released version; null for what is none: only those are told of. */
export const releaseIn = (text: unknown): readonly [number, number, number] | null => {
  if (typeof text !== 'string' || text.length > 50) return null;
  const [, major, minor, patch] = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(text) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
};

/** Whether a version is newer than the one that runs. What runs may be a version that is not released yet: `1.2.0-beta.1`. */
export const isNewer = (newest: string, current: string): boolean => {
  const [release = ''] = /^[\d.]+/.exec(current) ?? [];
  const [theirs, own] = [releaseIn(newest), releaseIn(release)];
  if (theirs === null || own === null) return false;
  const differs = theirs.findIndex((part, index) => part !== own[index]);
  return differs < 0 ? release !== current : (theirs[differs] ?? 0) > (own[differs] ?? 0);
};
