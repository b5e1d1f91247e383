/** Beyond these a pattern is taken to match: nobody writes such a one for anything else. */
const LONGEST_PATTERN = 1024;
const MOST_DEEP = 4;

/**
 * Whether a shell's pattern names a path or a folder that holds it, both absolute, case aside. `*` and `?` leave names
 * alone that begin with a dot, `**` is a folder of any depth or none.
 */
export const globMatches = (pattern: string, path: string): boolean => {
  if (pattern.length > LONGEST_PATTERN || pattern.split('**').length - 1 > MOST_DEEP) return true;
  const names = path.toLowerCase().split('/');
  return alternatives(pattern.toLowerCase()).some((each) => pathMatches(each.split('/'), names));
};

/** `a{b,c}d` as `abd` and `acd`; more than a few are not looked at one by one. */
const alternatives = (pattern: string): string[] => {
  let open = [pattern];
  for (let round = 0; round < MOST_BRACES; round += 1) {
    const next = open.flatMap((text) => {
      const braces = /\{([^{}]*,[^{}]*)\}/.exec(text);
      if (braces === null) return [text];
      const before = text.slice(0, braces.index);
      const after = text.slice(braces.index + braces[0].length);
      return (braces[1] ?? '').split(',').map((choice) => before + choice + after);
    });
    if (next.length === open.length || next.length > MOST_ALTERNATIVES) return next.slice(0, MOST_ALTERNATIVES);
    open = next;
  }
  return open;
};

const MOST_BRACES = 4;
const MOST_ALTERNATIVES = 64;

const pathMatches = (patterns: readonly string[], names: readonly string[]): boolean => {
  const [first, ...rest] = patterns;
  if (first === undefined) return true;
  if (first === '**' && rest.length > 0) {
    return (
      pathMatches(rest, names) ||
      (names.length > 0 && !names[0]?.startsWith('.') && pathMatches(patterns, names.slice(1)))
    );
  }
  const [name, ...others] = names;
  return name !== undefined && nameMatches(first, name) && pathMatches(rest, others);
};

/** Walks back to the last `*` only, so that no pattern takes longer than its length times that of the name. */
const nameMatches = (pattern: string, name: string): boolean => {
  if (name.startsWith('.') && !/^[.[\\]/.test(pattern)) return false;
  const tokens = pattern.match(/\\.|\[!?\]?[^\]]*\]|./gs) ?? [];
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    const token = tokens[at];
    if (token === '*') {
      star = at;
      resume = index;
      at += 1;
    } else if (token !== undefined && charMatches(token, name[index] ?? '')) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  return tokens.slice(at).every((token) => token === '*');
};

const charMatches = (token: string, char: string): boolean => {
  if (token === '?') return true;
  if (token.startsWith('\\')) return token[1] === char;
  if (token.length < 3 || !token.startsWith('[')) return token === char;
  const isNegated = token[1] === '!' || token[1] === '^';
  const set = token.slice(isNegated ? 2 : 1, -1);
  return inSet(set, char) !== isNegated;
};

const inSet = (set: string, char: string): boolean => {
  for (let at = 0; at < set.length; at += 1) {
    if (set[at + 1] === '-' && at + 2 < set.length) {
      if ((set[at] ?? '') <= char && char <= (set[at + 2] ?? '')) return true;
      at += 2;
    } else if (set[at] === char) return true;
  }
  return false;
};
