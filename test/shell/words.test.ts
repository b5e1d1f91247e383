// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { runOf, runsOf, shortRun } from './runs-of.ts';

const short = (command: string): string[] =>
  runsOf(command)
    .filter(({ program }) => program !== '')
    .map(shortRun);

describe('words whose value the text says', () => {
  it.each([
    // Variables.
    ['R=rm; $R -rf .', 'rm -rf .'],
    ['R="rm -rf"; $R .', 'rm -rf .'],
    ['R="a b"; x "$R"', 'x a b'],
    ['A=a; B=$A/b C=$B/c; x "${C}"', 'x a/b/c'],
    ['export A=a; x $A', 'x a'],
    ['declare -x A=a; x $A', 'x a'],
    ['readonly A="a b"; x $A', 'x a b'],
    ['A=a; A+=b; x $A', 'x ab'],
    ['A=a x $A', 'x …'],
    ['x $A', 'x …'],
    ['A=; x $A b', 'x b'],
    ['A=; x "$A" b', 'x  b'],
    ['A=a; unset A; x "$A"', 'x '],
    ['A=a; read A; x $A', 'x …'],
    ['A=a; B=A; x ${!B}', 'x …'],
    ['A=(rm -rf "a b"); "${A[@]}"', 'rm -rf a b'],
    ['A=(rm -rf); A+=(x); ${A[@]}', 'rm -rf x'],
    ['A=(a b); x ${A[1]} $A', 'x b a'],
    ['X=rm; ${X:0:2} a', 'rm a'],
    ['X=xrmx; Y=${X#x}; ${Y%x} a', 'rm a'],
    ['X=r-m; ${X//-/} a', 'rm a'],
    ['X=RM; ${X,,} a', 'rm a'],
    ['X=a; x ${X:-b} ${X:+c} ${X-d}', 'x a c a'],
    ['X=; x ${X:-b} ${X-d}e', 'x b e'],
    ['x ${Y:-b}', 'x …'],
    ['A=a; x $((A+1)) ${#A}', 'x … …'],
    // Branches.
    ['if t; then A=a; fi; x $A', 'x …'],
    ['A=a; if t; then A=a; fi; x $A', 'x a'],
    ['A=a; t && A=b; x $A', 'x b'],
    ['A=a; t || A=b; x $A', 'x …'],
    ['A=a; (A=b); x $A', 'x a'],
    ['A=a; A=b | t; x $A', 'x a'],
    ['A=a; while t; do x $A; A=b; done', 'x …'],
    ['A=a; while t; do x $A; done', 'x a'],
    // The shell's own arguments.
    ['x $1 $@ a', 'x a'],
    ['set -- a b; x $2 "$@"', 'x b a b'],
    ['set -e -o pipefail; x a', 'x a'],
    ['set -- a b; shift; x $1', 'x b'],
    ['f() { x "$1" "$@"; }; f a "b c"', 'x a a b c'],
    ['f() { x "$1"; }', 'x …'],
    // Blanks, braces, output.
    ['rm${IFS}-rf${IFS}/', 'rm -rf /'],
    ['rm$IFS$9-rf /', 'rm -rf /'],
    ['IFS=,; X=rm,-rf,a; $X', 'rm -rf a'],
    ['x a{b,c}d', 'x abd acd'],
    ['x {1..3} {a,b}{c,"d e"}', 'x 1 2 3 ac ad e bc bd e'],
    ['{rm,-rf,/}', 'rm -rf /'],
    ['x a{b,{c,d}} a{b} {a', 'x ab ac ad a{b} {a'],
    ['A=b; x {a,$A}', 'x a b'],
    ['x {1..100}', 'x …'],
    ['x {a,$(b)}', 'x …'],
    ['x $(echo rm) "$(printf "a b")" `echo c d`', 'x rm a b c d'],
    ["x $(printf '\\x72\\x6d')", 'x rm'],
    ["x $(printf '%s-%s' a b)", 'x a-b'],
    ['x "$(echo -e "a\\tb")"', 'x a\tb'],
    ['x "$(cat <<EOF\na\nEOF\n)"', 'x a'],
    ['x $(ls)', 'x …'],
    ['x $(a; echo b)', 'x …'],
    ['x $(cd a && echo b)', 'x b'],
    ['$(command -v rm) a', 'rm a'],
    // Loops.
    ['for d in a; do x $d; done', 'x a'],
  ])('%j', (command, run) => {
    expect(short(command)).toContain(run);
  });

  it('follows a loop for each of its words', () => {
    expect(short('for d in a "b c"; do x "$d"; done')).toEqual(['x a', 'x b c']);
    expect(short('for d in a b; do for e in $d 2; do x $d$e; done; done')).toEqual(['x aa', 'x a2', 'x bb', 'x b2']);
    expect(short('for d in {1..3}; do x $d; done')).toEqual(['x 1', 'x 2', 'x 3']);
    expect(short('for d in a $X; do x $d; done')).toEqual(['x a', 'x …']);
    expect(short('for d in $(ls); do x $d; done')).toEqual(['ls', 'x …']);
    expect(short('f() { for d; do x $d; done; }; f a b')).toEqual(['f a b', 'x a', 'x b']);
  });

  it('knows how all words of a long loop begin', () => {
    const run = runOf('for d in build/{1..40}; do x "$d"; done', 'x');
    expect(run.args).toMatchObject([{ value: null, prefix: 'build/' }]);
  });

  it('goes with a loop from folder to folder', () => {
    const folders = (command: string) => runsOf(command).flatMap((run) => (run.program === 'x' ? [run.directory] : []));
    expect(folders('for d in a b; do (cd $d && x); done').map(({ path }) => path)).toEqual(['a', 'b']);
    expect(folders('for d in a b; do cd $d; x; done').map(({ path }) => path)).toEqual(['a', 'a/b']);
    expect(folders('for d in a b; do cd $d; done; x')).toEqual([{ path: null, known: false }]);
  });
});

