/** Stand-ins for values: the same value has the same one, numbered as they come. */
export const standIns = () => {
  const known = new Map<string, Map<string, number>>();
  return (kind: string, value: string): string => {
    const values = known.get(kind) ?? new Map<string, number>();
    known.set(kind, values);
    const number = values.get(value) ?? values.size + 1;
    values.set(value, number);
    return `${kind}-${number}`;
  };
};

/** Parts of paths that are the same on every machine, so that they say nothing of anybody. */
const GENERIC = new Set(
  `. .. ~ * ** / bin boot dev etc home Users lib mnt opt private proc root run sbin srv sys tmp usr var null stdin stdout stderr
   node_modules src lib test tests docs dist build .git .github .docket .claude log blobs projects package.json package-lock.json
   tsconfig.json README.md CHANGELOG.md CLAUDE.md docket.config.json settings.json settings.local.json`.split(/\s+/),
);

const ENDING = /^(.+?)((?:\.[A-Za-z][A-Za-z0-9]{0,7}){1,2})$/;

/** What a path is made of, and what lies between. */
const PARTS = /([\\/]+)/;

/** A word of a text that has a path's form: it has a slash. */
const PATH_WORD = /[\p{L}\p{N}_.@~+*%-]*(?:[\\/]+[\p{L}\p{N}_.@+*%-]+)+[\\/]?/gu;
/** Where programs lie that others have as well. */
const INSTALLED =
  /^\/(?:usr\/|opt\/homebrew\/)?(?:local\/)?s?bin\/[^/]+$|(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin)\/[^/]+$/;
const WORD = /[\p{L}\p{N}_.@+-]+/gu;
const UNDOTTED = /[\p{L}\p{N}_@+-]+/gu;
const UNDASHED = /[\p{L}\p{N}_]+/gu;
const MAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const HOME = /(?:^|[\\/])(?:home|Users)[\\/]+([^\\/]+)/g;

/** Shorter words stand in texts for themselves. */
const SHORTEST_NAME = 3;

/** Takes paths out, part by part, so that what lies in what can still be told, and endings stay. */
export const pathNames = (standIn: (kind: string, value: string) => string) => {
  const known = new Set<string>();
  const withBlanks = new Set<string>();
  const programs = new Set<string>();

  const mapPart = (part: string): string => {
    if (part === '' || GENERIC.has(part) || /^[A-Za-z]:$/.test(part)) return part;
    const [, , ending = ''] = ENDING.exec(part) ?? [];
    return `${standIn('path', part)}${ending}`;
  };

  const mapPath = (path: string): string =>
    path
      .split(PARTS)
      .map((part) => (/^[\\/]/.test(part) ? part : mapPart(part)))
      .join('');

  return {
    learn: (path: string): void => {
      for (const part of path.split(PARTS))
        if (part.length >= SHORTEST_NAME && !GENERIC.has(part) && !/[\\/]/.test(part)) known.add(part);
      if (path.includes(' ')) withBlanks.add(path);
    },
    /** Learns which programs are somebody's files, from how a command or a list of programs names them. */
    learnPrograms: (text: string): void => {
      for (const [path] of text.matchAll(PATH_WORD)) {
        const name = path.split(PARTS).findLast((part) => part !== '' && !/[\\/]/.test(part)) ?? '';
        if (INSTALLED.test(path) || GENERIC.has(name)) continue;
        programs.add(name);
      }
    },
    isProgram: (name: string): boolean => programs.has(name),
    mapPath,
    mapText: (text: string): string => {
      // What stands for a path with blanks is put in last, so that it is not taken for one.
      const put: string[] = [];
      let mapped = text;
      for (const path of withBlanks) {
        if (!mapped.includes(path)) continue;
        mapped = mapped.replaceAll(path, `\u0000${put.length}\u0000`);
        put.push(mapPath(path));
      }
      return mapped
        .replace(PATH_WORD, mapPath)
        .replace(WORD, (word) => (known.has(word) ? mapPart(word) : word))
        .replace(PLACE, (_, index: string) => put[Number(index)] ?? '');
    },
  };
};

/** No text has it, so it can mark a place. */
const PLACE = /\u0000(\d+)\u0000/g;

/** Takes out of texts and paths who works there, and on what. */
export const identityNames = (standIn: (kind: string, value: string) => string) => {
  const known = new Map<string, string>();
  /** Names that are no single word: `feature/discount`. */
  const long = new Map<string, string>();
  const learn = (kind: string, name: string): void => {
    if (/[\\/# ]/.test(name)) long.set(name, kind);
    else if (name.length >= SHORTEST_NAME && !GENERIC.has(name) && !known.has(name)) known.set(name, kind);
  };
  const named = (word: string): string => {
    const kind = known.get(word);
    return kind === undefined ? word : standIn(kind, word);
  };
  return {
    learn,
    learnPath: (path: string): void => {
      for (const [, user = ''] of path.matchAll(HOME)) learn('user', user);
    },
    mapText: (text: string): string =>
      [...long]
        .sort(([a], [b]) => b.length - a.length)
        .reduce((left, [name, kind]) => (left.includes(name) ? left.replaceAll(name, standIn(kind, name)) : left), text)
        .replace(HOME, (match, user: string) => `${match.slice(0, match.length - user.length)}${standIn('user', user)}`)
        .replace(MAIL, (mail) => standIn('mail', mail))
        .replace(WORD, named)
        .replace(UNDOTTED, named)
        // Hosts name folders by what a path is made of: `-home-ada-shop`.
        .replace(UNDASHED, named),
  };
};
