import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TreeProject } from '../../../kit/tree-project.ts';

/** What is done to a project that holds `src/a.ts`, `src/b.ts`, `docs/a.md` and `run.log`, all committed. */
export interface Situation {
  readonly does: (project: TreeProject) => void;
  /** Digests that are others then. */
  readonly changes: readonly ('code' | 'docs')[];
}

const at = ({ path }: TreeProject, name: string): string => join(path, name);

const edits =
  (...names: readonly string[]) =>
  (project: TreeProject): void => {
    for (const name of names) project.write(name, `edited ${name}\n`);
  };

const CODE = ['code'] as const;
const DOCS = ['docs'] as const;

export const SITUATIONS: Readonly<Record<string, Situation>> = {
  'nothing is done': { does: () => undefined, changes: [] },
  'a source file is edited': { does: edits('src/a.ts'), changes: CODE },
  'a document is edited': { does: edits('docs/a.md'), changes: DOCS },
  'both are': { does: edits('src/a.ts', 'docs/a.md'), changes: ['code', 'docs'] },
  'a log is written': { does: edits('run.log', 'more.log', 'test/run.log'), changes: [] },
  'what a build makes is written': { does: edits('dist/a.js', 'build/x.o', 'coverage/index.html'), changes: [] },
  'docket and the host write their own': {
    does: edits('.docket/1.ndjson', '.claude/settings.json', 'docket.config.json', 'docket.config.local.json'),
    changes: [],
  },
  'a lock file is edited': { does: edits('package-lock.json'), changes: CODE },
  'the configuration of CI is new': { does: edits('.github/workflows/ci.yml'), changes: CODE },
  'a style sheet is new': { does: edits('src/app.css'), changes: CODE },
  'text is new among documents': { does: edits('docs/notes.txt'), changes: DOCS },
  'text is new elsewhere': { does: edits('notes.txt'), changes: [] },
  'a picture is new': { does: edits('src/logo.png'), changes: [] },
  'a new file is not ignored': { does: edits('src/new.ts'), changes: CODE },
  'a new file is ignored': {
    does: (project) => {
      project.write('.git/info/exclude', '*.local.ts\n');
      project.write('src/x.local.ts', 'x');
    },
    changes: [],
  },
  'an ignored file was added by force': {
    does: (project) => {
      project.write('.git/info/exclude', '*.local.ts\n');
      project.write('src/x.local.ts', 'x');
      project.git('add', '-f', 'src/x.local.ts');
    },
    changes: CODE,
  },
  'a file is removed': { does: (project) => project.remove('src/a.ts'), changes: CODE },
  'a file is removed by git': { does: (project) => project.git('rm', '-q', 'src/a.ts'), changes: CODE },
  'a file is only taken out of the index': {
    does: (project) => project.git('rm', '-q', '--cached', 'src/a.ts'),
    changes: [],
  },
  'an edit is staged': {
    does: (project) => {
      edits('src/a.ts')(project);
      project.git('add', '-A');
    },
    changes: CODE,
  },
  'a staged edit is edited again': {
    does: (project) => {
      edits('src/a.ts')(project);
      project.git('add', '-A');
      project.write('src/a.ts', 'again\n');
    },
    changes: CODE,
  },
  'a staged edit is taken back on disk': {
    does: (project) => {
      const before = project.git('show', 'HEAD:src/a.ts');
      edits('src/a.ts')(project);
      project.git('add', '-A');
      project.write('src/a.ts', before);
    },
    changes: [],
  },
  'a staged new file is removed': {
    does: (project) => {
      edits('src/new.ts')(project);
      project.git('add', '-A');
      project.remove('src/new.ts');
    },
    changes: [],
  },
  'a file that was taken out of the index is edited': {
    does: (project) => {
      project.git('rm', '-q', '--cached', 'src/a.ts');
      edits('src/a.ts')(project);
    },
    changes: CODE,
  },
  'a new file is announced': {
    does: (project) => {
      edits('src/new.ts')(project);
      project.git('add', '-N', 'src/new.ts');
    },
    changes: CODE,
  },
  'an announced file is removed': {
    does: (project) => {
      edits('src/new.ts')(project);
      project.git('add', '-N', 'src/new.ts');
      project.remove('src/new.ts');
    },
    changes: [],
  },
  'a file is renamed': {
    does: (project) => renameSync(at(project, 'src/a.ts'), at(project, 'src/z.ts')),
    changes: CODE,
  },
  'a file is renamed by git and edited': {
    does: (project) => {
      project.git('mv', 'src/a.ts', 'src/z.ts');
      project.write('src/z.ts', 'export const a = 1;\n// more\n');
    },
    changes: CODE,
  },
  'a document becomes code': {
    does: (project) => project.git('mv', 'docs/a.md', 'src/a-from-docs.ts'),
    changes: ['code', 'docs'],
  },
  'a file becomes executable': { does: (project) => chmodSync(at(project, 'src/a.ts'), 0o755), changes: CODE },
  'a new file is executable': {
    does: (project) => {
      edits('src/run.sh')(project);
      chmodSync(at(project, 'src/run.sh'), 0o755);
    },
    changes: CODE,
  },
  'modes count for nothing here': {
    does: (project) => {
      project.git('config', 'core.fileMode', 'false');
      chmodSync(at(project, 'src/a.ts'), 0o755);
    },
    changes: [],
  },
  'a new file is executable where modes count for nothing': {
    does: (project) => {
      project.git('config', 'core.fileMode', 'false');
      edits('src/run.sh')(project);
      chmodSync(at(project, 'src/run.sh'), 0o755);
    },
    changes: CODE,
  },
  'a link is new': { does: (project) => symlinkSync('a.ts', at(project, 'src/link.ts')), changes: CODE },
  'a link leads nowhere': { does: (project) => symlinkSync('nowhere', at(project, 'src/link.ts')), changes: CODE },
  'a link leads to a folder': { does: (project) => symlinkSync('../docs', at(project, 'src/more')), changes: CODE },
  'a link stands for installed packages': {
    does: (project) => symlinkSync('../elsewhere', at(project, 'node_modules')),
    changes: [],
  },
  'a file became a link': {
    does: (project) => {
      project.remove('src/a.ts');
      symlinkSync('b.ts', at(project, 'src/a.ts'));
    },
    changes: CODE,
  },
  'a link became a file': {
    does: (project) => {
      symlinkSync('b.ts', at(project, 'src/link.ts'));
      project.commitAll();
      project.remove('src/link.ts');
      edits('src/link.ts')(project);
    },
    changes: CODE,
  },
  'links are kept as files': {
    does: (project) => {
      symlinkSync('b.ts', at(project, 'src/link.ts'));
      project.commitAll();
      project.git('config', 'core.symlinks', 'false');
      project.remove('src/link.ts');
      writeFileSync(at(project, 'src/link.ts'), 'a.ts');
    },
    changes: CODE,
  },
  'a file became a folder': {
    does: (project) => {
      project.remove('src/a.ts');
      edits('src/a.ts/index.ts')(project);
    },
    changes: CODE,
  },
  'a folder became a file': {
    does: (project) => {
      project.remove('src');
      edits('src')(project);
      project.write('src', '#!/bin/sh\n');
    },
    changes: CODE,
  },
  'a folder became a link': {
    does: (project) => {
      renameSync(at(project, 'src'), at(project, 'lib'));
      symlinkSync('lib', at(project, 'src'));
    },
    changes: CODE,
  },
  'names have a blank, a tab, letters of elsewhere, quotes, a backslash': {
    does: edits('src/a b.ts', 'src/a\tb.ts', 'src/ä日.ts', 'src/"a".ts', "src/it's.ts", 'src/a\\b.ts', 'src/\\.ts'),
    changes: CODE,
  },
  'names begin with a dash, a quote, an arrow': {
    does: edits('-a.ts', '--stdin-paths.ts', '"a.ts', '"a\\n".ts', 'a -> b.ts', ':(top)a.ts', ' a.ts', '*.ts'),
    changes: CODE,
  },
  'names have line ends': { does: edits('src/a\nb.ts', 'src/a\r.ts', '"\n\\".ts', 'src/end.ts\r'), changes: CODE },
  'such names are tracked and edited': {
    does: (project) => {
      edits('src/a\nb.ts', '"a.ts', 'src/ä.ts', '-a.ts')(project);
      project.commitAll();
      for (const name of ['src/a\nb.ts', '"a.ts', 'src/ä.ts', '-a.ts']) project.write(name, `more ${name}`);
    },
    changes: CODE,
  },
  'names are no UTF-8': {
    does: ({ path }) =>
      writeFileSync(Buffer.concat([Buffer.from(`${path}/src/`), Buffer.from([0xe4]), Buffer.from('.ts')]), 'x'),
    changes: CODE,
  },
  'a script without an ending is new': {
    does: (project) => project.write('bin/deploy', '#!/usr/bin/env bash\n'),
    changes: CODE,
  },
  'a script of an unknown ending is executable': {
    does: (project) => {
      project.write('bin/deploy.tool', '#!/usr/bin/env tool\n');
      chmodSync(at(project, 'bin/deploy.tool'), 0o755);
    },
    changes: CODE,
  },
  'a file without an ending is no script': {
    does: (project) => {
      project.write('data/blob', 'x');
      project.write('data/empty', '');
      project.write('data/short', '#');
    },
    changes: [],
  },
  'a script is no longer one': {
    does: (project) => {
      project.write('bin/deploy', '#!/usr/bin/env bash\n');
      project.commitAll();
      project.write('bin/deploy', 'moved\n');
    },
    changes: [],
  },
  'line endings are converted': {
    does: (project) => {
      project.git('config', 'core.autocrlf', 'true');
      project.write('src/a.ts', 'export const a = 1;\r\n');
      project.write('src/new.ts', 'new\r\n');
    },
    changes: CODE,
  },
  'nothing but line endings differs': {
    does: (project) => {
      project.git('config', 'core.autocrlf', 'input');
      project.write('src/a.ts', 'export const a = 1;\r\n');
    },
    changes: [],
  },
  'a file has CR LF in the index although those are converted': {
    does: (project) => {
      project.write('src/crlf.ts', 'a\r\n');
      project.write('src/b.ts', 'a\n');
      project.commitAll();
      project.git('config', 'core.autocrlf', 'true');
      project.write('src/crlf.ts', 'b\r\n');
      project.write('src/b.ts', 'b\r\n');
    },
    changes: CODE,
  },
  'attributes ask for a conversion whatever the index has': {
    does: (project) => {
      project.write('src/crlf.ts', 'a\r\n');
      project.commitAll();
      project.write('.gitattributes', '*.ts text\n');
      project.write('src/crlf.ts', 'b\r\n');
    },
    changes: CODE,
  },
  'a clean filter changes what is kept': {
    does: (project) => {
      project.git('config', 'filter.upper.clean', 'tr a-z A-Z');
      project.write('.gitattributes', '*.up.ts filter=upper\n');
      project.write('src/x.up.ts', 'shout\n');
    },
    changes: CODE,
  },
  'an edit has the size and the time of what was there': {
    does: (project) => {
      const then = new Date('2026-01-01T00:00:00Z');
      utimesSync(at(project, 'src/a.ts'), then, then);
      project.git('add', '-A');
      project.write('src/a.ts', 'export const a = 2;\n');
      project.git('status');
    },
    changes: CODE,
  },
  'a merge has conflicts': {
    does: (project) => {
      project.git('switch', '-qc', 'topic');
      edits('src/a.ts')(project);
      project.remove('src/b.ts');
      project.commitAll();
      project.git('switch', '-q', 'main');
      project.write('src/a.ts', 'other\n');
      project.write('src/b.ts', 'other\n');
      project.commitAll();
      try {
        project.git('merge', 'topic');
      } catch {
        // It stops at the conflicts.
      }
    },
    changes: CODE,
  },
  'a repository lies in the worktree': {
    does: (project) => {
      mkdirSync(at(project, 'nested'));
      project.git('init', '-q', 'nested');
      project.write('nested/x.ts', 'x');
      project.git('-C', 'nested', 'add', '-A');
      project.git('-C', 'nested', 'commit', '-qm', 'x');
    },
    changes: CODE,
  },
};
