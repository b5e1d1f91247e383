import { describe, expect, it } from 'vitest';
import { SEARCHERS } from '../../src/gates/codegraph-nudge.ts';
import { searchesIn } from '../../src/shell/searches.ts';

const foundIn = (command: string): string[] =>
  searchesIn(command).map(({ program, paths, isMany, directory }) =>
    `${program}${isMany ? '*' : ''} ${[directory ?? '', ...paths].join(' ').trim()}`.trim(),
  );

describe('searches', () => {
  it.each([
    ['grep -r total src', 'grep src'],
    ['grep -rn total', 'grep'],
    ['grep -R --include="*.ts" total .', 'grep .'],
    ['grep --recursive -e total -e sum lib test', 'grep lib test'],
    ['grep -d recurse total src', 'grep src'],
    ['grep --directories=recurse total src', 'grep src'],
    ['grep -rln "class Cart" src/ | head -5', 'grep src/'],
    ['cat notes | grep -r total', 'grep'],
    ['egrep -r "a|b" src', 'egrep src'],
    ['fgrep -r total src', 'fgrep src'],
    ['rgrep total src', 'rgrep src'],
    ['grep total src/*.ts', 'grep* src'],
    ['grep total *.ts', 'grep* .'],
    ['grep -A 3 total src/*/cart.ts', 'grep* src'],
    ['git ls-files | xargs grep total', 'grep*'],
    ['rg total', 'rg'],
    ['rg -t ts total src test', 'rg src test'],
    ['rg -e total -e sum src', 'rg src'],
    ['rg -C 3 "export const" --glob "!dist"', 'rg'],
    ['rg --files -g "*.test.ts"', 'rg'],
    ['timeout 10 rg total', 'rg'],
    ['bash -c "rg total src"', 'rg src'],
    ['cd packages/app && rg total', 'rg packages/app'],
    ['ag total src', 'ag src'],
    ['ack --type=js total', 'ack'],
    ['git grep total', 'git'],
    ['git grep -n total -- src', 'git src'],
    ['git -C packages/app grep total', 'git packages/app'],
    ['find . -name "*.ts"', 'find .'],
    ['find src test -type f -name cart.ts', 'find src test'],
    ['find -iname cart*', 'find .'],
    ['find . -name "*.ts" | xargs grep -l total', 'find . grep*'],
    ['find . -name "*.ts" -exec grep -l total {} +', 'grep*'],
    ['fd cart', 'fd'],
    ['fdfind -e ts cart src', 'fdfind src'],
  ])('are found: %s', (command, found) => {
    expect(foundIn(command).join(' ')).toBe(found);
  });

  it.each([
    'grep total src/cart.ts',
    'grep -n total src/cart.ts test/cart.test.ts',
    'grep -q total < src/cart.ts',
    'ls | grep cart',
    'npm test 2>&1 | grep -i fail | grep -v skip',
    'npm test | rg fail',
    'rg total <<< "$TEXT"',
    'rg --files',
    'rg --type-list',
    'rg --help',
    'grep --version',
    'rg total "$FILE"',
    'find . -name "*.log" -delete',
    'find . -name "*.log" -exec rm {} +',
    'find . -maxdepth 1 -name "*.ts"',
    'find --help',
    'fd -d 1 cart',
    'fd -e log -x rm',
    'git log --grep=total',
    'git status',
    'git grep --cached total',
    'ssh host grep -r total /srv',
    'docker exec app rg total',
    'echo "rg total"',
    '# rg total',
    'alias rg=grep',
    'rg() { echo no; }; rg total',
    'cd "$DIR" && rg total',
    'sed -n 1,20p src/cart.ts',
    'cat src/*.ts',
    'ls -R',
    'which rg',
    '',
  ])('are not found: %s', (command) => {
    expect(foundIn(command)).toEqual([]);
  });

  it('are found of every program whose name makes a call worth a look, and of a known one alone', () => {
    const recursive = (program: string): string =>
      program === 'git' ? 'git grep x src' : `${program} ${program.endsWith('grep') ? '-r x' : 'x'} src`;
    for (const program of SEARCHERS) expect(foundIn(recursive(program)), program).toHaveLength(1);
    expect(SEARCHERS).toContain('rg');
  });

  it('of a hostile text are few, and found in time', () => {
    expect(searchesIn('rg x; '.repeat(5_000)).length).toBeLessThanOrEqual(16);
    expect(searchesIn(`${'('.repeat(5_000)}rg x`)).toEqual([]);
  });
});
