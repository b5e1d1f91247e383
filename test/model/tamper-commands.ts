import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect } from 'vitest';
import { lastSeal } from '../../src/events/find-seal.ts';
import { readBlocks } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { comparePositions } from '../../src/events/position.ts';
import { archivePath, listSegments, segmentPath } from '../../src/events/segments.ts';
import type { DamageKind } from '../../src/events/verify/report.ts';
import { copyFolder } from '../kit/copy-folder.ts';
import { envelope } from '../kit/envelope.ts';
import { edit, type Line, linesOf } from '../kit/sealed-log.ts';
import { command, type LogCommand, pick, place } from './command.ts';
import type { Real } from './log-model.ts';
import { expectVerified, sealOnce, verifyNow } from './seal-commands.ts';

// Somebody changes sealed bytes in the model test: `verify` must name it, and be content again when they are as before.

type Tampering = 'flip' | 'delete' | 'insert' | 'duplicate' | 'swap' | 'empty-line' | 'remove-segment';

/** What each may be called. */
const KINDS: Readonly<Record<Tampering, readonly DamageKind[]>> = {
  flip: ['flipped'],
  delete: ['deleted'],
  insert: ['inserted', 'before-seal'],
  // Of two copies side by side either may be the one too many.
  duplicate: ['duplicated', 'before-seal'],
  swap: ['reordered'],
  'empty-line': ['whitespace'],
  'remove-segment': ['missing-segment'],
};

/** How many lines more or fewer there are then. In tiny segments other lines may move over the limit as well. */
const LINES: Partial<Record<Tampering, number>> = { delete: -1, insert: 1, duplicate: 1 };

/** Lines that are covered by seals and whose segment is a plain file. */
const sealedLines = (real: Real): Line[] => {
  const { folder } = real;
  const { seal } = lastSeal(folder, null);
  if (seal === null) return [];
  const isPlain = new Map(
    listSegments(folder).map((segment) => [
      segment,
      existsSync(segmentPath(folder, segment)) && !existsSync(archivePath(folder, segment)),
    ]),
  );
  return linesOf(real).filter((line) => isPlain.get(line.segment) === true && comparePositions(line, seal.to) < 0);
};

const validBytes = ({ folder }: Real): string =>
  [...readBlocks(folder)].map(({ segment, bytes }) => `${segment} ${bytes.toString('latin1')}`).join('');

const splice = (bytes: string, at: number, length: number, text: string): string =>
  bytes.slice(0, at) + text + bytes.slice(at + length);

/** The byte with one bit changed, so that no line begins or ends. */
const flipped = (byte: number): number => [1, 2, 4].map((bit) => byte ^ bit).find((one) => one !== 0x0a) as number;

const doIt = (real: Real, how: Tampering, line: Line, other: Line, where: number): void => {
  const { segment, offset, text } = line;
  const replace = ({ segment, offset, text }: Line, by: string): void =>
    edit(real, segment, (bytes) => splice(bytes, offset, text.length, by));
  if (how === 'remove-segment') rmSync(segmentPath(real.folder, segment));
  else if (how === 'swap') {
    const [first, second] = comparePositions(line, other) < 0 ? [line, other] : [other, line];
    replace(second, first.text);
    replace(first, second.text);
  } else
    edit(real, segment, (bytes) => {
      const at = offset + Math.floor(where * text.length);
      if (how === 'flip') return splice(bytes, at, 1, String.fromCharCode(flipped(bytes.charCodeAt(at))));
      if (how === 'delete') return splice(bytes, offset, text.length + 1, '');
      if (how === 'insert') return splice(bytes, offset, 0, '{"forged":1}\n');
      return splice(bytes, offset, 0, how === 'duplicate' ? `${other.text}\n` : '\n');
    });
};

