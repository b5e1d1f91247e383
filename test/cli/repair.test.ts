import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type RepairOptions, runRepair } from '../../src/cli/repair/repair.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { archivePath, type LogFolder, logFolder, segmentPath } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { archive, lineOf } from '../events/archived-log.ts';
import { envelope } from '../kit/envelope.ts';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { filesAt } from './files-at.ts';
import { ioIn } from './install-io.ts';

const NOW = Date.UTC(2030, 0, 1);

/** A project whose log holds a few events in two segments. */
const loggedProject = () => {
  const project = tempProject({ branch: 'feature/x' });
  const root = join(project.path, '.docket');
  const folder = logFolder(root, nodeLogFs);
  openLogWriter(folder).append([1, 2, 3].map((n) => lineOf(n)));
  writeFileSync(segmentPath(folder, 2), '', { mode: 0o600 });
  openLogWriter(folder).append([4, 5, 6].map((n) => lineOf(n)));
  const repair = async (options: RepairOptions = {}) => {
    const { io, said } = ioIn({ env: { HOME: project.path }, cwd: project.path });
    const status = await runRepair(options, io, { now: () => NOW, pause: async () => undefined });
    return { status, out: said.out, err: said.err };
  };
  const found = async (options: RepairOptions = {}) => {
    const { status, out } = await repair({ ...options, json: true });
    return { status, ...(JSON.parse(out) as { findings: Record<string, unknown>[]; notes: string[] }) };
  };
  return { project, root, folder, repair, found };
};

const segmentsOf = ({ path }: LogFolder): string[] =>
  readdirSync(path)
    .filter((name) => /ndjson/.test(name))
    .map((name) => `${name} ${readFileSync(join(path, name), 'latin1')}`);

/** The same project with something wrong of each kind. */
const brokenProject = () => {
  const made = loggedProject();
  const { project, root, folder } = made;
  archive(folder, 1);
  rmSync(join(folder.path, '000001.archive.json'));
  appendFileSync(segmentPath(folder, 2), Buffer.from('\n{"half\n\n"\xff"\n', 'latin1'));
  const text = 'a long text';
  const name = createHash('sha256').update(text).digest('hex');
  const blob = (hash: string): unknown => ({ text: { $blob: hash, bytes: 11, head: '', tail: '' } });
  const data = { there: blob(name), gone: blob('0'.repeat(64)) };
  openLogWriter(folder).append([JSON.stringify(envelope('b', 'NotificationShown', { data }))]);
  const write = (path: string, content: string): string => {
    const file = project.write(`.docket/${path}`, content);
    chmodSync(file, 0o600);
    return file;
  };
  write(`blobs/${name.slice(0, 2)}/${name}`, text);
  const other = '1'.repeat(64);
  write(`blobs/11/${other}`, 'not what its name says');
  write('snapshots/project.json', 'no snapshot');
  write('index/streams.json', 'an index');
  utimesSync(write('blobs/11/x.tmp', 'half'), 1, 1);
  for (const folderName of ['', 'blobs', 'blobs/11', `blobs/${name.slice(0, 2)}`, 'snapshots', 'index', 'log'])
    chmodSync(join(root, folderName), 0o700);
  chmodSync(segmentPath(folder, 2), 0o644);
  return { ...made, name, other };
};

const KINDS = [
  'unreadable',
  'unreadable',
  'manifest',
  'blob-damaged',
  'blob-missing',
  'snapshot',
  'index',
  'leftover',
  'mode',
];

