import type { RowTally } from '../../replay/import/read-rows.ts';
import { type Counts, newCounts, tally } from '../../replay/import/source.ts';

/**
 * What became of a file. `imported`: something of it was new. `unchanged`: nothing was. `recorded`: hooks recorded its
 * session, which is not imported over it. `empty`: it has no bytes. `unrecognised`: it is no transcript. `failed`: it cannot be
 * read.
 */
export type FileStatus = 'imported' | 'unchanged' | 'recorded' | 'empty' | 'unrecognised' | 'failed';

/** What was found in a file, or in all of them. */
interface ImportCounts {
  readonly lines: number;
  /** New in the log; of a session with subagents all of them. */
  readonly events: number;
  readonly messages: number;
  readonly calls: number;
  /** Lines that were passed over. */
  readonly skipped: number;
  readonly skippedBy: Readonly<Record<string, number>>;
  /** Lines of types that are not known, by type: they make no events. */
  readonly unknownTypes: Readonly<Record<string, number>>;
  readonly orphans: number;
  readonly compactions: number;
  readonly outputTokens: number;
}

export interface FileReport extends ImportCounts {
  readonly path: string;
  readonly status: FileStatus;
  readonly error?: string;
  readonly format: 'claude-code' | 'codex' | null;
  readonly session: string | null;
  /** Null of the session's own file. */
  readonly agent: string | null;
  /** Its subagents. */
  readonly children: readonly string[];
}

type Known = Partial<Omit<FileReport, 'path' | 'status'>> & {
  readonly status: FileStatus;
  readonly counts?: Counts;
  readonly read?: RowTally;
};

export const fileReport = (path: string, { counts = newCounts(), read, ...known }: Known): FileReport => {
  const { messages, calls, orphans, compactions, outputTokens, unknownTypes } = counts;
  const skippedBy = { ...counts.skipped };
  tally(skippedBy, 'not JSON', read?.unparsed ?? 0);
  tally(skippedBy, 'too long', read?.tooLong ?? 0);
  tally(skippedBy, 'not an object', read?.empty ?? 0);
  return {
    path,
    format: null,
    session: null,
    agent: null,
    lines: read?.lines ?? 0,
    events: 0,
    messages,
    calls,
    skipped: sumOf(skippedBy),
    skippedBy,
    unknownTypes,
    orphans,
    compactions,
    outputTokens,
    children: [],
    ...known,
  };
};

/** All files together. */
export interface ImportReport extends ImportCounts {
  readonly dryRun: boolean;
  readonly log: string;
  readonly sessions: number;
  readonly failed: number;
  readonly files: readonly FileReport[];
}

export const importReport = (
  files: readonly FileReport[],
  about: Pick<ImportReport, 'dryRun' | 'log'>,
): ImportReport => {
  const sum = (of: (file: FileReport) => number): number => files.reduce((total, file) => total + of(file), 0);
  const merged = (of: (file: FileReport) => Readonly<Record<string, number>>): Record<string, number> => {
    const all: Record<string, number> = {};
    for (const file of files) for (const [name, count] of Object.entries(of(file))) tally(all, name, count);
    return all;
  };
  return {
    ...about,
    sessions: new Set(files.flatMap(({ session }) => session ?? [])).size,
    lines: sum(({ lines }) => lines),
    events: sum(({ events }) => events),
    messages: sum(({ messages }) => messages),
    calls: sum(({ calls }) => calls),
    skipped: sum(({ skipped }) => skipped),
    skippedBy: merged(({ skippedBy }) => skippedBy),
    unknownTypes: merged(({ unknownTypes }) => unknownTypes),
    orphans: sum(({ orphans }) => orphans),
    compactions: sum(({ compactions }) => compactions),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    failed: files.filter(({ status }) => status === 'failed').length,
    files,
  };
};

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((total, count) => total + count, 0);
