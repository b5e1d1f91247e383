import { TEXT_CAP } from '../../events/blobs.ts';
import { type EncodeDeps, encodeEvent } from '../../events/encode-event.ts';
import type { Envelope } from '../../events/envelope.ts';

/** Lines of a batch that stand otherwise in the log, by their place in it. */
export type Changes = readonly (readonly [index: number, line: string])[];

/** How lines become those of the log: as `encodeEvent` does it. */
export type BatchDeps = EncodeDeps & { readonly mayHoldSecret: (line: string) => boolean };

/**
 * What becomes of the JSON texts of events, each a line, as they are written: redacted, and long texts in blobs. Most stay as they are;
 * the event of one that may not is asked for.
 */
export const encodeBatch = (
  lines: readonly string[],
  eventAt: (index: number) => Envelope,
  deps: BatchDeps,
): Changes => {
  const changes: (readonly [number, string])[] = [];
  for (const [index, line] of lines.entries()) {
    const isWorthALook = deps.redactionTexts !== undefined || deps.mayHoldSecret(line);
    if (!isWorthALook && line.length <= TEXT_CAP) continue;
    const encoded = encodeEvent(eventAt(index), { ...deps, mayHoldSecret: () => isWorthALook }, line).line;
    if (encoded !== line) changes.push([index, encoded]);
  }
  return changes;
};
