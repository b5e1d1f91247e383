import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownName } from '../../../../src/hooks/observers/tree/listings.ts';
import { lineOfName, unquoteName } from '../../../../src/hooks/observers/tree/quoted-name.ts';
import { statusIn } from '../../../../src/hooks/observers/tree/status.ts';
import { isUnmerged, type StatusRecord } from '../../../../src/hooks/observers/tree/status-records.ts';
import { observeTree } from '../../../../src/hooks/observers/tree/tree.ts';
import { planeReader } from '../../../../src/projections/planes.ts';
import { actTrees } from '../../../kit/act-trees.ts';
import { pathWithGit } from '../../../kit/fake-git.ts';
import { emptyTreeProject, treeProject } from '../../../kit/tree-project.ts';

interface PorcelainCase {
  readonly id: string;
  readonly input: {
    readonly stdout?: string;
    readonly git?: { readonly exit: number; readonly stderr?: string };
  };
  readonly expect: {
    readonly paths?: readonly string[];
    readonly entries?: readonly { readonly path: string; readonly from?: string; readonly xy?: string }[];
    readonly conflicted?: readonly string[];
    readonly code?: boolean;
    readonly doc?: boolean;
  };
}

const CASES = readFileSync(join(import.meta.dirname, '../../../../fixtures/cases/git-porcelain.ndjson'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as PorcelainCase);

/** Text as its UTF-8 bytes, each as one character. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const recordsOf = (stdout: string): readonly StatusRecord[] => statusIn(bytesOf(stdout)).records;

const pathsOf = (records: readonly StatusRecord[]): string[] => records.map(({ path }) => shownName(path));

describe('public bug reports of readers of git status', () => {
  it.each(CASES.filter(({ input }) => input.stdout !== undefined).map((one) => [one.id, one] as const))(
    '%s',
    (_, { input, expect: wanted }) => {
      const records = recordsOf(input.stdout ?? '');

      if (wanted.paths !== undefined) expect(pathsOf(records)).toEqual(wanted.paths);
      if (wanted.entries !== undefined) {
        const entries = records.map(({ path, from, x, y }) => ({
          path: shownName(path),
          from: from === null ? undefined : shownName(from),
          xy: `${x}${y}`.replaceAll('.', ' '),
        }));
        expect(entries).toMatchObject(wanted.entries);
      }
      if (wanted.conflicted !== undefined) expect(pathsOf(records.filter(isUnmerged))).toEqual(wanted.conflicted);
      const planes = records.map(({ path }) => planeReader()(path));
      if (wanted.code === true) expect(planes).toContain('code');
      if (wanted.doc === true) expect(planes).toContain('docs');
    },
  );

  it.each(CASES.filter(({ input }) => input.git !== undefined).map((one) => [one.id, one] as const))(
    '%s: there is no digest, and no word of a clean worktree',
    async (_, { input }) => {
      const project = treeProject();
      const PATH = pathWithGit(`echo "${input.git?.stderr ?? ''}" >&2; exit ${input.git?.exit}`);

      const fact = await observeTree(project.path, 'now', { env: { ...project.env, PATH }, timeLeft: () => 60_000 });

      expect(fact.tree).toEqual({ code: null, docs: null });
      expect(fact.problem).toBe(
        input.git?.exit === 127 ? 'git ended with 127' : 'git does not trust the owner of the repository',
      );
    },
  );
});

describe('what git status prints', () => {
  const V2 = [
    '# branch.oid 1111111111111111111111111111111111111111',
    '# branch.head main',
    `1 .M N... 100644 100644 100755 ${'a'.repeat(40)} ${'a'.repeat(40)} src/a b.ts`,
    `1 AD N... 000000 100644 000000 ${'0'.repeat(40)} ${'b'.repeat(40)} new.ts`,
    `2 R. N... 100644 100644 100644 ${'a'.repeat(40)} ${'a'.repeat(40)} R100 to.ts`,
    'from -> x.ts',
    `u UU N... 100644 100644 100644 100644 ${'1'.repeat(40)} ${'2'.repeat(40)} ${'3'.repeat(40)} both.ts`,
    '? nl\nx.ts',
    '! ignored.ts',
    '',
  ].join('\0');

  it('is read in its second version', () => {
    const { head, records } = statusIn(V2);

    expect(head).toBe('1'.repeat(40));
    expect(records).toMatchObject([
      { path: 'src/a b.ts', x: '.', y: 'M', head: `100644 ${'a'.repeat(40)}`, mode: '100755' },
      { path: 'new.ts', x: 'A', y: 'D', head: null, index: `100644 ${'b'.repeat(40)}`, mode: null },
      { path: 'to.ts', from: 'from -> x.ts', x: 'R', y: '.' },
      { path: 'both.ts', x: 'U', y: 'U', head: `100644 ${'2'.repeat(40)}`, index: undefined },
      { path: 'nl\nx.ts', x: '?', head: null },
    ]);
  });

  it.each([
    ['is cut', V2.slice(0, -20)],
    ['is cut in the middle of a record', `${V2.slice(0, 130)}\0`],
    ['is of another kind', '{"status":"clean"}'],
    ['is a complaint', 'warning: something is wrong\n'],
    ['is a record without a name', '1 .M N... 100644 100644 100644 a b \0'],
    ['is a rename that does not say from where', 'R  to.ts\0'],
    ['is a quoted name that does not end', ' M "src/a.ts\n'],
  ])('is no answer when it %s', (_, text) => {
    expect(() => statusIn(text)).toThrow('what git status printed cannot be read');
  });

  it('names any file in quotes so that it is read again', () => {
    const name = fc.string({ unit: 'binary', minLength: 1 }).map((text) => bytesOf(text.replaceAll('\0', '')));
    fc.assert(
      fc.property(name, (path) => {
        fc.pre(path !== '');
        const line = lineOfName(path);
        expect(line).not.toContain('\n');
        expect(unquoteName(line)).toBe(path);
      }),
    );
  });
});

describe('a git that is too old for the second version', () => {
  const OLD = 'case "$*" in *porcelain=v2*) echo "error: option \\`porcelain\' takes no value" >&2; exit 129;; esac';

  const edited = () => {
    const project = treeProject();
    for (const name of ['b', 'c', 'd', 'e', 'f']) project.write(`src/${name}.ts`, `${name}\n`.repeat(9));
    project.commitAll();
    project.write('src/b.ts', 'edited\n');
    project.write('src/c.ts', 'staged\n');
    project.git('add', '-A');
    project.write('src/c.ts', 'and edited\n');
    project.remove('src/d.ts');
    project.git('mv', 'src/e.ts', 'src/ä b.ts');
    project.git('rm', '-q', '--cached', 'src/f.ts');
    project.write('src/n\nl.ts', 'new\n');
    project.write('docs/new.md', 'new\n');
    return project;
  };

  it('comes to the same in the first one', async () => {
    const project = edited();
    const PATH = pathWithGit(`${OLD}\nexec "$GIT" "$@"`);

    const fact = await observeTree(project.path, 'now', { env: { ...project.env, PATH }, timeLeft: () => 60_000 });

    expect(fact).toEqual(await project.look());
  });

  it('comes to the same where another program stands for it that drops -z', async () => {
    const project = edited();
    // No -z among the arguments of status, wherever it stands.
    const PATH = pathWithGit(
      `${OLD}\ncase "$*" in *" status "*) for arg; do shift; [ "$arg" = -z ] || set -- "$@" "$arg"; done;; esac\nexec "$GIT" "$@"`,
    );

    const fact = await observeTree(project.path, 'now', { env: { ...project.env, PATH }, timeLeft: () => 60_000 });

    expect(fact).toEqual(await project.look());
  });

  it('comes to the same before the first commit', async () => {
    const project = emptyTreeProject();
    project.write('src/a.ts', 'a\n');
    project.git('add', '-A');
    project.write('src/b.ts', 'b\n');
    const PATH = pathWithGit(`${OLD}\nexec "$GIT" "$@"`);

    const fact = await observeTree(project.path, 'now', { env: { ...project.env, PATH }, timeLeft: () => 60_000 });

    expect(fact).toEqual(await project.look());
  });

  it('says the same of what a commit records', async () => {
    const project = edited();
    project.git('add', '-N', 'docs/new.md');
    const PATH = pathWithGit(`${OLD}\nexec "$GIT" "$@"`);

    const facts = await actTrees(project.path, 'git commit -m x', { ...project.env, PATH });

    expect(facts).toEqual(await actTrees(project.path, 'git commit -m x', project.env));
  });
});
