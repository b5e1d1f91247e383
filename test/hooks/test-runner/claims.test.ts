import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isHeld, newestClaim, takeClaim } from '../../../src/hooks/test-runner/claims.ts';
import { isOwnGroup, type ProcessRef, processRef } from '../../../src/hooks/test-runner/process-ref.ts';
import { tempProject } from '../../kit/temp-project.ts';

const self = processRef(process.pid) as ProcessRef;
const folder = () => join(tempProject().path, 'workers', 'key');

/** A process that runs until it is ended. */
const sleeper = (): ProcessRef & { readonly end: () => Promise<void> } => {
  const child = spawn('sleep', ['300'], { stdio: 'ignore', detached: true });
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  const end = (): Promise<void> => {
    child.kill('SIGKILL');
    return gone;
  };
  onTestFinished(end);
  return { ...(processRef(child.pid as number) as ProcessRef), end };
};

describe('a claim', () => {
  it('is held by one process until it is released', () => {
    const at = folder();
    expect(newestClaim(at)).toBeNull();
    const claim = takeClaim(at, self);
    expect(claim?.before).toBeNull();
    expect(takeClaim(at, self)).toBeNull();
    claim?.release();
    const next = takeClaim(at, self);
    expect(next?.before).toMatchObject({ number: 1, holder: self, isReleased: true });
    expect(readdirSync(at)).toEqual(['2']);
  });

  it('of a process that was killed is free, and says what it ran', async () => {
    const at = folder();
    const other = sleeper();
    const child = sleeper();
    const { end, ...holder } = other;
    const { end: endChild, ...run } = child;
    takeClaim(at, holder)?.setChild(run);
    expect(takeClaim(at, self)).toBeNull();
    await end();
    expect(takeClaim(at, self)?.before).toMatchObject({ holder, child: run, isReleased: false });
    expect(isOwnGroup(run)).toBe(true);
    await endChild();
    expect(isOwnGroup(run)).toBe(false);
  });

  it('is not that of a later process with the same id', () => {
    const at = folder();
    takeClaim(at, { ...self, began: `${self.began}0` });
    expect(takeClaim(at, self)).not.toBeNull();
    expect(isOwnGroup({ ...self, began: 'another-boot 1' })).toBe(false);
  });

  it.each(['', 'x', '{', 'null', '{"holder":7}', '{"holder":{"pid":-1,"began":"x"},"child":{"pid":1,"began":"x"}}'])(
    "that says nothing (%s) is nobody's",
    (text) => {
      const at = folder();
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, '7'), text);
      writeFileSync(join(at, 'other'), 'x');
      const claim = newestClaim(at);
      expect(claim).toMatchObject({ number: 7, child: null });
      expect(claim !== null && isHeld(claim)).toBe(false);
      expect(takeClaim(at, self)?.before?.number).toBe(7);
    },
  );
});
