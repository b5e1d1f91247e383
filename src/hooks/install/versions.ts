/** The `major.minor.patch` at the start of a version or of the output of `claude --version`, or null. */
export const parseVersion = (text: string): string | null =>
  /^\s*v?(\d{1,6}\.\d{1,6}\.\d{1,6})(?![\d.])/.exec(text)?.[1] ?? null;

/** Whether a `major.minor.patch` version is the same as `floor` or newer, part by part as numbers. */
export const isAtLeast = (version: string, floor: string): boolean => compareVersions(version, floor) >= 0;

/** Negative, zero or positive as `a` is older than, the same as or newer than `b`. */
export const compareVersions = (a: string, b: string): number => {
  const left = a.split('.').map(Number);
  const right = b.split('.').map(Number);
  for (let i = 0; i < 3; i += 1) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
};
