import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sealsIn } from '../../src/events/find-seal.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { readBlocks } from '../../src/events/log-reader.ts';
import { readHead } from '../../src/events/seal-head.ts';
import { logFolder } from '../../src/events/segments.ts';
import { verifyLog } from '../../src/events/verify/verify-log.ts';
import { cleanEnv } from '../kit/hook-process.ts';
import { sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';
import { bundleInto } from './bundle.ts';

const LIMIT = 256 * 1024;

it('six processes that seal while eight append, two of each killed, leave a log that verifies', async () => {
  const project = tempProject();
  const [writer, sealer] = await Promise.all([
    bundleInto(tempProject().path, join(import.meta.dirname, 'writer-entry.ts')),
    bundleInto(tempProject().path, join(import.meta.dirname, 'sealer-entry.ts')),
  ]);
  const run = (args: readonly string[], killAfterMs: number | null) => {
    const child = spawn(process.execPath, args, { env: cleanEnv(), stdio: ['ignore', 'pipe', 'inherit'] });
    const started = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdout.resume();
    if (killAfterMs !== null) void started.then(() => setTimeout(() => child.kill('SIGKILL'), killAfterMs));
    return { started, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) };
  };
  const codesOf = (children: readonly { readonly ended: Promise<number | null> }[]) =>
    Promise.all(children.map(({ ended }) => ended));
  const stop = join(project.path, 'stop');
  const sealers = Array.from({ length: 6 }, (_, i) =>
    run([sealer, project.path, String(LIMIT), `s${i}`, stop], i < 2 ? 300 + 400 * i : null),
  );
  await Promise.all(sealers.map(({ started }) => started));
  const writers = Array.from({ length: 8 }, (_, i) =>
    run([writer, project.path, String(LIMIT), `w${i}`, i < 2 ? '0' : '40', String(i)], i < 2 ? 50 + 40 * i : null),
  );
  expect((await codesOf(writers)).filter((code) => code === 0)).toHaveLength(6);
  writeFileSync(stop, '');
  expect((await codesOf(sealers)).filter((code) => code === 0).length).toBeGreaterThanOrEqual(4);

  const folder = logFolder(project.path, nodeLogFs, LIMIT);
  const found = [...readBlocks(folder)].flatMap((block) => [...sealsIn(block)]);
  expect(found.length).toBeGreaterThan(1);
  expect(found.filter(({ seal }) => seal === null)).toEqual([]);
  const head = readHead(project.path, nodeLogFs);
  const claims = head === null ? [] : [{ ...head, by: 'head' }];
  expect(claims).toHaveLength(1);
  const report = verifyLog({ folder, claims });
  expect(report).toMatchObject({ ok: true, damage: [], unproven: [], seals: found.length });

  // What is left over is sealed by whoever comes next.
  const log = sealedLog(project.path, LIMIT);
  log.write(1);
  log.seal();
  expect(log.verify(log.head())).toMatchObject({ ok: true, unsealed: 0 });
});
