// dist/test-runner.cjs: a detached process that a hook starts after a write of code (seed 001, test-runner.sh).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, nodeLogFs } from '../../events/log-fs.ts';
import { logFolder } from '../../events/segments.ts';
import type { RunnerOrder } from '../../hooks/test-runner/order.ts';
import { recordsIn } from './records.ts';
import { work } from './work.ts';

const main = async (): Promise<void> => {
  const order = JSON.parse(process.argv[2] ?? 'null') as RunnerOrder | null;
  try {
    if (order !== null) await workOrSayWhyNot(order);
  } finally {
    // Outputs that a process outside the group still holds would keep this one.
    process.exit(0);
  }
};

const workOrSayWhyNot = async (order: RunnerOrder): Promise<void> => {
  try {
    await work(order);
  } catch (error) {
    // A log that was removed is not made anew.
    if (!existsSync(join(order.root, 'log'))) return;
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const data = { stage: 'test runner', code: errorCode(error), message };
    recordsIn(logFolder(order.root, nodeLogFs), order).add(order.event, 'HookFailed', data);
  }
};

void main();
