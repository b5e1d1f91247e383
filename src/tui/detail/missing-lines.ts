import type { Line } from '../look/line.ts';
import type { Answer } from '../think/question.ts';
import { type Page, wrapped } from './page.ts';

/** That a part of the log cannot be read, so that more may have been than is told. */
export const missingLines = (answer: Pick<Answer, 'without'> | null, page: Pick<Page, 'width'>): Line[] =>
  answer?.without === undefined
    ? []
    : wrapped(
        `${answer.without.length === 1 ? 'Segment' : 'Segments'} ${answer.without.join(', ')} of the log cannot be read: this is told without what stood there.`,
        page,
        '░ ',
        'warn',
      );
