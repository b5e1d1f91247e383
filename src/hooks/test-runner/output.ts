/** What the reader of results looks at (src/hooks/observers/test-output.ts), in bytes. */
const BEGINNING = 16 * 1024;
const END = 64 * 1024;

/** What is kept of an output in the log, in UTF-16 units. */
const MOST_LOGGED = 32 * 1024;

export interface OutputBuffer {
  readonly add: (chunk: Buffer) => void;
  readonly text: () => string;
}

/** Keeps the beginning and the end of an output however long it gets. */
export const outputBuffer = (): OutputBuffer => {
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  let lost = 0;
  return {
    add: (chunk) => {
      const room = BEGINNING - head.length;
      if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)]);
      const rest = chunk.subarray(Math.max(0, room));
      if (rest.length === 0) return;
      tail = Buffer.concat([tail, rest]);
      // Not at each chunk: most are small.
      if (tail.length <= 2 * END) return;
      lost += tail.length - END;
      tail = Buffer.from(tail.subarray(-END));
    },
    text: () => {
      const beginning = head.toString();
      if (tail.length === 0) return beginning;
      if (lost === 0) return `${beginning}${tail.toString()}`;
      // Lines that were cut say something else than they did: `11 failed`, `1 failed`.
      const end = tail.toString();
      return `${beginning.slice(0, beginning.lastIndexOf('\n') + 1)}[${lost} bytes left out]\n${end.slice(end.indexOf('\n') + 1)}`;
    },
  };
};

/** The end of an output, from the beginning of a line, so that no half of a secret stands at the cut. */
export const loggedEnd = (output: string): string => {
  if (output.length <= MOST_LOGGED) return output;
  const end = output.slice(-MOST_LOGGED);
  const line = end.indexOf('\n');
  return line < 0 ? '' : end.slice(line + 1);
};
