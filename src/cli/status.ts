import type { Envelope } from '../events/envelope.ts';
import { openStreamIndex } from '../events/open-index.ts';
import { readSession } from '../events/read-sessions.ts';
import type { EventData } from '../events/schemas.ts';
import { observePreferences } from '../hooks/observers/preferences.ts';
import type { View } from '../projections/fold.ts';
import { foldFor } from './fold-for.ts';
import type { ExitCode, Io } from './io.ts';
import { lookNow } from './look-now.ts';
import { pickStream } from './pick-stream.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject } from './project.ts';
import { statusJson } from './status/json.ts';
import { NOTHING_OWED, owedNow } from './status/owed.ts';
import { planNow } from './status/plan.ts';
import { problemsNow } from './status/problems.ts';
import type { Present } from './status/standings.ts';
import { statusText } from './status/text.ts';
import { printable } from './style.ts';

export interface StatusOptions {
  readonly session?: string;
  readonly json?: boolean;
}

/**
 * Prints the current state: of a session, or of the newest live one of this worktree. With `json` what failed is told
 * on stderr. Throws `NotFoundError` without a log or such a session.
 */
export const runStatus = async (options: StatusOptions, io: Io): Promise<ExitCode> => {
  const project = findLoggedProject(io);
  const { folder } = project;
  const progress = progressFor(io, 'reading the log');
  const index = openStreamIndex(folder, progress);
  const stream = pickStream(index, options.session, project.worktree);
  const fold = foldFor(project, stream, index);
  progress.done();
  const worktree = (stream === null ? null : fold.view(stream, null).session.worktree) ?? project.worktree;
  const view = withPreferences(fold.view(stream ?? '', worktree), project.location.policyDir, io.env);
  const tree = await lookNow(worktree, io);
  const isImported = stream !== null && index.streams.some((one) => one.stream === stream && one.imported);
  const plan = await planNow(worktree, view, io, project.location);
  const present: Present = { view, stream, isImported, worktree, tree, plan };
  const mayCommit = tree.problem !== null || tree.counts.code + tree.counts.docs > 0;
  const owed = stream === null ? NOTHING_OWED : await owedNow({ stream, worktree, mayCommit, fold, io });
  if (options.json === true) {
    io.stdout(`${JSON.stringify(statusJson(present, owed))}\n`);
    for (const problem of problemsNow(view, project, io)) io.stderr(`docket: ${printable(problem)}\n`);
    return 0;
  }
  // An event is named by its id; what it was is in the session's log, where it is that session's.
  const events = new Map<string, Envelope>();
  if (stream !== null) for (const { event } of readSession(folder, stream, index)) events.set(event.id, event);
  io.stdout(
    statusText({ present, owed, problems: problemsNow(view, project, io), eventOf: (id) => events.get(id) }, io),
  );
  return 0;
};

/** The state with what the user prefers now: gates look again where something depends on it. */
const withPreferences = (view: View, project: string, env: Io['env']): View => {
  const [changed] = observePreferences(view.preferences, project, env);
  const data = changed?.data as EventData<'PreferencesLoaded'> | undefined;
  return data === undefined ? view : { ...view, preferences: { ...view.preferences, ...data } };
};
