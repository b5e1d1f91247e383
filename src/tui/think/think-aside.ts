import { Worker } from 'node:worker_threads';
import type { LogFolder } from '../../events/segments.ts';
import type { Answer, Ask, Question } from './question.ts';
import { thinkHere } from './think-here.ts';

/** An answer of the other thread, to the question of that number. */
export interface Thought {
  readonly number: number;
  readonly answer: Answer;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: Answer | null) => void;
}

/**
 * Finds out in a thread of its own, one thing at a time. Of questions of one kind that wait only the newest is answered:
 * who asked the others has gone on. Where the thread cannot be had, or ends, it is found out in this one.
 */
export const thinkAside = (folder: LogFolder, program: URL | string): Ask => {
  const here = thinkHere(folder);
  let worker: Worker | null = null;
  let isLost = false;
  let asked: (Waiting & { readonly number: number }) | null = null;
  let waiting: readonly Waiting[] = [];
  let number = 0;

  const start = (): Worker => {
    const { path, limit } = folder;
    const started = new Worker(program, { workerData: { path, limit } });
    started.on('message', (thought: Thought) => {
      if (asked?.number !== thought.number) return;
      const { resolve } = asked;
      asked = null;
      resolve(thought.answer);
      next();
    });
    started.on('error', lose);
    started.on('exit', lose);
    // A listener keeps the process, so this comes last.
    started.unref();
    return started;
  };

  const lose = (): void => {
    isLost = true;
    const left = [...(asked === null ? [] : [asked]), ...waiting];
    asked = null;
    waiting = [];
    for (const { question, resolve } of left) void here(question).then(resolve);
  };

  const next = (): void => {
    const [first, ...others] = waiting;
    if (first === undefined || asked !== null) return;
    waiting = others;
    number += 1;
    asked = { ...first, number };
    worker ??= start();
    worker.postMessage({ number, question: first.question });
  };

  return (question) => {
    if (isLost) return here(question);
    return new Promise((resolve) => {
      for (const one of waiting) if (one.question.kind === question.kind) one.resolve(null);
      waiting = [...waiting.filter((one) => one.question.kind !== question.kind), { question, resolve }];
      next();
    });
  };
};