describe('docket repair', () => {
  it('finds nothing in a log that is as it should be', async () => {
    const { repair, project } = loggedProject();
    const before = filesAt(project.path);
    expect(await repair()).toEqual({ status: 0, out: 'nothing to repair\n', err: '' });
    expect(filesAt(project.path)).toEqual(before);
  });

  it('says in a dry run what it would do, and changes nothing at all', async () => {
    const { project, repair, found } = brokenProject();
    const before = filesAt(project.path);
    const { status, findings } = await found({ dryRun: true });
    expect(status).toBe(1);
    expect(findings.map(({ kind }) => kind)).toEqual(KINDS);
    expect(findings.every(({ done, failed }) => done === null && failed === null)).toBe(true);
    const { out } = await repair({ dryRun: true });
    expect(out).toContain('would be copied to');
    expect(out).toContain('would be removed');
    expect(out).toMatch(/dry run: nothing was changed\n$/);
    expect(filesAt(project.path)).toEqual(before);
  });

  it('does what the dry run said, never changes a segment, and finds nothing more to do', async () => {
    const { root, folder, found, repair, other } = brokenProject();
    const segments = segmentsOf(folder);
    const planned = await found({ dryRun: true });
    const { status, findings } = await found();
    expect(status).toBe(1);
    expect(findings.map(({ kind, done, advice }) => [kind, done ?? advice])).toEqual(
      planned.findings.map(({ kind, wouldBe, advice }) => [kind, wouldBe ?? advice]),
    );
    expect(segmentsOf(folder)).toEqual(segments);
    expect(readdirSync(join(root, 'quarantine')).length).toBe(4);
    const [first] = findings;
    expect(readFileSync(first?.['path'] as string, 'utf8')).toBe('{"half');
    expect(existsSync(join(root, 'index'))).toBe(false);
    expect(existsSync(join(root, 'snapshots/project.json'))).toBe(false);
    expect(readdirSync(join(root, 'blobs/11'))).toEqual([other]);
    expect(statSync(segmentPath(folder, 2)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(folder.path, '000001.archive.json'), 'utf8'))).toMatchObject({ lines: 3 });
    // What only a backup can mend is told again; what is in quarantine is no news.
    const after = filesAt(root);
    const again = await found();
    expect(again.findings.map(({ kind }) => kind)).toEqual(['blob-damaged', 'blob-missing']);
    expect(again.notes).toEqual([
      '2 unreadable places are in quarantine already',
      expect.stringContaining('no event refers to 1 blob '),
    ]);
    expect(filesAt(root)).toEqual(after);
    rmSync(join(root, 'blobs'), { recursive: true });
    expect((await repair()).status).toBe(1);
  });

  it('makes a snapshot anew that says something else than the log', async () => {
    const { root, folder, found } = loggedProject();
    openLogWriter(folder).append(
      Array.from({ length: 100 }, (_, n) =>
        JSON.stringify(envelope(`f${n}`, 'HookFailed', { data: { stage: 'load', code: 'EIO', message: `m${n}` } })),
      ),
    );
    loadState(folder, root, null).save(true);
    const path = join(root, 'snapshots/project.json');
    expect((await found()).findings).toEqual([]);
    const good = readFileSync(path, 'utf8');
    expect(good).toContain('"m99"');
    writeFileSync(path, good.replaceAll('"m99"', '"mXX"'));
    expect(await found()).toMatchObject({
      status: 1,
      findings: [
        { kind: 'snapshot', what: 'the snapshot says something else than the log', done: 'made anew from the log' },
      ],
    });
    expect(readFileSync(path, 'utf8')).toBe(good);
    // What a hook call would read only of another session.
    writeFileSync(path, good.slice(0, -1));
    expect(await found()).toMatchObject({
      findings: [{ what: 'the snapshot is damaged or of another version', done: 'made anew from the log' }],
    });
    expect(readFileSync(path, 'utf8')).toBe(good);
    expect((await found()).status).toBe(0);
  });

  it('names segments that are missing, changed, damaged or there twice', async () => {
    const { folder, found } = loggedProject();
    const plain = readFileSync(segmentPath(folder, 1));
    archive(folder, 1);
    const packed = readFileSync(archivePath(folder, 1));
    writeFileSync(segmentPath(folder, 1), plain, { mode: 0o600 });
    expect((await found()).findings).toMatchObject([{ kind: 'archive-unfinished', segment: 1 }]);
    rmSync(segmentPath(folder, 1));
    expect((await found()).findings).toEqual([]);
    const manifest = join(folder.path, '000001.archive.json');
    const saved = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, saved.replace(/"sha256": "./, '"sha256": "x'));
    expect((await found()).findings).toMatchObject([{ kind: 'archive-changed', segment: 1 }]);
    writeFileSync(archivePath(folder, 1), packed.subarray(0, 50));
    expect((await found()).findings).toMatchObject([
      { kind: 'archive-damaged', segment: 1, advice: expect.stringContaining('its end is missing') },
    ]);
    rmSync(archivePath(folder, 1));
    expect((await found()).findings).toMatchObject([{ kind: 'missing-segment', first: 1, last: 1 }]);
  });

  it('goes on when one thing cannot be mended, and says why', async () => {
    const { root, folder, found } = brokenProject();
    writeFileSync(join(root, 'quarantine'), 'in the way', { mode: 0o600 });
    const { findings } = await found();
    expect(findings.filter(({ failed }) => failed !== null).map(({ kind }) => kind)).toEqual([
      'unreadable',
      'unreadable',
    ]);
    expect(statSync(segmentPath(folder, 2)).mode & 0o777).toBe(0o600);
  });

  it('touches nothing that is not docket’s in a folder of others', async () => {
    const { project, root, folder, found } = loggedProject();
    const mine = project.write('.docket/notes.txt', 'mine');
    chmodSync(mine, 0o644);
    chmodSync(root, 0o755);
    chmodSync(folder.path, 0o755);
    expect((await found()).findings).toMatchObject([{ kind: 'mode', paths: [folder.path] }]);
    expect([root, mine, folder.path].map((path) => statSync(path).mode & 0o777)).toEqual([0o755, 0o644, 0o700]);
  });

  it('waits for the end of a line that is being written', () => {
    const { project, folder } = loggedProject();
    appendFileSync(segmentPath(folder, 2), '\n{"half');
    const { stdout, status } = runDocket(['repair', '--dry-run'], project.path);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^6 bytes at 2:\d+ cannot be read \(torn\): would be copied to /);
  });

  it('says that there is no log where there is none', () => {
    const project = tempProject();
    for (const command of [['repair'], ['archive', '--before', '1d']]) {
      const { stdout, stderr, status } = runDocket(command, project.path);
      expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
      expect(stderr).toContain('There is no log in');
    }
    expect(readdirSync(project.path)).toEqual([]);
  });
});
