import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DeclaredCommand } from '../../src/cli/completions/declaration.ts';
import { DIST, runDocket } from '../kit/hook-process.ts';

const PAGE = join(DIST, 'docket.1');
const hasGroff = spawnSync('groff', ['--version']).status === 0;
const hasMan = spawnSync('man', ['--version']).status === 0;

const program = JSON.parse(runDocket(['completions', 'declaration'], process.cwd()).stdout) as DeclaredCommand;

const under = (command: DeclaredCommand, path: readonly string[]): [readonly string[], DeclaredCommand][] =>
  command.commands.flatMap((each) => [[[...path, each.name], each] as const, ...under(each, [...path, each.name])]) as [
    readonly string[],
    DeclaredCommand,
  ][];

/** The page as a terminal of 200 columns shows it. */
const shown = (): string =>
  spawnSync('groff', ['-man', '-Tutf8', '-P-c', '-rLL=200n', PAGE], { encoding: 'utf8', maxBuffer: 1 << 24 })
    .stdout.replace(/.\u0008/g, '')
    .replace(/\s+/g, ' ');

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();

describe('docket(1)', () => {
  it('has nothing of this machine or this day in it', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect(page).not.toMatch(/\/(?:home|tmp|root|work|Users)\//);
    expect(page.split('\n')[0]).toMatch(/^\.TH DOCKET 1 "" "docket \d+\.\d+\.\d+"/);
  });

  it('names only variables and files that docket reads', () => {
    const part = readFileSync(PAGE, 'utf8').split('.SH ENVIRONMENT')[1] ?? '';
    const names = [...part.matchAll(/^\.B (\w+)$/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(2);
    const bundles = ['hook-core', 'cli', 'outcomes', 'tellings', 'deferred'].map((name) =>
      readFileSync(join(DIST, `${name}.cjs`), 'utf8'),
    );
    expect(names.filter((name) => !bundles.some((bundle) => bundle.includes(name)))).toEqual([]);
  });

  it.skipIf(!hasGroff)('is roff without a warning (skipped where groff is not installed)', () => {
    const { stdout, stderr, status } = spawnSync('groff', ['-man', '-ww', '-z', '-Tutf8', PAGE], { encoding: 'utf8' });
    expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  it.skipIf(!hasGroff)('shows every command with all that its help says (skipped where groff is not installed)', () => {
    const page = shown();
    const commands = under(program, []);
    expect(commands.length).toBeGreaterThan(40);
    for (const [path, { usage, description, arguments: takers, options, notes }] of commands) {
      const name = path.join(' ');
      expect(page, name).toContain(flat(`docket ${name} ${usage}`));
      expect(page, name).toContain(flat(description));
      for (const taker of [...takers, ...options]) {
        if (taker.term !== '-h, --help') expect(page, name).toContain(flat(`${taker.term} ${taker.description}`));
      }
      expect(page, name).toContain(flat(notes));
    }
  });

  it.skipIf(!hasMan)('is shown by man (skipped where man is not installed)', () => {
    const env = { ...process.env, MANWIDTH: '80', MANPAGER: 'cat' };
    const { stdout, stderr, status } = spawnSync('man', ['-l', PAGE], { encoding: 'utf8', env, maxBuffer: 1 << 24 });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toContain('SYNOPSIS');
  });

  it('is told to npm in a list, which is all that npm installs', () => {
    expect(JSON.parse(readFileSync('package.json', 'utf8'))).toMatchObject({ man: ['dist/docket.1'] });
  });
});

describe('the declaration, from which the page is made', () => {
  // The help of a command is what a user sees; the page must not fall behind it.
  it.each([['log'], ['policy', 'show'], ['init'], ['tests', 'record']])(
    'has what docket %s %s --help shows',
    (...path) => {
      const words = path.filter((word) => typeof word === 'string');
      const help = runDocket([...words, '--help'], process.cwd()).stdout;
      const command = under(program, []).find(([each]) => each.join(' ') === words.join(' '))?.[1];
      const terms = [...help.matchAll(/^ {2}(-\S.*?|--\S.*?)(?: {2,}|$)/gm)].map(([, each]) => each);
      expect(terms.length).toBeGreaterThan(2);
      expect(command?.options.map(({ term }) => term)).toEqual(terms);
      expect(help).toContain(command?.notes ?? 'no such command');
    },
  );
});
