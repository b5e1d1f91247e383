import { createHash } from 'node:crypto';

/**
 * The id of an imported event: 21 lower-case letters and digits like any other, but always the same for the same part of
 * the same line in the same session. So a transcript that is imported again, or has grown, adds only what is new.
 */
export const importedId = (stream: string, key: string): string => {
  const digest = createHash('sha256')
    .update(JSON.stringify([stream, key]))
    .digest();
  let id = '';
  for (let at = 0; at < LENGTH; at += 1) id += ALPHABET[(digest[at] as number) % ALPHABET.length];
  return id;
};

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const LENGTH = 21;
