import { selectLog } from '../../audit/selection.ts';
import { statsOf } from '../../audit/stats/stats.ts';
import type { LogLine, ReadLine } from '../../events/log-reader.ts';
import { selectionFrom } from '../export/selection.ts';
import { assertGate, hasVerdictOf } from '../filter-options.ts';
import type { FilterOptions } from '../filters.ts';
import { gatesHere } from '../gates-here.ts';
import type { ExitCode, Io } from '../io.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject } from '../project.ts';
import { complaints } from '../unreadable.ts';
import { statsText } from './text.ts';

export interface StatsOptions extends FilterOptions {
  readonly json?: boolean;
  readonly ascii?: boolean;
}

/**
 * `docket stats`: what each rule did by week and what became of it, from the log. Exit code 1 where lines cannot be read: they are
 * not counted. Throws `UsageError`.
 */
export const runStats = async ({ json, ascii, ...filters }: StatsOptions, io: Io): Promise<ExitCode> => {
  const isEverything = Object.values(filters).every((value) => value === undefined);
  const selection = selectionFrom({ ...filters, ...(isEverything && { all: true }) }, Date.now());
  const { folder } = findLoggedProject(io);
  assertGate(filters.gate, gatesHere(io), hasVerdictOf(folder));
  const unreadable: Exclude<ReadLine, LogLine>[] = [];
  const progress = progressFor(io, 'counting', 'lines');
  const onUnreadable = (line: Exclude<ReadLine, LogLine>): void => {
    unreadable.push(line);
  };
  const stats = statsOf(selectLog(folder, selection, { onUnreadable, onProgress: progress.onProgress }));
  progress.done();
  io.stdout(json === true ? `${JSON.stringify(stats)}\n` : statsText(stats, ascii === true, io));
  if (unreadable.length > 0) io.stderr(complaints(unreadable));
  return unreadable.length === 0 ? 0 : 1;
};
