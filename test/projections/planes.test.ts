import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planeOfPath, planeOfRepository, planeReader } from '../../src/projections/planes.ts';
import { fileKind } from '../../src/projections/source-files.ts';

const PLANES: Readonly<Record<string, readonly string[]>> = {
  code: [
    ...[
      'src/a.ts',
      'A.PY',
      'lib/x.rs',
      'nb/a.ipynb',
      'src/my test.ts',
      'src/build/plan.ts',
      'docs/conf.py',
      'docs/src/a.ts',
    ],
    ...['test/a.test.ts', 'tests/data/x.bin', 'spec/a_spec.rb', 'src/__snapshots__/a.snap', 'testdata/golden'],
    ...[
      'package.json',
      'package-lock.json',
      'yarn.lock',
      'go.mod',
      'go.sum',
      'Cargo.lock',
      'requirements.txt',
      'Gemfile',
    ],
    ...[
      'tsconfig.json',
      'vitest.config.ts',
      '.eslintrc',
      '.github/workflows/ci.yml',
      '.gitlab-ci.yml',
      'Makefile',
      'Dockerfile',
    ],
    ...[
      '.gitignore',
      '.gitattributes',
      '.env',
      'justfile',
      'CMakeLists.txt',
      'pom.xml',
      'build.gradle',
      'pyproject.toml',
    ],
    ...['src/app.css', 'web/index.html', 'view/a.hbs', 'flake.nix', 'bin/x.fish', 'docs/requirements.txt'],
  ],
  docs: [
    ...[
      'README',
      'README.MD',
      'readme.txt',
      'docs/a.md',
      'docs/a.mdx',
      'a.rst',
      'a.adoc',
      'a.asciidoc',
      'CHANGELOG',
      'CLAUDE.md',
    ],
    ...['docs/notes.txt', 'doc/a.html', 'docs/deep/a.tex', 'Documentation/a.org', 'test/README.md', 'LICENSE'],
  ],
  neither: [
    ...[
      'run.log',
      'test/run.log',
      'docs/a.log',
      'dist/a.js',
      'build/x.o',
      'out/a.css',
      'target/a.rs',
      'coverage/a.html',
    ],
    ...['node_modules/a/b.js', 'vendor/a/b.go', '.venv/a.py', 'a.min.js', 'x/__pycache__/a.pyc', 'src/a.pb.go'],
    ...[
      '.docket/1.ndjson',
      '.docket/README.md',
      'docket.config.json',
      'docket.config.local.json',
      'sub/docket.config.json',
    ],
    ...['.claude/settings.json', '.claude/commands/a.md', '.claude/hooks/a.py', 'sub/.claude/a.ts'],
  ],
  script: ['run', 'bin/deploy', '.githooks/pre-commit', '.husky/_/husky', 'docs/serve', '.profile'],
  unknown: ['a.png', 'notes.txt', 'src/logo.svg', 'data/a.bin', 'x.tool', 'movie.mp4'],
};

describe('the plane of', () => {
  it.each(Object.entries(PLANES).flatMap(([plane, paths]) => paths.map((path) => [path, plane] as const)))(
    '%s is %s',
    (path, plane) => {
      expect(planeReader()(path)).toBe(plane === 'neither' ? null : plane);
    },
  );

  it('a path does not depend on what was asked before', () => {
    const paths = Object.values(PLANES).flat();
    const all = fc.shuffledSubarray(paths, { minLength: 1 });
    fc.assert(
      fc.property(all, (asked) => {
        const reader = planeReader();
        for (const path of asked) expect(reader(path), path).toBe(planeReader()(path));
      }),
    );
  });

  it('a path is that of its kind, where the kind says one and the file is nobody’s own', () => {
    const word = fc.constantFrom(
      ...[
        'src',
        'test',
        'docs',
        'dist',
        'vendor',
        'lib',
        'readme',
        'a.b',
        'a_pb2',
        'x.min',
        'Main',
        'build',
        'spec',
        'conftest',
      ],
    );
    const ending = fc.constantFrom(
      '.ts',
      '.md',
      '.json',
      '.txt',
      '.py',
      '.go',
      '',
      '.png',
      '.TS',
      '.java',
      '.yml',
      '.d.ts',
    );
    const path = fc
      .tuple(fc.array(word, { maxLength: 3 }), word, ending)
      .map(([folders, name, end]) => [...folders, name + end].join('/'));
    const KINDS = { source: 'code', test: 'code', config: 'code', doc: 'docs', generated: null, vendored: null };
    fc.assert(
      fc.property(path, (one) => {
        const kind = fileKind(one);
        fc.pre(kind !== 'other');
        expect(planeReader()(one), `${one} is ${kind}`).toBe(KINDS[kind]);
      }),
      { numRuns: 2000 },
    );
  });

  it('one file that may be a script is code, and of another system the same', () => {
    expect(planeOfPath('bin/deploy')).toBe('code');
    for (const name of ['bin/log', 'bin/d', 'bin/css', 'bin/md']) expect(planeReader()(name), name).toBe('script');
    expect(planeOfPath('a.png')).toBeNull();
    expect(planeOfPath('docs\\a.md')).toBe('docs');
    expect(planeOfPath('.docket\\run')).toBeNull();
  });

  it('a repository in the worktree is code, unless it is the host’s', () => {
    expect(planeOfRepository('vendor/lib')).toBe('code');
    expect(planeOfRepository('.claude/worktrees/topic')).toBeNull();
  });
});
