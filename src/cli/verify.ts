import { readHead } from '../events/seal-head.ts';
import { listSegments } from '../events/segments.ts';
import type { Claim } from '../events/verify/claims.ts';
import { verifyLog } from '../events/verify/verify-log.ts';
import type { ExitCode, Io } from './io.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject, findProject } from './project.ts';
import { readAnchors, readPublicKey, type VerifyOptions } from './verify-options.ts';
import { verifyText } from './verify-text.ts';

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
