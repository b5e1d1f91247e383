import { expect } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import type { LogWriter } from '../../src/events/log-writer.ts';
import { LOG_START, type Position } from '../../src/events/position.ts';
import type { LogFolder } from '../../src/events/segments.ts';
import { type Fold, startFold } from '../../src/projections/fold.ts';

/** What a log should be: a plain list. */
export interface Model {
  /** In order. Whether it is there is not known of an event whose append failed. */
  entries: { readonly event: Envelope; isCertain: boolean }[];
  /** Lines that are no events, at most. */
  damaged: number;
  /** A seal that `.docket/head` or a later seal remembers went with a log that was taken away. */
  isSealLost: boolean;
  /** Numbers of events made so far, so that ids are unique. */
  made: number;
}

/** The log itself, and what goes on beside it. */
export interface Real {
  readonly root: string;
  readonly folder: LogFolder;
  readonly writers: Map<number, LogWriter>;
  /** A reader that goes on from where it stopped. */
  readonly follower: { position: Position; readonly ids: string[] };
  /** Snapshot files as they were at some time. */
  readonly oldSnapshots: Buffer[];
  /** Files of the index of sessions as they were at some time. */
  readonly oldIndexes: Buffer[];
}

export const newModel = (): Model => ({ entries: [], damaged: 0, isSealLost: false, made: 0 });

export const newReal = (root: string, folder: LogFolder): Real => ({
  root,
  folder,
  writers: new Map(),
  follower: { position: LOG_START, ids: [] },
  oldSnapshots: [],
  oldIndexes: [],
});

/** Gives drafts ids of their own, as a writer would. */
export const made = (model: Model, drafts: readonly Envelope[]): readonly Envelope[] =>
  drafts.map((draft) => {
    model.made += 1;
    return { ...draft, id: `e${model.made}` };
  });

/** Notes an append that went well, or one that failed, of which the first few events may be there. */
export const note = (model: Model, events: readonly Envelope[], isCertain: boolean): void => {
  for (const event of events) model.entries.push({ event, isCertain });
  if (!isCertain) model.damaged += 1;
};

/**
 * Reads the whole log and holds it against the model: every event that is certain is there, once, whole and in its
 * place; of a failed append at most the first few. Returns the events that are there, as the model knows them. What
 * is then known of the uncertain ones is kept.
 */
export const visible = (model: Model, { folder }: Real): readonly Envelope[] => {
  const lines = [...readLines(folder)];
  const read = lines.flatMap((line) => (isLogLine(line) ? [line.event] : []));
  let next = 0;
  const kept: Model['entries'] = [];
  let trailing: Model['entries'] = [];
  for (const entry of model.entries) {
    if (read[next]?.id === entry.event.id) {
      // What was uncertain and stood before it is not there, and never will be.
      if (kept.length + trailing.length > 0) trailing = [];
      expect(read[next]).toEqual(entry.event);
      kept.push({ ...entry, isCertain: true });
      next += 1;
    } else if (entry.isCertain) expect(read[next]?.id, 'the event that stands here').toBe(entry.event.id);
    else trailing.push(entry);
  }
  expect(
    read.slice(next).map(({ id }) => id),
    'events nobody wrote, or that stand twice',
  ).toEqual([]);
  expect(lines.length - read.length).toBeLessThanOrEqual(model.damaged);
  // The last of them may still lack its newline, which the next append brings.
  model.entries = [...kept, ...trailing];
  return kept.map(({ event }) => event);
};

/** What the events come to without any snapshot. */
export const foldOf = (events: readonly Envelope[]): Fold => {
  const fold = startFold();
  for (const event of events) fold.apply(event);
  return fold;
};

/** Everything a gate could see of a fold. */
export const seen = (fold: Fold, events: readonly Envelope[]) =>
  [...new Set(events.map(({ stream }) => stream)), 'never'].map((stream) =>
    ['/w/1', '/w/2', null].map((worktree) => fold.view(stream, worktree)),
  );
