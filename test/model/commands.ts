import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { LOG_START } from '../../src/events/position.ts';
import { readStream } from '../../src/events/read-stream.ts';
import { listSegments, segmentPath } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { SNAPSHOT_KEY } from '../../src/projections/snapshot.ts';
import { envelope } from '../kit/envelope.ts';
import { eventSequences } from '../projections/generated.ts';
import { archiveCommands } from './archive-commands.ts';
import { command, type LogCommand, linesOf, place } from './command.ts';
import { inTrouble, type Trouble, trouble, troubleWords } from './faults.ts';
import { followCommands } from './follow-commands.ts';
import { indexCommands } from './index-commands.ts';
import { foldOf, made, note, type Real, seen, visible } from './log-model.ts';
import { overtakenCommands } from './overtaken-commands.ts';
import { repairCommands } from './repair-commands.ts';
import { sealCommands } from './seal-commands.ts';
import { tamperCommands } from './tamper-commands.ts';

// The operations of the model test. One more is one more entry of `commands`: `check` says when it makes sense, `run`
// does it to the log and to the model, and expects of the log what the model says.

const append = (writer: number, drafts: readonly Envelope[]): LogCommand =>
  command(`append(writer ${writer}, ${drafts.length} of ${JSON.stringify(drafts).length})`, (model, real) => {
    const events = made(model, drafts);
    const open = real.writers.get(writer) ?? openLogWriter(real.folder);
    real.writers.set(writer, open);
    open.append(linesOf(events));
    note(model, events, true);
  });

const appendAnew = (drafts: readonly Envelope[]): LogCommand =>
  command(`appendAnew(${drafts.length} of ${JSON.stringify(drafts).length})`, (model, real) => {
    const events = made(model, drafts);
    const writer = openLogWriter(real.folder);
    writer.append(linesOf(events));
    writer.close();
    note(model, events, true);
  });

const appendInTrouble = (drafts: readonly Envelope[], what: Trouble): LogCommand =>
  command(`appendInTrouble(${drafts.length}, ${troubleWords(what)})`, (model, real) => {
    const events = made(model, drafts);
    let isDone = false;
    inTrouble(real.folder, real.root, what, (folder) => {
      const writer = openLogWriter(folder);
      writer.append(linesOf(events));
      isDone = true;
      writer.close();
    });
    note(model, events, isDone);
  });

/** More sessions at once than a snapshot has room for. */
const crowd = (first: number): LogCommand =>
  command(`crowd(from ${first})`, (model, real) => {
    const one = (i: number): Envelope =>
      envelope('', 'PromptSubmitted', { stream: `s${first + i}`, provenance: 'prompt', data: { prompt: `${i}` } });
    const events = made(
      model,
      Array.from({ length: 40 }, (_, i) => one(i)),
    );
    const writer = openLogWriter(real.folder);
    for (const line of linesOf(events)) writer.append([line]);
    writer.close();
    note(model, events, true);
  });

/** The log is taken away and begun anew; what was kept beside it stays, at times the memory of its last seal as well. */
const beginAnew = (isHeadKept: boolean): LogCommand =>
  command(`beginAnew(${isHeadKept ? 'head kept' : ''})`, (model, real) => {
    const head = join(real.root, 'head');
    if (!isHeadKept) rmSync(head, { force: true });
    model.isSealLost = existsSync(head);
    for (const writer of real.writers.values()) writer.close();
    real.writers.clear();
    rmSync(real.folder.path, { recursive: true, force: true });
    real.follower.position = LOG_START;
    real.follower.ids.length = 0;
    model.entries = [];
    model.damaged = 0;
  });

const close = (writer: number): LogCommand =>
  command(`close(writer ${writer})`, (_model, real) => {
    real.writers.get(writer)?.close();
    real.writers.delete(writer);
  });

/** A write that stops after a part of the bytes: the disk is full, or the process was killed. */
const stopShort = (writer: number | null, drafts: readonly Envelope[], part: number): LogCommand =>
  command(
    `stopShort(${writer === null ? 'a new writer' : `writer ${writer}`}, ${drafts.length}, ${part})`,
    (model, real) => {
      const { fs } = real.folder;
      const { writeSync } = fs;
      const events = made(model, drafts);
      const open = writer === null ? undefined : real.writers.get(writer);
      const failing = open ?? openLogWriter(real.folder);
      fs.writeSync = ((fd: number, bytes: Buffer, offset: number, length: number) => {
        const kept = Math.floor(length * part);
        return kept === 0 ? 0 : writeSync(fd, bytes, offset, kept);
      }) as typeof fs.writeSync;
      expect(() => failing.append(linesOf(events))).toThrow(/bytes were written/);
      fs.writeSync = writeSync;
      if (open === undefined) failing.close();
      note(model, events, false);
    },
  );

const newest = ({ folder }: Real): string | null => {
  const segment = listSegments(folder).at(-1);
  return segment === undefined ? null : segmentPath(folder, segment);
};

/** Another program writes something that is no event. */
const scribble = (bytes: Buffer): LogCommand =>
  command(`scribble(${bytes.toString('hex')})`, (model, real) => {
    const path = newest(real);
    if (path === null) return;
    appendFileSync(path, Buffer.concat([Buffer.from('\n'), bytes, Buffer.from('\n')]));
    model.damaged += 1 + bytes.filter((byte) => byte === 0x0a).length;
  });

