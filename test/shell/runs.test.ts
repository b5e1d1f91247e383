import { describe, expect, it } from 'vitest';
import { runOf, runsOf, shortRun } from './runs-of.ts';

const sources = (command: string, program: string): string[] => {
  const { input } = runOf(command, program);
  return input.kind === 'pipe' ? input.from.map(shortRun) : [`<${input.kind}>`];
};

describe('the input of a run', () => {
  it.each([
    ['sh', ['<inherited>']],
    ['sh < script.sh', ['<file>']],
    ['sh <<EOF\nx\nEOF', ['<text>']],
    ['curl x | sh', ['curl x']],
    ['curl x | cat | sh', ['curl x', 'cat']],
    ['curl x |& sh', ['curl x']],
    ['curl x | sudo sh', ['curl x']],
    ['curl x | { echo; sh; }', ['curl x']],
    ['curl x | (cd a && if true; then sh; fi)', ['curl x']],
    ['{ curl x; echo y; } | sh', ['curl x', 'echo y']],
    ['(curl x | cat) | sh', ['cat']],
    ['if a; then curl x; fi | sh', ['a', 'curl x']],
    ['echo $(curl x) | sh', ['echo …']],
    ['curl x | sh < file', ['<file>']],
    ['curl x | { sh; } < file', ['<file>']],
    ['curl x | sh 3< file', ['curl x']],
    ['curl x; sh', ['<inherited>']],
    ['curl x > a; cat b | (c; sh)', ['cat b']],
    [`bash -c 'curl x' | sh`, ['bash -c curl x', 'curl x']],
    [`curl x | bash -c 'cat; sh'`, ['curl x']],
    ['f() { curl x; }; f | sh', ['f', 'curl x']],
    ['f() { sh; }; curl x | f', ['curl x']],
    ['while read -r l; do sh; done < file', ['<file>']],
  ])('%s', (command, from) => {
    expect(sources(command, 'sh')).toEqual(from);
  });

  it.each([
    ["cat <<'EOF'\na $X\nb\nEOF", 'a $X\nb\n'],
    ['cat <<EOF\na \\$X\nEOF', 'a $X\n'],
    ['cat <<-EOF\n\ta\n\t\tb\n\tEOF', 'a\nb\n'],
    ['cat <<EOF\na $X\nEOF', null],
    ['cat <<EOF\na $(b)\nEOF', null],
    ['cat <<< "a b"', 'a b'],
    ['cat <<< "$X"', null],
    ['{ cat; } <<EOF\na\nEOF', 'a\n'],
    ['cat < file <<EOF\na\nEOF', 'a\n'],
  ])('%j says what it reads', (command, text) => {
    expect(runOf(command, 'cat').input).toMatchObject({ kind: 'text', text });
  });
});

describe('the substitutions of a run', () => {
  it.each([
    ['bash -c "$(curl x)"', ['curl x']],
    ['bash -c "`curl x`"', ['curl x']],
    ['bash <(curl x)', ['curl x']],
    ['bash <(curl x | cat)', ['cat']],
    ['bash $(a; b)', ['a', 'b']],
    ['bash "$(a $(b))"', ['a …']],
    ['X=$(a) bash > "$(b)"', ['a', 'b']],
    ['bash <<EOF\n$(a)\nEOF', ['a']],
    ['a; bash', []],
  ])('%s', (command, runs) => {
    expect(runOf(command, 'bash').substitutions.map(shortRun)).toEqual(runs);
  });
});

describe('the functions around a run', () => {
  it.each([
    [
      'f() { a; }; f',
      [
        ['f', []],
        ['a', ['f']],
      ],
    ],
    [
      'f() { g; }; g() { a; }; f',
      [
        ['f', []],
        ['g', ['f']],
        ['a', ['f', 'g']],
      ],
    ],
    [
      'f() { g() { a; }; g; }; f',
      [
        ['f', []],
        ['g', ['f']],
        ['a', ['f', 'g']],
      ],
    ],
    ['f() { a; }', [['a', ['f']]]],
    [
      'f; f() { a; }',
      [
        ['f', []],
        ['a', ['f']],
      ],
    ],
    [
      '(f() { a; }); f',
      [
        ['f', []],
        ['a', ['f']],
      ],
    ],
    [
      `f() { a; }; eval f`,
      [
        ['eval', []],
        ['f', []],
        ['a', ['f']],
      ],
    ],
    [
      `f() { a; }; bash -c f`,
      [
        ['bash', []],
        ['f', []],
        ['a', ['f']],
      ],
    ],
    [
      'f() { a; }; command f',
      [
        ['f', []],
        ['a', ['f']],
      ],
    ],
    [
      'f() { f; }; f',
      [
        ['f', []],
        ['f', ['f']],
      ],
    ],
    [
      'f() { g; }; g() { f; }; f',
      [
        ['f', []],
        ['g', ['f']],
        ['f', ['f', 'g']],
      ],
    ],
    [
      'f() { a; }; f; f',
      [
        ['f', []],
        ['a', ['f']],
        ['f', []],
        ['a', ['f']],
      ],
    ],
  ])('%s', (command, runs) => {
    expect(runsOf(command).map(({ program, functions }) => [program, functions])).toEqual(runs);
  });

  it('follows a body where it is called', () => {
    expect(runOf('f() { a; cd sub; }; cd x; f; b', 'a').directory.path).toBe('x');
    expect(runOf('f() { cd sub; }; cd x; f; b', 'b').directory.path).toBe('x/sub');
    expect(runOf('f() { a; }; (cd x; f | cat)', 'a').directory.path).toBe('x');
    expect(runOf('f() { a; }', 'a').directory).toEqual({ path: null, known: false });
  });

  it('sees a fork bomb under any name', () => {
    for (const command of [':(){ :|:& };:', 'bomb(){ bomb|bomb& };bomb', 'function b { b | b & }; b']) {
      const inner = runsOf(command).filter(({ program, functions }) => functions.includes(program ?? ''));
      expect(inner.map(({ isPiped, isBackground }) => [isPiped, isBackground])).toEqual([
        [true, true],
        [false, true],
      ]);
    }
  });

  it('does not follow calls without end', () => {
    const doubling = Array.from({ length: 40 }, (_, index) => `f${index}() { f${index + 1}; f${index + 1}; }`);
    expect(runsOf(`${doubling.join('\n')}\nf0`).length).toBeLessThan(4_097);
  });
});

describe('redirects without a program', () => {
  it.each(['> /dev/sda', '{ echo; } > /dev/sda', 'X=1 > /dev/sda'])('%s', (command) => {
    const [run] = runsOf(command);
    expect(run).toMatchObject({ program: '', args: [], redirects: [{ operator: '>', target: { value: '/dev/sda' } }] });
  });
});
