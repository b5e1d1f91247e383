import { describe, expect, it } from 'vitest';
import type { DeclaredCommand } from '../../src/cli/completions/declaration.ts';
import { blocksOf, PAGES, proseOf, textOf } from './examples/blocks.ts';
import { helpedCommands } from './examples/help-lines.ts';

const COMMANDS = new Map(helpedCommands().map(({ name, declared }) => [name, declared]));

/** What `docket --help` itself takes, and commands that other programs call. */
const BESIDE = ['--help', '--version', 'help'];

const longOptions = ({ options }: DeclaredCommand): string[] =>
  options.flatMap(({ term }) => term.match(/--[\w-]+/g) ?? []);

/** What is wrong about words behind `docket`: null where there is such a command and it has those options. */
const problemOf = (words: readonly string[]): string | null => {
  const [first = '', second = ''] = words;
  // `docket prove: …` and `docket approve NAME` are lines of a prompt.
  if (first === '' || BESIDE.includes(first) || first === 'approve' || /^[A-Z]|:$/.test(first)) return null;
  const groups = first.split('|');
  const unknown = groups.find((name) => !COMMANDS.has(name));
  if (unknown !== undefined) return `there is no docket ${unknown}`;
  const subs = second.split('|').map((name) => COMMANDS.get(`${first} ${name}`));
  const commands = subs.every((sub) => sub !== undefined) ? subs : groups.map((name) => COMMANDS.get(name));
  const own = words.slice(1, words.includes('--') ? words.indexOf('--') : undefined);
  // Of several commands below one name, one is also meant without its own.
  const known = commands.flatMap((command) =>
    (command === undefined ? [] : [command, ...command.commands]).flatMap(longOptions),
  );
  const strange = own.find((word) => word.startsWith('--') && !known.includes(word.split('=')[0] ?? word));
  return strange === undefined ? null : `docket ${first} has no ${strange}`;
};

/** Each call of docket in a text: as code in a sentence, or a line of a block. */
const callsIn = (text: string): string[][] =>
  [...text.replace(/ #.*$/gm, '').matchAll(/(?<![\w./@-])docket ([^`|;&)$\n]*(?:\|[\w|]+[^`|;&)$\n]*)?)/g)].map(
    ([, rest = '']) =>
      rest

        .replace(/"[^"]*"|'[^']*'/g, 'TEXT')
        .trim()
        .split(/\s+/),
  );

const codeIn = (page: string): string =>
  [
    ...[...proseOf(page).matchAll(/(`+)((?:(?!\1)[\s\S])+?)\1/g)].map(([, , code = '']) => code.replace(/\s+/g, ' ')),
    ...blocksOf(page).flatMap(({ language, text }) => (['sh', 'console'].includes(language) ? text.split('\n') : [])),
  ]
    .filter((code) => /^(?:\$ )?(?:\S+ \| )?docket /.test(code))
    .join('\n');

describe.each(PAGES.filter((page) => callsIn(codeIn(page)).length > 0))('%s', (page) => {
  it('names only commands and options that there are', () => {
    const problems = callsIn(codeIn(page)).flatMap((words) => problemOf(words) ?? []);
    expect([...new Set(problems)]).toEqual([]);
  });
});

describe('the help of each command', () => {
  it('names only commands and options that there are', () => {
    const problems = helpedCommands().flatMap(({ name, lines }) =>
      lines
        .flatMap((line) => callsIn(line).flatMap((words) => problemOf(words) ?? []))
        .map((what) => `${name}: ${what}`),
    );
    expect(problems).toEqual([]);
  });
});

describe('docs/commands.md', () => {
  it('has every command', () => {
    const named = [...textOf('docs/commands.md').matchAll(/^\| `docket ([\w-]+)/gm)].map(([, name]) => name);
    const all = [...COMMANDS.keys()].filter((name) => !name.includes(' '));
    expect(all.filter((name) => !named.includes(name))).toEqual([]);
  });
});
