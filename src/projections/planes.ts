import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { isAbsolute, relativeTo } from './paths.ts';
import { type FileKind, fileKind } from './source-files.ts';
import { writtenPath } from './tools.ts';

/** What evidence is about: code is what is built and tested and what decides how; documents are read by people. */
export type Plane = 'code' | 'docs';

/** The plane of a file of some kind; null for what is neither, such as logs and what builds make. */
export const planeOf = (kind: FileKind): Plane | null => {
  if (kind === 'doc') return 'docs';
  return kind === 'source' || kind === 'test' || kind === 'config' ? 'code' : null;
};

/** The planes of which an event says that a file of its worktree was written. A write that failed changed nothing. */
export const planesWritten = (event: Envelope): readonly Plane[] => {
  if (event.type === 'ChangesObserved') return (event.data as EventData<'ChangesObserved'>).planes;
  if (event.type !== 'ToolCompleted') return NONE;
  const path = writtenPath(event.data['tool_name'], event.data['tool_input']);
  if (path === null) return NONE;
  const relative = relativeTo(event.worktree, path);
  // Another worktree's file, or none's: this worktree's content did not change.
  if (isAbsolute(relative)) return NONE;
  const plane = planeOf(fileKind(relative));
  return plane === null ? NONE : [plane];
};

const NONE: readonly Plane[] = [];
