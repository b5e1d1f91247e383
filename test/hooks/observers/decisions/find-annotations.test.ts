import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../../../src/events/log-fs.ts';
import {
  type AnnotationCache,
  readAnnotationCache,
  writeAnnotationCache,
} from '../../../../src/hooks/observers/decisions/annotation-cache.ts';
import { findAnnotations } from '../../../../src/hooks/observers/decisions/find-annotations.ts';
import { listFiles } from '../../../../src/hooks/observers/decisions/list-files.ts';
import { filesHolding, findRipgrep } from '../../../../src/hooks/observers/decisions/ripgrep.ts';
import { tempProject } from '../../../kit/temp-project.ts';
import { treeProject } from '../../../kit/tree-project.ts';

const decision = (id: string): string => `// @decision ${id}\n// @title t\n// @status accepted\n// @rationale r\n`;
const EVER = () => 60_000;
const LATER = 4e12;

interface Options {
  readonly known?: AnnotationCache;
  readonly now?: number;
  readonly left?: () => number;
  readonly PATH?: string;
  readonly untrusted?: readonly string[];
}

const find = async (top: string, { known, now, left, PATH = '', untrusted = [] }: Options = {}) => {
  const { names } = await listFiles({ cwd: top, env: process.env, left: EVER });
  const env = { PATH };
  const found = await findAnnotations({
    ...{ top, names, known: known ?? new Map(), env, untrusted, now: now ?? LATER, left: left ?? EVER },
  });
  const ids = [...found.files].flatMap(([name, { annotations }]) => annotations.map(({ id }) => `${name} ${id}`));
  return { ...found, ids: ids.sort() };
};

/** Says the same as ripgrep of the options that docket gives it, and writes down that it was asked. */
const standIn = (): { readonly folder: string; readonly wasAsked: () => boolean } => {
  const { path, write } = tempProject();
  const program = write(
    'rg',
    '#!/bin/sh\necho asked >> "$0.asked"\nwhile [ "$1" != -- ]; do [ "$1" = --regexp ] && what="$2"; shift; done\nshift\nexec grep -lZaF -e "$what" -- "$@"\n',
  );
  chmodSync(program, 0o755);
  return { folder: path, wasAsked: () => statSync(`${program}.asked`, { throwIfNoEntry: false }) !== undefined };
};

/** A real one, where this machine has it. */
const REAL = findRipgrep(process.env, []);

describe('which files are read', () => {
  it('are those of source code that git tracks or does not ignore', async () => {
    const project = treeProject();
    project.write('src/cart.ts', decision('DEC-CART-001'));
    project.write('src/new.py', '# @decision DEC-NEW-001\n');
    project.write('.gitignore', 'ignored/\nforced.ts\n');
    project.write('ignored/a.ts', decision('DEC-NO-001'));
    project.write('forced.ts', decision('DEC-FORCED-001'));
    project.git('add', '-f', 'forced.ts');
    project.write('src/cart.test.ts', decision('DEC-NO-002'));
    project.write('node_modules/x/a.js', decision('DEC-NO-003'));
    project.write('dist/a.js', decision('DEC-NO-004'));
    project.write('docs/a.md', '@decision DEC-NO-005\n');
    project.write('src/a.min.js', decision('DEC-NO-006'));
    project.write('vite.config.ts', decision('DEC-NO-007'));
    expect((await find(project.path)).ids).toEqual([
      'forced.ts DEC-FORCED-001',
      'src/cart.ts DEC-CART-001',
      'src/new.py DEC-NEW-001',
    ]);
  });

  it('are no links, pipes, folders, binary or huge files, nor those of other repositories', async () => {
    const project = treeProject();
    project.write('src/real.ts', decision('DEC-REAL-001'));
    symlinkSync('real.ts', join(project.path, 'src/link.ts'));
    symlinkSync('..', join(project.path, 'src/loop'));
    execFileSync('mkfifo', [join(project.path, 'src/pipe.ts')]);
    // One that git tracks as a file and that is a pipe now.
    project.write('src/was.ts', decision('DEC-NO-001'));
    project.commitAll();
    project.remove('src/was.ts');
    execFileSync('mkfifo', [join(project.path, 'src/was.ts')]);
    mkdirSync(join(project.path, 'src/folder.ts'));
    project.write('src/binary.ts', `${decision('DEC-NO-002')}\0`);
    project.write('src/huge.ts', decision('DEC-NO-003'));
    truncateSync(join(project.path, 'src/huge.ts'), 2 * 1024 * 1024);
    project.write('other/a.ts', decision('DEC-NO-004'));
    project.git('init', '--quiet', 'other');
    project.git('worktree', 'add', '--quiet', 'trees/b', '-b', 'b');
    expect((await find(project.path)).ids).toEqual(['src/real.ts DEC-REAL-001']);
  });

  it('outside of a repository are the same but for what git ignores', async () => {
    const { path, write } = tempProject();
    write('src/cart.ts', decision('DEC-CART-001'));
    write('node_modules/x/a.js', decision('DEC-NO-001'));
    write('dist/a.js', decision('DEC-NO-002'));
    write('other/.git/HEAD', 'ref: refs/heads/main\n');
    write('other/a.ts', decision('DEC-NO-003'));
    symlinkSync('..', join(path, 'src/loop'));
    execFileSync('mkfifo', [join(path, 'src/pipe.ts')]);
    expect((await find(path)).ids).toEqual(['src/cart.ts DEC-CART-001']);
  });

  it('may have names that are no UTF-8, or that look like options', async () => {
    const project = treeProject();
    writeFileSync(
      Buffer.concat([Buffer.from(`${project.path}/src/caf`), Buffer.from([0xe9]), Buffer.from('.ts')]),
      decision('DEC-A-001'),
    );
    project.write('--regexp.ts', decision('DEC-B-001'));
    project.write('src/line\nbreak.ts', decision('DEC-C-001'));
    const own = (await find(project.path)).ids;
    expect(own).toHaveLength(3);
    const { names } = await listFiles({ cwd: project.path, env: process.env, left: EVER });
    const { folder } = standIn();
    const asked = await filesHolding('@decision', names, {
      program: join(folder, 'rg'),
      folder: project.path,
      left: EVER,
    });
    expect([...(asked ?? [])].sort()).toEqual(own.map((id) => id.slice(0, id.lastIndexOf(' '))).sort());
  });
});

