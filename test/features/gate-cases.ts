import { readFileSync } from 'node:fs';
import { readAssumptions } from '../../src/cli/assumptions.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { redactData } from '../../src/events/redact.ts';
import { resolvePolicy } from '../../src/gates/policy-files.ts';
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
export const tryCase = async ({ command, context = {} }: GateCase, preset: string): Promise<Tried> => {
  const cwd = context.cwd ?? SOMEWHERE;
  const assumed = readAssumptions([
    `cwd=${cwd}`,
    `branch=${context.branch ?? 'feature/x'}`,
    ...Object.entries(context.branches ?? {}).map(([path, branch]) => `branch.${path}=${branch}`),
    ...(context.dirty === undefined ? [] : [`dirty=${context.dirty.join(',')}`]),
    `tests=${context.test_status ?? 'pass'}`,
    `proof=${context.proof_status ?? 'verified'}`,
  ]);
  const project = tempProject();
  const tried = await tryGates({
    raw: Buffer.from(
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's1',
        cwd,
        tool_name: 'Bash',
        tool_input: { command },
      }),
    ),
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
      loadTestReader: async () => ({ readTestResult }),
    },
    assume: {
      policy: resolvePolicy([{ path: 'case', text: JSON.stringify({ preset }) }]).policy,
      state: assumed.state,
    },
    fact: assumed.fact,
  });
  if ('unreadable' in tried) throw new Error(tried.unreadable.message);
  return tried;
};
