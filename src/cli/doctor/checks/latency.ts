import { dirname, join } from 'node:path';
import { canCompile, commandOfOwner, makeCodeCache } from '../../code-cache-maker.ts';
import { type CanaryPlace, inCanaryPlace } from '../canary-place.ts';
import { type CodeCacheState, codeCacheState, dropCodeCaches } from '../code-cache.ts';
import type { Finding, Mend } from '../finding.ts';
import { hookBundleOf, nodeOf } from '../launch.ts';
import { runEntry } from '../run-entry.ts';
import { outputOf } from '../run-program.ts';
import { hookEnvironment, mayRun } from '../trust.ts';
import type { DocketEntry, World } from '../world.ts';
import { canaryPayload, distinctEntries } from './canary.ts';
import { timeoutOf } from './timeouts.ts';

/** What a call costs, in milliseconds: medians of a few runs, and the stages of one more. */
export interface Latency {
  readonly at: string;
  /** Node that runs nothing. */
  readonly node: number;
  /** A call through the registered command line. */
  readonly call: number;
  /** What of it went by inside docket until the end of each stage. */
  readonly stages: Readonly<Record<string, number>>;
  readonly codeCache: CodeCacheState;
}

export interface LatencyResult {
  readonly findings: readonly Finding[];
  readonly latencies: readonly Latency[];
}

const RUNS = 3;

/** A call may take three times what starting Node takes, and this much more, since machines are busy at times. */
const SLACK_MS = 150;

/** The client waits for docket with every call: a quarter of the time-out is far too much already. */
const MOST_OF_TIMEOUT = 0.25;

/** Measures a call through each registered command line, with its parts, and looks at what makes it slow. */
export const checkLatency = async (world: World): Promise<LatencyResult> => {
  const latencies: Latency[] = [];
  const findings: Finding[] = [];
  for (const entry of distinctEntries(world.docket, 'PreToolUse')) {
    const measured = await measure(entry, world);
    if (measured === null) continue;
    latencies.push(measured);
    findings.push(...slow(entry, measured), ...codeCache(entry, measured, world));
  }
  return { findings, latencies };
};

const measure = async (entry: DocketEntry, world: World): Promise<Latency | null> => {
  const { launch } = entry;
  const node = launch === null ? null : nodeOf(launch, world);
  const bundle = launch === null ? null : hookBundleOf(launch);
  if (launch === null || node === null || bundle === null || !mayRun(launch, world)) return null;
  const env = hookEnvironment(world);
  const codeCacheOf = codeCacheState(bundle, node, env);
  return await inCanaryPlace(world, async (place) => {
    const [starts, calls]: [number[], number[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      starts.push(timed(() => outputOf(node, ['-e', ''], env)));
      calls.push((await runEntry(entry, payload(place, run), place, world)).ms);
    }
    const { stderr } = await runEntry(entry, payload(place, RUNS), place, world, { DOCKET_DEBUG: '1' });
    const stages = stagesIn(stderr).map(({ stage, ms }) => [stage, Math.round(ms * 10) / 10] as const);
    return {
      at: entry.at,
      node: median(starts),
      call: median(calls),
      stages: Object.fromEntries(stages),
      codeCache: codeCacheOf,
    };
  });
};

const payload = ({ projectDir }: CanaryPlace, run: number) => ({
  ...canaryPayload(projectDir),
  tool_input: { command: 'git status', description: 'A measurement of docket doctor: judged and never run' },
  tool_use_id: `toolu_docket_doctor_${run}`,
});

const timed = (run: () => unknown): number => {
  const start = process.hrtime.bigint();
  run();
  return Number(process.hrtime.bigint() - start) / 1e6;
};

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[sorted.length >> 1] ?? 0) * 10) / 10;
};

/** What docket writes about its stages, among whatever else is there. */
const stagesIn = (stderr: string): { stage: string; ms: number }[] =>
  stderr.split('\n').flatMap((line) => {
    const [, stage, ms] = /^\{"stage":"([^"]+)","ms":([\d.]+)\}$/.exec(line) ?? [];
    return stage === undefined ? [] : [{ stage, ms: Number(ms) }];
  });

const slow = (entry: DocketEntry, { node, call, stages }: Latency): Finding[] => {
  const timeout = timeoutOf(entry);
  // Where Node itself is that slow, the machine is, and not docket.
  const isLate = timeout !== null && call > timeout * 1000 * MOST_OF_TIMEOUT && call > 2 * node;
  if (call <= 3 * node + SLACK_MS && !isLate) return [];
  const inside = Math.max(0, ...Object.values(stages));
  return [
    {
      id: 'latency/slow',
      says: `A call takes ${call} ms, and an empty Node ${node} ms${isLate ? `: much of the time-out of ${timeout} s` : ''}.`,
      evidence: [
        entry.at,
        ...Object.entries(stages).map(([stage, ms]) => `${stage} after ${ms} ms`),
        `${Math.round(call - inside)} ms went by outside of docket's stages`,
      ],
      fix: 'Look at the findings about the code cache and the environment; a shell in between (shell form, a profile, a wrapper) counts as outside.',
    },
  ];
};

const codeCache = ({ launch }: DocketEntry, { codeCache: state }: Latency, world: World): Finding[] => {
  const bundle = launch === null ? null : hookBundleOf(launch);
  const node = launch === null ? null : nodeOf(launch, world);
  if (bundle === null || node === null || (state !== 'none' && state !== 'damaged' && state !== 'refused')) return [];
  if (state === 'refused') {
    const options = hookEnvironment(world)['NODE_OPTIONS'] ?? '';
    return [
      {
        id: 'latency/refused-code-cache',
        says: 'Node does not take the compiled copy of the hook, and compiles it in each call.',
        evidence: [bundle, `NODE_OPTIONS=${options}`],
        fix: 'Start the client without flags of V8 in NODE_OPTIONS: a compiled copy holds for the flags that it was made under.',
      },
    ];
  }
  const mend = makeCache(bundle, node, world);
  const ownerRuns = commandOfOwner(dirname(bundle), node);
  return [
    {
      id: state === 'none' ? 'latency/no-code-cache' : 'latency/damaged-code-cache',
      says:
        state === 'none'
          ? 'There is no compiled copy of the hook for the Node that runs it.'
          : 'The compiled copy of the hook is damaged, so it is not used.',
      evidence: [join(dirname(bundle), 'cache')],
      ...(ownerRuns === null
        ? { fix: 'Have it made, by doctor or by docket init.', command: 'docket doctor --fix' }
        : {
            fix: 'Docket lies in a folder that is not yours: its owner has to have it made, once.',
            command: ownerRuns,
          }),
      ...(mend === null || ownerRuns !== null ? {} : { mend }),
    },
  ];
};

/** Made by the build's own program under the Node of the registration. */
const makeCache = (bundle: string, node: string, { env }: World): Mend | null => {
  const folder = dirname(bundle);
  if (!canCompile(folder)) return null;
  return {
    run: () => {
      dropCodeCaches(bundle, node, env);
      makeCodeCache(folder, node, env);
      return `made a compiled copy of ${bundle} for ${node}`;
    },
  };
};
