import type { LogFolder } from '../../events/segments.ts';
import { answerer } from './answerer.ts';
import type { Answer, Ask } from './question.ts';

/** Finds out in this thread, each time after what waits already: for tests, and where no other thread can be had. */
export const thinkHere = (folder: LogFolder): Ask => {
  const answer = answerer(folder);
  return (question, onPart) =>
    new Promise<Answer | null>((resolve) =>
      setImmediate(() => resolve(answer(question, onPart === undefined ? {} : { onPart }))),
    );
};
