import { type ResolvedPolicy, resolvePolicy } from '../../gates/policy-files.ts';
import { detectClientVersion } from '../../hooks/install/client-version.ts';
import { type Registration, registrationFor } from '../../hooks/install/registration.ts';
import { projectFolder, type Surroundings } from '../../hooks/install/settings-target.ts';
import { readPolicyFiles } from '../../hooks/observers/policy.ts';
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
  readonly policy: ResolvedPolicy;
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
  const policy = resolvePolicy(readPolicyFiles(log.location.policyDir, env).sources);
  const expected = expectedRegistration(policy, client, program);
  return { env, cwd, managed, program, now, projectDir, client, sources, entries, docket, policy, expected, log };
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