const readOn: LogCommand = command('readOn', (model, real) => {
  const events = visible(model, real);
  const { follower } = real;
  const lines = readLines(real.folder, follower.position);
  let next = lines.next();
  for (; !next.done; next = lines.next()) if (isLogLine(next.value)) follower.ids.push(next.value.event.id);
  follower.position = next.value;
  expect(follower.ids).toEqual(events.map(({ id }) => id));
});

const readSession = (stream: string): LogCommand =>
  command(`readSession(${stream})`, (model, real) => {
    const own = visible(model, real).filter((event) => event.stream === stream);
    expect([...readStream(real.folder, stream)].map(({ event }) => event)).toEqual(own);
  });

const foldNow: LogCommand = command('foldNow', (model, real) => {
  const events = visible(model, real);
  const { fold } = loadState(real.folder, real.root, null);
  expect(seen(fold, events)).toEqual(seen(foldOf(events), events));
});

/** The state at an event, as a hook call asks for it that was overtaken by others. */
const foldAt = (back: number): LogCommand =>
  command(`foldAt(${back} before the end)`, (model, real) => {
    const events = visible(model, real);
    const at = events.length - 1 - back;
    const event = events[at];
    if (event === undefined) return;
    const loaded = loadState(real.folder, real.root, event.id);
    // It may lie before the snapshot, and then is not looked for.
    if (loaded.position === null) return;
    const upTo = events.slice(0, at + 1);
    expect(seen(loaded.fold, upTo)).toEqual(seen(foldOf(upTo), upTo));
    expect(loaded.after.map(({ id }) => id)).toEqual(events.slice(at + 1).map(({ id }) => id));
    loaded.save(true);
  });

const snapshotPath = ({ root }: Real): string => join(root, 'snapshots', 'project.json');

const save: LogCommand = command('save', (_model, real) => {
  loadState(real.folder, real.root, null).save(true);
  if (existsSync(snapshotPath(real))) real.oldSnapshots.push(readFileSync(snapshotPath(real)));
});

type Harm = 'cut' | 'flip' | 'empty' | 'gone' | 'older' | 'newer-key';

const harmSnapshot = (harm: Harm, where: number): LogCommand =>
  command(`harmSnapshot(${harm}, ${where})`, (_model, real) => {
    const path = snapshotPath(real);
    if (!existsSync(path)) return;
    const bytes = readFileSync(path);
    if (bytes.length === 0) return;
    const at = Math.floor(where * (bytes.length - 1));
    if (harm === 'cut') writeFileSync(path, bytes.subarray(0, at));
    else if (harm === 'flip') writeFileSync(path, bytes.with(at, (bytes[at] as number) ^ 1));
    else if (harm === 'empty') writeFileSync(path, '');
    else if (harm === 'newer-key')
      writeFileSync(path, bytes.toString('utf8').replaceAll(SNAPSHOT_KEY, SNAPSHOT_KEY.replace('v', 'w')));
    else if (harm === 'older')
      writeFileSync(path, real.oldSnapshots[Math.floor(where * (real.oldSnapshots.length - 1))] ?? '');
    else rmSync(path);
  });

/** Some events of a few sessions; now and then one that fills a segment of the test's limit alone. */
const drafts = fc
  .tuple(
    eventSequences(4, 3, 1),
    fc.oneof({ weight: 6, arbitrary: fc.nat(80) }, { weight: 1, arbitrary: fc.nat(3000) }),
  )
  .map(([events, padding]) =>
    events.map((event) => ({ ...event, data: { ...event.data, padding: 'é'.repeat(padding >> 1) } })),
  );

const writer = fc.nat(2);

/** What may happen to a log, more often what happens more often. */
export const commands = fc.commands(
  [
    fc.tuple(writer, drafts).map(([which, events]) => append(which, events)),
    fc.tuple(writer, drafts).map(([which, events]) => append(which, events)),
    drafts.map(appendAnew),
    writer.map(close),
    fc.tuple(fc.option(writer), drafts, place).map(([which, events, part]) => stopShort(which, events, part)),
    fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => scribble(Buffer.from(bytes))),
    fc.constant(readOn),
    fc.nat(3).map((n) => readSession(`s${n}`)),
    fc.constant(foldNow),
    fc.nat(6).map(foldAt),
    fc.constant(save),
    fc.nat(30).map(crowd),
    fc.nat(4).map((n) => beginAnew(n === 0)),
    fc.tuple(drafts, trouble).map(([events, what]) => appendInTrouble(events, what)),
    ...sealCommands,
    ...tamperCommands,
    ...archiveCommands(writer, drafts),
    ...indexCommands,
    ...repairCommands,
    ...overtakenCommands(drafts),
    ...followCommands(drafts),
    fc
      .tuple(
        fc.constantFrom<Harm>('cut', 'flip', 'empty', 'gone', 'older', 'newer-key'),
        fc.double({ min: 0, max: 1, noNaN: true }),
      )
      .map(([harm, where]) => harmSnapshot(harm, where)),
  ],
  { maxCommands: 60, size: 'max' },
);
