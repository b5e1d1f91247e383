import { nodeLogFs } from '../../../events/log-fs.ts';
import { isLogLine, readLines } from '../../../events/log-reader.ts';
import { logFolder } from '../../../events/segments.ts';
import { hostOutcome } from '../../../hooks/host-outcome/host-outcome.ts';
import { inCanaryPlace } from '../canary-place.ts';
import type { Finding } from '../finding.ts';
import { type EntryRun, runEntry } from '../run-entry.ts';
import { mayRun } from '../trust.ts';
import { someOf } from '../words.ts';
import type { DocketEntry, World } from '../world.ts';
import { initCommand } from './coverage.ts';

/** What became of a canary, for the report. */
export interface CanaryReport {
  readonly at: string;
  readonly event: string;
  /** The log it was written to, which is gone since. */
  readonly log: string;
  /** What the client makes of the answer. */
  readonly effect: string;
  readonly ms: number;
}

export interface CanaryResult {
  readonly findings: readonly Finding[];
  readonly reports: readonly CanaryReport[];
}

const EVENT = 'PreToolUse';
const RULE = 'rm-root';

/** A command that every policy that enforces denies; docket reads it as text, and nobody runs it. */
const DENIED = 'rm -rf /';

/**
 * Sends a call through each command line that is registered for PreToolUse, as the client would, into a log of its own, and holds
 * the answer against what the client makes of it and what the policy wants.
 */
export const checkCanary = async (world: World): Promise<CanaryResult> => {
  const entries = distinctEntries(world.docket, EVENT);
  const runnable = entries.filter(({ launch }) => launch !== null && mayRun(launch, world));
  const kept = entries.filter((entry) => !runnable.includes(entry));
  const results = [];
  for (const entry of runnable) results.push(await sendCanary(entry, world));
  return {
    findings: [...notRun(kept), ...results.flatMap(({ findings }) => findings)],
    reports: results.map(({ report }) => report),
  };
};

/** The entries of docket for an event that name a command line which is there, each command line once. */
export const distinctEntries = (docket: readonly DocketEntry[], event: string): DocketEntry[] => {
  const own = docket.filter((entry) => entry.event === event && entry.kind === 'own' && entry.launch !== null);
  return [...new Map(own.map((entry) => [entry.launch?.words.join('\0'), entry])).values()];
};

const notRun = (entries: readonly DocketEntry[]): Finding[] =>
  entries.length === 0
    ? []
    : [
        {
          id: 'canary/not-run',
          says: 'The registered program lies in this project, which the client was not told to trust: nothing of it was run.',
          evidence: someOf(entries.map(({ at }) => at)),
          fix: 'Look at it, start the client here once and trust the folder; then run docket doctor again.',
        },
      ];

const sendCanary = (entry: DocketEntry, world: World) =>
  inCanaryPlace(world, async (place) => {
    const run = await runEntry(entry, canaryPayload(place.projectDir), place, world);
    const outcome = hostOutcome(callFor(world), run);
    const report = { at: entry.at, event: EVENT, log: place.log, effect: outcome.effect, ms: run.ms };
    return { report, findings: judged(entry, run, outcome, place.log, world) };
  });

/** The call as the client sends it. */
export const canaryPayload = (cwd: string) => ({
  session_id: 'docket-doctor',
  transcript_path: '/dev/null',
  cwd,
  permission_mode: 'default',
  hook_event_name: EVENT,
  tool_name: 'Bash',
  tool_input: { command: DENIED, description: 'A canary of docket doctor: judged and never run' },
  tool_use_id: 'toolu_docket_doctor',
});

const callFor = ({ client, projectDir }: World) => ({
  host: 'claude-code',
  version: client,
  event: EVENT,
  tool: 'Bash',
  toolInput: canaryPayload(projectDir).tool_input,
});

const judged = (
  entry: DocketEntry,
  run: EntryRun,
  outcome: ReturnType<typeof hostOutcome>,
  folder: string,
  world: World,
): Finding[] => {
  const { at } = entry;
  const shown = [`exit code ${run.exitCode}`, ...lineOf('stdout', run.stdout), ...lineOf('stderr', run.stderr)];
  const command = initCommand(world.docket);
  if (run.ended !== 'exit' || (run.exitCode !== 0 && run.exitCode !== 2)) {
    const how = { exit: `ended with ${run.exitCode}`, timeout: 'ran out of its time', killed: 'was killed' };
    const says = run.ended === 'missing' ? 'could not be started' : how[run.ended];
    return [
      {
        id: 'canary/failed',
        says: `The registered command line ${says} when it was run as the client runs it.`,
        evidence: [at, ...shown],
        fix: 'Mend what it names, or register again.',
        command,
      },
    ];
  }
  const noise: Finding[] =
    run.stderr === '' && /^(\s*\{[\s\S]*\}\s*)?$/.test(run.stdout)
      ? []
      : [
          {
            id: 'canary/noise',
            says: 'The registered command line prints more than docket’s answer, which the client may take for no answer at all.',
            evidence: [at, ...shown],
            fix: 'Find out what prints (a shell profile, DOCKET_DEBUG, NODE_DEBUG), or register in exec form, which needs no shell.',
            command,
          },
        ];
  if (outcome.effect === 'error' || outcome.works === false) {
    return [
      ...noise,
      {
        id: 'canary/refused',
        says: `The client would not take the answer: ${outcome.consequences[0]?.says ?? 'it says nothing that the client reads'}.`,
        evidence: [at, ...shown],
        fix: outcome.instead[0] ?? 'See what the client makes of it: docket explain-answer --run.',
        command,
      },
    ];
  }
  if (!isRecorded(folder)) {
    return [
      ...noise,
      {
        id: 'canary/not-recorded',
        says: 'The command line ran, and the event did not come into the log that it was given.',
        evidence: [at, ...shown],
        fix: 'See that the entry runs docket and nothing else, and that its variables do not name another folder.',
        command,
      },
    ];
  }
  const { mode, rules } = world.policy.policy.gates['guard'] ?? { mode: 'off', rules: {} as Record<string, string> };
  const isEnforced = (rules[RULE] ?? mode) === 'enforce';
  if (!isEnforced || outcome.effect === 'denied') return noise;
  return [
    ...noise,
    {
      id: 'canary/no-deny',
      says: `The policy denies \`${DENIED}\`, and what the client was answered denies nothing.`,
      evidence: [at, ...shown],
      fix: 'Register the docket that you ask here, so that both read one policy.',
      command,
    },
  ];
};

const lineOf = (name: string, text: string): string[] =>
  text.trim() === '' ? [] : [`${name}: ${text.trim().slice(0, 200)}`];

/** Whether the canary stands in a log. */
const isRecorded = (root: string): boolean => {
  for (const line of readLines(logFolder(root, nodeLogFs)))
    if (isLogLine(line) && line.event.type === 'ToolRequested') return true;
  return false;
};
