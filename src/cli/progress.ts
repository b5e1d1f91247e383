import type { Io } from './io.ts';

/** Shows on a terminal how far a command is, once it takes longer than a second. */
export const progressFor = (io: Pick<Io, 'stderr' | 'isStderrTty'>, what: string) => {
  const start = Date.now();
  let isShown = false;
  return {
    /** Tells how many events were read so far. */
    onProgress: (events: number): void => {
      if (!io.isStderrTty || Date.now() - start < 1000) return;
      isShown = true;
      io.stderr(`\r${what}: ${events.toLocaleString('en')} events`);
    },
    done: (): void => {
      if (isShown) io.stderr('\r\u001b[K');
    },
  };
};

/** The same for work that is counted in bytes and goes through several steps. */
export const byteProgressFor = (io: Pick<Io, 'stderr' | 'isStderrTty'>) => {
  const start = Date.now();
  let isShown = false;
  return {
    /** Tells of each step how many bytes more it is through. */
    on: (step: string): ((bytes: number) => void) => {
      let bytes = 0;
      return (more) => {
        bytes += more;
        if (!io.isStderrTty || Date.now() - start < 1000) return;
        isShown = true;
        io.stderr(`\r\u001b[K${step}: ${(bytes / 2 ** 20).toFixed(0)} MB`);
      };
    },
    done: (): void => {
      if (isShown) io.stderr('\r\u001b[K');
    },
  };
};
