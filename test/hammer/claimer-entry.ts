import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { takeClaim } from '../../src/hooks/test-runner/claims.ts';
import { type ProcessRef, processRef } from '../../src/hooks/test-runner/process-ref.ts';

// A process that takes a claim again and again, does something that only one may do at a time, and either releases it or is killed
// with it. Says each time on standard output. Arguments: the folder of the claims, a folder beside it, how often.
const [folder = '', beside = '', rounds = '0'] = process.argv.slice(2);
const self = processRef(process.pid) as ProcessRef;
const inside = join(beside, 'inside');

for (let done = 0; done < Number(rounds); ) {
  const claim = takeClaim(folder, self);
  if (claim === null) continue;
  try {
    closeSync(openSync(inside, 'wx'));
    unlinkSync(inside);
    writeSync(1, '.');
  } catch (error) {
    writeSync(1, String(error));
  }
  done += 1;
  if (done === Number(rounds)) process.kill(process.pid, 'SIGKILL');
  claim.release();
}
