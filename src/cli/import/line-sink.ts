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
  /** Lets go of the thread, once nothing is under way. */
  readonly close: () => Promise<void>;
}

/** So many batches lie ready for the thread, so that it need not wait for the next one. */
const MOST_ASIDE = 8;
/** More batches than this are not held, whoever encodes them, nor more than so much text, in UTF-16 units: a line may be long. */
const MOST_HELD = 32;
const MOST_UNITS = 16 * 1024 * 1024;

/**
 * `startAside` starts a thread that helps to encode, null where there is none: batches that it has no time for are encoded in this one,
 * so that neither waits for the other. What is appended is the same.
 */
export const lineSink = (
  append: (lines: readonly string[]) => void,
  deps: BatchDeps,
  startAside: (() => Aside) | null,
): LineSink => {
  let aside: Aside | null = null;
  let encoding = 0;
  const held: Promise<void>[] = [];
  let units = 0;

  const here = ({ lines, events }: Batch): Changes => encodeBatch(lines, (index) => events[index] as Envelope, deps);

  const there = async (batch: Batch, thread: Aside): Promise<Changes> => {
    encoding += 1;
    try {
      return await thread.encode(batch.lines);
    } catch {
      // The thread cannot be had, or ended.
      return here(batch);
    } finally {
      encoding -= 1;
    }
  };

  const put = ({ lines }: Batch, changes: Changes): void => {
    const encoded = [...lines];
    for (const [index, line] of changes) encoded[index] = line;
    append(encoded);
  };

  const putLater = async (
    batch: Batch,
    encoded: Changes | Promise<Changes>,
    before: Promise<void> | undefined,
  ): Promise<void> => {
    const [changes] = await Promise.all([encoded, before]);
    put(batch, changes);
    held.shift();
    units -= unitsOf(batch);
  };

  return {
    write: (batch, isLast) => {
      const isAlone = isLast && held.length === 0;
      const isAside = startAside !== null && !isAlone && encoding < MOST_ASIDE;
      if (isAside) aside ??= startAside();
      const encoded = isAside ? there(batch, aside as Aside) : here(batch);
      if (!isAside && held.length === 0) {
        put(batch, encoded as Changes);
        return;
      }
      const later = putLater(batch, encoded, held.at(-1));
      // Whoever waits is told.
      later.catch(() => undefined);
      held.push(later);
      units += unitsOf(batch);
    },
    ready: async () => {
      while (held.length >= MOST_HELD || units > MOST_UNITS) await held[0];
    },
    done: async () => {
      await held.at(-1);
    },
    close: async () => {
      await held.at(-1)?.catch(() => undefined);
      aside?.close();
    },
  };
};

const unitsOf = ({ lines }: Batch): number => lines.reduce((sum, line) => sum + line.length, 0);
