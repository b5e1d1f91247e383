import type { Policy } from '../../../events/schemas.ts';
import { GATES } from '../../../gates/gates.ts';
import { gateStates } from '../../../hooks/custom-gates/gate-state.ts';
import { readTrusted } from '../../../hooks/custom-gates/trusted-gates.ts';
import { ON_FAILURE_SINCE } from '../../../hooks/install/registration.ts';
import { isAtLeast } from '../../../hooks/install/versions.ts';
import { reviewSettings } from '../../../hooks/llm-review/settings.ts';
import { readPolicyFiles } from '../../../hooks/observers/policy.ts';
import { findTestCommands } from '../../../hooks/test-runner/find-command.ts';
import { hostEventsOf } from '../../../replay/gate-events.ts';
import { failClosedEvents } from '../../init/fail-closed.ts';
import { KEPT } from '../../policy-here.ts';
import type { Finding } from '../finding.ts';
import { hookEnvironment } from '../trust.ts';
import { fewWords, someOf } from '../words.ts';
import type { World } from '../world.ts';
import { initCommand } from './coverage.ts';

/** Whether the policy says what it means, and its gates have what they need. */
export const checkPolicy = (world: World): Finding[] => [
  ...mistakes(world),
  ...observed(world),
  ...withoutTests(world),
  ...withoutReviewer(world),
  ...failClosed(world),
  ...waivedForLong(world),
  ...customGates(world),
];

const mistakes = ({ log, env, policy: { policy, problems, isKept, unusable } }: World): Finding[] => {
  const { sources } = readPolicyFiles(log.location.policyDir, env);
  return problems.map((problem) => {
    const source = sources.find(({ path }) => problem.startsWith(path));
    const evidence = source === undefined ? [] : [source.path];
    if (source === undefined || !unusable.includes(source.path)) {
      const fix = 'Write the name that exists; docs/policy.md has all keys.';
      return { id: 'policy/mistake', says: `${problem}.`, evidence, fix };
    }
    const until = isKept
      ? `until then ${KEPT}, preset ${policy.preset}, and what is written anywhere since does not count.`
      : 'no policy was in force before, so until then the rest of the policy holds without it.';
    return { id: 'policy/broken', says: `${problem}.`, evidence, fix: `Mend or remove the file: ${until}` };
  });
};

const modeOf = (policy: Policy, gate: string): string => policy.gates[gate]?.mode ?? 'off';

const observed = ({ policy: { policy } }: World): Finding[] => {
  const isEnforced = Object.values(policy.gates).some(
    ({ mode, rules }) => mode === 'enforce' || Object.values(rules).includes('enforce'),
  );
  if (isEnforced) return [];
  return [
    {
      id: 'policy/observe',
      says: 'Nothing is enforced here: what the gates would say is logged, and nobody hears it.',
      evidence: [`preset ${policy.preset}`],
      fix: 'Enforce what you want to: docket backtest --preset standard shows first what that would have done.',
      command: 'docket init --preset standard',
    },
  ];
};

const withoutTests = ({ policy: { policy }, log: { location } }: World): Finding[] => {
  const command = policy.gates['test-runner']?.options['command'] ?? null;
  const worktree = location.git?.worktree ?? location.projectDir;
  if (modeOf(policy, 'test-runner') === 'off') return [];
  const commands = findTestCommands({ worktree, paths: [], command: command as string | readonly string[] | null });
  if (commands.length > 0) return [];
  return [
    {
      id: 'policy/no-test-command',
      says: 'test-runner is on, and nothing at the top of the project says how its tests are run.',
      evidence: [`${worktree}: no script "test", and no configuration of a test program that is known`],
      fix: 'Name the command in the policy, {"gates": {"test-runner": {"command": "make test"}}}, or switch the gate off.',
    },
  ];
};

const withoutReviewer = (world: World): Finding[] => {
  const gate = world.policy.policy.gates['llm-review'];
  if (gate === undefined || gate.mode === 'off') return [];
  const { problem } = reviewSettings(hookEnvironment(world), gate.options);
  if (problem === null) return [];
  return [
    {
      id: 'policy/no-reviewer',
      says: `llm-review is on and asks nobody: ${problem}.`,
      evidence: [`llm-review: ${gate.mode}`],
      fix: 'Set GEMINI_API_KEY or OPENAI_API_KEY where the client starts, or switch the gate off.',
    },
  ];
};

const failClosed = ({ policy, docket, client }: World): Finding[] => {
  if (docket.length === 0) return [];
  const isOld = client !== null && !isAtLeast(client, ON_FAILURE_SINCE);
  const closed = failClosedEvents(policy);
  const entries = docket.filter(
    ({ event, handler }) => closed.some((name) => name === event) && (isOld || handler['onFailure'] !== 'block'),
  );
  const without = GATES.filter((gate) => {
    const { mode, failClosed: isWanted = false } = policy.policy.gates[gate.name] ?? { mode: 'off' };
    return isWanted && mode === 'enforce' && !hostEventsOf(gate).some((event) => closed.includes(event));
  });
  const open = [
    ...entries.map(({ event, at }) => `${event} at ${at}`),
    ...without.map((gate) => `${gate.name}: no client can at ${fewWords(hostEventsOf(gate))}`),
  ];
  if (open.length === 0) return [];
  return [
    {
      id: 'policy/fail-closed',
      says: isOld
        ? `Claude Code ${client} goes on where a hook does not answer, whatever a policy says.`
        : 'A gate is to fail closed, and the client goes on where docket is killed or cannot be started.',
      evidence: someOf(open),
      fix: isOld
        ? `Update the client to ${ON_FAILURE_SINCE} or newer, and register again; docket itself answers as the policy wants.`
        : 'Register again, so that the entries say "onFailure": "block" where the client knows that; docket itself answers as the policy wants.',
      command: initCommand(docket),
    },
  ];
};

const customGates = ({ policy: { policy }, log: { location }, env }: World): Finding[] => {
  const open = gateStates(policy, location.policyDir, readTrusted(env)).filter(
    ({ standing }) => standing !== 'trusted',
  );
  if (open.length === 0) return [];
  return [
    {
      id: 'policy/custom-gate',
      says: 'A gate of the project does not run: its file is missing, or nobody trusted it as it is.',
      evidence: someOf(open.map(({ gate, file, standing }) => `${gate}: ${file} (${standing})`)),
      fix: 'Read the file, and let it run if you want to. Until then it counts as failed.',
      command: 'docket policy trust',
    },
  ];
};

const LONG_MS = 30 * 24 * 3600 * 1000;

const waivedForLong = ({ policy: { policy }, now }: World): Finding[] => {
  const long = (policy.waivers ?? []).filter(({ until }) => until === undefined || Date.parse(until) - now > LONG_MS);
  if (long.length === 0) return [];
  return [
    {
      id: 'policy/waived-for-long',
      says: 'A rule is waived by the policy for so long that it is as good as off.',
      evidence: someOf(
        long.map(
          ({ rule, until, reason }) =>
            `${rule} ${until === undefined ? 'without an end' : `until ${until}`}: ${reason}`,
        ),
      ),
      fix: 'Give it an end ("until"), or switch the rule off where that is what is meant.',
    },
  ];
};
