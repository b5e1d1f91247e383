import type { LogFolder } from '../../events/segments.ts';
import type { Question } from './question.ts';
import type { WhatIf } from './what-if.ts';

export const tryWhatIf = (_folder: LogFolder, { change }: Extract<Question, { kind: 'what-if' }>): WhatIf => {
  if (change !== null) throw new Error('nothing can be tried yet');
  return { preset: 'strict', modes: {}, judged: 0, flips: [] };
};
