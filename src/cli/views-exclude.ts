import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { GitLayout } from '../events/git-layout.ts';
import { type Outcome, success } from '../hooks/install/outcome.ts';
import { readTextFile, replaceTextFile } from '../hooks/install/text-file.ts';
import { LEGACY_NAMES, SESSION_CHANGES, SHIPPED_MARKERS } from '../projections/legacy/legacy-files.ts';

/** In any folder, since the project may be a part of the repository. */
const PATTERNS = [
  ...Object.keys(LEGACY_NAMES),
  `${SESSION_CHANGES}*`,
  ...SHIPPED_MARKERS.map((marker) => `.*-${marker}`),
].map((name) => `**/${name}`);

/**
 * Keeps the files out of git for everybody who works in this clone, or takes that back, by lines in `info/exclude`: it is
 * no file of the project's. Other lines stay as they are.
 */
export const excludeViews = ({ commonDir }: GitLayout, isOn: boolean): Outcome<null> => {
  const path = join(commonDir, 'info', 'exclude');
  mkdirSync(dirname(path), { recursive: true });
  const read = readTextFile(path);
  if (!read.ok) return read;
  const text = read.value.text ?? '';
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const others = lines.filter((line) => !PATTERNS.includes(line));
  const missing = PATTERNS.filter((pattern) => !lines.includes(pattern));
  const next = isOn ? [...lines, ...missing] : others;
  const after = next.map((line) => `${line}\n`).join('');
  return after === text || (!isOn && others.length === lines.length)
    ? success(null)
    : replaceTextFile(read.value, after);
};
