import { type Finding, notFormatted, type Read } from './read-findings.ts';

/**
 * rustfmt, reading standard input: it ends with 0 and a diff where it would change something, and with 1 and what the
 * compiler says where it cannot read the text.
 */
export const readRustfmt: Read = ({ code, stdout, stderr }) => {
  const [, line] = /^Diff in .*?(?: at line |:)(\d+):/m.exec(stdout) ?? [];
  if (line !== undefined) return [{ ...notFormatted('rustfmt'), line: Number(line) }];
  const errors = [...stderr.matchAll(/^error(?:\[\w+\])?: (.*)\n\s*--> .*?:(\d+):(\d+)$/gm)].map(
    ([, message = '', at, column]): Finding => ({ line: Number(at), column: Number(column), message, rule: null }),
  );
  return errors.length > 0 || code === 0 ? errors : null;
};
