import type { Policy } from '../events/schemas.ts';
import type { SelectedLog } from './selection.ts';

/** Where an export comes from: for headings and manifests. */
export interface ExportOrigin {
  /** The last part of the project folder's name. */
  readonly project: string;
  /** The version of docket that writes the export. */
  readonly version: string;
  /** ISO 8601, UTC: when the export was begun. */
  readonly at: string;
  /** The project's policy of today, for sessions that nobody judged; where it is absent, that of a project without one. */
  readonly policy?: () => Policy;
  /** What gates are for, by name, those of the project among them as far as a person trusted them; absent where that is not to be told. */
  readonly summaries?: () => ReadonlyMap<string, string>;
}

/** What is left out of an export, where its format has it. */
export interface WriteOptions {
  /** Large texts that lines name are in it. */
  readonly blobs: boolean;
  /** Digests of what was redacted are in it. */
  readonly digests: boolean;
}

/** A way to write down what was chosen from a log. */
export interface ExportFormat {
  readonly name: string;
  /** Without the dot. */
  readonly extension: string;
  /** What it is, in a few words, for help and errors. */
  readonly summary: string;
  /** The text, piece by piece and in order, so that no export is held in memory. */
  readonly write: (log: SelectedLog, origin: ExportOrigin, options: WriteOptions) => Iterable<string>;
}

/** What was chosen is nothing that the format can hold. The message says what to do instead. */
export class UnfitSelectionError extends Error {
  override readonly name = 'UnfitSelectionError';
}
