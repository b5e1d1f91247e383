import { constants, existsSync } from 'node:fs';
import { shortDigest } from '../../events/digest.ts';
import { readSmallFile } from '../../events/git-layout.ts';
import { type Environment, userConfigFolder } from '../../events/location.ts';
import type { Policy } from '../../events/schemas.ts';
import type { PolicySource } from '../../gates/policy-files.ts';
import { POLICY_VERSION } from '../../gates/policy-version.ts';
import type { PolicyInForce } from '../../projections/policy-in-force.ts';

export interface PolicyFiles {
  readonly sources: readonly PolicySource[];
  /** Tells whether anything changed since a policy was loaded. */
  readonly fingerprint: string;
}

/**
 * The policy files, from the weakest to the strongest: the user's, the project's, the local one. The project's are
 * those of the main worktree, so that a branch cannot loosen its own gates.
 */
export const readPolicyFiles = (policyDir: string, env: Environment): PolicyFiles => {
  const sources = [
    ...sourceAt(`${userConfigFolder(env)}/config.json`, 0).map((source) => ({ ...source, isPersonal: true as const })),
    ...sourceAt(`${policyDir}/docket.config.json`, constants.O_NOFOLLOW),
    ...sourceAt(`${policyDir}/docket.config.local.json`, constants.O_NOFOLLOW),
  ];
  return { sources, fingerprint: shortDigest(JSON.stringify([POLICY_VERSION, sources])) };
};

const sourceAt = (path: string, flags: number): PolicySource[] => {
  const text = readSmallFile(path, undefined, flags);
  if (text !== undefined) return [{ path, text }];
  // One that is there and cannot be read is broken, not absent: another user's, a folder, too large, or in the project a
  // link, since nobody keeps an agent from writing where that leads.
  return existsSync(path) ? [{ path, text: null }] : [];
};

/** The policy files that have redaction rules of their own; undefined when none has, as in most projects. */
export const redactionTexts = ({ sources }: PolicyFiles): readonly string[] | undefined => {
  const texts = sources.flatMap(({ text }) => (text?.includes('"redaction"') ? [text] : []));
  return texts.length === 0 ? undefined : texts;
};

/** The policy of the log, when nothing changed since. */
export const unchangedPolicy = (inForce: PolicyInForce, files: PolicyFiles): Policy | null =>
  inForce.fingerprint === files.fingerprint ? inForce.policy : null;
