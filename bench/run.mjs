// npm run bench: measures ratios in one run and writes them to bench/README.md. No absolute time is a promise.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { backtestRatios } from './backtest.mjs';
import { writeHistory } from './history.mjs';
import { sessionRatios } from './sessions.mjs';
import { timeProcesses } from './spawn.mjs';
import { treeRatios } from './trees.mjs';
import { tuiRatios } from './tui.mjs';
import { whyRatios } from './why.mjs';

// On Node 20 it slows every start by tens of milliseconds, the empty one included.
delete process.env.NODE_EXTRA_CA_CERTS;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 80);
const HISTORIES = [0, 10_000, 1_000_000];
const HOOK = join(import.meta.dirname, '..', 'dist', 'hook.cjs');
const work = mkdtempSync(join(tmpdir(), 'docket-bench-'));
const empty = join(work, 'empty.cjs');
writeFileSync(empty, '');

/** A project under `strict`, on a branch, with a history of a number of events. */
const project = (events) => {
  const folder = join(work, `project-${events}`);
  mkdirSync(join(folder, '.git', 'refs', 'heads'), { recursive: true });
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'cart.ts'), 'export {};\n');
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/feature\n');
  writeFileSync(join(folder, 'docket.config.json'), '{"preset":"strict"}');
  const bytes = writeHistory(join(folder, '.docket'), events);
  return { folder, bytes, events, env: { PATH: process.env.PATH, HOME: folder, CLAUDE_PROJECT_DIR: folder } };
};

const payload = ({ folder }, tool, input, id) =>
  JSON.stringify({
    session_id: 'bench',
    cwd: folder,
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: id,
  });

const editCall = (at) => (round) =>
  payload(
    at,
    'Edit',
    { file_path: join(at.folder, 'src', 'cart.ts'), old_string: 'a + b', new_string: 'a - b' },
    `edit-${round}`,
  );
const bashCall = (at) => (round) => payload(at, 'Bash', { command: 'git status && npm run build' }, `bash-${round}`);

const hookVariant = (name, at, input) => ({
  name,
  command: process.execPath,
  args: [HOOK, '--host', 'claude-code'],
  env: at.env,
  input,
});

const processRatios = (projects) => {
  const [none] = projects;
  const emptyVariant = (name) => ({ name, command: process.execPath, args: [empty], env: none.env, input: () => '' });
  const variants = [emptyVariant('empty'), emptyVariant('empty again')];
  for (const at of projects) {
    // The first call folds the whole history once and leaves a snapshot.
    const first = spawnSync(process.execPath, [HOOK], { env: at.env, input: editCall(at)('first') });
    if (first.status !== 0) throw new Error(`the first call ended with ${first.status}: ${first.stderr}`);
    variants.push(
      hookVariant(`Edit, ${at.events} events`, at, editCall(at)),
      hookVariant(`Bash, ${at.events} events`, at, bashCall(at)),
    );
  }
  if (spawnSync('jq', ['--version']).status === 0) {
    const script = join(import.meta.dirname, 'seed-hook.sh');
    variants.push({ name: 'bash + jq script', command: script, args: [], env: none.env, input: editCall(none) });
  }
  const medians = timeProcesses(variants, ROUNDS);
  const base = medians.get('empty');
  return [...medians].map(([name, ms]) => ({ name, ratio: ms / base }));
};

/** Peak resident memory over that of an empty process, each as it says of itself at its end. */
const memoryRatio = (at) => {
  const env = { ...at.env, DOCKET_DEBUG: '1' };
  const hook = [1, 2, 3, 4, 5].map((n) => {
    const { stderr } = spawnSync(process.execPath, [HOOK], {
      env,
      input: editCall(at)(`memory-${n}`),
      encoding: 'utf8',
    });
    return JSON.parse(stderr.trim().split('\n').at(-1)).maxRss;
  });
  const script = 'console.error(process.resourceUsage().maxRSS)';
  const bare = [1, 2, 3, 4, 5].map(() =>
    Number(spawnSync(process.execPath, ['-e', script], { env: at.env, encoding: 'utf8' }).stderr),
  );
  return Math.min(...hook) / Math.min(...bare);
};

const rates = async (at, long) => {
  const outfile = join(work, 'rates.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'rates.ts')],
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outfile,
  });
  const roots = [at, long].map(({ folder }) => join(folder, '.docket'));
  return JSON.parse(execFileSync(process.execPath, [outfile, work, ...roots], { encoding: 'utf8' }));
};

const row = (name, ratio, budget) => `| ${name} | ${ratio.toFixed(2)} | ${budget} |`;

