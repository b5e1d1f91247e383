import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedLines } from '../../src/audit/ndjson/checked-lines.ts';
import type { ManifestRecord } from '../../src/audit/ndjson/records.ts';
import { verifyPart } from '../../src/audit/ndjson/verify-part.ts';
import { verifyWhole } from '../../src/audit/ndjson/verify-whole.ts';
import type { Selection } from '../../src/audit/selection.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import type { DamageKind, PlacedDamage } from '../../src/events/verify/report.ts';
import { edit, linesOf, type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';
import { check, exportOf, withFile } from './export-kit.ts';

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const limits = fc.constantFrom(1500, 64 * 1024 * 1024);
const counts = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });

const pick = <Item>(items: readonly Item[], at: number): Item => items[Math.floor(at * items.length)] as Item;

/** A log of several seals, with torn lines, and what is not sealed yet at its end. */
const build = (limit: number, writes: readonly number[]): SealedLog => {
  const log = sealedLog(tempProject().path, limit);
  writes.forEach((count, index) => {
    log.write(count, 20 + ((index * 53) % 300));
    if (index % 3 === 1) log.tear();
    if (index % 4 === 3) log.sealTwice();
    else log.seal();
  });
  log.write(2);
  return log;
};

/** Every other event, as a filter chooses them. */
const someEvents: Selection = {
  sessions: null,
  matches: ({ id }) => /[02468]$/.test(id),
  last: null,
  gate: null,
  words: ['--type x'],
};

const wholeDamage = (text: string, limit: number): Promise<readonly PlacedDamage[]> =>
  withFile(text, async (fd) => {
    const root = mkdtempSync(join(tempProject().path, 'x'));
    const { report } = await verifyWhole({ fs: nodeLogFs, fd, root, claims: [], publicKey: null, limit });
    expect(report.ok).toBe(report.damage.length === 0);
    return report.damage;
  });

const partOf = (text: string) => withFile(text, (fd) => verifyPart({ fs: nodeLogFs, fd, claims: [], publicKey: null }));

const linesIn = (text: string): string[] => text.split('\n').slice(0, -1);
const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** What somebody does who knows how checks and manifest are made. */
const remade = (lines: readonly string[]): string => {
  const { sha256: _, ...manifest } = JSON.parse(lines.at(-1) ?? '') as ManifestRecord;
  const content = lines.filter((line) => !/^\{"docket":"(?:check|manifest)"/.test(line));
  return [...checkedLines(content, () => manifest)].join('');
};

type Change = (lines: string[], a: number, b: number) => number | null;

/** Each returns the number of the line where the damage is to be named; null where nothing was changed. */
const changes: Record<string, { readonly kinds: readonly DamageKind[]; readonly change: Change }> = {
  flips: {
    kinds: ['flipped'],
    change: (lines, a, b) => {
      const at = Math.floor(a * (lines.length - 1));
      const line = lines[at] ?? '';
      const place = Math.floor(b * line.length);
      lines[at] = `${line.slice(0, place)}${line[place] === '~' ? '!' : '~'}${line.slice(place + 1)}`;
      return at + 1;
    },
  },
  deletes: {
    kinds: ['deleted'],
    change: (lines, a) => {
      const at = 1 + Math.floor(a * (lines.length - 2));
      lines.splice(at, 1);
      return at + 1;
    },
  },
  inserts: {
    kinds: ['inserted'],
    change: (lines, a) => {
      const at = 1 + Math.floor(a * (lines.length - 2));
      lines.splice(at, 0, '{"v":1,"id":"forged"}');
      return at + 1;
    },
  },
  duplicates: {
    kinds: ['duplicated'],
    change: (lines, a) => {
      const at = Math.floor(a * (lines.length - 2));
      lines.splice(at, 0, lines[at] ?? '');
      return null;
    },
  },
  swaps: {
    kinds: ['reordered'],
    change: (lines, a) => {
      const at = 1 + Math.floor(a * Math.max(0, lines.length - 4));
      [lines[at], lines[at + 1]] = [lines[at + 1] ?? '', lines[at] ?? ''];
      return null;
    },
  },
};

describe('an export that somebody changed', () => {
  it.each(Object.entries(changes))('is found out, and the line named: %s', async (_, { kinds, change }) => {
    await fc.assert(
      fc.asyncProperty(limits, counts, fc.boolean(), unit, unit, async (limit, writes, isPart, a, b) => {
        const log = build(limit, writes);
        const lines = linesIn(exportOf(log.folder, isPart ? { selection: someEvents } : {}));
        // The header and the end are another matter.
        const body = lines.slice(0, -2);
        const line = change(body, a, b);
        const text = fileOf([...body, ...lines.slice(-2)]);
        rmSync(log.root, { recursive: true });
        const damage = await check(text).then(
          (reading) => reading.damage,
          () => null,
        );
        // Without its first line it is no export at all.
        if (damage === null) {
          expect(line).toBe(1);
          return;
        }
        expect(damage.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds.slice(0, 1)));
        if (line !== null) expect(damage.map((one) => one.line)).toContain(line);
        const named = isPart ? (await partOf(text)).report.damage : await wholeDamage(text, limit);
        expect(named.length).toBeGreaterThan(0);
      }),
      { numRuns: 25, seed: 5 },
    );
  });

  it('is found out at whatever byte it was cut or changed', async () => {
    const log = build(1500, [3, 2, 4]);
    const text = exportOf(log.folder);
    for (let at = 1; at < text.length - 1; at += 67) {
      const cut = await check(text.slice(0, at)).then(
        ({ damage }) => damage.map(({ kind }) => kind),
        () => ['truncated'],
      );
      expect(cut).toContain('truncated');
      const changed = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
      const found = await check(changed).then(
        ({ damage }) => damage.length > 0,
        () => true,
      );
      expect(found).toBe(true);
    }
  });
});

