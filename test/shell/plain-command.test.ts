// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCommand } from '../../src/shell/parse.ts';
import { type PlainCommand, readPlainCommands } from '../../src/shell/plain-command.ts';
import { understand } from '../../src/shell/understand.ts';
import { understandPlain } from '../../src/shell/understand-plain.ts';
import { understandTests } from '../../src/shell/understand-tests.ts';
import { BASH_CASES } from './bash-cases.ts';

/** What the parser says of each command; null when it has problems with the text. */
const parsed = (source: string): PlainCommand[] | null => {
  const { commands, problems } = parseCommand(source);
  const plain = ({ words, assignments, redirects, start, end, located }: PlainCommand): PlainCommand => ({
    words,
    assignments,
    redirects,
    start,
    end,
    located,
  });
  return problems.length > 0 ? null : commands.map(plain);
};

const PLAIN = [
  'git status && npm run build',
  'npm run lint 2>&1 | tail -50',
  'cd src/app; tsc --noEmit --pretty 2>/dev/null',
  "grep -rn 'TODO(#12)' src | wc -l",
  'ls\n\npwd &&\n  ls -la\n',
  'cat a || pwd && ls ; head b | wc',
  '"git" status',
];

/** Plain to read; but what they do, only those know who know the program. */
const RULED = [
  'npm test',
  'npm run test:unit',
  'yarn run vitest',
  'cd src/app; npx vitest run test/cart.test.ts --reporter=dot 2>/dev/null',
  'timeout 5 ls',
  'a || b && c ; d | e',
  'npm test > out.txt',
  'git commit -m "fix: the total (again)" && git push --force origin feature/x',
  `bash -c 'npm test && git push -f'`,
  `sudo -u me timeout 5 git push --force-with-lease`,
  'git reset --hard',
  'git --no-pager log',
  'git branch -a -D x',
  'git-reset --hard',
];

const BEYOND = [
  '',
  'FOO=1 npm test',
  'echo $HOME',
  'echo `id`',
  'rm -rf *.log',
  'ls ~',
  'echo {a,b}',
  'a & b',
  'a |& b',
  'cat <<EOF\nx\nEOF',
  'cat <(ls)',
  'if true; then ls; fi',
  'time ls',
  '! ls',
  'echo a\\ b',
  'echo "a\\"b"',
  'ls # all',
  'ls > ',
  'ls >>> x',
  'ls 12> x',
  'ls > x',
  'cp a b',
  'git diff --output=x',
  'cat /tmp/a',
  `bash -c 'npm test'`,
  'a && && b',
  '; ls',
  'ls ;; ls',
  'ls &&',
  'ls\n; ls',
  '> out',
  "echo 'a'b",
  'echo "a',
  `bash -c 'echo $X'`,
  `${'a '.repeat(3000)}`,
  // Plain texts of programs that are not.
  'rm -rf build',
  'ls > out.txt',
  'ls >& out',
  'cat < in.txt',
  'git commit -m x',
  'git -p status',
  'git diff --output=x',
  'cat /tmp/x',
  'rg --pre ./x y',
  './git status',
  'sudo ls',
  'env ls',
  `npx -c 'rm x'`,
  'npm publish',
  'ls && unheard-of',
];

