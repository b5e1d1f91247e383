// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse.ts';
import { patient } from '../kit/patience.ts';
import { BASH_CASES } from './bash-cases.ts';

/** Whether bash reads a text as a complete script; it runs nothing. */
const isCompleteInBash = (source: string): boolean => {
  try {
    execFileSync('bash', ['-n'], { input: source, stdio: ['pipe', 'ignore', 'pipe'] });
    return true;
  } catch {
    return false;
  }
};

const hasBash = (() => {
  try {
    execFileSync('bash', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

const COMMANDS = BASH_CASES.filter(({ ok, source }) => ok && source.length < 200).map(({ source }) => source);

/** Each command cut, doubled and changed at places that its own text decides: the same in every run. */
const variants = COMMANDS.flatMap((source, index) => {
  const at = (index * 7) % (source.length + 1);
  const piece = ['"', "'", ';', ')', '(', '{', '}', '&&', '|', '\n', 'fi', '`', '$('][index % 13] ?? '';
  return [
    source.slice(0, at),
    source.slice(at),
    source.slice(0, at) + piece + source.slice(at),
    `${source}\n${source}`,
  ];
});

/**
 * Where bash -n says otherwise, and why: it reads what stands in substitutions and here-documents only when it runs them
 * (by version), and takes a here-document without its end for complete, with a warning. The parser takes a parenthesis
 * behind a word for the beginning of a function or subshell where bash refuses it.
 */
const isKnownDifference = (source: string): boolean => /`|\$\(|<<|[<>]\(|\$\{|\w\((?!\))/.test(source);

describe.runIf(hasBash)('what is a complete script', () => {
  it('is what bash says, but for what it does not look into', { timeout: patient(120_000) }, () => {
    const differing = variants.filter(
      (source) =>
        !isKnownDifference(source) && (parseCommand(source).problems.length === 0) !== isCompleteInBash(source),
    );
    expect(differing).toEqual([]);
  });

  it('is one of the cases that are said to be', { timeout: patient(120_000) }, () => {
    const wrong = COMMANDS.filter((source) => !isCompleteInBash(source));
    expect(wrong).toEqual([]);
  });
});
