import { dirname } from 'node:path';
import { type Envelope, FORMAT_VERSION } from '../../events/envelope.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import type { ExportOrigin } from '../format.ts';
import type { SelectedLog } from '../selection.ts';
import { makePostmortem } from './build.ts';
import type { Postmortem } from './model.ts';

/**
 * A postmortem of each session of which something was chosen, in the order in which they began; each is made when it is asked
 * for, and of the whole session, whatever of it was chosen.
 */
export function* postmortemsOf(log: SelectedLog, { project, policy }: ExportOrigin): Generator<Postmortem> {
  const { folder, sharing } = log;
  const chosen = new Set<string>();
  for (const { event } of log.lines()) if (event.host !== DOCKET) chosen.add(event.stream);
  const index = openStreamIndex(folder);
  const today = policy ?? (() => resolvePolicy([]).policy);
  for (const { stream, firstAt, worktree } of [...index.streams].sort((a, b) => (a.firstAt < b.firstAt ? -1 : 1))) {
    // The names of sessions may be among what is taken out.
    const named = sharing === null ? stream : sharing.redact(nothingOf(stream, firstAt, worktree)).stream;
    if (!chosen.has(named)) continue;
    const made = makePostmortem({ folder, root: dirname(folder.path), index, stream, project, today, sharing });
    if (made !== null) yield made;
  }
}

const nothingOf = (stream: string, at: string, worktree: string | null): Envelope => ({
  ...{ v: FORMAT_VERSION, id: stream, type: 'SessionStarted', at, stream, actor: { id: 'main' }, host: '', turn: null },
  ...{ cause: null, call: null, worktree, provenance: 'hook', redacted: [], data: {} },
});

/** What people do with docket's own command is in no session. */
const DOCKET = 'docket';
