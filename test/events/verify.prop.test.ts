import { rmSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastSeal } from '../../src/events/find-seal.ts';
import { comparePositions } from '../../src/events/position.ts';
import { segmentPath } from '../../src/events/segments.ts';
import type { DamageKind, VerifyReport } from '../../src/events/verify/report.ts';
import { edit, type Line, linesOf, type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';

type Step = 'write' | 'seal' | 'seal twice' | 'tear';

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>('write') },
    { weight: 3, arbitrary: fc.constant<Step>('seal') },
    { weight: 1, arbitrary: fc.constant<Step>('seal twice') },
    { weight: 1, arbitrary: fc.constant<Step>('tear') },
  ),
  { minLength: 6, maxLength: 30 },
);

const limits = fc.constantFrom(1500, 4000, 64 * 1024);

/** Writes and seals as told; the last thing that happens is a seal. */
const build = (limit: number, script: readonly Step[]): SealedLog => {
  const log = sealedLog(tempProject().path, limit);
  log.write(3);
  log.seal();
  script.forEach((step, index) => {
    if (step === 'write') log.write(1 + (index % 3), 20 + ((index * 37) % 400));
    else if (step === 'seal') log.seal();
    else if (step === 'seal twice') log.sealTwice();
    else log.tear();
  });
  log.write(2);
  log.seal();
  return log;
};

const sealedLines = (log: SealedLog): Line[] => {
  const { seal } = lastSeal(log.folder, null);
  return linesOf(log).filter((line) => seal !== null && comparePositions(line, seal.to) < 0);
};

const pick = <Item>(items: readonly Item[], at: number): Item => items[Math.floor(at * items.length)] as Item;

const cut = (bytes: string, from: number, length: number): string => bytes.slice(0, from) + bytes.slice(from + length);
const put = (bytes: string, at: number, text: string): string => bytes.slice(0, at) + text + bytes.slice(at);

const found = (report: VerifyReport, kinds: readonly DamageKind[], segment: number, offsets: readonly number[]) =>
  report.damage.some(
    (damage) => kinds.includes(damage.kind) && damage.segment === segment && offsets.includes(damage.offset),
  );

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** In tiny segments a longer line pushes another one over the limit, out of the log, and a shorter one lets a void one in. */
const movesOthers = (log: SealedLog, lines: number): boolean => linesOf(log).length !== lines;

const property = (name: string, damageAndCheck: (log: SealedLog, a: number, b: number) => void) =>
  it(name, () => {
    fc.assert(
      fc.property(limits, steps, unit, unit, (limit, script, a, b) => {
        const log = build(limit, script);
        damageAndCheck(log, a, b);
        rmSync(log.root, { recursive: true });
      }),
      { numRuns: 40, seed: 1 },
    );
  });

