import { blobStore } from '../events/blobs.ts';
import type { Data, Envelope, EventDraft } from '../events/envelope.ts';
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
  const { provenance } = terminalBase(project, env);
  recordTogether(project, env, (encode) => [encode({ type, data, provenance })]);
};

/** The same for several events of one step, in one write: `drafts` encodes them, so that one can name another as its cause. */
export const recordTogether = (
  project: Project,
  env: Environment,
  drafts: (encode: (draft: EventDraft & { readonly type: DocketEventType }) => Envelope) => readonly Envelope[],
): void => {
  const { folder, location } = project;
  const writer = openLogWriter(folder);
  try {
    const log = { writer, blobs: blobStore(location.root, folder.fs) };
    const deps = { now: Date.now, newId: newEventId, redactData };
    const recorder = createRecorder(terminalBase(project, env), log, null, deps);
    const problem = recorder.append(drafts(recorder.encode));
    if (problem !== null)
      throw Object.assign(new Error(`the log cannot be written`), { code: problem, syscall: 'write' });
    recorder.sync();
  } finally {
    writer.close();
  }
};
