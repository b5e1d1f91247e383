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

/** What is thought about so long, in milliseconds, is given up for a new question: whoever asked it has gone on. */
const PATIENCE_MS = 400;

/**
 * Finds out in a thread of its own, one thing at a time. Of questions that wait only the newest is answered, since who
 * asked the others has gone on; what is answered already takes its time, unless that is long. Where the thread cannot be
 * had, or ends, it is found out in this one.
 */
export const thinkAside = (folder: LogFolder, program: URL | string, patience = PATIENCE_MS): Ask => {
  const here = thinkHere(folder);
  let worker: Worker | null = null;
  let isLost = false;
  let asked: (Waiting & { readonly number: number; readonly since: number }) | null = null;
  let waiting: Waiting | null = null;
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
    const left = [asked, waiting];
    asked = null;
    waiting = null;
    for (const one of left) if (one !== null) void here(one.question).then(one.resolve);
  };

  /** A thread cannot be interrupted, only ended. */
  const giveUp = (): void => {
    worker?.removeAllListeners();
    void worker?.terminate();
    worker = null;
    asked?.resolve(null);
    asked = null;
  };

  const next = (): void => {
    if (waiting === null || asked !== null) return;
    number += 1;
    asked = { ...waiting, number, since: performance.now() };
    waiting = null;
    worker ??= start();
    worker.postMessage({ number, question: asked.question });
  };

  return (question) => {
    if (isLost) return here(question);
    return new Promise((resolve) => {
      waiting?.resolve(null);
      waiting = { question, resolve };
      if (asked !== null && performance.now() - asked.since > patience) giveUp();
      next();
    });
  };
};
