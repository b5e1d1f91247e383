import { findGitLayout, realFolder } from '../events/git-layout.ts';
import { findExistingLocation, type Location, refuseLinks, stateLocation } from '../events/location.ts';
import { nodeLogFs } from '../events/log-fs.ts';
import { openProjectLog } from '../events/project-log.ts';
import { type LogFolder, listSegments, logFolder } from '../events/segments.ts';
import { type Io, NotFoundError } from './io.ts';

/** The project a command is called in, and its log. */
export interface Project {
  readonly location: Location;
  readonly folder: LogFolder;
  /** Top folder of the worktree the command is called in. */
  readonly worktree: string;
  /** Another log of the project, from when it could not be written; null when there is none. */
  readonly elsewhere: string | null;
}

export const findProject = (io: Pick<Io, 'env' | 'cwd'>): Project => {
  const location = findExistingLocation({ env: io.env, cwd: io.cwd, fs: nodeLogFs });
  const worktree = findGitLayout(realFolder(io.cwd))?.worktree ?? location.projectDir;
  return { location, folder: logFolder(location.root, nodeLogFs), worktree, elsewhere: otherLog(location, io) };
};

const otherLog = (location: Location, { env }: Pick<Io, 'env'>): string | null => {
  if (location.fallback !== null || (env['DOCKET_DIR'] ?? '') !== '') return null;
  const { root } = stateLocation(location, env, '');
  return listSegments(logFolder(root, nodeLogFs)).length > 0 ? root : null;
};

/**
 * The same, where the command is of no use without a log. Says on stderr which segments are gone. Throws
 * `NotFoundError`.
 */
export const findLoggedProject = (io: Pick<Io, 'env' | 'cwd' | 'stderr'>): Project => {
  const project = findProject(io);
  const segments = listSegments(project.folder);
  if (segments.length === 0) {
    throw new NotFoundError(
      `There is no log in ${project.location.root} yet. Run \`docket init\` in the project and start a session of the agent there, or try \`docket demo\`.`,
    );
  }
  const gaps = gapsAmong(segments).map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  if (gaps.length > 0) {
    io.stderr(
      `docket: missing from the log in ${project.folder.path}: segment ${gaps.join(', ')}; the answer is without what stood there\n`,
    );
  }
  return project;
};

/**
 * The same for a command that writes there. Throws `LocationError` as well, where a link would lead what is written
 * somewhere else.
 */
export const findWritableProject = (io: Pick<Io, 'env' | 'cwd' | 'stderr'>): Project => {
  const project = findLoggedProject(io);
  refuseLinks(project.location.root, project.folder.fs);
  return project;
};

/** The same, with a log: one is made where there is none. */
export const openedProject = (io: Pick<Io, 'env' | 'cwd' | 'stderr'>): Project => {
  if (listSegments(findProject(io).folder).length > 0) return findWritableProject(io);
  openProjectLog({ env: io.env, cwd: io.cwd, fs: nodeLogFs }).writer.close();
  return findProject(io);
};

/** Runs of segments that are missing below the last one: the first and the last of each. */
export const gapsAmong = (segments: readonly number[]): [number, number][] => {
  let next = 1;
  return segments.flatMap((segment): [number, number][] => {
    const first = next;
    next = segment + 1;
    return first === segment ? [] : [[first, segment - 1]];
  });
};
