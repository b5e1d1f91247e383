import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { chainOf, sealOf } from '../../src/events/seal.ts';
import { segmentPath } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { expectSchema } from '../kit/scenario.ts';
import { edit, headPath, linesOf, type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

const sealsOf = (log: SealedLog): EventData<'LogSealed'>[] =>
  [...readEvents(log.folder)].flatMap(({ event }) => {
    if (event.type !== 'LogSealed') return [];
    expectSchema(event);
    return [event.data as EventData<'LogSealed'>];
  });

const newLog = (limit?: number): SealedLog => sealedLog(tempProject().path, limit);

describe('a seal', () => {
  it('says what docs/log-format.md says', () => {
    const log = newLog();
    log.write(3);
    const bytes = readFileSync(segmentPath(log.folder, 1));
    log.seal();
    const [seal] = sealsOf(log);
    const lines = bytes
      .toString()
      .split('\n')
      .filter((line) => line !== '');
    const digests = lines
      .map((line) => createHash('sha256').update(line).digest().subarray(0, 6).toString('base64url'))
      .join('');
    const said = {
      prev: null,
      from: '1:0',
      to: `1:${bytes.length}`,
      n: 3,
      hash: sha256(bytes),
      digests: sha256(digests),
    };
    expect(seal).toEqual({
      ...said,
      chain: sha256(JSON.stringify([said.prev, said.from, said.to, said.n, said.hash, said.digests])),
      lines: digests,
    });
  });

  it('goes on where the one before it ends, that one itself included', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    log.write(1);
    log.seal();
    const [first, second] = sealsOf(log);
    expect(second).toMatchObject({ prev: first?.chain, from: first?.to, n: 2 });
  });

  it('counts an event of a later version as one, which only a later docket can read', () => {
    const log = newLog();
    log.write(1);
    appendFileSync(segmentPath(log.folder, 1), '\n{"v":2,"id":"later","stream":"s"}\n');
    const expected = { ok: true, events: 2, quarantined: [] };
    expect(log.verify()).toMatchObject({ ...expected, unsealed: 2 });
    log.seal();
    expect(sealsOf(log)[0]?.torn).toBeUndefined();
    expect(log.verify()).toMatchObject({ ...expected, events: 3, unsealed: 0 });
  });

  it('is one of several when more than 4,096 lines are to be sealed', () => {
    const log = newLog();
    const line = JSON.stringify({ v: 1 });
    log.write(1);
    appendFileSync(segmentPath(log.folder, 1), `\n${line}\n`.repeat(10_000));
    expect(log.seal()).toMatchObject({ seals: 3, lines: 10_001 });
    expect(sealsOf(log).map(({ n }) => n)).toEqual([4096, 4096, 1809]);
    expect(log.verify(log.head())).toMatchObject({ ok: true, seals: 3 });
  });

  it('is found when the newest segment was archived meanwhile', () => {
    const log = newLog();
    log.write(2);
    const isGone = (): never => {
      throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    };
    const { last } = log.seal({ folder: { ...log.folder, fs: { ...nodeLogFs, statSync: isGone } as LogFs } });
    expect(last?.chain).toBe(sealsOf(log)[0]?.chain);
    expect(log.verify(log.head())).toMatchObject({ ok: true, seals: 1 });
  });

  it('covers a line in two segments, and nothing behind the limit', () => {
    const log = newLog(1000);
    log.write(10, 200);
    appendFileSync(segmentPath(log.folder, 1), '\nvoid\n');
    log.seal();
    expect(log.verify(log.head())).toMatchObject({ ok: true, seals: 1, events: 11 });
    edit(log, 1, (bytes) => bytes.replace('void', 'VOID'));
    expect(log.verify(log.head()).ok).toBe(true);
  });

  it('is not made again when there is nothing new', () => {
    const log = newLog();
    expect(log.seal()).toEqual({ last: null, seals: 0, lines: 0 });
    log.write(1);
    const { last } = log.seal();
    expect(log.seal()).toEqual({ last, seals: 0, lines: 0 });
  });

  it('lists what is no event in its range: that is quarantined, not damage', () => {
    const log = newLog();
    log.write(1);
    log.tear();
    log.write(1);
    log.seal();
    const torn = linesOf(log)[1];
    expect(sealsOf(log)[0]?.torn).toEqual([{ at: `1:${torn?.offset}`, length: torn?.text.length, reason: 'not-json' }]);
    const quarantined = [{ segment: 1, offset: torn?.offset, length: torn?.text.length, reason: 'not-json' }];
    expect(log.verify()).toMatchObject({ ok: true, events: 3, quarantined });
  });

  it('stops where it was told to, and the next one goes on', () => {
    const log = newLog();
    log.write(1);
    appendFileSync(segmentPath(log.folder, 1), `\n${JSON.stringify({ v: 1 })}\n`.repeat(9000));
    expect(log.seal({ mostBytes: 1 }).seals).toBe(1);
    expect(log.seal({ mostBytes: 1 }).seals).toBe(1);
    expect(log.seal().seals).toBe(1);
    expect(log.verify(log.head())).toMatchObject({ ok: true, seals: 3, unsealed: 0 });
  });

  it('forces its segments to the disk before and after it is written, when it is told to', () => {
    const log = newLog(3000);
    const steps: string[] = [];
    const fs = {
      ...nodeLogFs,
      fsyncSync: () => {
        steps.push('fsync');
      },
      writeSync: (...args: Parameters<typeof nodeLogFs.writeSync>) => {
        steps.push('write');
        return nodeLogFs.writeSync(...args);
      },
    } as unknown as LogFs;
    const folder = { ...log.folder, fs };
    const sealSynced = (isSynced: boolean): string[] => {
      steps.length = 0;
      const writer = openLogWriter(folder);
      log.seal({ folder, writer, isSynced });
      writer.close();
      return [...steps];
    };
    log.write(1);
    expect(sealSynced(false)).toEqual(['write']);
    log.write(1);
    expect(sealSynced(true)).toEqual(['fsync', 'write', 'fsync']);
    log.write(16, 200);
    const rolled = sealSynced(true);
    expect(rolled.slice(0, 3)).toEqual(['fsync', 'fsync', 'fsync']);
    expect(rolled.at(-1)).toBe('fsync');
  });

  it('is found without .docket/head too, by another sealer', () => {
    const log = newLog(1000);
    log.write(6, 200);
    log.seal();
    log.write(6, 200);
    rmSync(headPath(log));
    log.seal();
    const [first, second] = sealsOf(log);
    expect(second?.prev).toBe(first?.chain);
  });

  it('does not go on from one that somebody made up', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    const [real] = sealsOf(log);
    const made = { prev: real?.chain ?? null, from: real?.to ?? '', to: '99:1', n: 0, hash: '0'.repeat(64) };
    const forged = envelope('forged', 'LogSealed', { data: { ...made, chain: chainOf(made), lines: '' } });
    appendFileSync(segmentPath(log.folder, 1), `\n${JSON.stringify(forged)}\n`);
    log.write(1);
    log.seal();
    expect(sealsOf(log).at(-1)).toMatchObject({ prev: real?.chain, from: real?.to, n: 3 });
  });

  it('is none whose digests of single lines are not those that its chain vouches for', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    const [real] = sealsOf(log);
    const data = { ...(real as object), lines: 'A'.repeat(16) };
    const forged = envelope('forged', 'LogSealed', { data });
    const without = envelope('without', 'LogSealed', { data: { ...data, digests: undefined } });
    expect(sealOf(forged, { segment: 1, offset: 1 })).toBeNull();
    expect(sealOf(without, { segment: 1, offset: 1 })).toBeNull();
  });

  it('does not begin in the middle of a line, where something in front of it came or went', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    log.write(2);
    log.seal();
    const line = linesOf(log)[3];
    edit(log, 1, (bytes) => `${bytes.slice(0, line?.offset)}{"forged":1}\n${bytes.slice(line?.offset)}`);
    log.write(1);
    log.seal();
    const [first, , third] = sealsOf(log);
    expect(third).toMatchObject({ prev: first?.chain, from: first?.to });
    expect(log.verify(log.head()).damage).toMatchObject([{ kind: 'inserted', offset: line?.offset }]);
  });

  it('says which seal is lost, when the end was cut off and the log went on', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    const before = readFileSync(segmentPath(log.folder, 1));
    log.write(2);
    log.seal();
    const [lost] = log.head();
    writeFileSync(segmentPath(log.folder, 1), before);
    log.write(2);
    log.seal();
    expect(sealsOf(log).at(-1)?.lost).toEqual({ chain: lost?.chain, seal: lost?.seal });
    const report = log.verify(log.head());
    expect(report.damage.map(({ kind }) => kind)).toEqual(['truncated']);
    log.write(1);
    log.seal();
    expect(sealsOf(log).at(-1)?.lost).toBeUndefined();
  });
});