describe('what an earlier audit read', () => {
  const WRITTEN = new Date('2026-01-01T00:00:00Z');

  it('is not read again until the file is another one', async () => {
    const project = treeProject();
    project.write('src/cart.ts', decision('DEC-CART-001'));
    const { cache } = await find(project.path);
    const forged = new Map([...cache].map(([name, { stamp }]) => [name, { stamp, annotations: [] }] as const));
    expect((await find(project.path, { known: forged })).ids).toEqual([]);
    project.write('src/cart.ts', decision('DEC-CART-002'));
    expect((await find(project.path, { known: forged })).ids).toEqual(['src/cart.ts DEC-CART-002']);
  });

  it('does not hide a change that kept size and time', async () => {
    const project = treeProject();
    project.write('src/cart.ts', decision('DEC-CART-001'));
    utimesSync(join(project.path, 'src/cart.ts'), WRITTEN, WRITTEN);
    const { cache } = await find(project.path);
    project.write('src/cart.ts', decision('DEC-CART-002'));
    utimesSync(join(project.path, 'src/cart.ts'), WRITTEN, WRITTEN);
    expect((await find(project.path, { known: cache })).ids).toEqual(['src/cart.ts DEC-CART-002']);
  });

  it('is not relied on where the file changed a moment before it was read', async () => {
    const project = treeProject();
    project.write('src/cart.ts', decision('DEC-CART-001'));
    const { ctimeMs } = statSync(join(project.path, 'src/cart.ts'));
    expect((await find(project.path, { now: ctimeMs + 1_000 })).cache.has('src/cart.ts')).toBe(false);
    expect((await find(project.path, { now: ctimeMs + 3_000 })).cache.has('src/cart.ts')).toBe(true);
  });

  it('forgets files that are gone, and is kept in a file that may be deleted or damaged', async () => {
    const project = treeProject();
    const root = join(tempProject().path, '.docket');
    mkdirSync(root);
    project.write('src/cart.ts', decision('DEC-CART-001'));
    project.write('src/gone.ts', decision('DEC-GONE-001'));
    const { cache } = await find(project.path);
    writeAnnotationCache(root, project.path, nodeLogFs, cache);
    expect(readAnnotationCache(root, project.path, nodeLogFs)).toEqual(cache);
    expect(readAnnotationCache(root, '/elsewhere', nodeLogFs).size).toBe(0);
    project.remove('src/gone.ts');
    const next = await find(project.path, { known: readAnnotationCache(root, project.path, nodeLogFs) });
    expect([next.isNew, next.ids]).toEqual([true, ['src/cart.ts DEC-CART-001']]);
    expect((await find(project.path, { known: next.cache })).isNew).toBe(false);
    const [name = ''] = nodeLogFs.readdirSync(join(root, 'cache'));
    const path = join(root, 'cache', name);
    const bytes = nodeLogFs.readFileSync(path);
    for (const damaged of ['', 'x', '[]\n[]\n', bytes.toString('latin1').replace('DEC-CART', 'DEC-CURT')]) {
      writeFileSync(path, damaged, 'latin1');
      expect(readAnnotationCache(root, project.path, nodeLogFs).size).toBe(0);
    }
    rmSync(join(root, 'cache'), { recursive: true });
    symlinkSync(project.path, join(root, 'cache'));
    writeAnnotationCache(root, project.path, nodeLogFs, cache);
    expect(project.git('status', '--porcelain', '-uall')).not.toContain('annotations-');
  });
});