const tamper = (how: Tampering, a: number, b: number): LogCommand =>
  command(`tamper(${how}, ${a}, ${b})`, (model, real) => {
    const lines = sealedLines(real);
    const line = pick(lines, a);
    const other = pick(lines, b);
    if (line === undefined || other === undefined) return;
    if (how === 'swap' && line.text === other.text) return;
    const touched = how === 'swap' ? [line.segment, other.segment] : [line.segment];
    const isNewest = line.segment === listSegments(real.folder).at(-1);
    if (how === 'remove-segment' && isNewest) return;
    const files = new Map(
      touched.map((segment) => segmentPath(real.folder, segment)).map((path) => [path, readFileSync(path)]),
    );
    const before = linesOf(real).length;
    const bytes = validBytes(real);
    doIt(real, how, line, other, b);
    const report = verifyNow(real);
    const isVoid = validBytes(real) === bytes;
    const isAlone = how === 'remove-segment' || linesOf(real).length === before + (LINES[how] ?? 0);
    for (const [path, bytes] of files) writeFileSync(path, bytes, { mode: 0o600 });
    // What was put behind the last line that begins below the limit is not in the log.
    if (isVoid) return expectVerified(model, real);
    expect(report.ok, 'sealed bytes were changed').toBe(false);
    // Not sealed lines behind it make a last one that is gone look like one that was altered.
    const allowed = how === 'delete' && line === lines.at(-1) ? [...KINDS.delete, ...KINDS.flip] : KINDS[how];
    // What is gone is named where the next line stands now, in the next segment perhaps.
    const kinds = report.damage.flatMap(({ segment, kind }) =>
      touched.includes(segment) || how === 'delete' || how === 'empty-line' ? [kind] : [],
    );
    // Of lines that are alike, nothing tells which is gone.
    const isOwn = Math.min(line.text.length, other.text.length) >= 20;
    if (isAlone && isOwn && !kinds.some((kind) => allowed.includes(kind)))
      throw new Error(`${how} of ${JSON.stringify([line, other])} is called ${JSON.stringify(report.damage)}`);
    expectVerified(model, real);
  });

/** Whoever tampers has the log go on and be sealed again, so that the newest seals are right. */
const tamperAndGoOn = (how: Tampering, a: number, b: number, turns: number): LogCommand =>
  command(`tamperAndGoOn(${how}, ${a}, ${b}, ${turns})`, (model, real) => {
    const lines = sealedLines(real);
    const line = pick(lines, a);
    const other = pick(lines, b);
    if (line === undefined || other === undefined || (how === 'swap' && line.text === other.text)) return;
    if (how === 'remove-segment' && line.segment === listSegments(real.folder).at(-1)) return;
    // Everything is put back, so nobody may keep a file of it open.
    for (const writer of real.writers.values()) writer.close();
    real.writers.clear();
    const kept = `${real.root}-kept`;
    copyFolder(real.root, kept);
    const entries = [...model.entries];
    const bytes = validBytes(real);
    doIt(real, how, line, other, b);
    const isVoid = validBytes(real) === bytes;
    for (let turn = 0; turn < turns; turn += 1) {
      const writer = openLogWriter(real.folder);
      writer.append([JSON.stringify(envelope(`later${turn}`, 'NotificationShown'))]);
      writer.close();
      sealOnce(model, real, { mostBytes: undefined, isSynced: false });
    }
    const report = verifyNow(real);
    rmSync(real.root, { recursive: true });
    renameSync(kept, real.root);
    model.entries = entries;
    if (!isVoid) expect(report.ok, 'sealed bytes were changed').toBe(false);
    expectVerified(model, real);
  });

export const tamperCommands: fc.Arbitrary<LogCommand>[] = [
  fc
    .tuple(fc.constantFrom(...(Object.keys(KINDS) as Tampering[])), place, place)
    .map(([how, a, b]) => tamper(how, a, b)),
  fc
    .tuple(fc.constantFrom(...(Object.keys(KINDS) as Tampering[])), place, place, fc.integer({ min: 1, max: 3 }))
    .map(([how, a, b, turns]) => tamperAndGoOn(how, a, b, turns)),
];
