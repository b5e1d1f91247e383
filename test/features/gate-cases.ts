import { readFileSync } from 'node:fs';
import { readAssumptions } from '../../src/cli/assumptions.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { redactData } from '../../src/events/redact.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
import { registrationChange } from '../../src/hooks/observers/registration-change.ts';
import { readTestResult } from '../../src/hooks/observers/test-result.ts';
import { type Tried, tryGates } from '../../src/hooks/try-gates.ts';
import { understand } from '../../src/shell/understand.ts';
import { tempProject } from '../kit/temp-project.ts';

/** A command in some circumstances, and what should be said about it. */
export interface GateCase {
  readonly id: string;
  readonly command: string;
  readonly context?: {
    readonly cwd?: string;
    readonly branch?: string;
    readonly branches?: Readonly<Record<string, string>>;
    readonly dirty?: readonly string[];
    readonly test_status?: string;
    readonly proof_status?: string;
  };
  readonly expect: {
    readonly decision: string;
    readonly tier?: number;
    readonly updatedInput?: { readonly command: string };
  };
}

export const readCases = (name: string): GateCase[] =>
  readFileSync(`fixtures/cases/${name}.ndjson`, 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as GateCase]));

/** Where cases work that do not say so; it is not on this machine. */
const SOMEWHERE = '/home/dev/app';

/** What all gates would say about a case under a preset, as `docket gates --assume` asks them. */
export const tryCase = ({ command, context = {} }: GateCase, preset: string): Promise<Tried> =>
  tryInput(bashInput(command), preset, [
    ...(context.cwd === undefined ? [] : [`cwd=${context.cwd}`]),
    ...(context.branch === undefined ? [] : [`branch=${context.branch}`]),
    ...Object.entries(context.branches ?? {}).map(([path, branch]) => `branch.${path}=${branch}`),
    ...(context.dirty === undefined ? [] : [`dirty=${context.dirty.join(',')}`]),
    ...(context.test_status === undefined ? [] : [`tests=${context.test_status}`]),
    ...(context.proof_status === undefined ? [] : [`proof=${context.proof_status}`]),
  ]);

/** `gates` is what a policy says of them besides its preset. */
export const tryCommand = (
  command: string,
  branch: string,
  preset: string,
  gates: Readonly<Record<string, unknown>> = {},
  more: readonly string[] = [],
): Promise<Tried> => tryInput(bashInput(command), preset, [`branch=${branch}`, ...more], gates);

const bashInput = (command: string): string => JSON.stringify({ tool_name: 'Bash', tool_input: { command } });

/** What all gates would say about a hook input, in a project on a branch where tests pass and proof is given. */
export const tryInput = async (
  input: string,
  preset: string,
  more: readonly string[] = [],
  gates: Readonly<Record<string, unknown>> = {},
): Promise<Tried> => {
  const assumed = readAssumptions([`cwd=${SOMEWHERE}`, 'branch=feature/x', 'tests=pass', 'proof=verified', ...more]);
  const project = tempProject();
  const { policy } = resolvePolicy([{ path: 'case', text: JSON.stringify({ preset, gates }) }]);
  const tried = await tryGates({
    raw: Buffer.from(withCwd(input, assumed.cwd)),
    deps: {
      env: { HOME: '/home/dev', CLAUDE_CODE_ENTRYPOINT: 'cli' },
      cwd: project.path,
      now: () => Date.UTC(2026, 0, 1),
      newId: () => 'e1',
      fs: nodeLogFs,
      redactData,
      host: undefined,
      understand: async (text) => understand(text),
      loadPolicy: async () => ({ resolvePolicy }),
      program: '/opt/docket/dist',
      loadRegistrationReader: async () => ({ registrationChange }),
      loadTestReader: async () => ({ readTestResult }),
    },
    assume: { policy: assumed.policy(policy), state: assumed.state },
    fact: assumed.fact,
  });
  if ('unreadable' in tried) throw new Error(tried.unreadable.message);
  return tried;
};

const withCwd = (input: string, cwd: string | null): string => JSON.stringify({ ...JSON.parse(input), cwd });