describe('an export of a log that somebody changed', () => {
  it('is found out as the log itself is', async () => {
    await fc.assert(
      fc.asyncProperty(limits, counts, unit, fc.nat(3), async (limit, writes, a, what) => {
        const log = build(limit, writes);
        const line = pick(linesOf(log), a);
        edit(log, line.segment, (bytes) => {
          const [before, after] = [bytes.slice(0, line.offset), bytes.slice(line.offset)];
          if (what === 0) return `${before}{"v":1,"id":"forged"}\n${after}`;
          if (what === 1) return before + after.slice(line.text.length + 1);
          if (what === 2) return `${before}\n\n${after}`;
          return `${before}~${after.slice(1)}`;
        });
        const asLog = log.verify(log.head()).damage.map(({ segment, offset, kind }) => ({ segment, offset, kind }));
        const damage = await wholeDamage(exportOf(log.folder), limit);
        expect(damage.map(({ segment, offset, kind }) => ({ segment, offset, kind }))).toEqual(asLog);
        rmSync(log.root, { recursive: true });
      }),
      { numRuns: 30, seed: 3 },
    );
  });
});

describe('a part of a log', () => {
  it('is proven by the seals, and says how much is not in it', async () => {
    await fc.assert(
      fc.asyncProperty(limits, counts, async (limit, writes) => {
        const log = build(limit, writes);
        const { report, proven, notInExport, unbound } = await partOf(exportOf(log.folder, { selection: someEvents }));
        expect(report).toMatchObject({ ok: true, damage: [], unproven: [] });
        const sealed = writes.reduce((sum, count) => sum + count, 0);
        const chosen = Array.from({ length: sealed }, (_, index) => index + 1).filter((id) => id % 2 === 0).length;
        expect(proven).toBeGreaterThanOrEqual(chosen);
        expect(unbound).toBe(0);
        expect(proven + notInExport).toBeGreaterThanOrEqual(sealed);
        rmSync(log.root, { recursive: true });
      }),
      { numRuns: 20, seed: 2 },
    );
  });

  it.each([
    ['flipped', (lines: string[], at: number) => lines.splice(at, 1, lines[at]?.replace('xxx', 'yyy') ?? '')],
    ['flipped', (lines: string[], at: number) => lines.splice(at, 0, '{"v":1,"id":"forged"}')],
    ['duplicated', (lines: string[], at: number) => lines.splice(at, 0, lines[at] ?? '')],
    [
      'reordered',
      (lines: string[], at: number) => lines.splice(at, 3, lines[at + 2] ?? '', lines[at + 1] ?? '', lines[at] ?? ''),
    ],
  ] as const)('is found out by its seals where checks and manifest were made anew: %s', async (kind, change) => {
    const log = build(64 * 1024 * 1024, [6, 5, 4]);
    const text = exportOf(log.folder, { selection: someEvents });
    const places = linesIn(text).flatMap((line, index) => (line.startsWith('{"v":') ? [index] : []));
    // Two of one seal.
    const [at = 0] = places;
    const lines = linesIn(text);
    change(lines, at);
    const forged = remade(lines);
    expect((await check(forged)).damage).toEqual([]);
    const { report } = await partOf(forged);
    expect(report.ok).toBe(false);
    expect(report.damage.map((one) => one.kind)).toContain(kind);
    expect(report.damage[0]?.line).toBeGreaterThan(1);
  });

  it('is found out where the digests in a seal were changed with the line', async () => {
    const log = build(64 * 1024 * 1024, [6, 5, 4]);
    const lines = linesIn(exportOf(log.folder, { selection: someEvents }));
    const at = lines.findIndex((line) => line.startsWith('{"docket":"seal"'));
    lines[at] = lines[at]?.replace(/"lines":"....../, '"lines":"AAAAAA') ?? '';
    const { report } = await partOf(remade(lines));
    expect(report.damage.map(({ kind, line }) => ({ kind, line }))).toContainEqual({ kind: 'flipped', line: at + 1 });
  });

  it('is found out where a seal is gone', async () => {
    const log = build(64 * 1024 * 1024, [6, 5, 4]);
    const lines = linesIn(exportOf(log.folder, { selection: someEvents }));
    const first = lines.findIndex((line) => line.startsWith('{"docket":"seal"'));
    lines.splice(first, 1);
    const { report } = await partOf(remade(lines));
    expect(report.damage.map(({ kind }) => kind)).toContain('deleted');
    expect(report.unproven).toHaveLength(1);
  });
});
