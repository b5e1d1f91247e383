import type { Policy } from '../../events/schemas.ts';
import type { ResolvedPolicy } from '../../gates/policy-files.ts';
import { detectClientVersion } from '../../hooks/install/client-version.ts';
import { type Registration, registrationFor } from '../../hooks/install/registration.ts';
import { projectFolder, type Surroundings } from '../../hooks/install/settings-target.ts';
import { readPolicyFiles } from '../../hooks/observers/policy.ts';
import { type PolicyHere, policyInForce, policyOf } from '../policy-here.ts';
import { type GatheredLog, gatherLog } from './gathered-log.ts';
import { type HookEntry, hookEntries } from './hook-entries.ts';
import { type Launch, launchOf } from './launch.ts';
import { type SettingsSource, settingsSources } from './settings-sources.ts';

/** The docket that runs now. */
export interface Program {
  /** Absolute path of the Node executable. */
  readonly node: string;
  /** Absolute path of `dist/hook.cjs`. */
  readonly hook: string;
  readonly version: string;
}

export interface DoctorInput extends Surroundings {
  readonly program: Program;
  /** `major.minor.patch` of the client where the person named one; undefined: it is asked. */
  readonly clientVersion?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** An entry of docket, with what it starts. */
export interface DocketEntry extends HookEntry {
  /** Null where only a shell can tell. */
  readonly launch: Launch | null;
}

/** Everything the checks look at, looked at once. */
export interface World extends Surroundings {
  readonly program: Program;
  readonly now: number;
  readonly projectDir: string;
  readonly client: string | null;
  readonly sources: readonly SettingsSource[];
  readonly entries: readonly HookEntry[];
  /** Those that run docket. */
  readonly docket: readonly DocketEntry[];
  /** As hooks go by it. */
  readonly policy: PolicyHere;
  /** What `docket init` would register here. */
  readonly expected: Registration;
  readonly log: GatheredLog;
}

/** Looks at settings, policy and log. Changes nothing. */
export const gatherWorld = ({ env, cwd, program, clientVersion, now, managed }: DoctorInput): World => {
  const around = { env, cwd, managed };
  const projectDir = projectFolder(around);
  const client = clientVersion ?? detectClientVersion(env);
  const sources = settingsSources(around);
  const entries = sources.flatMap(hookEntries);
  const docket = entries
    .filter(({ kind }) => kind !== 'foreign')
    .map((entry) => ({ ...entry, launch: launchOf(entry, { env, projectDir }) }));
  const log = gatherLog(around);
  const { sources: files } = readPolicyFiles(log.location.policyDir, env);
  const policy = policyOf(files, () => (log.problem === null ? lastPolicy(around) : null));
  const expected = expectedRegistration(policy, client, program);
  return { env, cwd, managed, program, now, projectDir, client, sources, entries, docket, policy, expected, log };
};

/** What is wrong with a log that cannot be folded is said by the checks of the log. */
const lastPolicy = (around: Surroundings): Policy | null => {
  try {
    return policyInForce(around);
  } catch {
    return null;
  }
};

const expectedRegistration = ({ policy }: ResolvedPolicy, clientVersion: string | null, { node, hook }: Program) => {
  const lint = policy.gates['lint'];
  return registrationFor({
    clientVersion,
    command: { program: node, args: [hook], canExec: true, kind: 'absolute' },
    llmReview: (policy.gates['llm-review']?.mode ?? 'off') !== 'off',
    lint: [lint?.mode, lint?.rules['problems']].includes('enforce'),
  });
};
