// What docket's share is of a look at a worktree: everything over the two git commands that it asks, run alone.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { median } from './spawn.mjs';

const FOLDERS = 500;
const FILES = 20;
const ASKED = [
  ['ls-files', '-s', '-v', '-z', '--full-name'],
  [
    'status',
    '--porcelain=v2',
    '--branch',
    '--no-ahead-behind',
    '--no-renames',
    '-z',
    '-uall',
    '--ignore-submodules=none',
  ],
];

/** A repository of 10,000 files in 500 folders, all committed. */
const writeRepository = (folder, env) => {
  for (let at = 0; at < FOLDERS; at += 1) {
    const inside = join(folder, 'packages', `p${at % 25}`, 'src', `m${at}`);
    mkdirSync(inside, { recursive: true });
    for (let file = 0; file < FILES; file += 1)
      writeFileSync(join(inside, `f${file}.ts`), `export const it = ${at * file};\n`);
  }
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'start'],
  ])
    execFileSync('git', args, { cwd: folder, env });
};

/** Edits, two files that are gone, two that are new. */
const change = (folder) => {
  const inside = join(folder, 'packages', 'p0', 'src', 'm0');
  for (let file = 0; file < 5; file += 1) writeFileSync(join(inside, `f${file}.ts`), `edited ${file}\n`);
  for (const gone of ['f5.ts', 'f6.ts']) rmSync(join(inside, gone));
  for (const added of ['n0.ts', 'n1.md']) writeFileSync(join(inside, added), 'new\n');
};

const gitAlone = (cwd, env) =>
  Promise.all(
    ASKED.map(
      (args) =>
        new Promise((done, fail) => {
          const git = spawn('git', args, {
            cwd,
            env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
            stdio: ['ignore', 'pipe', 'ignore'],
          });
          git.stdout.resume();
          git.on('close', (code) => (code === 0 ? done() : fail(new Error(`git ended with ${code}`))));
        }),
    ),
  );

const timed = async (run) => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};

/** The hook's bundle of this name: a function, as its loader takes it. */
const loadTree = () => {
  const path = join(import.meta.dirname, '..', 'dist', 'tree.cjs');
  const module = { exports: {} };
  const bundle = new Script(readFileSync(path, 'utf8'), { filename: path }).runInThisContext();
  bundle(module.exports, createRequire(path), module);
  return module.exports;
};

/** Medians of a look over those of git alone, interleaved: of a clean worktree, and of one with a few changes. */
export const treeRatios = async (folder, rounds = 20) => {
  mkdirSync(folder, { recursive: true });
  const who = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@example.org',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@example.org',
  };
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...who };
  writeRepository(folder, env);
  const { observeTree } = loadTree();
  const look = async () => {
    const { problem } = await observeTree(folder, 'now', { env, timeLeft: () => 60_000 });
    if (problem !== null) throw new Error(problem);
  };
  const ratio = async () => {
    const times = { look: [], git: [] };
    for (let round = -1; round < rounds; round += 1) {
      const git = await timed(() => gitAlone(folder, env));
      const looked = await timed(look);
      if (round < 0) continue;
      times.git.push(git);
      times.look.push(looked);
    }
    return median(times.look) / median(times.git);
  };
  const clean = await ratio();
  change(folder);
  return { clean, changed: await ratio() };
};
