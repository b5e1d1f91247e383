import type { EventDraft } from '../../../events/envelope.ts';
import type { Environment } from '../../../events/location.ts';
import type { LogFs } from '../../../events/log-fs.ts';
import type { EventData } from '../../../events/schemas.ts';
import type { View } from '../../../projections/fold.ts';
import { isAbsolute } from '../../../projections/paths.ts';
import { pathOnDisk } from '../tree/disk.ts';
import { shownName } from '../tree/listings.ts';
import { problemOf } from '../tree/problem.ts';
import type { GitRun } from '../tree/run-git.ts';
import { type AnnotationCache, readAnnotationCache, writeAnnotationCache } from './annotation-cache.ts';
import { changedFiles } from './changed-sources.ts';
import { findAnnotations, sourcesIn } from './find-annotations.ts';
import { MARK } from './kept-annotation.ts';
import { listFiles, OutOfReach } from './list-files.ts';
import { readSource } from './read-source.ts';
import { type Plan, reconcile } from './reconcile.ts';

// A bundle of its own: what it reads is the whole source.

export interface AuditInput {
  /** Top folder of the worktree. */
  readonly top: string;
  /** What it holds. */
  readonly tree: EventData<'TreeObserved'>;
  readonly plan: Plan | null;
  readonly state: Pick<View, 'changes' | 'session'>;
  /** Lines from which on a source file has to say what was decided. */
  readonly lines: number;
  readonly plannedPhases: boolean;
  /** The folder of docket's files; null where nothing is to be kept. */
  readonly root: string | null;
  readonly fs: LogFs;
  readonly env: Environment;
  readonly untrusted: readonly string[];
  readonly now: number;
  /** Milliseconds that are left of the hook's time. */
  readonly timeLeft: () => number;
}

type Audit = EventData<'DecisionsAudited'>;

/** Milliseconds that an audit may take at most, and those that the rest of the call needs. */
const LONGEST_MS = 4_000;
const REST_MS = 200;

/** Names of each kind that are kept. */
const MOST_NAMES = 500;

/**
 * Reads the annotations of a worktree's source and holds them against its plan. Where that cannot be done, or not in time,
 * the audit says why and nothing else, and what was read is kept for the next one. Never throws.
 */
export const auditDecisions = async (input: AuditInput): Promise<EventDraft> => {
  try {
    return { type: 'DecisionsAudited', data: await audit(input) };
  } catch (error) {
    const problem = error instanceof OutOfReach ? error.message : problemOf(error);
    return { type: 'DecisionsAudited', data: { ...NOTHING, worktree: input.top, problem } };
  }
};

const NOTHING: Omit<Audit, 'worktree' | 'problem'> = {
  ...{ unplanned: [], unimplemented: [], missing: [], total: 0, sourceFilesChanged: 0, unaddressedP0: [], noGo: [] },
};

const audit = async ({
  top,
  tree,
  plan,
  state,
  root,
  fs,
  env,
  untrusted,
  now,
  ...input
}: AuditInput): Promise<Audit> => {
  const unread = plan === null ? null : unreadOf(plan);
  if (unread !== null) throw new OutOfReach(unread);
  const until = performance.now() + Math.min(LONGEST_MS, input.timeLeft() - REST_MS);
  const left = (): number => until - performance.now();
  const run: GitRun = { cwd: top, env, left };
  const { names, untracked } = await listFiles(run);
  const known: AnnotationCache = root === null ? new Map() : readAnnotationCache(root, top, fs);
  const found = await findAnnotations({ top, names, known, env, untrusted, now, left });
  if (found.isNew && root !== null) writeAnnotationCache(root, top, fs, found.cache);
  if (found.isLate) throw new OutOfReach('the source could not be read in time; the next audit goes on from there');
  const changed = sourcesIn([...(await changedFiles({ state, tree, untracked, run }))]);
  const { code, docs } = tree.tree;
  return {
    worktree: top,
    ...(plan?.part === undefined ? {} : { part: plan.part }),
    ...bounded(
      reconcile(
        [...found.files].flatMap(([name, { annotations }]) => (isAbout(name, plan) ? annotations : [])),
        plan,
        input,
      ),
    ),
    ...validate(changed, { top, files: found.files, lines: input.lines }),
    sourceFilesChanged: changed.length,
    ...(code === null && docs === null ? {} : { tree: tree.tree }),
    plan: plan?.bytes ?? null,
    problem: null,
  };
};

/** Whether a plan is about a file: one of a package says nothing of the others. */
const isAbout = (name: string, plan: Plan | null): boolean =>
  plan?.part === undefined || name.startsWith(`${Buffer.from(plan.part).toString('latin1')}/`);

/** Whether a source file that the session wrote has a decision: how a project that has no plan shows that it uses them. */
export const holdDecisions = (top: string, { files }: View['changes']): boolean => {
  const names = files
    .slice(-MOST_LOOKED_AT)
    .flatMap(({ path }) => (isAbsolute(path) ? [] : [Buffer.from(path).toString('latin1')]));
  return sourcesIn(names).some((name) => readSource(pathOnDisk(top, name))?.bytes.includes(MARK) === true);
};

const MOST_LOOKED_AT = 100;

/** Why nobody knows all that a plan says; null where it was read. What git cannot say of it is no matter here. */
const unreadOf = ({ exists, bytes, cut, problem }: Plan): string | null => {
  if (exists && bytes === null) return problem ?? 'the plan cannot be read';
  return cut === true ? 'only the beginning of the plan was read' : null;
};

const bounded = <Lists extends { readonly [name: string]: readonly string[] | number | undefined }>(
  lists: Lists,
): Lists =>
  Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [name, Array.isArray(list) ? list.slice(0, MOST_NAMES) : list]),
  ) as Lists;

/** Whether changed files of some length say what was decided, and whether what changed files say is whole. */
const validate = (
  changed: readonly string[],
  { top, files, lines }: { readonly top: string; readonly files: AnnotationCache; readonly lines: number },
): Pick<Audit, 'missing' | 'incomplete'> => {
  const missing: string[] = [];
  const incomplete: NonNullable<Audit['incomplete']> = [];
  for (const name of changed) {
    const annotations = files.get(name)?.annotations;
    if (annotations === undefined) continue;
    const path = shownName(name);
    if (annotations.length === 0 && missing.length < MOST_NAMES && isLong(top, name, lines)) missing.push(path);
    for (const { id, line, lacks } of annotations) {
      if (lacks.length > 0 && incomplete.length < MOST_NAMES)
        incomplete.push({ id: id ?? '', path, line, lacks: [...lacks] });
    }
  }
  return { missing, ...(incomplete.length === 0 ? {} : { incomplete }) };
};

/** A last line without a newline is one too. */
const isLong = (top: string, name: string, lines: number): boolean => {
  const bytes = readSource(pathOnDisk(top, name))?.bytes;
  if (bytes === undefined) return false;
  let count = bytes.length === 0 || bytes.at(-1) === NEWLINE ? 0 : 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0 && count < lines; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count >= lines;
};

const NEWLINE = 0x0a;
