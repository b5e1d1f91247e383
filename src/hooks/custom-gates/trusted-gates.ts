import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSmallFile, realFolder } from '../../events/git-layout.ts';
import { type Environment, userConfigFolder } from '../../events/location.ts';
import type { CustomDefinition } from '../../gates/custom/definition.ts';

/** A gate's file as a person trusted it. */
export interface TrustedGate {
  /** SHA-256 of the file, hex. */
  readonly hash: string;
  readonly definition: CustomDefinition;
  /** What runs, where that is not the file as it is: TypeScript without its types. */
  readonly code?: string;
}

/** By main worktree, then by file from its top. */
export type TrustedGates = Readonly<Record<string, Readonly<Record<string, TrustedGate>>>>;

/** Characters of a gate's file. */
const LARGEST = 256 * 1024;

/** Where it stands which files of gates this user trusts. */
export const trustPath = (env: Environment): string => join(userConfigFolder(env), 'trusted-gates.json');

/** What the user trusts; nothing where the file is not there or is none of docket's. */
export const readTrusted = (env: Environment): TrustedGates => {
  try {
    const value: unknown = JSON.parse(readSmallFile(trustPath(env), 16 * 1024 * 1024) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as TrustedGates) : {};
  } catch {
    return {};
  }
};

/** What a person trusts of a project's gates. */
export const trustedIn = (trusted: TrustedGates, project: string): Readonly<Record<string, TrustedGate>> =>
  Object.hasOwn(trusted, project) ? (trusted[project] ?? {}) : {};

/** The text of a gate's file and its hash; null where there is none, a link, or one that is too large. */
export const gateFile = (project: string, file: string): { readonly text: string; readonly hash: string } | null => {
  const path = join(project, file);
  // A link would lead to a file that any call may write.
  if (realFolder(dirname(path)) !== join(realFolder(project), dirname(file))) return null;
  const text = readSmallFile(path, LARGEST, constants.O_NOFOLLOW);
  return text === undefined ? null : { text, hash: createHash('sha256').update(text).digest('hex') };
};