const report = ({ processes, memory, rate, sessions, why, tui, trees, bytes, backtests }) => {
  const of = (name) => processes.find((candidate) => candidate.name === name)?.ratio ?? Number.NaN;
  const jq = processes.find(({ name }) => name.startsWith('bash + jq'));
  const lines = [
    '# Benchmarks',
    '',
    '`npm run bench` writes this file. Ratios are measured in one run, whole processes interleaved, medians; they travel',
    'between machines better than times do, and no test depends on them.',
    '',
    `Machine: ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${process.arch}, Node ${process.version}. Rounds: ${ROUNDS}. The log of 1,000,000 events has ${Math.round(bytes / 2 ** 20)} MiB.`,
    '',
    '| one hook call, whole process, over `node` running an empty file | ratio | budget |',
    '| --- | --- | --- |',
    row('an empty file, a second time', of('empty again'), 'noise'),
    ...HISTORIES.flatMap((events) => [
      row(
        `Edit under strict, ${events.toLocaleString('en')} events of history`,
        of(`Edit, ${events} events`),
        '≤ 1.25',
      ),
      row(
        `Bash under strict, ${events.toLocaleString('en')} events of history`,
        of(`Bash, ${events} events`),
        '≤ 1.30',
      ),
    ]),
    row('from 0 to 1,000,000 events, Edit, difference', of('Edit, 1000000 events') - of('Edit, 0 events'), '≤ 0.05'),
    ...(jq === undefined ? [] : [row('a bash script with two jq calls', jq.ratio, 'what docket replaces')]),
    row('peak memory', memory, '≤ 1.15'),
    '',
    '| inside one process | ratio | budget |',
    '| --- | --- | --- |',
    row('append of an encoded line, rate over a bare `writeSync`', rate.append, '≥ 0.50'),
    row('encode, redact and append, time over a bare `writeSync`', rate.encodeAndAppend, '≤ 12'),
    row('folding a log from nothing, rate over `JSON.parse` of each line', rate.fold, '≥ 0.60'),
    row('index of 1,000,000 events from nothing, rate over `JSON.parse` of each line', rate.index, '≥ 1.50'),
    row('verifying 1,000,000 events, rate over hashing the files', rate.verify, '≥ 0.50'),
    row('importing a transcript, rate over `JSON.parse` of each line', rate.import, '≥ 0.20'),
    '',
    '| `docket log --session` of 500 events in a log of 1,000,000, whole process | ratio | budget |',
    '| --- | --- | --- |',
    row('over the same in a log that holds nothing else', sessions.overAlone, '≤ 1.50'),
    row('over the same where no index was kept', sessions.overNoIndex, '≤ 0.50'),
    '',
    '| `docket why` at the end of a log of 1,000,000 events, whole process | ratio | budget |',
    '| --- | --- | --- |',
    row('the last verdict, over the same in a log without other history', why.last, '≤ 1.50'),
    row('that of a call named by its id, over the same', why.named, '≤ 1.50'),
    '',
    '| `docket replay` in a terminal of 140 columns and 40 rows | ratio | budget |',
    '| --- | --- | --- |',
    row(
      'first frame of a session in a log of 1,000,000 events, whole process, over one of 20',
      tui.firstFrame,
      '≤ 1.50',
    ),
    row(
      'work of a key in a session of 100,000 events until it is drawn, over a frame at 60 Hz, median',
      tui.key,
      '≤ 1.00',
    ),
    row('the same, 95 of 100', tui.p95, '≤ 2.00'),
    row('memory after 200 keys, over that before', tui.growth, '≤ 1.10'),
    '',
    '| `docket backtest` of 1,000 sessions of 500 events, whole process, over `JSON.parse` of each line | ratio | budget |',
    '| --- | --- | --- |',
    row('under another preset, a thread a processor', backtests.other, 'none'),
    row('under another preset, one thread', backtests.alone, 'none'),
    row('under the recorded preset', backtests.same, 'none'),
    '',
    '| a look at a worktree of 10,000 files, in a running process, over the two git commands alone | ratio | budget |',
    '| --- | --- | --- |',
    row('nothing differs', trees.clean, '≤ 1.50'),
    row('nine files differ', trees.changed, '≤ 1.75'),
    '',
  ];
  return lines.join('\n');
};

try {
  const projects = HISTORIES.map(project);
  const processes = processRatios(projects);
  const text = report({
    processes,
    memory: memoryRatio(projects[0]),
    rate: await rates(projects[1], projects.at(-1)),
    sessions: sessionRatios(projects.at(-1).folder, project(500).folder),
    why: whyRatios(projects.at(-1).folder, projects[0].folder),
    tui: await tuiRatios(work, projects.at(-1).folder, project(20).folder),
    backtests: backtestRatios(join(work, 'backtests')),
    trees: await treeRatios(join(work, 'trees')),
    bytes: projects.at(-1).bytes,
  });
  writeFileSync(join(import.meta.dirname, 'README.md'), text);
  process.stdout.write(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8'));
} finally {
  rmSync(work, { recursive: true, force: true });
}
