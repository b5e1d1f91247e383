import type { ExportFormat } from '../../src/audit/format.ts';
import { type Selection, selectLog } from '../../src/audit/selection.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { logFolder } from '../../src/events/segments.ts';
import type { Scenario } from '../kit/scenario.ts';

const EVERYTHING: Selection = { sessions: null, matches: () => true, last: null, gate: null, words: [] };

/** What a format makes of a scenario's log, or of a part of it. */
export const exported = (s: Pick<Scenario, 'root'>, format: ExportFormat, part: Partial<Selection> = {}): string => {
  const log = selectLog(logFolder(s.root, nodeLogFs), { ...EVERYTHING, ...part });
  return [
    ...format.write(
      log,
      { project: 'shop & co', version: '1.2.3', at: '2026-01-01T12:00:00.000Z' },
      { blobs: true, digests: true },
    ),
  ].join('');
};
