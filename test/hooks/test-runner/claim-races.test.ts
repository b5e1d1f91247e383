import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { type OwnClaim, takeClaim } from '../../../src/hooks/test-runner/claims.ts';
import { type ProcessRef, processRef } from '../../../src/hooks/test-runner/process-ref.ts';
import { tempProject } from '../../kit/temp-project.ts';

// What others do between a look at the claims and the attempt to make the next one.
const meanwhile = vi.hoisted(() => ({ do: null as (() => void) | null }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const linkSync: typeof fs.linkSync = (from, to) => {
    const others = meanwhile.do;
    meanwhile.do = null;
    others?.();
    fs.linkSync(from, to);
  };
  return { ...fs, linkSync };
});

afterEach(() => {
  meanwhile.do = null;
});

const self = processRef(process.pid) as ProcessRef;
const folder = () => join(tempProject().path, 'key');

it('who is late by one claim does not get it', () => {
  const at = folder();
  meanwhile.do = () => void takeClaim(at, self);
  expect(takeClaim(at, self)).toBeNull();
  expect(readdirSync(at)).toEqual(['1']);
});

it('who is late by several does not get one whose number is free again', () => {
  const at = folder();
  let others: OwnClaim | null = null;
  meanwhile.do = () => {
    takeClaim(at, self)?.release();
    others = takeClaim(at, self);
  };
  expect(takeClaim(at, self)).toBeNull();
  expect(readdirSync(at)).toEqual(['2']);
  (others as OwnClaim | null)?.release();
  expect(takeClaim(at, self)?.before?.number).toBe(2);
});
