import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { newestClaim, type OwnClaim, takeClaim } from '../../../src/hooks/test-runner/claims.ts';
import { type ProcessRef, processRef } from '../../../src/hooks/test-runner/process-ref.ts';
import { tempProject } from '../../kit/temp-project.ts';

// What others do between a look at the claims and the attempt to make the next one, and right after that.
const meanwhile = vi.hoisted(() => ({
  before: null as (() => void) | null,
  after: null as (() => void) | null,
  unlisted: '',
}));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const linkSync: typeof fs.linkSync = (from, to) => {
    const others = meanwhile.before;
    meanwhile.before = null;
    others?.();
    fs.linkSync(from, to);
    if (others === null) return;
    const more = meanwhile.after;
    meanwhile.after = null;
    more?.();
  };
  const list = fs.readdirSync as (path: string) => string[];
  const readdirSync = (path: string): string[] => {
    const { unlisted } = meanwhile;
    meanwhile.unlisted = '';
    return list(path).filter((name) => name !== unlisted);
  };
  return { ...fs, linkSync, readdirSync };
});

afterEach(() => {
  meanwhile.before = null;
  meanwhile.after = null;
});

const self = processRef(process.pid) as ProcessRef;
const folder = () => join(tempProject().path, 'key');

it('who is late by one claim does not get it', () => {
  const at = folder();
  meanwhile.before = () => void takeClaim(at, self);
  expect(takeClaim(at, self)).toBeNull();
  expect(readdirSync(at)).toEqual(['1']);
});

it('who is late by several does not get one whose number is free again', () => {
  const at = folder();
  let others: OwnClaim | null = null;
  meanwhile.before = () => {
    takeClaim(at, self)?.release();
    others = takeClaim(at, self);
  };
  expect(takeClaim(at, self)).toBeNull();
  expect(readdirSync(at)).toEqual(['2']);
  (others as OwnClaim | null)?.release();
  expect(takeClaim(at, self)?.before?.number).toBe(2);
});

it('who is late by several may find that the one it gives up was removed, and goes on', () => {
  const at = folder();
  const taken: (OwnClaim | null)[] = [];
  meanwhile.before = () => {
    takeClaim(at, self)?.release();
    taken.push(takeClaim(at, self));
  };
  meanwhile.after = () => {
    taken[0]?.release();
    taken.push(takeClaim(at, self));
  };
  expect(takeClaim(at, self)).toBeNull();
  expect(readdirSync(at)).toEqual(['3']);
  taken[1]?.release();
  expect(takeClaim(at, self)?.before?.number).toBe(3);
});

it('who is late does not get a number that was used though the list shows no newer one', () => {
  const at = folder();
  takeClaim(at, self)?.release();
  meanwhile.before = () => {
    takeClaim(at, self)?.release();
    takeClaim(at, self);
  };
  // A list that is read while others change it may leave out what is made meanwhile.
  meanwhile.after = () => {
    meanwhile.unlisted = '3';
  };
  expect(takeClaim(at, self)).toBeNull();
  expect(readdirSync(at)).toEqual(['3']);
});

it('a claim that was removed with all others is lost, and takes nothing from the claim that was made since', () => {
  const at = folder();
  const lost = takeClaim(at, self);
  expect(lost?.isLost()).toBe(false);
  rmSync(at, { recursive: true });
  expect(lost?.isLost()).toBe(true);
  takeClaim(at, self);
  lost?.setChild({ pid: 7, began: 'x' });
  lost?.release();
  const newest = newestClaim(at);
  expect(newest).toMatchObject({ number: 1, child: null, isReleased: false });
});

it('what is listed and never there keeps nobody for ever', () => {
  const at = folder();
  takeClaim(at, self);
  symlinkSync('nowhere', join(at, '9'));
  expect(() => newestClaim(at)).toThrow('cannot be read');
});
