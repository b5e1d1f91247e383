import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate } from '../../../src/gates/gate.ts';
import { blocksOf } from './blocks.ts';

const SOURCES = join(import.meta.dirname, '..', '..', '..', 'src', 'gates');

/** The gate that docs/writing-a-gate.md writes. */
export const documentedGateText = (): string =>
  blocksOf('docs/writing-a-gate.md').find(({ text }) => text.includes('export const lockFileGate'))?.text ?? '';

/** Code of src/gates/ as it can stand anywhere. */
export const anywhere = (code: string): string => code.replaceAll("from './", `from '${SOURCES}/`);

/** The same as it runs. */
export const documentedGate = async (): Promise<Gate> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-gate-')));
  try {
    const path = join(folder, 'gate.ts');
    writeFileSync(path, anywhere(documentedGateText()));
    return ((await import(path)) as { lockFileGate: Gate }).lockFileGate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
