import { blobStore } from '../events/blobs.ts';
import type { Data } from '../events/envelope.ts';
import { newEventId } from '../events/ids.ts';
import { openLogWriter } from '../events/log-writer.ts';
import { redactData } from '../events/redact.ts';
import type { DocketEventType } from '../events/schemas.ts';
import { createRecorder } from '../hooks/recorder.ts';
import type { Project } from './project.ts';

/** What a command's events say where a hook's would name the agent's session and host. */
const BASE = {
  stream: 'unknown',
  actor: { id: 'main' },
  host: 'docket',
  turn: null,
  call: null,
  provenance: 'person',
} as const;

/** Appends to a project's log what a person did with a command. Throws an error with the reason when it cannot. */
export const recordByPerson = ({ folder, location, worktree }: Project, type: DocketEventType, data: Data): void => {
  const writer = openLogWriter(folder);
  try {
    const log = { writer, blobs: blobStore(location.root, folder.fs) };
    const recorder = createRecorder({ ...BASE, worktree }, log, null, { now: Date.now, newId: newEventId, redactData });
    const problem = recorder.append([recorder.encode({ type, data, provenance: BASE.provenance })]);
    if (problem !== null)
      throw Object.assign(new Error(`the log cannot be written`), { code: problem, syscall: 'write' });
    recorder.sync();
  } finally {
    writer.close();
  }
};
