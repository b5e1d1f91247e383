import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Project } from '../../src/cli/project.ts';
import type { Finding } from '../../src/cli/repair/finding.ts';
import { inspect } from '../../src/cli/repair/inspect.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { ioIn } from '../cli/install-io.ts';
import { command, type LogCommand } from './command.ts';
import type { Real } from './log-model.ts';

// Repairing in the model test. The clock stands still, so what killed processes left is never old enough to be removed.

export const findingsOf = async ({ folder, root }: Pick<Real, 'folder' | 'root'>): Promise<readonly Finding[]> => {
  const project = { folder, location: { root } } as Project;
  const { io } = ioIn({ env: {}, cwd: root });
  const { findings } = await inspect(project, io, { now: () => 0, pause: async () => undefined });
  return findings;
};

/** What a person has to do, and what is done each time. */
const isLeftOver = ({ kind, isRoutine }: Finding): boolean => isRoutine === true || kind === 'archive-unfinished';

/** Everything in a folder, with its bytes. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${join(parentPath, name)} ${readFileSync(join(parentPath, name), 'latin1')}`)
    .sort();

/** Nobody did anything to a segment, whatever became of the files that are made of them. */
export const expectSound = (findings: readonly Finding[]): void => {
  const kinds = new Set(findings.map(({ kind }) => kind));
  for (const kind of ['archive-damaged', 'archive-changed', 'missing-segment', 'blob-missing', 'mode'] as const)
    expect(kinds.has(kind), kind).toBe(false);
  expect(findings.map(({ what }) => what)).not.toContain('the snapshot says something else than the log');
};

const look: LogCommand = command('repair(dry run)', async (_model, real) => {
  const before = filesIn(real.root);
  await findingsOf(real);
  expect(filesIn(real.root)).toEqual(before);
});

const repair: LogCommand = command('repair', async (_model, real) => {
  const { folder } = real;
  const before = filesIn(real.root).filter((file) => file.startsWith(folder.path));
  const findings = await findingsOf(real);
  expectSound(findings);
  for (const { remedy } of findings) if ('run' in remedy) remedy.run();
  const isManifest = (file: string): boolean => file.split(' ', 1)[0]?.endsWith('.archive.json') === true;
  const after = filesIn(real.root).filter((file) => file.startsWith(folder.path));
  expect(after.filter((file) => !isManifest(file))).toEqual(before.filter((file) => !isManifest(file)));
  expect((await findingsOf(real)).filter((finding) => !isLeftOver(finding))).toEqual([]);
  // Whatever a reader cannot read has its copy.
  for (const line of readLines(folder)) {
    if (isLogLine(line) || 'error' in line) continue;
    const { segment, offset } = line.position;
    const name = `${String(segment).padStart(6, '0')}-${offset}-`;
    const copies = readdirSync(join(real.root, 'quarantine')).filter((one) => one.startsWith(name));
    const kept = copies.filter((one) => one.endsWith('.bin'));
    expect(kept.map((one) => readFileSync(join(real.root, 'quarantine', one)).length)).toContain(line.length);
  }
});

export const repairCommands: fc.Arbitrary<LogCommand>[] = [fc.constant(look), fc.constant(repair)];
