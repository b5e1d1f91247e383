/** Arguments looked at, and how deep they are nested. */
const MOST_PATHS = 64;
const DEEPEST = 6;
/** UTF-16 units; no file system takes longer paths. */
const LONGEST_PATH = 4096;

/** The paths among the arguments of a tool nobody classified: texts whose name says that they are files or folders. */
export const namedPaths = (toolInput: unknown): string[] => {
  const found = new Set<string>();
  const visit = (value: unknown, isPath: boolean, depth: number): void => {
    if (found.size >= MOST_PATHS || depth > DEEPEST) return;
    if (typeof value === 'string') {
      if (isPath && value !== '' && value.length <= LONGEST_PATH && !value.includes('\n'))
        found.add(withoutScheme(value));
    } else if (Array.isArray(value)) {
      for (const item of value.slice(0, MOST_PATHS)) visit(item, isPath, depth + 1);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value).slice(0, MOST_PATHS)) visit(item, namesPath(key), depth + 1);
    }
  };
  visit(toolInput, false, 0);
  return [...found];
};

/** `file_path`, `relativePath`, `destination`. */
const namesPath = (key: string): boolean =>
  key.split(/[_\-.]|(?<=[a-z])(?=[A-Z])/).some((word) => PATH_WORDS.has(word.toLowerCase()));

const PATH_WORDS = new Set(
  'path paths file files filename filepath uri uris dir directory folder source src dest destination target from to'.split(
    ' ',
  ),
);

const withoutScheme = (text: string): string => {
  if (!text.startsWith('file://')) return text;
  try {
    return decodeURIComponent(text.slice('file://'.length));
  } catch {
    return text;
  }
};
