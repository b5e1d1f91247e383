// How soon the terminal program shows something of a long log, and what a key costs in a long session.
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { writeHistory } from './history.mjs';
import { median } from './spawn.mjs';

const DOCKET = join(import.meta.dirname, '..', 'dist', 'docket.cjs');
const ROUNDS = 9;
const LONG_SESSION = 100_000;
const FRAME_MS = 1000 / 60;
const LONGEST_MS = 120_000;

/** Milliseconds until a session's first frame is on a terminal, as a whole process; then it is told to quit. */
const firstFrame = (folder, session) =>
  new Promise((resolve, reject) => {
    const { CI: _, ...rest } = process.env;
    const env = { ...rest, TERM: 'xterm-256color', COLUMNS: '140', LINES: '40', DOCKET_DIR: join(folder, '.docket') };
    const start = performance.now();
    // Only a terminal is drawn on: `script` gives one.
    const child = spawn(
      'script',
      ['-qec', `stty rows 40 columns 140; exec node ${DOCKET} replay ${session}`, '/dev/null'],
      {
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    );
    let text = '';
    let took = null;
    child.stdout.on('data', (bytes) => {
      text += bytes;
      // The status is the last line of a frame.
      if (took !== null || !text.includes('w why')) return;
      took = performance.now() - start;
      child.stdin.write('\u0003');
    });
    child.on('error', reject);
    child.on('close', (code) =>
      took === null ? reject(new Error(`no frame, ended with ${code}: ${text.slice(0, 2000)}`)) : resolve(took),
    );
  });

/** The median times of both, taken in turn. */
const firstFrames = async (long, short) => {
  const times = { long: [], short: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const [ofLong, ofShort] = [await firstFrame(...long), await firstFrame(...short)];
    if (round < 0) continue;
    times.long.push(ofLong);
    times.short.push(ofShort);
  }
  return { long: median(times.long), short: median(times.short) };
};

const withoutDevtools = {
  name: 'without-devtools',
  setup(builder) {
    builder.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'nothing' }));
    builder.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'export default {};' }));
  },
};

const keys = async (work) => {
  const root = join(work, 'long-session', '.docket');
  writeHistory(root, LONG_SESSION, LONG_SESSION);
  const outfile = join(work, 'tui-keys.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'tui-keys.tsx')],
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    plugins: [withoutDevtools],
    define: { 'process.env.NODE_ENV': '"production"' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    outfile,
  });
  const { CI: _, ...env } = process.env;
  return JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', outfile, root, 'session-0'], {
      encoding: 'utf8',
      env,
      timeout: LONGEST_MS,
    }),
  );
};

/**
 * The first frame of a session in a long log, with its index, over that of the only session of a log; and keys in a session
 * of 100,000 events, in frames of a screen that shows 60 a second.
 */
export const tuiRatios = async (work, long, short) => {
  const frames = await firstFrames([long, 'session-1000'], [short, 'session-0']);
  const { median: key, p95, growth } = await keys(work);
  return { firstFrame: frames.long / frames.short, key: key / FRAME_MS, p95: p95 / FRAME_MS, growth };
};
