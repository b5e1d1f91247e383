import fc from 'fast-check';
import { LogWriteError } from '../../src/events/log-writer.ts';
import type { LogFolder } from '../../src/events/segments.ts';
import { type Fault, faultyFs } from '../kit/faulty-fs.ts';

/** What goes wrong during an operation; a lasting one is the end of the process. */
export interface Trouble {
  readonly fault: Fault;
  readonly at: number;
  readonly isLasting: boolean;
}

export const trouble: fc.Arbitrary<Trouble> = fc.record({
  fault: fc.constantFrom<Fault>('EIO', 'ENOSPC', 'EINTR', 'short-write', 'short-read', 'full', 'read-only'),
  at: fc.integer({ min: 1, max: 40 }),
  isLasting: fc.boolean(),
});

export const troubleWords = ({ fault, at, isLasting }: Trouble): string =>
  `${fault} ${isLasting ? 'from call' : 'at call'} ${at}${isLasting ? ' on' : ''}`;

/** Does something to a log while its file system fails. What it throws is the file system's. */
export const inTrouble = (folder: LogFolder, root: string, what: Trouble, run: (folder: LogFolder) => void): void => {
  const { fs, end } = faultyFs({ ...what, root });
  try {
    run({ ...folder, fs });
  } catch (error) {
    if (!isOfTheSystem(error)) throw error;
  } finally {
    end();
  }
};

/** A defect of ours has no code. */
const isOfTheSystem = (error: unknown): boolean =>
  error instanceof LogWriteError || typeof (error as NodeJS.ErrnoException).syscall === 'string';
