import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { edit, linesOf, type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';

interface Verified {
  readonly ok: boolean;
  readonly events: number;
  readonly seals: number;
  readonly signed: number | null;
  readonly damage: readonly { readonly kind: string; readonly line: number | null }[];
  readonly export: Record<string, unknown>;
}

/** A project with a signed log, and a third party that has a file, a public key and nothing else. */
const project = () => {
  const { path } = tempProject();
  const home = tempProject().path;
  const third = tempProject().path;
  const log: SealedLog = sealedLog(join(path, '.docket'));
  log.write(6);
  const docket = (...args: readonly string[]) => runDocket(args, path, { env: { HOME: home } });
  expect(docket('seal', '--key').status).toBe(0);
  log.write(4);
  expect(docket('seal').status).toBe(0);
  const key = join(third, 'key.pem');
  writeFileSync(key, docket('seal', '--public-key').stdout);
  const anchor = docket('seal', '--print').stdout.trim();
  const file = join(third, 'log.ndjson');
  const write = (...args: readonly string[]): string => {
    expect(docket('export', ...args, '--force', '-o', file)).toMatchObject({ status: 0, stderr: '' });
    return readFileSync(file, 'utf8');
  };
  const verify = (...args: readonly string[]): Verified =>
    JSON.parse(runDocket(['verify', file, '--json', ...args], third).stdout) as Verified;
  return { log, docket, third, key, anchor, file, write, verify };
};

describe('docket verify FILE', () => {
  it('says of an export of everything what it says of the log, and nothing of a project', () => {
    const p = project();
    p.write('--all');
    const { export: proof, ...report } = p.verify('--key', p.key, '--anchor', p.anchor);
    expect(report).toEqual(JSON.parse(p.docket('verify', '--json', '--key', p.key).stdout));
    expect(report).toMatchObject({ ok: true, damage: [], events: 12 });
    expect(proof).toMatchObject({ scope: 'all', redacted: [], notInExport: 0, leftOut: [] });
    const { status, stdout } = runDocket(['verify', p.file, '--key', p.key], p.third);
    expect(status).toBe(0);
    expect(stdout).toContain('12 lines as sealed and in the sealed order, by 2 seals');
    expect(stdout).toContain('2 seals signed with the given key');
  });

  it.each(['--all', '--last=3'])(
    'says once of a file of %s that its line ends were changed, and how to undo that',
    (what) => {
      const p = project();
      const text = p.write(what);
      writeFileSync(p.file, text.replaceAll('\n', '\r\n'));
      const { ok, damage } = p.verify();
      expect({ ok, damage }).toEqual({ ok: false, damage: [expect.objectContaining({ kind: 'line-ends', line: 1 })] });
      const { status, stdout } = runDocket(['verify', p.file], p.third);
      expect({ status, said: stdout.replaceAll(/\s+/g, ' ') }).toEqual({
        status: 1,
        said: expect.stringContaining(`sed -i 's/\\r$//' ${p.file}`),
      });
      writeFileSync(p.file, text);
      expect(p.verify().ok).toBe(true);
    },
  );

  it('proves a part, and says how much it is a part of', () => {
    const p = project();
    p.write('--last', '3');
    const { ok, signed, export: proof } = p.verify('--key', p.key, '--anchor', p.anchor);
    expect({ ok, signed }).toEqual({ ok: true, signed: 2 });
    expect(proof).toMatchObject({ scope: 'part', selection: ['--last 3'], proven: 2, notInExport: 9, unbound: 0 });
    const { stdout } = runDocket(['verify', '-'], p.third, { input: readFileSync(p.file, 'utf8') });
    expect(stdout).toContain('9 sealed lines of the log are not in the export');
  });

  it.each([['--all'], ['--last', '8']])(
    'finds a signature of somebody else, and an anchor that is not met: %s',
    (...args) => {
      const p = project();
      p.write(...args);
      const other = project();
      expect(p.verify('--key', other.key).damage.map(({ kind }) => kind)).toContain('bad-signature');
      expect(p.verify('--anchor', other.anchor).damage.map(({ kind }) => kind)).toContain('truncated');
      expect(runDocket(['verify', p.file, '--key', other.key], p.third).status).toBe(1);
    },
  );

  it('names the line of the file that was changed', () => {
    const p = project();
    const text = p.write('--all');
    const lines = text.split('\n');
    lines[4] = lines[4]?.replace('xxx', 'xyx') ?? '';
    writeFileSync(p.file, lines.join('\n'));
    expect(p.verify().damage).toMatchObject([{ kind: 'flipped', line: 5 }]);
    const { status, stdout } = runDocket(['verify', p.file], p.third);
    expect(status).toBe(1);
    expect(stdout).toMatch(/flipped +line 5 \(1:\d+\)/);
  });

  it('finds what was done to the log before it was exported', () => {
    const p = project();
    const [, second] = linesOf(p.log);
    edit(p.log, 1, (bytes) => bytes.replace(second?.text ?? '', second?.text.replace('xxx', 'xyx') ?? ''));
    p.write('--all');
    expect(p.verify().damage).toMatchObject([{ kind: 'flipped', line: 4 }]);
    p.write('--type', 'NotificationShown');
    expect(p.verify().damage).toMatchObject([{ kind: 'flipped' }]);
  });

  it('proves the order and the number of what was redacted, unless no digests are given away', () => {
    const p = project();
    const text = p.write('--all', '--redact', 'prompts');
    expect(text).not.toContain('xxx');
    expect(p.verify('--key', p.key)).toMatchObject({ ok: true, signed: 2, export: { proven: 11, notInExport: 0 } });
    const lines = text.split('\n');
    const swapped = [...lines.slice(0, 1), ...lines.slice(3, 5), ...lines.slice(1, 3), ...lines.slice(5)].join('\n');
    writeFileSync(p.file, swapped);
    expect(p.verify().ok).toBe(false);
    const silent = p.write('--all', '--redact', 'prompts', '--no-digests');
    expect(silent).not.toMatch(/"digest"|"hash":"[0-9a-f]/);
    expect(p.verify()).toMatchObject({ ok: true, seals: 0, export: { proven: 0 } });
  });

  it.each([
    [['verify', 'nothing.ndjson'], 'cannot be read (ENOENT)'],
    [['verify', '-'], 'is no export to verify: it is empty'],
    [['verify', '-', '--anchor', '-'], 'Only one of'],
    [['verify', 'key.pem'], 'not that of a docket export'],
  ])('refuses %j and says what to do', (args, says) => {
    const { third } = project();
    const { status, stderr } = runDocket(args, third);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
  });

  it('tells a person of bytes that are no event, which are no damage, and of one damaged place', () => {
    const { log, third, file, write } = project();
    edit(log, 1, (bytes) => `${bytes}\n{"torn":\n`);
    const text = write('--all');
    const told = () => runDocket(['verify', file], third);
    expect(told()).toMatchObject({ status: 0, stdout: expect.stringMatching(/bytes that are no event \(not-json\)/) });
    writeFileSync(file, text.replace(/[^\n]*\n$/, ''));
    expect(told().stdout).toContain('one place of the export or of its log was damaged');
  });
});
