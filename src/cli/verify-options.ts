import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAnchors } from '../events/anchor.ts';
import { errorCode, nodeLogFs } from '../events/log-fs.ts';
import type { SealPlace } from '../events/seal.ts';
import { parsePublicKey, readSealKey, SealKeyError, sealKeyPath } from '../events/seal-key.ts';
import { type Io, UsageError } from './io.ts';

export interface VerifyOptions {
  readonly json?: boolean;
  readonly anchor?: string;
  /** A file with a public key; true for the user's own key. */
  readonly key?: string | true;
}

/** The anchors that an argument is or, as a file or standard input (`-`), holds. */
export const readAnchors = async (argument: string, io: Io): Promise<SealPlace[]> => {
  const named = parseAnchors(argument);
  if (named.length > 0) return named;
  const path = resolve(io.cwd, argument);
  if (argument !== '-' && !existsSync(path)) {
    throw new UsageError(
      `--anchor takes the line that \`docket seal --print\` printed, or a file that holds it; "${argument}" is neither`,
    );
  }
  const found = parseAnchors(argument === '-' ? await io.readStdin() : readText(path));
  if (found.length === 0) {
    throw new UsageError(`there is no line "Docket-Seal: …" in ${argument === '-' ? 'standard input' : argument}`);
  }
  return found;
};

/** A public key from a file, or the user's own. Throws `UsageError` and `SealKeyError`. */
export const readPublicKey = (named: string | true, io: Io): KeyObject => {
  if (named !== true) return parsePublicKey(readText(resolve(io.cwd, named)), named);
  const own = readSealKey(io.env, nodeLogFs);
  if (own === null) {
    throw new SealKeyError(
      `there is no key at ${sealKeyPath(io.env)}: name the file with the public key, or make a key with \`docket seal --key\``,
    );
  }
  return createPublicKey(own.privateKey);
};

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${errorCode(error)})`);
  }
};
