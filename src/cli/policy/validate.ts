import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { counted } from '../../audit/counted.ts';
import { readSmallFile } from '../../events/git-layout.ts';
import { userConfigFolder } from '../../events/location.ts';
import { type PolicySource, resolvePolicy } from '../../gates/policy-files.ts';
import { gateFile } from '../../hooks/custom-gates/trusted-gates.ts';
import { type ExitCode, type Io, NotFoundError } from '../io.ts';
import { findProject } from '../project.ts';
import { shownPath } from '../show-change.ts';
import { printable, styleFor, wrap } from '../style.ts';
import { type FileProblem, fileProblems } from './file-problems.ts';
import { policyLayers } from './layers.ts';
import { positionOf, treeOf } from './positions.ts';

interface Checked {
  readonly path: string;
  readonly problems: readonly FileProblem[];
  /** What nobody need mend: a schema that editors will not find, a file that is not read. */
  readonly notes: readonly string[];
}

/**
 * Checks a policy file, or without one all that the policy here is read from. 1 where something is wrong. Throws
 * `NotFoundError` for a file that is not there.
 */
export const runValidate = (file: string | undefined, { json }: { readonly json?: boolean }, io: Io): ExitCode => {
  const checked = (file === undefined ? sourcesHere(io) : [sourceAt(file, io)]).map(checkedSource);
  const unread = file === undefined ? unreadHere(io) : [];
  const isFine = checked.every(({ problems }) => problems.length === 0);
  if (json === true) {
    io.stdout(`${JSON.stringify({ ok: isFine, files: checked, notes: unread })}\n`);
    return isFine ? 0 : 1;
  }
  const style = styleFor(io);
  const rows = checked.flatMap(({ path, problems, notes }) => {
    const name = printable(shownPath(path, io));
    return [
      problems.length === 0
        ? `${style('green', 'ok')} ${name}`
        : `${style('red', counted(problems.length, 'problem'))} in ${name}`,
      ...problems.flatMap(({ line, column, key, message }) => [
        `  ${name}:${line}:${column}${key === '' ? '' : ` ${printable(key)}`}`,
        ...wrap(message, io.width, '    '),
      ]),
      ...notes.flatMap((note) => wrap(note, io.width, '  note: ')),
    ];
  });
  const none = checked.length === 0 ? wrap('There is no policy file: the preset is observe.', io.width) : [];
  io.stdout(`${[...rows, ...none, ...unread.flatMap((note) => wrap(note, io.width, 'note: '))].join('\n')}\n`);
  return isFine ? 0 : 1;
};

const sourcesHere = (io: Io): PolicySource[] => policyLayers(io).flatMap(({ source }) => source ?? []);

const sourceAt = (file: string, io: Io): PolicySource => {
  const path = resolve(io.cwd, file);
  if (!existsSync(path)) throw new NotFoundError(`${file} is not there.`);
  const isPersonal = path === join(userConfigFolder(io.env), 'config.json');
  return { path, text: readSmallFile(path) ?? null, ...(isPersonal ? { isPersonal: true as const } : {}) };
};

const checkedSource = (source: PolicySource): Checked => ({
  path: source.path,
  problems: [...fileProblems(source), ...withoutFile(source)],
  notes: schemaNotes(source),
});

/** Gates of the project whose file is not there. */
const withoutFile = ({ path, text }: PolicySource): FileProblem[] => {
  if (basename(path) !== 'docket.config.json') return [];
  const { customGates } = resolvePolicy([{ path, text }]).policy;
  return Object.entries(customGates ?? {}).flatMap(([name, file]) => {
    if (gateFile(dirname(path), file) !== null) return [];
    const message = `${file} is not there, a link, or larger than 256 KB: without it the gate ${name} fails`;
    const at = positionOf(text ?? '', treeOf(text ?? ''), ['customGates', name, 'file']);
    return [{ ...at, key: `customGates.${name}.file`, message }];
  });
};

const schemaNotes = ({ path, text }: PolicySource): string[] => {
  const named = schemaIn(text ?? '');
  if (named === null || /^[a-z]+:\/\//i.test(named) || existsSync(resolve(dirname(path), named))) return [];
  return [`$schema names ${named}, which is not there: editors will not help with this file; docket does without it.`];
};

const schemaIn = (text: string): string | null => {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const named = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['$schema'] : null;
    return typeof named === 'string' ? named : null;
  } catch {
    return null;
  }
};

/** Files that look as if they were read, and are not: in a folder of the project, in another worktree. */
const unreadHere = (io: Io): string[] => {
  const { location, worktree } = findProject(io);
  const folders = new Set([io.cwd, worktree, location.projectDir]);
  folders.delete(location.policyDir);
  return [...folders].flatMap((folder) =>
    ['docket.config.json', 'docket.config.local.json'].flatMap((name) => {
      const path = join(folder, name);
      if (!existsSync(path)) return [];
      return [
        `${shownPath(path, io)} is not read: that of ${location.policyDir} holds, ${whyThere(folder, worktree)}.`,
      ];
    }),
  );
};

const whyThere = (folder: string, worktree: string): string =>
  folder === worktree ? 'for all worktrees' : `for the whole project, not ${basename(folder)} alone`;
