import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { ArchiveError } from '../../src/events/archived-segment.ts';
import type { Envelope } from '../../src/events/envelope.ts';
import type { LogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { readSession } from '../../src/events/read-sessions.ts';
import { type LogFolder, listSegments, segmentPath } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { archiveOne, finalPlain } from './archive-commands.ts';
import { command, type LogCommand, linesOf } from './command.ts';
import { foldOf, type Model, made, note, type Real, seen, visible } from './log-model.ts';
import { expectSound, findingsOf } from './repair-commands.ts';
import { sealOnce, verifyNow } from './seal-commands.ts';

// Two processes at once in the model test: at one call of the file system the first is stopped, and goes on when the
// second is done.

/** What the second process does meanwhile. */
interface Meanwhile {
  readonly appended: readonly (readonly Envelope[])[];
  readonly isSealed: boolean;
  readonly isArchived: boolean;
}

const stoppedAt = (fs: LogFs, at: number, meanwhile: () => void): LogFs => {
  let calls = 0;
  const wrapped =
    (call: unknown) =>
    (...args: readonly unknown[]): unknown => {
      calls += 1;
      // Two processes share no memory: what the first is about to write is not the second's to overwrite.
      const own = args.map((arg) => (Buffer.isBuffer(arg) && call === fs.writeSync ? Buffer.from(arg) : arg));
      if (calls === at) meanwhile();
      return (call as (...all: readonly unknown[]) => unknown)(...own);
    };
  return Object.fromEntries(Object.entries(fs).map(([name, call]) => [name, wrapped(call)])) as unknown as LogFs;
};

const appendOnce = (model: Model, folder: LogFolder, drafts: readonly Envelope[]): void => {
  const events = made(model, drafts);
  const writer = openLogWriter(folder);
  writer.append(linesOf(events));
  writer.close();
  note(model, events, true);
};

const secondProcess = (model: Model, real: Real, { appended, isSealed, isArchived }: Meanwhile): void => {
  for (const drafts of appended) appendOnce(model, real.folder, drafts);
  if (isSealed) sealOnce(model, real, { mostBytes: undefined, isSynced: false });
  if (isArchived) for (const segment of finalPlain(real)) archiveOne(model, real.folder, segment);
};

/** Brings what was noted of two processes into the order in which it stands. Nothing of it is uncertain. */
const inOrder = (model: Model, real: Real, since: number): void => {
  const places = new Map([...readEvents(real.folder)].map(({ event }, index) => [event.id, index]));
  const placeOf = ({ event }: Model['entries'][number]): number => places.get(event.id) ?? Number.POSITIVE_INFINITY;
  const last = model.entries.splice(since);
  model.entries.push(...last.sort((a, b) => placeOf(a) - placeOf(b)));
};

/** What the first process does, and what must hold of it given the events before and those that are there in the end. */
type First = (
  model: Model,
  real: Real,
  folder: LogFolder,
) => Promise<(before: number, events: readonly Envelope[]) => void>;

const isNoted: ReturnType<First> = Promise.resolve(() => {});

const FIRST = {
  seal: (model, real, folder) => {
    sealOnce(model, real, { mostBytes: undefined, isSynced: false }, { folder });
    return isNoted;
  },
  archive: (model, real, folder) => {
    for (const segment of finalPlain(real)) {
      try {
        // The second may have archived it.
        if (existsSync(segmentPath(folder, segment))) archiveOne(model, folder, segment);
      } catch (error) {
        if (!(error instanceof ArchiveError && error.message.includes('still being appended to'))) throw error;
      }
    }
    return isNoted;
  },
  read: async (_model, _real, folder) => {
    const ids = [...readEvents(folder)].map(({ event }) => event.id);
    return (before, events) => {
      expect(ids).toEqual(events.slice(0, ids.length).map(({ id }) => id));
      expect(ids.length).toBeGreaterThanOrEqual(before);
    };
  },
  session: async (_model, _real, folder) => {
    const own = [...readSession(folder, 's1', openStreamIndex(folder))].map(({ event }) => event);
    return (before, events) => {
      const all = events.filter(({ stream }) => stream === 's1');
      expect(own).toEqual(all.slice(0, own.length));
      expect(own.length).toBeGreaterThanOrEqual(events.slice(0, before).filter(({ stream }) => stream === 's1').length);
    };
  },
  fold: async (_model, { root }, folder) => {
    const loaded = loadState(folder, root, null);
    loaded.save(true);
    return (before, events) => {
      const states = Array.from({ length: events.length - before + 1 }, (_, more) =>
        seen(foldOf(events.slice(0, before + more)), events),
      );
      expect(states).toContainEqual(seen(loaded.fold, events));
    };
  },
  verify: async (model, real, folder) => {
    if (!model.isSealLost) expect(verifyNow({ ...real, folder })).toMatchObject({ ok: true, damage: [], unproven: [] });
    return isNoted;
  },
  repair: async (_model, real, folder) => {
    expectSound(await findingsOf({ ...real, folder }));
    return isNoted;
  },
} satisfies Record<string, First>;

const overtaken = (
  name: keyof typeof FIRST | 'append',
  at: number,
  drafts: readonly Envelope[],
  second: Meanwhile,
): LogCommand =>
  command(
    `overtaken(${name} at ${at} by ${second.appended.length}${second.isSealed ? ', seal' : ''}${second.isArchived ? ', archive' : ''})`,
    async (model, real) => {
      const before = visible(model, real).length;
      const since = model.entries.length;
      if (listSegments(real.folder).length === 0) return;
      let isDone = false;
      const meanwhile = (): void => {
        isDone = true;
        secondProcess(model, real, second);
      };
      const folder = { ...real.folder, fs: stoppedAt(real.folder.fs, at, meanwhile) };
      const first: First =
        name === 'append'
          ? (_model, _real, own) => {
              appendOnce(model, own, drafts);
              return isNoted;
            }
          : FIRST[name];
      const holds = await first(model, real, folder);
      if (!isDone) meanwhile();
      inOrder(model, real, since);
      holds(before, visible(model, real));
    },
  );

export const overtakenCommands = (drafts: fc.Arbitrary<readonly Envelope[]>): fc.Arbitrary<LogCommand>[] => {
  const second = fc.record({
    appended: fc.array(drafts, { maxLength: 4 }),
    isSealed: fc.boolean(),
    isArchived: fc.boolean(),
  });
  const names = fc.constantFrom('append' as const, ...(Object.keys(FIRST) as (keyof typeof FIRST)[]));
  return [
    fc
      .tuple(names, fc.integer({ min: 1, max: 60 }), drafts, second)
      .map(([name, at, own, other]) => overtaken(name, at, own, other)),
    fc
      .tuple(fc.integer({ min: 1, max: 12 }), drafts, second)
      .map(([at, own, other]) => overtaken('append', at, own, other)),
  ];
};
