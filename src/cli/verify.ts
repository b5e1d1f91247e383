import { createPublicKey, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseAnchors } from '../events/anchor.ts';
import { errorCode, nodeLogFs } from '../events/log-fs.ts';
import { readHead } from '../events/seal-head.ts';
import { parsePublicKey, readSealKey, SealKeyError, sealKeyPath } from '../events/seal-key.ts';
import { listSegments } from '../events/segments.ts';
import type { Claim } from '../events/verify/claims.ts';
import { verifyLog } from '../events/verify/verify-log.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject, findProject } from './project.ts';
import { verifyText } from './verify-text.ts';

export interface VerifyOptions {
  readonly json?: boolean;
  readonly anchor?: string;
  /** A file with a public key; true for the user's own key. */
  readonly key?: string | true;
}

/**
 * Checks the log against its seals, against what `.docket/head` remembers, and against an anchor kept elsewhere. Exit
 * code 1 on damage. Throws `UsageError`, `SealKeyError`, and `NotFoundError` where there is nothing to check.
 */
export const runVerify = async (file: string | undefined, options: VerifyOptions, io: Io): Promise<ExitCode> => {
  // Loaded when it is needed: most verifications are of the log.
  if (file !== undefined) return (await import('./verify-export.ts')).runVerifyExport(file, options, io);
  const anchors = options.anchor === undefined ? [] : await readAnchors(options.anchor, io);
  const publicKey = options.key === undefined ? null : readPublicKey(options.key, io);
  const { folder, location } = findProject(io);
  const head = readHead(location.root, folder.fs);
  // A log that is gone is damage when somebody knows that it was there.
  if (head === null && anchors.length === 0 && listSegments(folder).length === 0) findLoggedProject(io);
  const claims: Claim[] = anchors.map((anchor) => ({ ...anchor, by: 'the anchor' }));
  if (head !== null) claims.push({ ...head, by: '.docket/head' });
  const progress = progressFor(io, 'verifying', 'MiB');
  let bytes = 0;
  const report = verifyLog({
    folder,
    claims,
    publicKey,
    onBytes: (more) => {
      bytes += more;
      progress.onProgress(Math.round(bytes / 2 ** 20));
    },
  });
  progress.done();
  if (options.json === true) io.stdout(`${JSON.stringify(report)}\n`);
  else io.stdout(verifyText(report, anchors.length, io));
  return report.ok ? 0 : 1;
};

/** The anchors that an argument is or, as a file or standard input (`-`), holds. */
export const readAnchors = async (argument: string, io: Io) => {
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
