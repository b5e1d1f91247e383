import { type Finding, notFormatted, type Read } from './read-findings.ts';

/** UTF-16 units that are looked at. */
const LONGEST_OUTPUT = 65_536;

/**
 * rustfmt, reading standard input: it ends with 0 and a diff where it would change something, and with 1 and what the
 * compiler says where it cannot read the text.
 */
export const readRustfmt: Read = ({ code, stdout, stderr }) => {
  const [, line] = /^Diff in .*?(?: at line |:)(\d+):/m.exec(stdout.slice(0, LONGEST_OUTPUT)) ?? [];
  if (line !== undefined) return [{ ...notFormatted('rustfmt'), line: Number(line) }];
  const errors = [
    ...stderr.slice(0, LONGEST_OUTPUT).matchAll(/^error(?:\[\w+\])?: (.*)\n\s*--> .*?:(\d+):(\d+)$/gm),
  ].map(([, message = '', at, column]): Finding => ({ line: Number(at), column: Number(column), message, rule: null }));
  return errors.length > 0 || code === 0 ? errors : null;
};
