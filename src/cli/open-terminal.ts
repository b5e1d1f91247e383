import { openSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { TuiOptions } from './tui-program.ts';

/**
 * The terminal that a person looks at: what is printed goes there, and keys come from standard input or, where something
 * else is piped in, from the terminal itself. Null where there is none.
 */
export const openTerminal = ({ stdin, stdout }: TuiOptions['terminal']): TuiOptions['terminal'] | null => {
  if (stdout.isTTY !== true) return null;
  if (stdin.isTTY === true) return { stdin, stdout };
  try {
    return { stdin: new ReadStream(openSync('/dev/tty', 'r')), stdout };
  } catch {
    return null;
  }
};
