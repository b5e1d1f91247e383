import { type ArchivedSegment, archiveSegment } from '../events/archive-segment.ts';
import { ArchiveError } from '../events/archived-segment.ts';
import { newEventId } from '../events/ids.ts';
import { leftoversIn } from '../events/leftovers.ts';
import { SegmentError } from '../events/open-segment.ts';
import { type LogFolder, listSegments, segmentPath } from '../events/segments.ts';
import { type SegmentSurvey, surveySegment } from '../events/survey-segment.ts';
import { timeOf } from './filters.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { byteProgressFor } from './progress.ts';
import { findWritableProject, type Project } from './project.ts';
import { recordAtTerminal } from './record.ts';
import { sizeWords } from './size.ts';
import { printable } from './style.ts';

/** The flags of `docket archive` as typed. */
export interface ArchiveOptions {
  readonly before?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** A segment that stays as it is, and why. */
interface KeptSegment {
  readonly segment: number;
  readonly reason: string;
}

interface Outcome {
  readonly archived: readonly (SegmentSurvey | ArchivedSegment)[];
  readonly kept: readonly KeptSegment[];
  readonly failed: readonly KeptSegment[];
}

/**
 * `docket archive`: compresses the segments whose every event is older than a time; the newest one stays. Exit code 0
 * done or nothing to do, 1 when a segment could not be archived. Throws `UsageError`, and `NotFoundError` without a log.
 */
export const runArchive = (options: ArchiveOptions, io: Io): ExitCode => {
  if (options.before === undefined) {
    throw new UsageError('--before says how old: a time like 2026-01-31T14:00:00Z or an age like 90d.');
  }
  const before = timeOf(options.before, Date.now(), '--before');
  const project = findWritableProject(io);
  const isDry = options.dryRun === true;
  if (!isDry) sweep(project.folder);
  const outcome = archiveOlder(project, before, isDry, io);
  if (options.json === true) {
    io.stdout(`${JSON.stringify({ dryRun: isDry, before: new Date(before).toISOString(), ...outcome })}\n`);
  } else io.stdout(outcomeText(outcome, isDry));
  for (const { segment, reason } of outcome.failed) io.stderr(`docket: segment ${segment}: ${printable(reason)}\n`);
  return outcome.failed.length === 0 ? 0 : 1;
};

/** Removes what archivers left behind that were killed. */
const sweep = ({ path, fs }: LogFolder): void => {
  for (const left of leftoversIn(path, fs, Date.now())) fs.rmSync(left, { force: true });
};

const archiveOlder = (project: Project, before: number, isDry: boolean, io: Io): Outcome => {
  const { folder } = project;
  const segments = listSegments(folder);
  const archived: (SegmentSurvey | ArchivedSegment)[] = [];
  const kept: KeptSegment[] = [];
  const failed: KeptSegment[] = [];
  const progress = byteProgressFor(io);
  const record = (data: ArchivedSegment): void =>
    recordAtTerminal(project, io.env, 'SegmentArchived', { ...data, before: new Date(before).toISOString() });
  for (const segment of segments) {
    if (!folder.fs.existsSync(segmentPath(folder, segment))) continue;
    if (segment === segments.at(-1)) {
      kept.push({ segment, reason: 'the newest one: events are appended to it' });
      continue;
    }
    try {
      const survey = surveySegment(folder, segment, before, progress.on(`reading segment ${segment}`));
      if (survey.newer !== null) {
        kept.push({ segment, reason: `has an event of ${survey.newer}` });
        continue;
      }
      const onBytes = progress.on(`archiving segment ${segment}`);
      const done = isDry
        ? survey
        : archiveSegment(folder, survey, { now: Date.now, newId: newEventId, record, onBytes });
      if (done !== null) archived.push(done);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      failed.push({ segment, reason: error.message });
      // What the file system refused for one segment it refuses for the next.
      if (!(error instanceof ArchiveError || error instanceof SegmentError)) break;
    }
  }
  progress.done();
  return { archived, kept, failed };
};

const outcomeText = ({ archived, kept, failed }: Outcome, isDry: boolean): string => {
  const lines = archived.map((done) => {
    const { segment, lines: count, firstAt, lastAt } = done;
    const size = 'packed' in done ? `, ${sizeWords(done.bytes)} now ${sizeWords(done.packed)}` : '';
    const times = firstAt === null ? 'no events' : `${printable(firstAt)} to ${printable(lastAt ?? '')}`;
    return `${isDry ? 'would archive' : 'archived'} segment ${segment}: ${count.toLocaleString('en')} lines, ${times}${size}`;
  });
  lines.push(...kept.map(({ segment, reason }) => `kept segment ${segment}: ${printable(reason)}`));
  if (archived.length === 0 && failed.length === 0) lines.push('nothing to archive');
  if (isDry) lines.push('dry run: nothing was written');
  return lines.map((line) => `${line}\n`).join('');
};
