import { dirname } from 'node:path';
import { openStreamIndex } from '../../events/open-index.ts';
import { resolvePolicy } from '../../gates/policy-files.ts';
import type { ExportOrigin } from '../format.ts';
import type { SelectedLog } from '../selection.ts';
import { makePostmortem } from './build.ts';
import type { Postmortem } from './model.ts';

/**
 * A postmortem of each session of which something was chosen, in the order in which they began: one is made when it is asked for. Each
 * is of the whole session, whatever of it was chosen.
 */
export function* postmortemsOf(log: SelectedLog, { project, policy }: ExportOrigin): Generator<Postmortem> {
  const { folder } = log;
  const streams = new Set<string>();
  for (const { event } of log.lines()) if (event.host !== DOCKET) streams.add(event.stream);
  const index = openStreamIndex(folder);
  const redact = log.sharing?.redact;
  const today = policy ?? (() => resolvePolicy([]).policy);
  for (const stream of streams) {
    const made = makePostmortem({ folder, root: dirname(folder.path), index, stream, project, today, redact });
    if (made !== null) yield made;
  }
}

/** What people do with docket's own command is in no session. */
const DOCKET = 'docket';
