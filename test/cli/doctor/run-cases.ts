import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FindingId } from '../../../src/cli/doctor/catalogue.ts';
import { DIST } from '../../kit/hook-process.ts';
import { type DoctorProject, ownHandler } from './doctor-project.ts';

export interface RunCase {
  readonly breaks: (project: DoctorProject) => void;
  readonly says: RegExp;
}

const REAL = JSON.stringify(join(DIST, 'hook.cjs'));

/** Registers a program of the test in docket's place. */
const registered = (program: string) => (project: DoctorProject) => {
  const hook = project.writeHome('other/dist/hook.cjs', program);
  project.entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(hook)));
};

/** Registers a copy of docket, whose compiled copies the test may change. */
const copied = (project: DoctorProject, withCache: boolean): string => {
  const folder = join(project.home, 'copy', 'dist');
  cpSync(DIST, folder, { recursive: true, filter: (path) => withCache || !/[\\/]cache$/.test(path) });
  project.entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(join(folder, 'hook.cjs'))));
  return folder;
};

/** The findings for which the registered command line is run. */
export const RUN_CASES: Readonly<Partial<Record<FindingId, RunCase>>> = {
  'canary/failed': { breaks: registered('process.exit(3)'), says: /ended with 3/ },
  'canary/noise': {
    breaks: registered(`process.stderr.write('loading my profile\\n'); require(${REAL});`),
    says: /stderr: loading my profile/,
  },
  'canary/refused': {
    breaks: registered(`console.log(JSON.stringify({ decision: 'deny', reason: 'no' }))`),
    says: /The client would not take the answer/,
  },
  'canary/no-deny': {
    breaks: registered(`process.env.CLAUDE_PROJECT_DIR = require('node:os').tmpdir() + '/nowhere'; require(${REAL});`),
    says: /denies nothing/,
  },
  'canary/not-recorded': {
    breaks: registered(
      `console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } }))`,
    ),
    says: /did not come into the log/,
  },
  'canary/not-run': {
    breaks: (project) => {
      const hook = project.write('node_modules/docket/dist/hook.cjs', `require('fs').writeFileSync('ran', '')`);
      project.entry('PreToolUse', (handler) => Object.assign(handler, ownHandler(hook)));
    },
    says: /not told to trust/,
  },
  'latency/slow': {
    breaks: registered(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500); require(${REAL});`),
    says: /much of the time-out of 5 s/,
  },
  'latency/no-code-cache': { breaks: (project) => void copied(project, false), says: /no compiled copy/ },
  'latency/damaged-code-cache': {
    breaks: (project) => {
      const folder = join(copied(project, true), 'cache');
      for (const name of readdirSync(folder).filter((one) => one.startsWith('hook-core.cjs-'))) {
        const bytes = readFileSync(join(folder, name));
        bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
        writeFileSync(join(folder, name), bytes);
      }
    },
    says: /is damaged/,
  },
  'latency/refused-code-cache': {
    // V8 13 takes what was made under other limits of memory; this it never takes.
    breaks: ({ env }) => {
      env['NODE_OPTIONS'] = '--stack-trace-limit=50';
    },
    says: /NODE_OPTIONS=--stack-trace-limit=50/,
  },
};
