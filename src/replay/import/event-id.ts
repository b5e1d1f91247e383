import { hash } from 'node:crypto';

/**
 * The id of an imported event: 21 lower-case letters and digits like any other, but always the same for the same part of
 * the same line in the same session. So a transcript that is imported again, or has grown, adds only what is new.
 */
export const importedId = (stream: string, key: string): string => {
  const digest = hash('sha256', JSON.stringify([stream, key]), 'binary');
  for (let at = 0; at < LENGTH; at += 1) ID[at] = ALPHABET[digest.charCodeAt(at) % ALPHABET.length] as number;
  return ID.toString('latin1');
};

const ALPHABET = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz', 'latin1');
const LENGTH = 21;
/** Where each is put together. */
const ID = Buffer.alloc(LENGTH);
