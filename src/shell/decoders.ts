import { readOptions } from './options.ts';
import type { Run } from './run.ts';
import { UNKNOWN_VALUE } from './simple-command.ts';

/**
 * What a program that writes its input in plain again prints, when it is known what it reads: base64(1), xxd(1), rev(1) and
 * `openssl base64`. Null when it does something else, or when nobody can know.
 */
export const decodedInput = (run: Run, input: string | null): string | null => {
  if (input === null || input.includes(UNKNOWN_VALUE) || !isDecoder(run)) return null;
  const text = input.trim();
  switch (run.program) {
    case 'rev':
      return text.split('\n').map(reversed).join('\n');
    case 'xxd':
      return fromHex(text);
    case 'openssl':
      return run.args.every(({ value }) => PLAIN.has(value ?? '')) ? fromBase64(text) : null;
    default:
      return fromBase64(text);
  }
};

/** Whether what a program prints is what it reads in other letters, which nobody who looks at the command can read. */
export const isDecoder = ({ program, args }: Run): boolean => {
  const letters = Object.hasOwn(DECODING, program ?? '') ? DECODING[program ?? ''] : undefined;
  if (letters === undefined) return false;
  if (letters === null) return true;
  const { options } = readOptions(args, { mixed: true, valued: 'wskinKSaco', longValued: ['wrap', 'pass'] });
  const isSaid = ({ name }: { readonly name: string }): boolean =>
    letters.includes(name.slice(1)) || (name.length > 3 && /^--(?:dec|unc|std|to-std)/.test(name));
  return options.some(isSaid) || (program === 'openssl' && args.some(({ value }) => value === '-d'));
};

/** Letters of the options with which they decode; null for programs that always do. */
const DECODING: Readonly<Record<string, string | null>> = {
  base32: 'd',
  base64: 'dD',
  basenc: 'd',
  gpg: 'd',
  gunzip: null,
  gzip: 'd',
  bunzip2: null,
  bzip2: 'd',
  bzcat: null,
  openssl: 'd',
  rev: null,
  unxz: null,
  uudecode: null,
  xxd: 'r',
  xz: 'd',
  xzcat: null,
  zcat: null,
  zstd: 'd',
  zstdcat: null,
};

/** With anything else it deciphers. */
const PLAIN = new Set(['base64', 'enc', '-base64', '-a', '-A', '-d']);

const reversed = (line: string): string => [...line].reverse().join('');

const fromHex = (text: string): string | null => {
  const digits = text.replace(/\s+/g, '');
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits)) return null;
  return digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as characters of the same number: what a shell makes something of is ASCII. */
const fromBase64 = (text: string): string | null => {
  const letters = text.replace(/\s+/g, '').replace(/=+$/, '');
  let plain = '';
  let bits = 0;
  let count = 0;
  for (const letter of letters) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    plain += String.fromCharCode((bits >> count) & 0xff);
  }
  return plain;
};
