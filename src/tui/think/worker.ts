// dist/tui-thinking.cjs: a thread beside the one that draws, so that no key waits for what is found out.
import { parentPort, workerData } from 'node:worker_threads';
import { nodeLogFs } from '../../events/log-fs.ts';
import { answerer } from './answerer.ts';
import type { Question } from './question.ts';
import type { Thought } from './think-aside.ts';

const { path, limit, wanted } = workerData as {
  readonly path: string;
  readonly limit: number;
  readonly wanted: Int32Array;
};
const answer = answerer({ path, limit, fs: nodeLogFs });

parentPort?.on('message', ({ number, question }: { readonly number: number; readonly question: Question }) => {
  const tell = (thought: Omit<Thought, 'number'>): void => parentPort?.postMessage({ number, ...thought });
  const isOver = (): boolean => Atomics.load(wanted, 0) !== number;
  const whole = answer(question, { isOver, onPart: (part) => tell({ answer: part, isPart: true }) });
  tell({ answer: whole });
});