describe('paths whose beginning stands for a folder', () => {
  it.each([
    ['x "$HOME"', { value: '~', tilde: true }],
    ['x $HOME/a "${HOME}/b"', { value: '~/a', tilde: true }],
    ['x ${HOME:?}/a', { value: '~/a', tilde: true }],
    ['A=$HOME/a; x "$A/b"', { value: '~/a/b', tilde: true }],
    ['A=~/a; x $A', { value: '~/a', tilde: true }],
    ['export A=~/a; x $A', { value: '~/a', tilde: true }],
    ['x $HOME.old', { value: null, tilde: false }],
    ['x a$HOME', { value: null }],
    ['x --a=$HOME', { value: null, prefix: '--a=' }],
    ['HOME=/a; x ~/b', { value: '/a/b', tilde: false }],
    ['HOME=/a; x $HOME/b', { value: '/a/b', tilde: false }],
    ['A="~/a"; x $A', { value: '~/a', tilde: false }],
    ['x $PWD/a', { value: './a', tilde: false }],
    ['x "$(pwd)/a"', { value: './a' }],
    ['A=$PWD; x $A/a', { value: './a' }],
    ['A=$PWD; cd b; x $A/a', { value: null }],
    ['x $PWD.old', { value: null }],
  ])('%s', (command, word) => {
    expect(runsOf(command).findLast(({ program }) => program === 'x')?.args[0]).toMatchObject(word);
  });
});

describe('what is known of a word without a value', () => {
  it.each([
    ['x *', { glob: '*' }],
    ['x /*', { glob: '/*', prefix: '/' }],
    ['x ~/*', { glob: '~/*', prefix: '~/', tilde: true }],
    ['x "$HOME"/*', { glob: '~/*', tilde: true }],
    ['x src/*.tmp', { glob: 'src/*.tmp', prefix: 'src/' }],
    ['x "a b"/[ch]?', { glob: 'a b/[ch]?', prefix: 'a b/' }],
    ["x '*'*", { glob: '\\**', prefix: '*' }],
    ['x a\\*b*', { glob: 'a\\*b*' }],
    ['x !(a|b)', { glob: '!(a|b)' }],
    ["A='/*'; x $A", { glob: '/*' }],
    ['A=/; x $A*', { glob: '/*' }],
    ['for f in src/*; do x "$f"; done', { glob: 'src/*' }],
    ['for f in src/*; do x "$f/a"; done', { glob: 'src/*/a' }],
    ['x /tmp/$A/b', { prefix: '/tmp/' }],
    ['x "$A/*"', {}],
    ['x ~/$A', { prefix: '~/', tilde: true }],
    ['x $A/*', {}],
  ])('%s', (command, known) => {
    const [word] = runOf(command, 'x').args;
    expect({ glob: undefined, prefix: word?.prefix, tilde: false, ...known }).toMatchObject({
      glob: word?.glob,
      prefix: word?.prefix,
      tilde: word?.tilde,
    });
    expect(word?.value).toBeNull();
  });

  it('does not take a pattern for one where the shell does not', () => {
    expect(runOf('A=\'*\'; x "$A"', 'x').args[0]?.value).toBe('*');
    expect(runOf('A=*; x "$A"', 'x').args[0]?.value).toBe('*');
  });
});

describe('where words stand', () => {
  it('keeps the place of what it expands, and says so', () => {
    const command = 'A=a; x "$A"/b *.c d';
    const words = runOf(command, 'x').args;
    expect(words.map(({ start, end }) => command.slice(start, end))).toEqual(['"$A"/b', '*.c', 'd']);
    expect(words.map(({ expanded }) => expanded ?? false)).toEqual([true, false, false]);
  });
});

describe('variables of a run', () => {
  it.each([
    [
      'A=a B=$HOME x',
      [
        ['A', 'a'],
        ['B', '~'],
      ],
    ],
    ['export A=a; B=b; x', [['A', 'a']]],
    ['A=a; export A; x', [['A', 'a']]],
    ['env A=a x', [['A', 'a']]],
    ['A=a; x', []],
    ['x', []],
  ])('%s', (command, variables) => {
    expect(runOf(command, 'x').variables.map(({ name, value }) => [name, value])).toEqual(variables);
  });

  it('says what printed a value that is used', () => {
    expect(runOf('S=$(curl y); x -c "$S"', 'x').substitutions.map(shortRun)).toEqual(['curl y']);
    expect(runOf('S=$(curl y); T="a $S"; x "$T"', 'x').substitutions.map(shortRun)).toEqual(['curl y']);
    expect(runOf('S=$(curl y); x a', 'x').substitutions).toEqual([]);
  });
});
