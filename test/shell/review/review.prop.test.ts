import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';
import { understandPlain } from '../../../src/shell/understand-plain.ts';
import { cpuTime } from '../../kit/cpu-time.ts';
import { SAFE_COMMANDS } from './safe-commands.ts';
import { UNSAFE_COMMANDS } from './unsafe-commands.ts';

const isSafe = (command: string): boolean => understand(command).review.safe;

/** Commands that stay one when others stand around them. */
const oneLine = (commands: readonly (readonly [string, number])[]): string[] =>
  commands.flatMap(([command]) => (/[\n#"]|^(?:!|time )|\$\($/.test(command) ? [] : [command]));

const safe = fc.constantFrom(...oneLine(SAFE_COMMANDS));
const unsafe = fc.constantFrom(...oneLine(UNSAFE_COMMANDS));
const joint = fc.constantFrom(' && ', ' || ', '; ', '\n', ' & ');

/** Ways to put a command into a larger one that runs it. */
const around = fc.constantFrom<(command: string) => string>(
  (command) => command,
  (command) => `( ${command} )`,
  (command) => `{ ${command}; }`,
  (command) => `if true; then ${command}; fi`,
  (command) => `while false; do ${command}\ndone`,
  (command) => `for f in a b; do ${command}\ndone`,
  (command) => `case x in x) ${command};; esac`,
  (command) => `echo $( ${command})`,
  (command) => `echo "a $( ${command}) b"`,
  (command) => `[ -n "$( ${command})" ]`,
);

describe('a review', () => {
  it('is unsafe as soon as one part is, wherever it stands', () => {
    fc.assert(
      fc.property(
        fc.array(safe, { maxLength: 3 }),
        unsafe,
        fc.array(safe, { maxLength: 3 }),
        joint,
        around,
        around,
        (before, bad, after, between, inner, outer) => {
          const command = outer([...before, inner(bad), ...after].join(between));
          expect(isSafe(command), command).toBe(false);
        },
      ),
    );
  });

  it('is safe when all parts are, wherever they stand', () => {
    fc.assert(
      fc.property(
        fc.array(safe, { minLength: 1, maxLength: 4 }),
        joint,
        around,
        around,
        (commands, between, inner, outer) => {
          const command = outer(commands.map(inner).join(between));
          expect(isSafe(command), command).toBe(true);
        },
      ),
    );
  });

  it('does not depend on blanks and quotes', () => {
    const quotes = fc.constantFrom<(word: string) => string>(
      (word) => word,
      (word) => `'${word}'`,
      (word) => `"${word}"`,
      (word) => `\\${word}`,
      (word) => `${word.charAt(0)}''${word.slice(1)}`,
    );
    const plain = fc.constantFrom(
      ...[...SAFE_COMMANDS, ...UNSAFE_COMMANDS].flatMap(([command]) => (/^[\w ./+-]+$/.test(command) ? [command] : [])),
    );
    fc.assert(
      fc.property(
        plain,
        fc.array(quotes, { minLength: 12, maxLength: 12 }),
        fc.constantFrom(' ', '  ', '\t', ' \\\n '),
        (command, quoting, blank) => {
          const words = command
            .split(' ')
            .map((word, index) => (/^[a-z]/i.test(word) ? (quoting[index % 12]?.(word) ?? word) : word));
          const { safe: spelled, tier } = understand(words.join(blank)).review;
          const { safe: written, tier: asWritten } = understand(command).review;
          expect({ safe: spelled, tier }, words.join(blank)).toEqual({ safe: written, tier: asWritten });
        },
      ),
    );
  });

  it('never calls a command safe that writes to a file', () => {
    const operator = fc.constantFrom('>', '>>', '>|', '&>', '&>>', '1>', '2>', '<>', '>&', '3>');
    const target = fc.constantFrom(
      'out',
      '/dev/sda',
      './a b'.replace(' ', '_'),
      '~/x',
      '"$x"',
      '$x',
      '/dev/nullx',
      '*',
      '/tmp/x',
    );
    fc.assert(
      fc.property(safe, operator, target, (command, write, file) => {
        expect(isSafe(`${command} ${write} ${file}`)).toBe(false);
        expect(isSafe(`{ ${command}; } ${write} ${file}`)).toBe(false);
      }),
    );
  });

  it('is the same without the parser', () => {
    const plain = [...SAFE_COMMANDS, ...UNSAFE_COMMANDS].flatMap(([command]) => {
      const understood = understandPlain(command);
      return understood === null ? [] : [{ command, understood }];
    });
    expect(plain.length).toBeGreaterThan(30);
    for (const { command, understood } of plain) expect(understood, command).toEqual(understand(command));
  });

  it.each([
    ['many commands', 'ls -la\n'.repeat(9_000)],
    ['many words', `git log ${'--output '.repeat(7_000)}`],
    ['words of the table', 'program a files or\n'.repeat(3_000)],
    ['a long awk program', `awk '${'/ '.repeat(30_000)}'`],
    ['a long sed script', `sed '${'s/[[:a:]]/x/;'.repeat(4_000)}'`],
    ['many brackets', `echo $(ls) ${'a['.repeat(30_000)}`],
  ])('stays small and quick: %s', (_name, command) => {
    let size = 0;
    const time = cpuTime(() => {
      size = JSON.stringify(understand(command).review.segments).length;
    });
    expect(time).toBeLessThan(5_000);
    expect(size).toBeLessThan(25_000);
  });
});
