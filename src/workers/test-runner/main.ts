// dist/test-runner.cjs: a detached process that a hook starts after a write of code (seed 001, test-runner.sh).
import type { RunnerOrder } from '../../hooks/test-runner/order.ts';
import { work } from './work.ts';

const main = async (): Promise<void> => {
  const order = JSON.parse(process.argv[2] ?? 'null') as RunnerOrder | null;
  try {
    if (order !== null) await work(order);
  } finally {
    // Outputs that a process outside the group still holds would keep this one.
    process.exit(0);
  }
};

void main();
