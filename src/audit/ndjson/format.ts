import { dirname } from 'node:path';
import { readHead } from '../../events/seal-head.ts';
import type { ExportFormat } from '../format.ts';
import { checkedLines } from './checked-lines.ts';
import { partOfLog } from './part-of-log.ts';
import { EXPORT_VERSION, recordLine } from './records.ts';
import { startTally } from './tally.ts';
import { wholeLog } from './whole-log.ts';

/** The lines of the log as they stand in it, with what proves them (docs/log-format.md, "Export files"). */
export const ndjsonFormat: ExportFormat = {
  name: 'ndjson',
  extension: 'ndjson',
  summary: 'the lines of the log byte for byte, to restore and to verify',
  write: (log, { project, version, at }, options) => {
    const { folder, selection, sharing } = log;
    const isWhole = selection.words.length === 0 && sharing === null;
    const tally = startTally();
    // Large texts hold what is to be taken out of lines.
    const kept = { blobs: options.blobs && sharing === null, digests: options.digests };
    if (!kept.blobs) tally.leaveOut('large texts that lines name');
    function* lines(): Generator<string> {
      yield recordLine({
        docket: 'export',
        v: EXPORT_VERSION,
        by: version,
        at,
        project,
        scope: isWhole ? 'all' : 'part',
        selection: sharing === null ? selection.words : selection.words.map(() => 'filtered'),
        redacted: sharing?.levels ?? [],
        digests: kept.digests,
        blobs: kept.blobs,
      });
      yield* isWhole ? wholeLog(log, kept, tally) : partOfLog(log, kept, tally);
    }
    const head = kept.digests ? readHead(dirname(folder.path), folder.fs) : null;
    return checkedLines(lines(), () => tally.manifest(head, sharing?.removed() ?? {}, isWhole));
  },
};