describe('two seals of the same lines', () => {
  const twice = (): SealedLog => {
    const log = newLog();
    log.write(3);
    log.seal();
    log.write(2);
    log.sealTwice();
    log.write(2);
    log.seal();
    return log;
  };

  it('both hold', () => {
    const log = twice();
    expect(log.verify(log.head())).toMatchObject({ ok: true, seals: 4 });
    const [, one, other] = sealsOf(log);
    expect([one?.from, one?.to, one?.prev]).toEqual([other?.from, other?.to, other?.prev]);
  });

  it('hold as the last ones too, equal as they are', () => {
    const log = newLog();
    log.write(3);
    log.sealTwice();
    const [one, other] = sealsOf(log);
    expect(one?.chain).toBe(other?.chain);
    expect(log.verify(log.head())).toMatchObject({ ok: true, seals: 2 });
  });

  it('are told from one that was copied', () => {
    const log = newLog();
    log.write(3);
    log.seal();
    const seal = linesOf(log).at(-1);
    appendFileSync(segmentPath(log.folder, 1), `\n${seal?.text}\n`);
    const copy = linesOf(log).at(-1);
    expect(log.verify(log.head()).damage).toMatchObject([{ kind: 'duplicated', offset: copy?.offset }]);
  });

  it.each([1, 2])('are both checked (the %i. of them altered)', (which) => {
    const log = twice();
    const line = linesOf(log).filter(({ text }) => text.includes('LogSealed'))[which];
    edit(log, 1, (bytes) => bytes.slice(0, line?.offset) + bytes.slice(line?.offset).replace(/"n":\d/, '"n":9'));
    expect(log.verify().damage).toMatchObject([{ kind: 'flipped', segment: 1, offset: line?.offset }]);
  });
});

