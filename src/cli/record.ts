import { blobStore } from '../events/blobs.ts';
import type { Data } from '../events/envelope.ts';
import { newEventId } from '../events/ids.ts';
import type { Environment } from '../events/location.ts';
import { openLogWriter } from '../events/log-writer.ts';
import { redactData } from '../events/redact.ts';
import type { DocketEventType } from '../events/schemas.ts';
import { createRecorder } from '../hooks/recorder.ts';
import { TERMINAL } from '../projections/test-results.ts';
import { agentMark } from './agent-environment.ts';
import type { Project } from './project.ts';

/** What a command's events say where a hook's would name the agent's session and host. */
export const terminalBase = ({ worktree }: Pick<Project, 'worktree'>, env: Environment) => ({
  stream: TERMINAL,
  actor: { id: 'main' },
  host: 'docket',
  turn: null,
  call: null,
  worktree,
  provenance: agentMark(env) === null ? ('person' as const) : ('agent' as const),
});

/** Appends to a project's log what was done with a command. Throws an error with the reason when it cannot. */
export const recordAtTerminal = (project: Project, env: Environment, type: DocketEventType, data: Data): void => {
  const { folder, location } = project;
  const writer = openLogWriter(folder);
  try {
    const base = terminalBase(project, env);
    const log = { writer, blobs: blobStore(location.root, folder.fs) };
    const recorder = createRecorder(base, log, null, { now: Date.now, newId: newEventId, redactData });
    const problem = recorder.append([recorder.encode({ type, data, provenance: base.provenance })]);
    if (problem !== null)
      throw Object.assign(new Error(`the log cannot be written`), { code: problem, syscall: 'write' });
    recorder.sync();
  } finally {
    writer.close();
  }
};
