import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { Envelope } from '../../events/envelope.ts';
import { errorCode } from '../../events/log-fs.ts';
import type { LogFolder } from '../../events/segments.ts';
import { recordLine } from './records.ts';
import { blobNames, type Tally } from './tally.ts';

/** Writes the large texts that events name, each once, behind the first line that names it. */
export const blobRecords = (folder: LogFolder, tally: Tally): ((event: Envelope) => Generator<string>) => {
  const done = new Set<string>();
  return function* (event) {
    for (const sha256 of blobNames(event)) {
      if (done.has(sha256)) continue;
      done.add(sha256);
      const bytes = readBlob(folder, sha256);
      if (bytes === null) {
        tally.missingBlob(sha256);
        continue;
      }
      tally.blob();
      const isDamaged = createHash('sha256').update(bytes).digest('hex') !== sha256;
      // Decoding must not replace anything.
      const text = bytes.toString('utf8');
      const isText = Buffer.from(text, 'utf8').equals(bytes);
      yield recordLine({
        docket: 'blob',
        sha256,
        ...(isDamaged ? { damaged: true } : {}),
        ...(isText ? { text } : { base64: bytes.toString('base64') }),
      });
    }
  };
};

/** Null when it is not there. Throws the system's other errors. */
const readBlob = ({ path, fs }: LogFolder, name: string): Buffer | null => {
  try {
    return fs.readFileSync(`${dirname(path)}/blobs/${name.slice(0, 2)}/${name}`);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
};
