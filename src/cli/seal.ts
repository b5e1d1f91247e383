import { formatAnchor } from '../events/anchor.ts';
import { newEventId } from '../events/ids.ts';
import { nodeLogFs } from '../events/log-fs.ts';
import { openLogWriter } from '../events/log-writer.ts';
import { makeSealKey, readSealKey, type SealKey, SealKeyError, sealKeyPath } from '../events/seal-key.ts';
import { type Sealed, sealLog } from '../events/seal-log.ts';
import { type ExitCode, type Io, NotFoundError } from './io.ts';
import { policyHere } from './policy-here.ts';
import { progressFor } from './progress.ts';
import { findWritableProject, type Project } from './project.ts';
import { terminalBase } from './record.ts';

export interface SealOptions {
  readonly key?: boolean;
  readonly print?: boolean;
  readonly publicKey?: boolean;
  readonly json?: boolean;
}

/**
 * Seals what was logged since the newest seal; with nothing new it tells the newest one. With `print` the answer is one
 * line to keep outside the log. Throws `NotFoundError` and what a log that cannot be written throws.
 */
export const runSeal = (options: SealOptions, io: Io): ExitCode => {
  if (options.publicKey === true) return printPublicKey(io);
  const project = findWritableProject(io);
  const key = options.key === true ? madeKey(project, io) : readSealKey(io.env, nodeLogFs);
  const sealed = sealNow(project, key, io);
  if (sealed.last === null) throw new NotFoundError('The log holds no event yet: there is nothing to seal.');
  const anchor = formatAnchor(sealed.last);
  if (options.json === true) io.stdout(`${JSON.stringify({ ...sealed, anchor, signed: isSigned(sealed, key) })}\n`);
  else if (options.print === true) io.stdout(`${anchor}\n`);
  else io.stdout(`${words(sealed, key)}\n`);
  return 0;
};

const sealNow = (project: Project, key: SealKey | null, io: Io): Sealed => {
  const { location, folder } = project;
  const { policy } = policyHere(io);
  const writer = openLogWriter(folder);
  const progress = progressFor(io, 'sealing');
  try {
    return sealLog({
      folder,
      root: location.root,
      writer,
      base: { ...terminalBase(project, io.env), cause: null },
      now: Date.now,
      newId: newEventId,
      isSynced: policy.fsync !== 'never',
      key,
      onSealed: progress.onProgress,
    });
  } finally {
    progress.done();
    writer.close();
  }
};

const isSigned = (sealed: Sealed, key: SealKey | null): boolean => sealed.seals > 0 && key !== null;

const words = (sealed: Sealed, key: SealKey | null): string => {
  const where = `the newest seal stands at ${sealed.last?.seal}`;
  if (sealed.seals === 0) return `nothing new to seal; ${where}`;
  const lines = sealed.lines === 1 ? '1 line' : `${sealed.lines.toLocaleString('en')} lines`;
  const seals = sealed.seals === 1 ? '1 seal' : `${sealed.seals.toLocaleString('en')} seals`;
  const signed = key === null ? '' : `, signed with key ${key.fingerprint}`;
  return `sealed ${lines} in ${seals}${signed}; ${where}`;
};

const madeKey = ({ location }: Project, io: Io): SealKey => {
  const before = readSealKey(io.env, nodeLogFs);
  if (before !== null) return before;
  const key = makeSealKey(io.env, nodeLogFs, location.projectDir);
  io.stderr(
    `docket: made the key ${sealKeyPath(io.env)}; from now on it signs every seal. Hand out what \`docket seal --public-key\` prints.\n`,
  );
  return key;
};

const printPublicKey = (io: Io): ExitCode => {
  const key = readSealKey(io.env, nodeLogFs);
  if (key === null)
    throw new SealKeyError(`there is no key at ${sealKeyPath(io.env)}: \`docket seal --key\` makes one`);
  io.stdout(key.publicPem);
  return 0;
};
