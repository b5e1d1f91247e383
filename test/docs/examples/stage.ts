import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyFolder } from '../../kit/copy-folder.ts';
import { gitEnv, runGit } from '../../kit/git-template.ts';
import { DIST, type ProcessResult } from '../../kit/hook-process.ts';
import { FILES, STAND_INS } from './props.ts';

/** A call of docket that an example made. */
export interface Call {
  readonly code: number;
  readonly words: string;
}

export interface Played extends ProcessResult {
  readonly calls: readonly Call[];
}

/**
 * A throw-away project with what examples speak of: the session of `docket demo` in its log, a registration, a to-do, files
 * and transcripts, and a home folder. `docket` on its PATH is the built one.
 */
export interface Stage {
  readonly project: string;
  readonly home: string;
  /** Puts project and home back as they were. */
  readonly reset: () => void;
  /** Runs lines of a shell there. */
  readonly play: (script: string) => Played;
  /** The lines with ids of this log in the place of those that the documents use. */
  readonly named: (lines: string) => string;
  readonly remove: () => void;
}

const REPOSITORY = join(import.meta.dirname, '..', '..', '..');
const SESSION = '5d0f6c1e-8a3b-4f7e-9c21-b6d4a1e07f52';

const today = (): string => new Date().toISOString().slice(0, 10);

export const openStage = (): Stage => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docket-stage-')));
  const [home, bin, kept, calls] = ['home', 'bin', 'kept', 'calls'].map((name) => join(root, name)) as [
    string,
    string,
    string,
    string,
  ];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  for (const [name, text] of Object.entries(STAND_INS)) {
    if (name === 'jq' && spawnSync('jq', ['--version']).status === 0) continue;
    write(join(bin, name), `#!/bin/sh\n${text}`);
    chmodSync(join(bin, name), 0o755);
  }
  const env = {
    ...gitEnv(home),
    TMPDIR: root,
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    NODE: process.execPath,
    DOCKET: join(DIST, 'docket.cjs'),
    REPOSITORY,
    CALLS: calls,
    GIT_EDITOR: 'true',
    TZ: 'UTC',
  };
  const run = (cwd: string, script: string): ProcessResult => {
    const { stdout, stderr, status } = spawnSync('bash', ['-ec', script], {
      cwd,
      env,
      encoding: 'utf8',
      input: '',
      timeout: 110_000,
    });
    return { stdout, stderr, status };
  };
  mkdirSync(home);
  // Screens of a session that goes on over midnight have lines for its days.
  let demo = '';
  for (let day = ''; day !== today(); ) {
    day = today();
    demo = run(home, 'docket demo --keep').stdout;
  }
  const project = /^Project: (.+)$/m.exec(demo)?.[1];
  // Without one its files would be written where the tests run.
  if (project === undefined) throw new Error('docket demo made no project: is docket built (npm run build)?');
  for (const [name, text] of Object.entries(FILES)) {
    write(name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name), text);
  }
  cpSync(join(REPOSITORY, 'fixtures', 'transcripts'), join(project, 'fixtures', 'transcripts'), { recursive: true });
  const transcript = join(REPOSITORY, 'fixtures', 'client-transcripts', 'headless-permissions.jsonl');
  for (const path of [
    join(project, 'session.jsonl'),
    ...['dev-shop', 'me-shop', 'ada-shop'].map((name) =>
      join(home, '.claude', 'projects', `-home-${name}`, '36a90987.jsonl'),
    ),
    join(home, '.codex', 'sessions', 'session.jsonl'),
  ]) {
    mkdirSync(dirname(path), { recursive: true });
    cpSync(transcript, path);
  }
  const git = (...args: string[]): string => runGit(project, env, ...args);
  git('add', 'src', 'package.json', 'docket.config.json');
  git(
    'commit',
    '--quiet',
    '--message',
    `Add a discount\n\nDocket-Seal: ${run(project, 'docket seal --print').stdout.trim()}`,
  );
  git('tag', 'v0.1.0');
  const made = run(
    project,
    'docket init --scope local; docket seal --key; docket seal --public-key > docket-seal.pub.pem; docket export --all -o session.ndjson; docket todo add "look at the slow test"',
  );
  const todo = /^([a-z0-9]{4})$/m.exec(made.stdout)?.[1] ?? '';
  const denied = JSON.parse(run(project, 'docket why --json --call toolu_06commit').stdout) as { event: string };
  const at = /\d\d:\d\d(?=:\d\d UTC)/.exec(run(project, 'docket why --call toolu_06commit').stdout)?.[0] ?? '';
  for (const [from, name] of [
    [project, 'project'],
    [home, 'home'],
  ] as const) {
    copyFolder(from, join(kept, name));
  }

  const reset = (): void => {
    for (const [to, name] of [
      [project, 'project'],
      [home, 'home'],
    ] as const) {
      for (const entry of readdirSync(to)) rmSync(join(to, entry), { recursive: true, force: true });
      copyFolder(join(kept, name), to);
    }
  };
  const named = (lines: string): string =>
    [
      [/(?<!me-shop\/)36a90987/g, SESSION.slice(0, 8)],
      [/toolu_01AbC?\b/g, 'toolu_06commit'],
      [/V1StGXR8_Z5jdHi6B-myT/g, denied.event],
      [/\bkq3f\b/g, todo],
      [/(?<=--at )14:02/g, at],
      [/(?<= )\/backup\//g, `${home}/backup/`],
    ].reduce((text, [from, to]) => text.replace(from as RegExp, to as string), lines);
  const play = (script: string): Played => {
    writeFileSync(calls, '');
    const result = run(project, script);
    const made = readFileSync(calls, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, code, words] = /^(\d+)\t(.*)$/.exec(line) ?? [];
        return code === undefined || words === undefined ? [] : [{ code: Number(code), words }];
      });
    return { ...result, calls: made };
  };
  if (project === '' || !existsSync(project)) throw new Error(`docket demo made no project: ${demo}`);
  return { project, home, reset, play, named, remove: () => rmSync(root, { recursive: true, force: true }) };
};
