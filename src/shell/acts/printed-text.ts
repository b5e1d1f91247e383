import { readOptions } from '../options.ts';
import type { Run } from '../run.ts';

/** The texts that a run reads as its standard input, as far as the command line shows them. */
export const inputTexts = (run: Run): string[] => {
  const { input } = run;
  if (input.kind === 'text') return [input.text ?? documentOf(run)];
  if (input.kind === 'pipe') return input.from.flatMap(printedTexts);
  return input.kind === 'file' && input.path.value === null ? run.substitutions.flatMap(printedTexts) : [];
};

/** What a run prints: the words of `echo` and `printf`, and what others give on. */
export const printedTexts = (run: Run): string[] => {
  if (run.program === 'echo' || run.program === 'printf') {
    return [
      readOptions(run.args, {})
        .operands.map(({ value, text }) => value ?? text)
        .join(' ')
        .replaceAll('\\n', '\n'),
    ];
  }
  return run.input.kind === 'text' ? [run.input.text ?? documentOf(run)] : [];
};

/** A here-document with expansions in it, as it is spelled. */
const documentOf = ({ redirects }: Run): string =>
  redirects.map(({ document, target }) => document?.text ?? target?.text ?? '').join('\n');