describe('verify', () => {
  it('takes an inserted line for that alone, and what follows for moved, not changed', () => {
    const log = newLog();
    for (let turn = 0; turn < 3; turn += 1) {
      log.write(2);
      log.seal();
    }
    edit(log, 1, (bytes) => `{"forged":1}\n${bytes}`);
    expect(log.verify().damage).toMatchObject([{ kind: 'inserted', segment: 1, offset: 0 }]);
  });

  it('goes on behind a seal that is broken, and says what nothing proves', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    log.write(2);
    log.seal();
    log.write(2);
    log.seal();
    const [first, broken] = sealsOf(log);
    edit(log, 1, (bytes) => bytes.replace(`"hash":"${broken?.hash}"`, `"hash":"${'0'.repeat(64)}"`));
    const report = log.verify();
    const line = linesOf(log).filter(({ text }) => text.includes('LogSealed'))[1];
    expect(report.damage).toMatchObject([{ kind: 'flipped', offset: line?.offset }]);
    expect(report.unproven).toEqual([{ from: first?.to, to: broken?.to }]);
  });

  it('tells the last sealed line that is gone from one that was changed, though another seal stands behind it', () => {
    const log = newLog();
    log.write(2);
    log.sealTwice();
    const [, last, behindIt] = linesOf(log);
    edit(log, 1, (bytes) => bytes.replace(`${last?.text}\n`, ''));
    expect(log.verify().damage).toMatchObject([{ kind: 'deleted', offset: (last?.offset ?? 0) + 1 }]);
    expect(behindIt?.text).toContain('LogSealed');
  });

  it('keeps in mind a line that was put in front of a seal, when the log is sealed again', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    const [, last] = linesOf(log);
    edit(log, 1, (bytes) => bytes.replace(`${last?.text}\n`, `${last?.text}\n${last?.text}\n`));
    for (let turn = 0; turn < 3; turn += 1) {
      log.write(1);
      log.seal();
    }
    expect(log.verify(log.head())).toMatchObject({ ok: false, damage: [{ kind: 'before-seal', segment: 1 }] });
  });

  it('names a changed line behind lines of two segments whose seal is gone', () => {
    // Each line fills a segment.
    const log = newLog(200);
    log.write(2, 100);
    log.seal();
    log.write(1, 100);
    log.sealTwice();
    const [seal] = linesOf(log).filter(({ text }) => text.includes('LogSealed'));
    expect(seal?.segment).toBe(3);
    edit(log, 3, (bytes) => bytes.replace('LogSealed', 'LogSealer'));
    const report = log.verify();
    expect(report.damage).toMatchObject([{ kind: 'flipped', segment: 3, offset: seal?.offset }]);
    expect(report.unproven).toHaveLength(1);
  });

  it('finds a beginning that was cut off with its seals', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    log.write(2);
    log.seal();
    log.write(1);
    log.seal();
    const second = linesOf(log).filter(({ text }) => text.includes('LogSealed'))[0];
    const cut = (second?.offset ?? 0) + (second?.text.length ?? 0) + 1;
    edit(log, 1, (bytes) => bytes.slice(cut));
    const report = log.verify();
    expect(report.damage).toMatchObject([{ kind: 'deleted', segment: 1, offset: 1, line: 2 }]);
    expect(report.unproven).toHaveLength(1);
  });

  it('counts what is not sealed yet, and takes a line in progress for no damage', () => {
    const log = newLog();
    log.write(2);
    log.seal();
    log.write(3);
    log.tear();
    const report = log.verify(log.head());
    expect(report).toMatchObject({ ok: true, events: 6, unsealed: 3, damage: [] });
    expect(report.quarantined).toMatchObject([{ segment: 1, reason: 'unfinished' }]);
  });

  it('says of a log without a seal that it holds no seal, and of none that it is empty', () => {
    const log = newLog();
    expect(log.verify()).toMatchObject({ ok: true, events: 0, seals: 0, unsealed: 0 });
    log.write(2);
    expect(log.verify()).toMatchObject({ ok: true, events: 2, seals: 0, unsealed: 2 });
  });

  it('numbers lines as an editor does', () => {
    const log = newLog(2000);
    log.write(12, 200);
    log.seal();
    const line = linesOf(log)[6];
    edit(log, line?.segment ?? 0, (bytes) => `${bytes.slice(0, line?.offset)}#${bytes.slice((line?.offset ?? 0) + 1)}`);
    const [damage] = log.verify().damage;
    const text = readFileSync(segmentPath(log.folder, line?.segment ?? 0), 'utf8');
    expect(text.split('\n')[(damage?.line ?? 0) - 1]).toMatch(/^#/);
  });
});
