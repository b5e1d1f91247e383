import { counted } from '../../audit/counted.ts';
import { ExportFileError } from '../../audit/ndjson/file-lines.ts';
import type { ExportReading } from '../../audit/ndjson/read-export.ts';
import { checkExport, RestoreError, restoreLog } from '../../audit/ndjson/restore.ts';
import { newEventId } from '../../events/ids.ts';
import { findLocation, type Location, makeLogFolder, refuseLinks } from '../../events/location.ts';
import { errorCode, nodeLogFs } from '../../events/log-fs.ts';
import { listSegments, logFolder } from '../../events/segments.ts';
import { withExport } from '../export-file.ts';
import { onInterrupt } from '../interrupts.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { byteProgressFor } from '../progress.ts';
import { printable } from '../style.ts';
import type { ImportOptions } from './run.ts';

/**
 * `docket import --restore`: makes the log of a project that has none out of an ndjson export. Nothing is written before the
 * whole file was checked. Exit code 1 where it was cut or changed. Throws `UsageError` for what is no export and where
 * there is a log, `LocationError` where a link would lead what is written elsewhere.
 */
export const runRestore = async (paths: readonly string[], options: ImportOptions, io: Io): Promise<ExitCode> => {
  const [name, ...more] = paths;
  if (name === undefined || more.length > 0)
    throw new UsageError('docket import --restore takes one export, or - for standard input.');
  const location = findLocation(io);
  refuseFilled(location);
  const progress = byteProgressFor(io);
  const isDry = options.dryRun === true;
  const reading = await withExport(name, io, async ({ fd }) => {
    try {
      const checked = await checkExport({ fs: nodeLogFs, fd, onBytes: progress.on('checking') });
      if (checked.damage.length === 0 && !isDry) await restore(fd, location, progress.on('restoring'));
      return checked;
    } catch (error) {
      if (error instanceof ExportFileError) throw new UsageError(`${name} cannot be restored: ${error.message}`);
      if (error instanceof RestoreError) throw new UsageError(`${name}: ${error.message}`);
      throw error;
    } finally {
      progress.done();
    }
  });
  const report = reportOf(reading, location, isDry);
  if (options.json === true) io.stdout(`${JSON.stringify(report)}\n`);
  else if (reading.damage.length === 0) io.stdout(restoredText(report));
  if (reading.damage.length > 0) io.stderr(damageText(name, reading));
  return reading.damage.length === 0 ? 0 : 1;
};

const refuseFilled = ({ root }: Location): void => {
  if (listSegments(logFolder(root, nodeLogFs)).length === 0) return;
  throw new UsageError(
    `There is a log in ${root} already, and an export is restored only where there is none: go to another project, or set DOCKET_DIR to an empty folder.`,
  );
};

const restore = async (fd: number, location: Location, onBytes: (bytes: number) => void): Promise<void> => {
  makeLogFolder(location.root, nodeLogFs);
  refuseLinks(location.root, nodeLogFs);
  const { work, drop } = restoreLog({ fs: nodeLogFs, fd, root: location.root, newId: newEventId, onBytes });
  const settle = onInterrupt(drop);
  try {
    await work();
  } catch (error) {
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
    throw new UsageError(`Somebody began a log in ${location.root} meanwhile: nothing was restored.`);
  } finally {
    settle();
  }
};

const reportOf = ({ header, manifest, damage }: ExportReading, { root }: Location, isDry: boolean) => ({
  dryRun: isDry,
  log: root,
  restored: damage.length === 0 && !isDry,
  scope: header.scope,
  redacted: header.redacted,
  project: header.project,
  at: header.at,
  events: manifest?.lines ?? null,
  segments: manifest?.segments.length ?? null,
  blobs: manifest?.blobs ?? null,
  leftOut: manifest?.leftOut ?? [],
  damage,
});

const restoredText = (report: ReturnType<typeof reportOf>): string => {
  const { dryRun, events, segments, scope, leftOut, log, redacted } = report;
  const what = `${counted(events ?? 0, 'event')} in ${counted(segments ?? 0, 'segment')}`;
  const lines = [
    dryRun
      ? `would restore ${what} to ${printable(log)}; nothing was written`
      : `restored ${what} to ${printable(log)}`,
  ];
  if (scope === 'part') {
    lines.push(
      'The export is of a part of a log: in place of what it leaves out there are empty lines here, and',
      '`docket verify` finds damage where a seal covers them. Verify the export instead.',
    );
  }
  if (redacted.length > 0) lines.push(`It was redacted: ${printable(redacted.join(', '))}.`);
  for (const left of leftOut) lines.push(`It is without ${printable(left)}.`);
  return `${lines.join('\n')}\n`;
};

const MOST_SHOWN = 10;

const damageText = (name: string, { damage }: ExportReading): string => {
  const lines = damage
    .slice(0, MOST_SHOWN)
    .map(
      ({ line, detail }) =>
        `docket: ${printable(name)}${line === null ? '' : `, line ${line}`}: ${printable(detail)}\n`,
    );
  if (damage.length > MOST_SHOWN) lines.push(`docket: and ${damage.length - MOST_SHOWN} more\n`);
  lines.push('docket: nothing was restored; `docket verify FILE` says more\n');
  return lines.join('');
};
