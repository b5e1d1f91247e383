// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_COMMAND, parseCommand } from '../../src/shell/parse.ts';
import type { SimpleCommand } from '../../src/shell/simple-command.ts';
import { BASH_CASES } from './bash-cases.ts';

const named = (commands: readonly SimpleCommand[]): (string | null)[] =>
  commands.filter(({ words }) => words.length > 0).map(({ name }) => name);

const command = (source: string, name: string): SimpleCommand => {
  const found = parseCommand(source).commands.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`no ${name} in ${source}`);
  return found;
};

describe('parseCommand', () => {
  it('has all 57 cases', () => {
    expect(BASH_CASES).toHaveLength(57);
  });

  it.each(BASH_CASES)('reads $id as bash does', ({ source, commands, files, ok }) => {
    const parsed = parseCommand(source);
    expect(parsed.problems.length === 0).toBe(ok);
    if (commands !== undefined) expect(named(parsed.commands).sort()).toEqual([...commands].sort());
    const targets = parsed.commands.flatMap(({ redirects }) => redirects.map(({ target }) => target?.value));
    for (const file of files ?? []) expect(targets).toContain(file);
  });

  it('keeps the spelling and the place of every word', () => {
    const source = `FOO=1 g'i't  pu\\sh "a b" \\\n -f`;
    const { words, assignments } = command(source, 'git');
    expect(words.map(({ value }) => value)).toEqual(['git', 'push', 'a b', '-f']);
    for (const { text, start, end } of words) expect(source.slice(start, end)).toBe(text);
    expect(assignments).toEqual([{ name: 'FOO', value: '1' }]);
  });

  it.each(['$X', '"$X"', '$(x)', '`x`', '*.ts', 'a?', '[ab]c', '{a,b}', '$((1+1))', '<(x)', 'a"${b}"c', '!(a)'])(
    'leaves the value of %s open',
    (word) => {
      expect(command(`cat ${word}`, 'cat').words[1]?.value).toBeNull();
    },
  );

  it.each([
    ["'$X'", '$X'],
    ['"a*"', 'a*'],
    ["$'\\x41'", 'A'],
    ['HEAD@{1}', 'HEAD@{1}'],
    ['\\*', '*'],
    ['[', '['],
  ])('knows the value of %s', (word, value) => {
    expect(command(`cat ${word}`, 'cat').words[1]?.value).toBe(value);
  });

  it('tells a home folder from a quoted tilde', () => {
    expect(command(`cat ~/a '~/a'`, 'cat').words.map(({ tilde }) => tilde)).toEqual([false, true, false]);
  });

  it('does not take a line continuation for a part of the word before it', () => {
    const source = 'git push -f\\\n origin';
    const flag = command(source, 'git').words[2];
    expect([flag?.start, flag?.end]).toEqual([9, 11]);
  });

  it.each([
    ['a | b', 'a', ['piped']],
    ['a | b', 'b', []],
    ['a; b', 'a', ['followed']],
    ['a\nb', 'a', ['followed']],
    ['a && b', 'a', []],
    ['a && b', 'b', []],
    ['a || b', 'a', ['alternative']],
    ['a || b', 'b', ['alternative']],
    ['x || y && a', 'a', []],
    ['a || exit 1', 'a', []],
    ['a || exit 1; b', 'a', []],
    ['a || { echo no; exit 2; }; b', 'a', []],
    ['a || exit 0', 'a', ['alternative']],
    ['a && b; c', 'a', ['alternative']],
    ['a && b; c', 'b', ['followed']],
    ['! a', 'a', ['negated']],
    ['! ! a', 'a', []],
    ['a &', 'a', ['background']],
    ['b $(a)', 'a', ['substitution']],
    ['if a; then b; fi', 'a', ['conditional']],
    ['if b; then a; fi', 'a', ['conditional']],
    ['for i in 1; do a; done', 'a', ['conditional']],
    ['case x in x) a;; esac', 'a', ['conditional']],
    ['f() { a; }', 'a', ['conditional']],
    ['(a)', 'a', []],
    ['{ a; }', 'a', []],
    ['(a | b); c', 'a', ['followed', 'piped']],
  ])('says of %j what becomes of the status of %s', (source, name, losses) => {
    expect(command(source, name).losses.map(({ kind }) => kind)).toEqual(losses);
  });

  it('gives subshells, pipeline members and branches scopes of their own', () => {
    const { commands, scopes } = parseCommand('a; (b); c | d; if e; then f; fi; g() { h; }');
    const kinds = commands.map(({ name, scope }) => [name, scope === 0 ? 'same' : scopes[scope]?.kind]);
    expect(Object.fromEntries(kinds)).toEqual({
      a: 'same',
      b: 'shell',
      c: 'shell',
      d: 'shell',
      e: 'same',
      f: 'branch',
      h: 'function',
    });
  });

  it('marks what stands in decoded backquotes as having no place in the text', () => {
    const source = 'echo `a \\`b\\`` `c`';
    expect(parseCommand(source).commands.map(({ name, located }) => [name, located])).toEqual([
      ['b', false],
      ['a', false],
      ['c', true],
      ['echo', true],
    ]);
  });

  it('names the place of an error inside a substitution', () => {
    expect(parseCommand('echo $(if true)').problems.join()).toMatch(/ at \d+/);
  });

  it('refuses what is too long to be read in time', () => {
    expect(parseCommand('a'.repeat(LONGEST_COMMAND)).problems).toEqual([]);
    expect(parseCommand('a'.repeat(LONGEST_COMMAND + 1))).toMatchObject({
      commands: [],
      problems: ['longer than 65536 characters'],
    });
  });

  it.each(['$(', '(', '"$(', '${x:-', '$((', '<(', 'if ', '{ ', '[[ ( ', 'case x in ', 'f() { '])(
    'gives up on %j without end',
    (opener) => {
      expect(parseCommand(`echo; ${opener.repeat(3000)}`).problems).not.toEqual([]);
    },
  );

  it('gives up on substitutions that are nested deeper than anybody writes', () => {
    const nested = (depth: number) => parseCommand(`${'echo $('.repeat(depth)}id${')'.repeat(depth)}`).problems;
    expect(nested(64)).toEqual([]);
    expect(nested(65)).toEqual(['substitutions are nested too deeply']);
  });

  it('never throws, and every word stands where it says', () => {
    const symbols = [...' "\'`(){};|&\n\\>$~=#*!🌍\0', '\ud800', '$(', '&&', '||', '<<E', '((', '))', '[[', ']]'];
    const piece = fc.constantFrom('a', 'E', 'if', 'then', 'fi', 'for', 'do', 'done', ...symbols);
    const text = fc.oneof(
      fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (source) => {
        for (const { words, located } of parseCommand(source).commands) {
          for (const word of located ? words : []) expect(source.slice(word.start, word.end)).toBe(word.text);
        }
      }),
      { numRuns: 500 },
    );
  });
});