/** Time that is over after so many looks at the clock. */
const forLooks = (most: number): (() => number) => {
  let looks = 0;
  return () => {
    looks += 1;
    return looks <= most ? 1 : 0;
  };
};

describe('time', () => {
  it('that is over leaves some files unread, says so, and the next audit goes on from there', async () => {
    const { path, write } = tempProject();
    for (let n = 0; n < 300; n += 1) write(`src/f${n}.ts`, decision(`DEC-F-${String(n).padStart(3, '0')}`));
    // Five looks for the stamps of all files, and two of those for reading them.
    const first = await find(path, { left: forLooks(7) });
    expect([first.isLate, first.cache.size]).toEqual([true, 128]);
    const second = await find(path, { known: first.cache, left: forLooks(8) });
    expect([second.isLate, second.cache.size]).toEqual([false, 300]);
    expect(second.ids).toHaveLength(300);
    const none = await find(path, { known: second.cache, left: () => 0 });
    expect([none.isLate, none.cache.size]).toEqual([true, 300]);
  });
});

describe('ripgrep', () => {
  it('is asked where many files were never read, and finds the same', async () => {
    const project = treeProject();
    for (let n = 0; n < 1_100; n += 1) {
      project.write(
        `src/m${n % 20}/f${n}.ts`,
        n % 100 === 0 ? decision(`DEC-F-${String(n / 100).padStart(3, '0')}`) : 'export {};\n',
      );
    }
    const own = await find(project.path);
    expect(own.ids).toHaveLength(11);
    const { folder, wasAsked } = standIn();
    expect(await find(project.path, { PATH: `${folder}:/usr/bin` })).toEqual(own);
    expect(wasAsked()).toBe(true);
    if (REAL !== null) expect(await find(project.path, { PATH: process.env['PATH'] ?? '' })).toEqual(own);
  });

  it('is asked of few files at no time, nor where the project brought it', async () => {
    const project = treeProject();
    project.write('src/cart.ts', decision('DEC-CART-001'));
    const { folder, wasAsked } = standIn();
    await find(project.path, { PATH: folder });
    expect(wasAsked()).toBe(false);
    expect(findRipgrep({ PATH: `bin:.:${folder}` }, [])).toBe(join(folder, 'rg'));
    expect(findRipgrep({ PATH: folder }, [folder])).toBeNull();
    const { path } = tempProject();
    symlinkSync(join(folder, 'rg'), join(path, 'rg'));
    expect(findRipgrep({ PATH: path }, [folder])).toBeNull();
    expect(findRipgrep({ PATH: path }, [])).toBe(join(path, 'rg'));
    expect(findRipgrep({}, [])).toBeNull();
  });

  it('says nothing where it fails or takes too long, and then the files are read', async () => {
    const { path, write } = tempProject();
    write('src/a.ts', decision('DEC-A-001'));
    for (const text of ['#!/bin/sh\nexit 2\n', '#!/bin/sh\nsleep 30\n', 'no program']) {
      const program = write('bin/rg', text);
      chmodSync(program, 0o755);
      expect(await filesHolding('@decision', ['src/a.ts'], { program, folder: path, left: () => 50 })).toBeNull();
    }
  });

  it('and reading find the same in any text', async () => {
    const { folder } = standIn();
    const programs = [join(folder, 'rg'), ...(REAL === null ? [] : [REAL])];
    const text = fc.oneof(
      fc.constantFrom('@decision', '@Decision', '@decisio', '\uFEFF@decision', '@decision\r\n', 'x@decisiony'),
      fc.string(),
    );
    const bytes = fc.array(
      fc.oneof(
        text.map((t) => Buffer.from(t)),
        fc.uint8Array().map(Buffer.from),
      ),
      { maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes.map(Buffer.concat), { minLength: 1, maxLength: 5 }), async (contents) => {
        const { path, write } = tempProject();
        const names = contents.map((content, index) => {
          writeFileSync(write(`f${index}.ts`, ''), content);
          return `f${index}.ts`;
        });
        const holding = names.filter((_, index) => contents[index]?.includes('@decision'));
        for (const program of programs) {
          expect(
            [...((await filesHolding('@decision', names, { program, folder: path, left: EVER })) ?? [])].sort(),
          ).toEqual(holding);
        }
      }),
      { numRuns: 20 },
    );
  });
});
