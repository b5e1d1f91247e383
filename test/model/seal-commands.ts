import fc from 'fast-check';
import { expect } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { type LogWriter, openLogWriter } from '../../src/events/log-writer.ts';
import { comparePositions } from '../../src/events/position.ts';
import { readHead } from '../../src/events/seal-head.ts';
import { sealLog } from '../../src/events/seal-log.ts';
import type { LogFolder } from '../../src/events/segments.ts';
import type { VerifyReport } from '../../src/events/verify/report.ts';
import { verifyLog } from '../../src/events/verify/verify-log.ts';
import { envelope } from '../kit/envelope.ts';
import { command, type LogCommand } from './command.ts';
import { inTrouble, type Trouble, trouble, troubleWords } from './faults.ts';
import { type Model, note, type Real, visible } from './log-model.ts';

// Sealing and verifying a log in the model test. A seal is an event like any other, made by the log itself.

interface Sealing {
  readonly mostBytes: number | undefined;
  readonly isSynced: boolean;
}

/** A writer whose appends the model learns of. `before` happens between the sealer's reading and its writing. */
const noted = (writer: LogWriter, model: Model, before: () => void): LogWriter => ({
  ...writer,
  append: (lines) => {
    before();
    const events = lines.map((line) => JSON.parse(line) as Envelope);
    try {
      writer.append(lines);
    } catch (error) {
      note(model, events, false);
      throw error;
    }
    note(model, events, true);
  },
});

export const sealOnce = (
  model: Model,
  real: Real,
  { mostBytes, isSynced }: Sealing,
  { folder = real.folder, before = () => {} }: { folder?: LogFolder; before?: () => void } = {},
): void => {
  const writer = openLogWriter(folder);
  try {
    sealLog({
      folder,
      root: real.root,
      writer: noted(writer, model, before),
      base: envelope('base', 'LogSealed', { stream: 's0' }),
      now: () => 0,
      newId: () => `e${++model.made}`,
      isSynced,
      ...(mostBytes === undefined ? {} : { mostBytes }),
    });
  } finally {
    writer.close();
  }
};

const seal = (how: Sealing): LogCommand =>
  command(`seal(${how.mostBytes ?? 'all'})`, (model, real) => sealOnce(model, real, how));

/** The first has read the log when the second begins, and writes when the second is done: both name one predecessor. */
const sealTwice = (first: Sealing, second: Sealing): LogCommand =>
  command(`sealTwice(${first.mostBytes ?? 'all'}, ${second.mostBytes ?? 'all'})`, (model, real) => {
    let isFirst = true;
    const before = (): void => {
      if (isFirst) sealOnce(model, real, second);
      isFirst = false;
    };
    sealOnce(model, real, first, { before });
  });

const sealInTrouble = (how: Sealing, what: Trouble): LogCommand =>
  command(`sealInTrouble(${how.mostBytes ?? 'all'}, ${troubleWords(what)})`, (model, real) =>
    inTrouble(real.folder, real.root, what, (folder) => sealOnce(model, real, how, { folder })),
  );

/** What `docket verify` finds. */
export const verifyNow = ({ folder, root }: Real): VerifyReport => {
  const head = readHead(root, folder.fs);
  return verifyLog({ folder, claims: head === null ? [] : [{ ...head, by: 'head' }] });
};

/** Nobody but a crash did anything to the log: what it says is right, and torn bytes are no damage. */
export const expectVerified = (model: Model, real: Real): void => {
  const events = visible(model, real);
  const report = verifyNow(real);
  if (model.isSealLost) {
    expect(report.ok, 'a seal is gone').toBe(false);
    const kinds = report.damage.map(({ kind }) => kind);
    expect(kinds.every((kind) => kind === 'truncated' || kind === 'missing-segment')).toBe(true);
  } else expect(report).toMatchObject({ ok: true, damage: [], unproven: [] });
  const read = readLines(real.folder);
  const torn: unknown[] = [];
  let next = read.next();
  for (; !next.done; next = read.next()) {
    if (isLogLine(next.value) || 'error' in next.value) continue;
    const { position, length, reason } = next.value;
    torn.push({ ...position, length, reason });
  }
  const end = next.value;
  expect(report.quarantined.filter((found) => comparePositions(found, end) < 0)).toEqual(torn);
  const seals = events.filter(({ type }) => type === 'LogSealed').length;
  expect(report).toMatchObject({ events: events.length, seals });
};

const verify: LogCommand = command('verify', expectVerified);

const sealing: fc.Arbitrary<Sealing> = fc.record({
  mostBytes: fc.option(fc.nat(3000), { nil: undefined }),
  isSynced: fc.nat(9).map((n) => n === 0),
});

export const sealCommands: fc.Arbitrary<LogCommand>[] = [
  sealing.map(seal),
  sealing.map(seal),
  fc.tuple(sealing, sealing).map(([first, second]) => sealTwice(first, second)),
  fc.tuple(sealing, trouble).map(([how, what]) => sealInTrouble(how, what)),
  fc.constant(verify),
];
