import type { Envelope } from '../../events/envelope.ts';
import type { Aside } from './encode-aside.ts';
import { type BatchDeps, type Changes, encodeBatch } from './encode-batch.ts';

/** Events that are written together, and the JSON text of each. */
export interface Batch {
  readonly events: readonly Envelope[];
  readonly lines: readonly string[];
}

/** Encodes the lines of an import and appends them, in the order in which they come. */
export interface LineSink {
  /** `isLast`: nothing follows soon that could be done meanwhile. */
  readonly write: (batch: Batch, isLast: boolean) => void;
  /** Waits while more is under way than should be held in memory. Throws what appending threw. */
  readonly ready: () => Promise<void>;
  /** Waits until everything is appended. Throws what appending threw; then nothing was appended behind it. */
  readonly done: () => Promise<void>;
  readonly close: () => void;
}

/** More batches than this are not under way at once. */
const MOST_WAITING = 4;

/** `startAside` starts the thread that encodes, where there is more than one batch to do; null where everything is done in this one. */
export const lineSink = (
  append: (lines: readonly string[]) => void,
  deps: BatchDeps,
  startAside: (() => Aside) | null,
): LineSink => {
  let aside: Aside | null = null;
  const waiting: Promise<void>[] = [];

  const here = ({ lines, events }: Batch): Changes => encodeBatch(lines, (index) => events[index] as Envelope, deps);

  const put = ({ lines }: Batch, changes: Changes): void => {
    const encoded = [...lines];
    for (const [index, line] of changes) encoded[index] = line;
    append(encoded);
  };

  const putLater = async (
    batch: Batch,
    encoding: Promise<Changes>,
    before: Promise<void> | undefined,
  ): Promise<void> => {
    const [changes] = await Promise.all([encoding.catch(() => here(batch)), before]);
    put(batch, changes);
    waiting.shift();
  };

  return {
    write: (batch, isLast) => {
      if (waiting.length === 0 && (isLast || startAside === null)) {
        put(batch, here(batch));
        return;
      }
      aside ??= (startAside as () => Aside)();
      const later = putLater(batch, aside.encode(batch.lines), waiting.at(-1));
      // Whoever waits is told.
      later.catch(() => undefined);
      waiting.push(later);
    },
    ready: async () => {
      while (waiting.length >= MOST_WAITING) await waiting[0];
    },
    done: async () => {
      await waiting.at(-1);
    },
    close: () => aside?.close(),
  };
};
