import { Worker } from 'node:worker_threads';
import type { LogFolder } from '../../events/segments.ts';
import type { Answer, Ask, Question } from './question.ts';
import { thinkHere } from './think-here.ts';

/** An answer of the other thread, to the question of that number. */
export interface Thought {
  readonly number: number;
  /** Null where it was given up, since another question waits. */
  readonly answer: Answer | null;
  /** Whether more comes. */
  readonly isPart?: boolean;
}

interface Waiting {
  readonly question: Question;
  readonly resolve: (answer: Answer | null) => void;
  readonly onPart: ((answer: Answer) => void) | undefined;
}

/** So long a thread has, in milliseconds, to leave what nobody wants to know any more; then it is ended. */
const PATIENCE_MS = 1_500;

/**
 * Finds out in a thread of its own, one thing at a time. Of questions that wait only the newest is answered, since who
 * asked the others has gone on; the thread is told to leave what it is at, and is ended where it does not hear that. Where the
 * thread cannot be had, or ends, it is found out in this one.
 */
export const thinkAside = (folder: LogFolder, program: URL | string, patience = PATIENCE_MS): Ask => {
  const here = thinkHere(folder);
  let worker: Worker | null = null;
  let isLost = false;
  let asked: (Waiting & { readonly number: number }) | null = null;
  /** The number of the question that somebody waits for. */
  const wanted = new Int32Array(new SharedArrayBuffer(4));
  let waiting: Waiting | null = null;
  let number = 0;

  const start = (): Worker => {
    const { path, limit } = folder;
    const started = new Worker(program, { workerData: { path, limit, wanted } });
    started.on('message', (thought: Thought) => {
      if (asked?.number !== thought.number) return;
      const { resolve, onPart } = asked;
      if (thought.isPart === true) {
        if (thought.answer !== null) onPart?.(thought.answer);
        return;
      }
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
    for (const one of left) if (one !== null) void here(one.question, one.onPart).then(one.resolve);
  };

  /** A thread that does not listen can only be ended; what it knew is lost then. */
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
    asked = { ...waiting, number };
    waiting = null;
    Atomics.store(wanted, 0, number);
    worker ??= start();
    worker.postMessage({ number, question: asked.question });
  };

  const leave = (left: number): void => {
    Atomics.store(wanted, 0, NOTHING);
    const timer = setTimeout(() => {
      if (asked?.number !== left) return;
      giveUp();
      next();
    }, patience);
    timer.unref();
  };

  return (question, onPart) => {
    if (isLost) return here(question, onPart);
    return new Promise((resolve) => {
      waiting?.resolve(null);
      waiting = { question, resolve, onPart };
      if (asked !== null) leave(asked.number);
      next();
    });
  };
};

/** No question has this number. */
const NOTHING = 0;
