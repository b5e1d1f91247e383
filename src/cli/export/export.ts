import { basename, extname } from 'node:path';
import { type ExportFormat, UnfitSelectionError } from '../../audit/format.ts';
import { FORMATS } from '../../audit/formats.ts';
import { ndjsonFormat } from '../../audit/ndjson/format.ts';
import { type Selection, selectLog } from '../../audit/selection.ts';
import { redactForSharing } from '../../audit/sharing/redact-for-sharing.ts';
import type { LogLine, ReadLine } from '../../events/log-reader.ts';
import { assertGate, hasVerdictOf } from '../filter-options.ts';
import { gatesHere } from '../gates-here.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { projectPolicy } from '../policy-here.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject } from '../project.ts';
import { complaints } from '../unreadable.ts';
import { writeOutput } from './atomic-output.ts';
import { levelsFrom } from './levels.ts';
import { type SelectionOptions, selectionFrom } from './selection.ts';

export interface ExportOptions extends SelectionOptions {
  readonly format?: string;
  readonly output?: string;
  readonly force?: boolean;
  /** False for `--no-blobs`. */
  readonly blobs?: boolean;
  /** False for `--no-digests`. */
  readonly digests?: boolean;
  /** Levels of what is not to be shared. */
  readonly redact?: readonly string[];
}

/**
 * `docket export`: writes what was chosen from the log in a format. Exit code 1 where lines cannot be read: the export is
 * then without them. Throws `UsageError`, and the system's errors when it cannot be written.
 */
export const runExport = async (options: ExportOptions, io: Io, version: string): Promise<ExitCode> => {
  const { format: wanted, output, force, blobs = true, digests = true, redact, ...filters } = options;
  if (output === undefined) throw new UsageError('Say where to write: -o FILE, or -o - for standard output.');
  const format = formatFor(wanted, output);
  const selection = selectionFrom(filters, Date.now());
  if (redact === undefined && !digests)
    throw new UsageError('--no-digests goes with --redact: nothing else hides anything.');
  // Only a format that is verified has a use for them.
  const isProven = digests && format === ndjsonFormat;
  const sharing = redact === undefined ? null : redactForSharing(levelsFrom(redact), { digests: isProven });
  const { folder, location } = findLoggedProject(io);
  assertGate(filters.gate, gatesHere(io), hasVerdictOf(folder));
  const unreadable: Exclude<ReadLine, LogLine>[] = [];
  const progress = progressFor(io, 'exporting', 'lines');
  let isEmpty = selection.words.length > 0;
  const matches: Selection['matches'] = (event) => {
    const isChosen = selection.matches(event);
    if (isChosen) isEmpty = false;
    return isChosen;
  };
  const log = selectLog(
    folder,
    { ...selection, matches },
    {
      sharing,
      onUnreadable: (line) => unreadable.push(line),
      onProgress: progress.onProgress,
    },
  );
  const isNamed = sharing?.levels.includes('identities') !== true;
  const origin = {
    project: isNamed ? basename(location.projectDir) : 'project',
    version,
    at: new Date().toISOString(),
    policy: () => projectPolicy(io),
    ...(sharing === null ? { summaries: () => summariesHere(io) } : {}),
  };
  try {
    await writeOutput(output, format.write(log, origin, { blobs, digests }), { force }, io);
  } catch (error) {
    throw error instanceof UnfitSelectionError ? new UsageError(error.message) : error;
  } finally {
    progress.done();
  }
  if (isEmpty) io.stderr('docket: no event of the log fits these filters: the export is empty\n');
  if (unreadable.length > 0) io.stderr(complaints(unreadable));
  return unreadable.length === 0 ? 0 : 1;
};

/** What gates are for; what the project's own say of themselves may name what `--redact` takes out. */
const summariesHere = (io: Io): ReadonlyMap<string, string> =>
  new Map(gatesHere(io).map(({ name, summary }) => [name, summary] as const));

/** The format with a name, else the one that the file's ending means. Throws `UsageError`. */
const formatFor = (wanted: string | undefined, output: string): ExportFormat => {
  const ending = extname(output).slice(1).toLowerCase();
  const format =
    wanted === undefined
      ? FORMATS.find(({ extension }) => extension === ending)
      : FORMATS.find(({ name }) => name === wanted);
  if (format !== undefined) return format;
  const names = FORMATS.map(({ name, summary }) => `  ${name.padEnd(12)} ${summary}`).join('\n');
  const problem = wanted === undefined ? 'Say in which format: --format NAME.' : `There is no format ${wanted}.`;
  throw new UsageError(`${problem} Formats:\n${names}`);
};