describe('a plain command', () => {
  it.each(PLAIN)('is read without the parser: %j', (source) => {
    expect(readPlainCommands(source)).toEqual(parsed(source));
    expect(understandPlain(source)).toEqual(understand(source));
  });

  it.each(RULED)('is no more than read without the parser: %j', (source) => {
    expect(readPlainCommands(source)).toEqual(parsed(source));
    expect(understandPlain(source)).toBeNull();
  });

  it.each(BEYOND)('is nothing else: %j', (source) => {
    expect(understandPlain(source)).toBeNull();
  });

  const pieces = [
    ...[
      'git',
      'npm',
      'ls',
      'push',
      '-f',
      '--force',
      'test',
      'a=b',
      '--x=y',
      '+HEAD:main',
      '2',
      '1',
      'fi',
      'in',
      'time',
      'cd',
      'src',
    ],
    ...[
      ' ',
      ' ',
      ' ',
      '\t',
      '\n',
      ';',
      '&',
      '&&',
      '|',
      '||',
      '>',
      '>>',
      '<',
      '2>',
      '2>&1',
      '>&',
      "'",
      '"',
      "'a b'",
      '"a b"',
    ],
    ...[
      '$',
      '`',
      '\\',
      '#',
      '~',
      '*',
      '?',
      '[',
      '{',
      '}',
      '(',
      ')',
      '!',
      '^',
      '=',
      '\r',
      '\f',
      '\u00a0',
      'é',
      '🌍',
      '\0',
    ],
  ];
  const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((found) => found.join(''));
  const words = fc
    .tuple(
      fc.constantFrom('git status', 'npm run build', 'npm run', 'ls', 'git', 'yarn run', 'cd a'),
      fc.array(
        fc.constantFrom('-f', 'test', 'lint:fix', 'build', '"a b"', "'c'", '2>&1', '2> /dev/null', '> out', 'x/y.ts'),
        {
          maxLength: 4,
        },
      ),
    )
    .map(([program, found]) => [program, ...found].join(' '));
  const likelyPlain = fc
    .array(fc.tuple(words, fc.constantFrom(' && ', ' || ', ';', '\n', ' | ', ' |\n')), { minLength: 1, maxLength: 5 })
    .map((found) => found.flat().join('').trim());

  it('comes to what the parser makes of it, whatever the text is', () => {
    let plain = 0;
    let understoodAll = 0;
    fc.assert(
      fc.property(fc.oneof(anyText, likelyPlain), (source) => {
        const read = readPlainCommands(source);
        if (read === null) return;
        plain += 1;
        expect(read).toEqual(parsed(source));
        const understood = understandPlain(source);
        if (understood === null) return;
        understoodAll += 1;
        expect(understood).toEqual(understand(source));
      }),
      { numRuns: 4_000 },
    );
    expect(plain).toBeGreaterThan(500);
    expect(understoodAll).toBeGreaterThan(100);
  });

  it('comes to that also where only the parser was asked before', () => {
    for (const { source } of BASH_CASES) {
      const read = readPlainCommands(source);
      if (read !== null) expect(read, source).toEqual(parsed(source));
    }
  });
});

describe('a plain test run', () => {
  it.each([
    'npm test',
    'npm t',
    'npm run test:unit -- --bail',
    'npx vitest run test/cart.test.ts --reporter=dot 2>/dev/null',
    'timeout 60 npx jest -t "a b" 2>&1 | tail -50',
    'cd packages/app && pnpm test | grep -n FAIL | head',
    'yarn --cwd web test',
    'npm --prefix web run test --if-present',
    'pytest -q tests/test_a.py',
    'cargo test --all',
  ])('is read without the parser: %j', (source) => {
    const understood = understandTests(source);
    expect(understood?.testRun).not.toBeNull();
    expect(understood).toEqual(understand(source));
  });

  it.each([
    'npm run build',
    'npm test && npm run lint',
    'npm test; ls',
    'npm test || true',
    'cd a; npm test',
    'cd - && npm test',
    'cd && npm test',
    'npm test > out.txt',
    'npm test | tee /tmp/out',
    'npm test | sh',
    'rm -rf x && npm test',
    'npx -c "npm test"',
    'npx docket test',
    'vitest list',
    'grep test src',
  ])('is nothing else: %j', (source) => {
    expect(understandTests(source)).toBeNull();
  });

  it('comes to what the parser makes of it, whatever the text is', () => {
    const part = fc.constantFrom(
      'npm',
      'test',
      'run',
      'npx',
      'vitest',
      'jest',
      'cd',
      'a',
      '../b',
      'pytest',
      '-q',
      'timeout',
      '5',
      'yarn',
      'pnpm',
      'cargo',
      '--if-present',
      '--prefix',
      '-C',
      '2>&1',
      '2>/dev/null',
      '> out',
      '"c d"',
      '--',
      '-t',
      '--help',
      'tail',
      'ls',
    );
    const joint = fc.constantFrom(' ', ' ', ' ', ' ', ' && ', ' | ', '; ', ' || ', '\n');
    const text = fc
      .array(fc.tuple(part, joint), { minLength: 1, maxLength: 8 })
      .map((found) => found.flat().join('').trim());
    let read = 0;
    fc.assert(
      fc.property(text, (source) => {
        const understood = understandTests(source);
        if (understood === null) return;
        read += 1;
        expect(understood).toEqual(understand(source));
      }),
      { numRuns: 10_000 },
    );
    expect(read).toBeGreaterThan(100);
  });
});