describe('verify', () => {
  property('finds nothing in a log that nobody changed', (log) => {
    const report = log.verify(log.head());
    expect(report).toMatchObject({ ok: true, damage: [], unproven: [], unsealed: 0 });
    const torn = linesOf(log).filter(({ text }) => !text.endsWith('}'));
    expect(report.quarantined.map(({ segment, offset }) => [segment, offset])).toEqual(
      torn.map(({ segment, offset }) => [segment, offset]),
    );
    expect(report.events).toBe(linesOf(log).length - torn.length);
  });

  property('names a flipped byte', (log, a, b) => {
    const line = pick(sealedLines(log), a);
    const at = line.offset + Math.floor(b * line.text.length);
    edit(log, line.segment, (bytes) => {
      const flipped = String.fromCharCode(bytes.charCodeAt(at) ^ 0x01);
      return bytes.slice(0, at) + flipped + bytes.slice(at + 1);
    });
    const report = log.verify();
    expect(report.ok).toBe(false);
    expect(found(report, ['flipped'], line.segment, [line.offset])).toBe(true);
    expect(report.damage).toHaveLength(1);
  });

  property('names a deleted line', (log, a) => {
    const line = pick(sealedLines(log), a);
    edit(log, line.segment, (bytes) => cut(bytes, line.offset, line.text.length + 1));
    const report = log.verify();
    expect(report.ok).toBe(false);
    const [next] = linesOf(log).filter((other) => comparePositions(other, line) >= 0);
    const isNamed =
      found(report, ['deleted'], line.segment, [line.offset - 1, line.offset, line.offset + 1]) ||
      (next !== undefined && found(report, ['deleted'], next.segment, [next.offset]));
    expect(isNamed).toBe(true);
  });

  property('names an inserted line', (log, a, b) => {
    const line = pick(sealedLines(log), a);
    const text = JSON.stringify({ forged: b });
    const before = linesOf(log).length;
    edit(log, line.segment, (bytes) => put(bytes, line.offset, `${text}\n`));
    if (movesOthers(log, before + 1)) return;
    const report = log.verify();
    expect(report.ok).toBe(false);
    expect(found(report, ['inserted', 'before-seal'], line.segment, [line.offset])).toBe(true);
  });

  property('still names what happened when the log was sealed again since', (log, a, b) => {
    const line = pick(sealedLines(log), a);
    const before = linesOf(log).length;
    const what = pick(['flipped', 'deleted', 'inserted'] as const, b);
    edit(log, line.segment, (bytes) => {
      if (what === 'flipped') return put(cut(bytes, line.offset + 3, 1), line.offset + 3, '#');
      if (what === 'deleted') return cut(bytes, line.offset, line.text.length + 1);
      return put(bytes, line.offset, '{"forged":1}\n');
    });
    if (movesOthers(log, before + { flipped: 0, deleted: -1, inserted: 1 }[what])) return;
    for (let turn = 0; turn < 3; turn += 1) {
      log.write(2);
      log.seal();
    }
    const report = log.verify(log.head());
    expect(report.ok).toBe(false);
    const kinds = report.damage.filter(({ segment }) => segment === line.segment).map(({ kind }) => kind);
    expect(kinds.includes(what) || (what === 'inserted' && kinds.includes('before-seal'))).toBe(true);
  });

  property('names a duplicated line', (log, a, b) => {
    const lines = sealedLines(log);
    const copied = pick(lines, a);
    const target = pick(lines, b);
    if (copied.text.length < 20) return;
    const before = linesOf(log).length;
    edit(log, target.segment, (bytes) => put(bytes, target.offset, `${copied.text}\n`));
    if (movesOthers(log, before + 1)) return;
    const report = log.verify(log.head());
    expect(report.ok).toBe(false);
    // Of two copies side by side either may be the one too many; behind the last sealed line only the head tells.
    const kinds = report.damage.filter(({ segment }) => segment === target.segment).map(({ kind }) => kind);
    expect(kinds.includes('duplicated') || kinds.includes('before-seal')).toBe(true);
  });

  property('names two lines that changed places', (log, a, b) => {
    const lines = sealedLines(log);
    const [first, second] = [pick(lines, a), pick(lines, b)].sort((x, y) => comparePositions(x, y)) as [Line, Line];
    if (first === second || first.text === second.text) return;
    const swap = (line: Line, text: string): void =>
      edit(log, line.segment, (bytes) => put(cut(bytes, line.offset, line.text.length), line.offset, text));
    const before = linesOf(log).length;
    swap(second, first.text);
    swap(first, second.text);
    if (movesOthers(log, before)) return;
    const report = log.verify();
    expect(report.ok).toBe(false);
    expect(report.damage.map(({ kind }) => kind)).toContain('reordered');
  });

  property('names empty lines that were added', (log, a) => {
    const line = pick(sealedLines(log), a);
    edit(log, line.segment, (bytes) => put(bytes, line.offset, '\n'));
    const report = log.verify();
    expect(report.ok).toBe(false);
    expect(report.damage.map(({ kind }) => kind)).toContain('whitespace');
  });

  property('names a segment whose file is gone', (log, a) => {
    const last = lastSeal(log.folder, null).seal;
    const segment = 1 + Math.floor(a * (last?.to.segment ?? 1));
    if (segment === linesOf(log).at(-1)?.segment) return;
    rmSync(segmentPath(log.folder, segment));
    const report = log.verify();
    expect(report.ok).toBe(false);
    expect(found(report, ['missing-segment'], segment, [0])).toBe(true);
  });

  property('names an end that was cut off, from what the head says', (log, a) => {
    const lines = linesOf(log);
    const line = pick(lines, a);
    edit(log, line.segment, (bytes) => bytes.slice(0, line.offset + Math.floor(a * line.text.length)));
    for (const { segment } of lines)
      if (segment > line.segment) rmSync(segmentPath(log.folder, segment), { force: true });
    const report = log.verify(log.head());
    expect(report.ok).toBe(false);
    expect(report.damage.map(({ kind }) => kind)).toContain(
      log.head()[0]?.seal.startsWith(`${line.segment}:`) === true ? 'truncated' : 'missing-segment',
    );
  });

  property('names a line that was put in front of the last seal, from what the head says', (log) => {
    const { seal } = lastSeal(log.folder, null);
    const { segment, offset } = seal?.position ?? { segment: 0, offset: 0 };
    const before = linesOf(log).length;
    edit(log, segment, (bytes) => put(bytes, offset, '{"forged":1}\n'));
    if (movesOthers(log, before + 1)) return;
    const report = log.verify(log.head());
    expect(report.ok).toBe(false);
    expect(found(report, ['before-seal'], segment, [offset])).toBe(true);
  });
});
