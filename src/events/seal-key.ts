import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { constants, linkSync } from 'node:fs';
import { join, sep } from 'node:path';
import { newEventId } from './ids.ts';
import { type Environment, userConfigFolder } from './location.ts';
import { errorCode, type LogFs } from './log-fs.ts';

/** The user's Ed25519 key that signs seals. */
export interface SealKey {
  readonly privateKey: KeyObject;
  /** What a seal names its key by. */
  readonly fingerprint: string;
  /** The public key, PEM: for whoever checks signatures. */
  readonly publicPem: string;
}

/** Why a key cannot be used. The message says what to do. */
export class SealKeyError extends Error {
  override readonly name = 'SealKeyError';
  readonly code = 'KEY';
}

/** Where the user's key is: never in a project. */
export const sealKeyPath = (env: Environment): string => join(userConfigFolder(env), 'seal-key.pem');

/** The user's key; null when none was made. Throws `SealKeyError` for one that cannot be used. */
export const readSealKey = (env: Environment, fs: LogFs): SealKey | null => {
  const path = sealKeyPath(env);
  let pem: string;
  try {
    const fd = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (process.platform !== 'win32' && (fs.fstatSync(fd).mode & 0o077) !== 0) {
        throw new SealKeyError(`others may read the key ${path}: chmod 600 it, or move it away and make a new one`);
      }
      pem = fs.readFileSync(fd, 'utf8');
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (error instanceof SealKeyError) throw error;
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw new SealKeyError(
      `the key ${path} cannot be read (${errorCode(error)}): mend its permissions, or move it away`,
    );
  }
  try {
    const privateKey = createPrivateKey(pem);
    if (privateKey.asymmetricKeyType === 'ed25519') return keyFrom(privateKey);
  } catch {
    // Told below.
  }
  throw new SealKeyError(
    `${path} is not an Ed25519 private key: move it away, and \`docket seal --key\` makes a new one`,
  );
};

/**
 * Makes the user's key (0600), unless another process just did. Throws the system's errors, and `SealKeyError` when the
 * user's configuration was put into the project, where the key would be committed or read by the agent.
 */
export const makeSealKey = (env: Environment, fs: LogFs, project: string): SealKey => {
  if (isInside(userConfigFolder(env), project) && !isInside(env['HOME'] ?? '', project)) {
    throw new SealKeyError(
      `${userConfigFolder(env)} is inside the project, where a key must not be: set XDG_CONFIG_HOME to another folder`,
    );
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  const path = sealKeyPath(env);
  fs.mkdirSync(userConfigFolder(env), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${newEventId()}.tmp`;
  fs.writeFileSync(temporary, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  try {
    // Unlike a rename a link fails when another process made a key meanwhile.
    linkSync(temporary, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    return readSealKey(env, fs) ?? keyFrom(privateKey);
  } finally {
    fs.unlinkSync(temporary);
  }
  return keyFrom(privateKey);
};

/** What a signed seal says beside the rest. */
export const signChain = ({ privateKey, fingerprint }: SealKey, chain: string): { signature: string; key: string } => ({
  signature: sign(null, signedBytes(chain), privateKey).toString('base64url'),
  key: fingerprint,
});

/** Whether a signature over a seal's chain was made with the private half of a key. */
export const isSignedBy = (publicKey: KeyObject, chain: string, signature: string): boolean =>
  verify(null, signedBytes(chain), publicKey, Buffer.from(signature, 'base64url'));

/** Reads a public key (PEM). Throws `SealKeyError`, also for a private key: that is not to be handed around. */
export const parsePublicKey = (pem: string, path: string): KeyObject => {
  if (/PRIVATE KEY/.test(pem)) {
    throw new SealKeyError(`${path} is a private key: give the public one, which \`docket seal --public-key\` prints`);
  }
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Told below.
  }
  throw new SealKeyError(`${path} is not an Ed25519 public key: \`docket seal --public-key\` prints one`);
};

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

const signedBytes = (chain: string): Buffer => Buffer.from(`docket seal ${chain}`, 'utf8');

const keyFrom = (privateKey: KeyObject): SealKey => {
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    privateKey,
    fingerprint: createHash('sha256').update(der).digest('hex').slice(0, 16),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
