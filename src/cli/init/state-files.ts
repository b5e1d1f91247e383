import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { linesWith } from '../../events/find-lines.ts';
import { readSmallFile } from '../../events/git-layout.ts';
import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import { isOwnFile } from '../../hooks/views/own-files.ts';
import { isMarker, SHIPPED_MARKERS } from '../../projections/legacy/legacy-files.ts';
import type { Project } from '../project.ts';
import { recordTogether } from '../record.ts';
import { type Claim, readStateFile } from './read-state-file.ts';

/** A state file of scripts from before docket, and what it says. */
export interface StateFile extends EventData<'StateFileImported'> {
  /** What it says about tests, reviews or proof. */
  readonly claims: readonly Claim[];
}

/**
 * The state files in a project (seed 000, seed 001 "State Files", seed 002, seed 003) that were not imported yet. Those that docket
 * writes itself (`docket views`) say nothing new. `now` in milliseconds.
 */
export const stateFilesIn = ({ worktree, location, folder }: Project, now: number): StateFile[] => {
  const known = new Set<unknown>();
  for (const { event } of linesWith(folder, '"type":"StateFileImported"')) {
    if (event.type === 'StateFileImported' && event.worktree === worktree) known.add(event.data['path']);
  }
  return [...STATE_FILES, ...markersIn(worktree)].flatMap((path): StateFile[] => {
    const whole = join(worktree, path);
    const text = known.has(path) ? undefined : readSmallFile(whole, LARGEST);
    if (text === undefined || isOwnFile(location.root, whole)) return [];
    const { says, said, claims } = readStateFile(path, text, statSync(whole).mtimeMs);
    // A clock that was set back makes nothing older than nothing.
    const age = Math.max(0, Math.round((now - said) / 1000));
    return [{ path, says, said: new Date(said).toISOString(), age, claims }];
  });
};

/** Keeps what they say in the log: each as one event, and what it says about evidence as claims because of that. */
export const importStateFiles = (files: readonly StateFile[], project: Project, env: Environment): void => {
  if (files.length === 0) return;
  recordTogether(project, env, (encode) =>
    files.flatMap(({ claims, ...data }) => {
      const imported = encode({ type: 'StateFileImported', data, provenance: 'import' });
      const caused = claims.map((claim) => encode({ ...claim, cause: imported.id, provenance: 'import' }));
      return [imported, ...caused];
    }),
  );
};

const LARGEST = 64 * 1024;

const STATE_FILES: readonly string[] = [
  '.claude/.test-status',
  '.claude/.proof-status',
  '.claude_review_state.json',
  '.claude/.test-gate-strikes',
  '.claude/.mock-gate-strikes',
  '.claude/.plan-drift',
  '.claude/.agent-findings',
  '.claude/codegraph-turn-state.json',
  '.claude/careful-state.json',
];

const markersIn = (worktree: string): string[] => {
  try {
    return readdirSync(worktree).filter(
      (name) => isMarker(name) && SHIPPED_MARKERS.some((phase) => name.endsWith(`-${phase}`)),
    );
  } catch {
    return [];
  }
};
