/** A path relative to a folder when it lies in it, else unchanged. Text only: both absolute, `/`-separated or `\`. */
export const relativeTo = (folder: string | null, path: string): string => {
  if (folder === null) return path;
  const prefix = folder.endsWith('/') || folder.endsWith('\\') ? folder : `${folder}/`;
  if (path.startsWith(prefix)) return path.slice(prefix.length);
  return path.startsWith(`${folder}\\`) ? path.slice(folder.length + 1) : path;
};

/** Whether a path is a folder or lies in it. */
export const isIn = (folder: string, path: string): boolean => folder === path || relativeTo(folder, path) !== path;

/** Whether a path names its place from the root of a file system. */
export const isAbsolute = (path: string): boolean => path.startsWith('/') || path.startsWith('\\') || path[1] === ':';
