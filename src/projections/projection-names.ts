import { PROJECT_PROJECTIONS, STREAM_PROJECTIONS, WORKTREE_PROJECTIONS } from './all-projections.ts';

// The build evaluates this module, so that a hook carries no projection only to name it.

const ALL = { ...STREAM_PROJECTIONS, ...WORKTREE_PROJECTIONS, ...PROJECT_PROJECTIONS };

/** Names and versions of all projections: a snapshot made under others is not ours. */
export const PROJECTIONS_KEY = [
  'deliveries@1',
  ...Object.values(ALL).map(({ name, version }) => `${name}@${version}`),
].join(' ');

/** What the states of a session are called, those of a worktree, and those that all share. */
export const STREAM_NAMES: readonly string[] = [...Object.keys(STREAM_PROJECTIONS), 'deliveries'];
export const WORKTREE_NAMES: readonly string[] = Object.keys(WORKTREE_PROJECTIONS);
export const PROJECT_NAMES: readonly string[] = Object.keys(PROJECT_PROJECTIONS);
