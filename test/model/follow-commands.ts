import fc from 'fast-check';
import { expect } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { followLog } from '../../src/events/follow-log.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { LOG_START } from '../../src/events/position.ts';
import { command, type LogCommand, linesOf, pick, place } from './command.ts';
import { made, note, visible } from './log-model.ts';

// Following in the model test: what is there already, and what is appended while it is followed.

const follow = (from: number, drafts: readonly Envelope[]): LogCommand =>
  command(
    `follow(from ${from}, ${drafts.length} more)`,
    async (model, real) => {
      const { folder } = real;
      const there = [...readLines(folder)];
      const at = pick(there, from)?.position ?? LOG_START;
      const events = made(model, drafts);
      const last = events.at(-1)?.id;
      const stop = new AbortController();
      const seen: Envelope[] = [];
      const first = there.filter(isLogLine).at(-1)?.event.id;
      const more = (): void => {
        const writer = openLogWriter(folder);
        writer.append(linesOf(events));
        writer.close();
        note(model, events, true);
      };
      if (first === undefined) more();
      for await (const item of followLog(folder, at, stop.signal)) {
        expect('goesOnAt' in item, 'the log did not change').toBe(false);
        if (!('event' in item)) continue;
        seen.push(item.event);
        if (item.event.id === first) more();
        if (item.event.id === last) stop.abort();
      }
      const ids = visible(model, real).map(({ id }) => id);
      expect(seen.map(({ id }) => id)).toEqual(ids.slice(ids.indexOf(seen[0]?.id ?? '')));
      const lines = [...readLines(folder, at)].filter(isLogLine);
      expect(seen).toEqual(lines.map(({ event }) => event));
    },
    () => drafts.length > 0,
  );

export const followCommands = (drafts: fc.Arbitrary<readonly Envelope[]>): fc.Arbitrary<LogCommand>[] => [
  fc.tuple(place, drafts).map(([from, events]) => follow(from, events)),
];
