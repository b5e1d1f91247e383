import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Policy } from '../events/schemas.ts';
import { resolvePolicy } from '../gates/policy-files.ts';
import { type Tried, tryGates } from '../hooks/try-gates.ts';
import { workflowsIn } from '../projections/workflow-definition.ts';
import { readAssumptions } from './assumptions.ts';
import { customStates, gatesOf } from './gates-here.ts';
import { type ExitCode, type Io, NotFoundError, UsageError } from './io.ts';
import { projectPolicy } from './policy-here.ts';
import { presetPolicy } from './preset-policy.ts';
import { findProject } from './project.ts';
import { actualWords, cutTo, printable, type Style, styleFor, wrap } from './style.ts';
import { tryDeps } from './try-deps.ts';
import { WHOLE_MONITOR } from './whole-monitor.ts';

export interface GatesOptions {
  readonly json?: boolean;
  readonly preset?: string;
  readonly policy?: string;
  readonly assume?: string[];
}

/** Without an input: the gates and their modes. With one: what every gate would say about it, recording nothing. */
export const runGates = async (input: string | undefined, options: GatesOptions, io: Io): Promise<ExitCode> => {
  const policy = policyOption(options, io);
  if (input === undefined) {
    if (options.assume === undefined) return listGates(policy ?? projectPolicy(io), options, io);
    throw new UsageError('--assume needs a hook input to judge, named before it: docket gates EVENT.json --assume …');
  }
  const assumes = options.assume ?? [];
  // What is assumed of a workflow is about its phases, which the policy says.
  const under = policy ?? (assumes.some((text) => text.startsWith('workflow.')) ? projectPolicy(io) : null);
  const assumed = readAssumptions(assumes, workflowsIn(under?.gates['workflow']?.options) ?? {});
  const raw = withCwd(input === '-' ? await io.readStdin() : readInput(input, io), assumed.cwd);
  const tried = await tryGates({
    raw: Buffer.from(raw),
    deps: tryDeps(io, assumed.now),
    assume: { policy: under === null ? null : assumed.policy(under), state: assumed.state },
    fact: assumed.fact,
  });
  if ('unreadable' in tried) {
    throw new UsageError(
      `The input is no hook payload (${tried.unreadable.message}). Give one JSON object as the host sends it.`,
    );
  }
  io.stdout(options.json === true ? `${JSON.stringify(triedJson(tried))}\n` : triedText(tried, styleFor(io), io.width));
  return 0;
};

/** The policy that is asked for by a preset's name or a file; null where neither is given. Throws `UsageError`. */
export const policyOption = (
  { preset, policy }: Pick<GatesOptions, 'preset' | 'policy'>,
  io: Pick<Io, 'cwd' | 'stderr'>,
): Policy | null => {
  if (preset !== undefined && policy !== undefined) throw new UsageError('Give --preset or --policy, not both.');
  if (preset !== undefined) return presetPolicy(preset);
  if (policy === undefined) return null;
  const resolved = resolvePolicy([{ path: policy, text: readInput(policy, io) }]);
  if (resolved.broken) throw new UsageError(resolved.problems.map(printable).join('\n'));
  for (const problem of resolved.problems) io.stderr(`docket: ${printable(problem)}\n`);
  return resolved.policy;
};

const readInput = (path: string, io: Pick<Io, 'cwd'>): string => {
  try {
    return readFileSync(resolve(io.cwd, path), 'utf8');
  } catch (error) {
    throw new NotFoundError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const withCwd = (raw: string, cwd: string | null): string => {
  if (cwd === null) return raw;
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null ? JSON.stringify({ ...value, cwd }) : raw;
  } catch {
    return raw;
  }
};

const listGates = (policy: Policy, { json }: GatesOptions, io: Io): ExitCode => {
  const { policyDir } = findProject(io).location;
  const idle = new Map(
    customStates(policy, policyDir, io).flatMap(({ gate, standing }) =>
      standing === 'trusted' ? [] : [[gate, `Does not run (${standing}). `] as const],
    ),
  );
  const gates = gatesOf(policy, policyDir, io).map(({ name, summary, rules }) => ({
    gate: name,
    mode: policy.gates[name]?.mode ?? 'off',
    summary: `${idle.get(name) ?? ''}${summary}`,
    rules: rules.map(({ id }) => ({
      rule: id,
      mode: policy.gates[name]?.rules[id.slice(name.length + 1)] ?? policy.gates[name]?.mode ?? 'off',
    })),
  }));
  if (json === true)
    io.stdout(
      `${JSON.stringify({ preset: policy.preset, ...(policy.mode === undefined ? {} : { mode: policy.mode }), gates })}\n`,
    );
  else {
    const style = styleFor(io);
    io.stdout(`preset ${style('bold', policy.preset)}\n`);
    if (policy.mode === 'monitor') io.stdout(`${wrap(WHOLE_MONITOR, io.width, '! ').join('\n')}\n`);
    const longest = Math.max(...gates.map(({ gate }) => gate.length));
    for (const { gate, mode, summary, rules } of gates) {
      const rows = wrap(summary, io.width, `${gate.padEnd(longest)} ${mode.padEnd(8)} `);
      for (const other of rules.filter((rule) => rule.mode !== mode)) {
        rows.push(cutTo(`${' '.repeat(longest + 1)}${other.mode.padEnd(8)} ${other.rule}`, io.width));
      }
      io.stdout(`${rows.join('\n')}\n`);
    }
  }
  return 0;
};

const triedJson = ({ ruled, answer }: Tried) => ({
  decision: ruled.ruling.decision,
  verdicts: ruled.verdicts,
  answer: answer.stdout === '' ? null : (JSON.parse(answer.stdout) as unknown),
});

const triedText = ({ ruled, answer }: Tried, style: Style, width: number): string => {
  const lines = [`${style('bold', ruled.ruling.decision)}  under preset ${ruled.policy.preset}`];
  for (const verdict of ruled.verdicts) {
    const mode = verdict.mode === 'monitor' ? ' (monitor: not answered)' : '';
    lines.push(`  ${verdict.rule}: ${verdict.decision}${mode}`, ...wrap(verdict.reason, width, '    '));
    for (const { name, holds, actual, remedy } of verdict.conditions) {
      lines.push(`    ${holds ? '✓' : '✗'} ${name}  ${cutTo(actualWords(actual), width - name.length - 8)}`.trimEnd());
      if (remedy !== null) lines.push(...wrap(remedy, width, '      → '));
    }
  }
  if (ruled.verdicts.length === 0) lines.push('  No gate judges this.');
  if (answer.stdout !== '') lines.push('', 'Answer to the host:', `  ${printable(answer.stdout)}`);
  return `${lines.join('\n')}\n`;
};
