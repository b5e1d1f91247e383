import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Environment } from '../../events/location.ts';
import type { CustomDefinition } from '../../gates/custom/definition.ts';
import type { GateCall } from '../../gates/custom/gate-types.ts';
import type { SaidRule } from '../../gates/custom/run-gate.ts';
import { type ProgramRun, runProgram } from '../observers/run-program.ts';

export interface GateToRun {
  readonly gate: string;
  /** JavaScript: an ES module that imports nothing but Node's own. */
  readonly code: string;
  /** Null asks for what the gate says of itself. */
  readonly call: GateCall | null;
}

export interface RunPlace {
  /** The folder of docket's bundles. */
  readonly program: string;
  /** The working folder of the gates. */
  readonly cwd: string;
  readonly env: Environment;
  /** Milliseconds for all of them. */
  readonly timeout: number;
}

export interface GateAnswer {
  readonly failure?: string;
  readonly definition?: CustomDefinition;
  readonly rules?: readonly SaidRule[];
}

const LONGEST_FAILURE = 500;

/**
 * Runs gates of a project in one process, which is killed with all it started when the time is over. The gate that kept it
 * from its end failed; those behind it get what is left of the time in another process. Never throws.
 */
export const runGates = async (
  gates: readonly GateToRun[],
  place: RunPlace,
): Promise<ReadonlyMap<string, GateAnswer>> => {
  const answers = new Map<string, GateAnswer>();
  const end = Date.now() + place.timeout;
  for (let rest = gates; rest.length > 0; ) {
    const timeout = end - Date.now();
    if (timeout <= 0) {
      for (const { gate } of rest) answers.set(gate, { failure: 'those before it left it no time' });
      break;
    }
    const mark = randomUUID();
    const run = await runProgram({
      program: process.execPath,
      args: ['--no-warnings', '--max-old-space-size=256', join(place.program, 'custom-gates.cjs')],
      cwd: place.cwd,
      env: { ...place.env, NODE_OPTIONS: '' },
      input: JSON.stringify({ mark, gates: rest }),
      timeout,
    });
    for (const [gate, answer] of answersIn(run.stdout, mark)) answers.set(gate, answer);
    const [culprit, ...others] = rest.filter(({ gate }) => !answers.has(gate));
    if (culprit === undefined) break;
    answers.set(culprit.gate, { failure: whyNot(run, place.timeout) });
    rest = others;
  }
  return answers;
};

const answersIn = (stdout: string, mark: string): [string, GateAnswer][] =>
  stdout.split('\n').flatMap((line): [string, GateAnswer][] => {
    if (!line.startsWith(mark)) return [];
    try {
      const { gate, failure, ...said } = JSON.parse(line.slice(mark.length)) as GateAnswer & { gate: string };
      return [[gate, { ...said, ...(failure === undefined ? {} : { failure: failure.slice(0, LONGEST_FAILURE) }) }]];
    } catch {
      return [];
    }
  });

const whyNot = ({ stopped, code, stderr }: ProgramRun, timeout: number): string => {
  if (stopped === 'late') return `it did not come to an end within ${timeout} ms`;
  if (stopped === 'flood') return 'it printed without end';
  if (stopped === 'failed') return 'no process could be started for it';
  if (stderr.includes('heap out of memory')) return 'it used more than 256 MB of memory';
  return code === null ? 'its process was killed' : `it ended its process (exit code ${code})`;
};
