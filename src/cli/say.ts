import type { Io } from './io.ts';
import { wrap } from './style.ts';

/**
 * Writes a note for a person: at a terminal each of its lines is broken at blanks where the screen ends, with its
 * indentation, elsewhere it stays one line, which scripts can search.
 */
export const say = (io: Io, stream: 'stdout' | 'stderr', text: string): void => {
  const isTty = stream === 'stdout' ? io.isStdoutTty : io.isStderrTty;
  const lines = isTty ? text.split('\n').flatMap((line) => broken(line, io.width)) : [text];
  io[stream](`${lines.join('\n')}\n`);
};

const broken = (line: string, width: number): string[] =>
  wrap(line.trim(), width, ' '.repeat(line.length - line.trimStart().length));
