import { readSmallFile } from '../../events/git-layout.ts';

/** A repository's own configuration, without what it includes: names in lower case but for the middle part. */
export interface GitConfig {
  /** The last value of `remote.origin.url`. */
  readonly get: (name: string) => string | undefined;
  /** The middle parts of a section: the names of all remotes. */
  readonly names: (section: string) => readonly string[];
}

/** Reads the configuration in a git directory (git-config(1), "Syntax"); empty when it cannot be read. */
export const readGitConfig = (commonDir: string): GitConfig => {
  const values = new Map<string, string>();
  const names = new Map<string, Set<string>>();
  let section = '';
  for (const line of (readSmallFile(`${commonDir}/config`) ?? '').split('\n')) {
    const header = /^\s*\[([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\]/.exec(line);
    const [, name, middle] = header ?? [];
    if (name !== undefined) {
      const lower = name.toLowerCase();
      section = middle === undefined ? lower : `${lower}.${middle.replace(/\\(.)/g, '$1')}`;
      if (middle !== undefined) names.set(lower, (names.get(lower) ?? new Set()).add(section.slice(lower.length + 1)));
      continue;
    }
    const [, key, value] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (key !== undefined) values.set(`${section}.${key.toLowerCase()}`, (value ?? '').replace(/^"(.*)"$/, '$1'));
  }
  return { get: (name) => values.get(name), names: (of) => [...(names.get(of) ?? [])] };
};
