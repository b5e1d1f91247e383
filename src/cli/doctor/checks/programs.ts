import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { isThrowAway } from '../../../hooks/install/throw-away.ts';
import { isAtLeast, parseVersion } from '../../../hooks/install/versions.ts';
import type { Finding } from '../finding.ts';
import { hookBundleOf, hostOf, isExecutable, nodeOf, versionOf } from '../launch.ts';
import { outputOf } from '../run-program.ts';
import { mayRun } from '../trust.ts';
import { someOf } from '../words.ts';
import type { DocketEntry, World } from '../world.ts';
import { initCommand } from './coverage.ts';

/** The oldest Node that docket runs on (docs/decisions/0004-node-floor.md). */
export const NODE_FLOOR = '20.19.0';

/** Whether what docket's entries name is there, may be run, is new enough, and is the docket that is asked. */
export const checkPrograms = (world: World): Finding[] => {
  const { docket } = world;
  return [
    ...limited(docket),
    ...wrongHost(docket),
    ...dangling(docket),
    ...notExecutable(docket),
    ...oldNode(world),
    ...otherDocket(world),
    ...notPortable(docket),
    ...inNpxCache(docket),
  ];
};

const limited = (docket: readonly DocketEntry[]): Finding[] => {
  const entries = docket.flatMap(({ handler, at }) =>
    ['async', 'asyncRewake', 'if'].flatMap((key) => {
      const value = handler[key];
      return value === undefined || value === false ? [] : [`"${key}": ${JSON.stringify(value)} at ${at}`];
    }),
  );
  if (entries.length === 0) return [];
  return [
    {
      id: 'registration/limited',
      says: 'An entry of docket does not run for every call, or the client does not wait for its answer.',
      evidence: someOf(entries),
      fix: 'Take the key out of the entry.',
    },
  ];
};

const wrongHost = (docket: readonly DocketEntry[]): Finding[] => {
  const entries = docket.flatMap(({ kind, launch, at }) => {
    const host = launch === null ? null : hostOf(launch);
    if (kind !== 'wrapped' || launch === null || host === 'claude-code') return [];
    return [`${host === null ? 'no --host' : `--host ${host}`} at ${at}`];
  });
  if (entries.length === 0) return [];
  return [
    {
      id: 'registration/host',
      says: 'An entry of docket does not name Claude Code as the caller: docket answers as an unknown host wants it.',
      evidence: someOf(entries),
      fix: 'Take the entry out of the file, then register: docket init writes --host claude-code.',
    },
  ];
};

const dangling = (docket: readonly DocketEntry[]): Finding[] => {
  const gone = docket.flatMap(({ launch, at, event }) => {
    if (launch === null) return [];
    const { named, program, script } = launch;
    if (program === null) {
      return [`${named} ${/[\\/]/.test(named) ? 'does not exist' : 'is not on the PATH'}: ${event} at ${at}`];
    }
    return script === null || existsSync(script) ? [] : [`${script} does not exist: ${event} at ${at}`];
  });
  if (gone.length === 0) return [];
  return [
    {
      id: 'registration/dangling',
      says: 'An entry of docket points to what is not there: the client reports a failing hook and goes on.',
      evidence: someOf(gone),
      fix: 'Install docket again where it was, or register from where it is now.',
      command: initCommand(docket),
    },
  ];
};

const notExecutable = (docket: readonly DocketEntry[]): Finding[] => {
  const programs = docket.flatMap(({ launch, at }) =>
    launch?.program == null || isExecutable(launch.program) ? [] : [`${launch.program} at ${at}`],
  );
  if (programs.length === 0) return [];
  const [first = ''] = programs;
  return [
    {
      id: 'registration/not-executable',
      says: 'The program of an entry of docket may not be executed.',
      evidence: someOf(programs),
      fix: 'Make it executable, or register again.',
      command: `chmod +x ${first.slice(0, first.lastIndexOf(' at '))}`,
    },
  ];
};

const oldNode = (world: World): Finding[] => {
  const { docket, env, projectDir } = world;
  const nodes = new Map<string, string>();
  for (const { kind, launch, at } of docket) {
    const node =
      kind === 'own' && launch !== null && mayRun(launch, world) ? nodeOf(launch, { env, projectDir }) : null;
    // Only what is called so is asked for its version.
    if (node !== null && /[\\/]node(js)?(\.exe)?$/.test(node) && !nodes.has(node)) nodes.set(node, at);
  }
  return [...nodes].flatMap(([node, at]): Finding[] => {
    const version = parseVersion(outputOf(node, ['--version'], env) ?? '');
    if (version === null || isAtLeast(version, NODE_FLOOR)) return [];
    return [
      {
        id: 'registration/old-node',
        says: `docket needs Node ${NODE_FLOOR.replace(/\.0$/, '')} or newer, and the client would start it with ${version}.`,
        evidence: [`${node} is ${version}`, at],
        fix: 'Install a newer Node, and register with it.',
        command: initCommand(docket),
      },
    ];
  });
};

const otherDocket = ({ docket, program }: World): Finding[] => {
  const versions = new Map<string, string>();
  for (const { launch } of docket) {
    const bundle = launch === null ? null : hookBundleOf(launch);
    const version = bundle === null ? null : versionOf(bundle);
    if (bundle !== null && version !== null && version !== program.version) versions.set(bundle, version);
  }
  if (versions.size === 0) return [];
  return [
    {
      id: 'registration/other-docket',
      says: `This is docket ${program.version}, and the client runs docket ${[...versions.values()].join(', ')}.`,
      evidence: [...versions].map(([bundle, version]) => `${bundle} is ${version}`),
      fix: 'Update the older one, or register the one that you want to run.',
      command: initCommand(docket),
    },
  ];
};

const notPortable = (docket: readonly DocketEntry[]): Finding[] => {
  const entries = docket.filter(
    ({ source, launch, handler }) =>
      source.scope === 'project' &&
      !JSON.stringify(handler).includes('CLAUDE_PROJECT_DIR') &&
      [launch?.named, launch?.words[1]].some((word) => word !== undefined && isAbsolute(word)),
  );
  if (entries.length === 0) return [];
  return [
    {
      id: 'registration/not-portable',
      says: 'The project’s settings file, which is committed, runs docket by a path of this machine.',
      evidence: someOf(entries.map(({ at }) => at)),
      fix: 'Register again in project scope, which writes no absolute path; or in local scope, for you alone.',
      command: 'docket init --scope project',
    },
  ];
};

const inNpxCache = (docket: readonly DocketEntry[]): Finding[] => {
  const cached = docket.flatMap(({ launch, at }) => {
    const path = launch?.script ?? launch?.program ?? '';
    return isThrowAway(path) ? [`${path} at ${at}`] : [];
  });
  if (cached.length === 0) return [];
  return [
    {
      id: 'registration/npx-cache',
      says: 'The client runs docket from a cache that npm may empty at any time.',
      evidence: someOf(cached),
      fix: 'Install docket, then register: npm install --global docket && docket init.',
    },
  ];
};
