import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

/** What each folder of src/ may import from (DESIGN.md §3); itself is always allowed. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  events: [],
  shell: [],
  projections: ['events'],
  gates: ['events', 'projections'],
  hooks: ['events', 'projections', 'gates', 'shell'],
  workers: ['events', 'projections', 'gates', 'hooks'],
  replay: ['events', 'projections', 'gates', 'hooks'],
  audit: ['events', 'projections', 'gates', 'hooks', 'replay', 'shell'],
  cli: ['events', 'projections', 'gates', 'hooks', 'replay', 'audit', 'shell'],
  tui: ['events', 'projections', 'gates', 'hooks', 'replay', 'audit', 'shell', 'cli'],
};

/** Folders that know no clock, disk, environment or network. */
const PURE = ['projections', 'gates', 'shell'];

/** Globals through which a pure folder could reach outside. */
const IMPURE = /\b(process|Date\.now|new Date\(\)|Math\.random|setTimeout|setInterval|fetch|performance)\b/;

const SRC = join(import.meta.dirname, '..', '..', 'src');

interface SourceFile {
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  /** Import specifiers, with whether only types are imported. */
  readonly imports: readonly { readonly from: string; readonly typeOnly: boolean }[];
}

const sourceFiles = (): SourceFile[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => {
      const text = readFileSync(join(SRC, name), 'utf8');
      const imports = [
        ...text.matchAll(
          /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm,
        ),
      ];
      return {
        path: name,
        folder: name.split(/[\\/]/)[0] as string,
        text,
        imports: imports.map((match) => ({ from: (match[2] ?? match[3]) as string, typeOnly: match[1] !== undefined })),
      };
    });

const files = sourceFiles();

const targetOf = (file: SourceFile, from: string): string => relative(SRC, join(SRC, dirname(file.path), from));

describe('the layout', () => {
  it('is read at all', () => {
    expect(files.length).toBeGreaterThan(40);
    expect(files.flatMap(({ imports }) => imports).length).toBeGreaterThan(100);
  });

  it('knows every folder', () => {
    expect([...new Set(files.map(({ folder }) => folder))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('imports in one direction only', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => targetOf(file, from).split(/[\\/]/)[0] as string)
        .filter((folder) => folder !== file.folder && !MAY_IMPORT[file.folder]?.includes(folder))
        .map((folder) => `${file.path} imports from ${folder}`),
    );
    expect(wrong).toEqual([]);
  });

  it('has no circular imports', () => {
    const edges = new Map(
      files.map((file) => [
        file.path,
        file.imports
          .filter(({ from, typeOnly }) => from.startsWith('.') && !typeOnly)
          .map(({ from }) => targetOf(file, from)),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
        return;
      }
      if (done.has(path)) return;
      for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of edges.keys()) visit(path, []);
    expect(cycles).toEqual([]);
  });

  it('keeps everything that depends on the version of Ink in one folder', () => {
    const inTerm = /^tui[\\/]term[\\/]/;
    const users = files.filter(({ imports }) => imports.some(({ from }) => from === 'ink')).map(({ path }) => path);
    expect(users.length).toBeGreaterThan(2);
    expect(users.filter((path) => !inTerm.test(path))).toEqual([]);
  });

  it.each(PURE)('keeps %s free of Node and of everything outside', (folder) => {
    const own = files.filter((file) => file.folder === folder);
    const outside = own.flatMap(({ path, imports }) =>
      imports.filter(({ from }) => from.startsWith('node:')).map(({ from }) => `${path} imports ${from}`),
    );
    const impure = own
      .filter(({ text }) => IMPURE.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|`[^`$]*`/g, '')))
      .map(({ path }) => path);
    expect([...outside, ...impure]).toEqual([]);
  });

  it('lets a pure folder import from events only what is pure there', () => {
    const pureInEvents = [
      'envelope.ts',
      'schemas.ts',
      'position.ts',
      'cache-part.ts',
      'digest.ts',
      'host-event-names.ts',
      'host-event-types.ts',
      'promised-data.ts',
      'own-rules.ts',
      'json-problem.ts',
      'policy-schema.ts',
      'workflow-policy-schema.ts',
      'iso-time.ts',
      'json-object.ts',
      'linear-pattern.ts',
      'pattern-syntax.ts',
    ];
    const wrong = files
      .filter(({ folder }) => PURE.includes(folder))
      .flatMap((file) =>
        file.imports
          .filter(({ from, typeOnly }) => !typeOnly && from.includes('/events/'))
          .map(({ from }) => from.split('/').at(-1) as string)
          .filter((name) => !pureInEvents.includes(name))
          .map((name) => `${file.path} imports ${name}`),
      );
    expect(wrong).toEqual([]);
  });

  it('loads the shell parser and the schema library only through chunks', () => {
    const eager = files
      .filter(
        ({ folder, path }) =>
          ['events', 'projections', 'gates', 'hooks'].includes(folder) && !path.startsWith('hooks/install'),
      )
      .filter(({ path }) => !/^events\/([a-z-]+-)?schemas?\.ts$/.test(path) && path !== 'gates/policy-file-schema.ts')
      .flatMap((file) =>
        file.imports
          .filter(({ from, typeOnly }) => !typeOnly && /zod|unbash|shell\//.test(from))
          .map(({ from }) => `${file.path} imports ${from}`),
      );
    const expected = [
      // The kit for tests of gates, which no hook loads.
      'hooks/custom-gates/testing.ts imports ../../shell/understand.ts',
      // A list of names, which says whether a chunk is worth loading.
      'hooks/main.ts imports ../shell/plain-programs.ts',
      'hooks/main.ts imports ../shell/understand-plain.ts',
      'hooks/main.ts imports ../shell/understand-tests.ts',
      'hooks/main.ts imports ../shell/understand.ts',
      'hooks/observers/review/review-events.ts imports ../../../shell/understand.ts',
      'hooks/observers/search.ts imports ../../shell/understand.ts',
    ];
    expect([...eager].sort()).toEqual(expected);
  });

  it('keeps files small', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 400).map(({ path }) => path);
    expect(long).toEqual([]);
  });

  it('exports by name', () => {
    expect(files.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path)).toEqual([]);
  });
});
