import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { VerifyReport } from '../../src/events/verify/report.ts';
import { loggedEvents, runDocket } from '../kit/hook-process.ts';
import { edit, linesOf, type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';

interface Sealed {
  readonly project: string;
  /** The user's home, outside the project. */
  readonly home: string;
  readonly log: SealedLog;
  readonly docket: (args: readonly string[], more?: { env?: Record<string, string>; input?: string }) => Ran;
  readonly verify: (...args: readonly string[]) => VerifyReport;
}

type Ran = ReturnType<typeof runDocket>;

const project = (): Sealed => {
  const { path } = tempProject();
  const home = tempProject().path;
  const log = sealedLog(join(path, '.docket'));
  const docket: Sealed['docket'] = (args, { env = {}, input = '' } = {}) =>
    runDocket(args, path, { env: { HOME: home, ...env }, input });
  const verify = (...args: readonly string[]): VerifyReport =>
    JSON.parse(docket(['verify', '--json', ...args]).stdout) as VerifyReport;
  return { project: path, home, log, docket, verify };
};

const sealed = (): Sealed => {
  const made = project();
  made.log.write(5);
  expect(made.docket(['seal']).status).toBe(0);
  return made;
};

const flip = ({ log }: Sealed, number: number): void => {
  const line = linesOf(log)[number - 1];
  edit(log, 1, (bytes) => `${bytes.slice(0, line?.offset)}#${bytes.slice((line?.offset ?? 0) + 1)}`);
};

const keyFile = ({ home }: Sealed): string => join(home, '.config', 'docket', 'seal-key.pem');

describe('docket seal', () => {
  it('seals what is new, says where the seal is, and does nothing when nothing is new', () => {
    const { log, docket, project: path } = project();
    log.write(5);
    const first = docket(['seal']);
    expect(first).toMatchObject({ status: 0, stderr: '' });
    expect(first.stdout).toMatch(/^sealed 5 lines in 1 seal; the newest seal stands at 1:\d+\n$/);
    expect(docket(['seal']).stdout).toMatch(/^nothing new to seal; the newest seal stands at 1:\d+\n$/);
    expect(loggedEvents(path).at(-1)).toMatchObject({
      type: 'LogSealed',
      stream: 'terminal',
      host: 'docket',
      provenance: 'person',
    });
  });

  it('says that an agent sealed, where an agent called it', () => {
    const { log, docket, project: path } = project();
    log.write(1);
    docket(['seal'], { env: { CLAUDECODE: '1' } });
    expect(loggedEvents(path).at(-1)).toMatchObject({ type: 'LogSealed', provenance: 'agent' });
  });

  it('--json says the same for programs', () => {
    const { log, docket } = project();
    log.write(2);
    const said = JSON.parse(docket(['seal', '--json']).stdout) as { anchor: string };
    expect(said).toMatchObject({ seals: 1, lines: 2, signed: false });
    expect(said.anchor).toBe(docket(['seal', '--print']).stdout.trim());
  });

  it.each([['seal'], ['verify']])('%s of a project without a log says how to get one', (command) => {
    const { status, stderr } = project().docket([command]);
    expect([status, stderr]).toEqual([1, expect.stringContaining('docket init')]);
  });

  it('leaves no trace of the session in status', () => {
    const { log, docket } = project();
    log.write(1);
    docket(['seal']);
    expect(JSON.parse(docket(['status', '--json']).stdout)).toMatchObject({ session: { id: 's1' } });
  });
});

describe('docket verify', () => {
  it('says once that line ends were changed, and names what else was done', () => {
    const made = sealed();
    const { log, verify } = made;
    edit(log, 1, (bytes) => bytes.replaceAll('\n', '\r\n'));
    const { ok, damage, quarantined } = verify();
    expect({ ok, quarantined }).toEqual({ ok: false, quarantined: [] });
    expect(damage).toEqual([
      expect.objectContaining({ kind: 'line-ends', line: 1, detail: expect.stringContaining('sed -i') }),
    ]);
    edit(log, 1, (bytes) => bytes.replaceAll('\r\n', '\n'));
    expect(verify().ok).toBe(true);
    flip(made, 2);
    expect(verify().damage).toEqual([expect.objectContaining({ kind: 'flipped' })]);
  });

  it('says that all is as sealed, and what came since', () => {
    const s = sealed();
    s.log.write(2);
    expect(s.docket(['verify'])).toEqual({
      status: 0,
      stderr: '',
      stdout: '✓ 6 events as sealed, by 1 seal; 2 events since\n',
    });
    expect(s.verify()).toEqual({
      ok: true,
      events: 8,
      seals: 1,
      unsealed: 2,
      quarantined: [],
      damage: [],
      unproven: [],
      signed: null,
    });
  });

  it('ends with 1 on damage and names the line as an editor does', () => {
    const s = sealed();
    flip(s, 3);
    const { status, stdout } = s.docket(['verify']);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^✗ the log was damaged\n {2}flipped +000001\.ndjson line 6 \(1:\d+\)\n/);
    expect(readFileSync(join(s.log.folder.path, '000001.ndjson'), 'utf8').split('\n')[5]).toMatch(/^#/);
  });

  it('lists torn bytes, and does not mind them', () => {
    const { log, docket } = project();
    log.write(1);
    log.tear();
    log.write(1);
    docket(['seal']);
    const { status, stdout } = docket(['verify']);
    expect(status).toBe(0);
    expect(stdout).toMatch(/bytes that are no event \(not-json\)/);
  });

  it('says of a log without a seal that nothing proves it', () => {
    const { log, docket } = project();
    log.write(3);
    expect(docket(['verify'])).toMatchObject({ status: 0, stdout: expect.stringContaining('3 events, and no seal') });
  });
});

describe('an anchor', () => {
  const anchored = (): Sealed & { readonly anchor: string } => {
    const s = sealed();
    const anchor = s.docket(['seal', '--print']).stdout.trim();
    expect(anchor).toMatch(/^Docket-Seal: 1:\d+ [0-9a-f]{64}$/);
    return { ...s, anchor };
  };

  it('holds while the log goes on, as a line, in a commit message and on standard input', () => {
    const s = anchored();
    s.log.write(3);
    s.docket(['seal']);
    const message = `Add a discount\n\nWith tests.\n\nReviewed-by: A\n${s.anchor}\n`;
    writeFileSync(join(s.project, 'message'), message);
    for (const argument of [s.anchor, 'message']) expect(s.verify('--anchor', argument).ok).toBe(true);
    const { status, stdout } = s.docket(['verify', '--anchor', '-'], { input: message });
    expect([status, stdout]).toEqual([0, expect.stringContaining('the anchored seal is in the log')]);
  });

  it('shows an end that was cut off together with .docket/head', () => {
    const s = sealed();
    const before = readFileSync(join(s.log.folder.path, '000001.ndjson'), 'latin1');
    s.log.write(3);
    s.docket(['seal']);
    const anchor = s.docket(['seal', '--print']).stdout.trim();
    edit(s.log, 1, () => before);
    writeFileSync(join(s.project, '.docket', 'head'), '');
    expect(s.verify().ok).toBe(true);
    expect(s.verify('--anchor', anchor).damage).toMatchObject([
      { kind: 'truncated', segment: 1, offset: before.length },
    ]);
  });

  it('shows a log that was made anew in its place', () => {
    const s = anchored();
    const other = sealedLog(tempProject().path);
    other.write(60);
    other.seal();
    edit(s.log, 1, () => readFileSync(join(other.folder.path, '000001.ndjson'), 'latin1'));
    writeFileSync(join(s.project, '.docket', 'head'), '');
    expect(s.verify().ok).toBe(true);
    const { damage } = s.verify('--anchor', s.anchor);
    expect(damage).toMatchObject([{ kind: 'truncated', detail: expect.stringContaining('other lines stand') }]);
  });

  it.each([
    ['no-such-file', 'is neither'],
    ['empty', 'there is no line "Docket-Seal: …" in empty'],
  ])('that is none is misuse: %s', (argument, message) => {
    const s = sealed();
    writeFileSync(join(s.project, 'empty'), 'Docket-Seal: 1:2 abc\n');
    const { status, stdout, stderr } = s.docket(['verify', '--anchor', argument]);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });
});

describe('a key', () => {
  const signed = (): Sealed & { readonly publicKey: string } => {
    const s = project();
    s.log.write(2);
    expect(s.docket(['seal', '--key'])).toMatchObject({ status: 0, stderr: expect.stringContaining('made the key') });
    const publicKey = join(s.home, 'docket.pub');
    writeFileSync(publicKey, s.docket(['seal', '--public-key']).stdout);
    return { ...s, publicKey };
  };

  it('is made in the configuration of the user, for nobody else to read, once', () => {
    const s = signed();
    expect(statSync(keyFile(s)).mode & 0o777).toBe(0o600);
    const pem = readFileSync(keyFile(s), 'utf8');
    s.log.write(1);
    expect(s.docket(['seal', '--key'])).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(keyFile(s), 'utf8')).toBe(pem);
    expect(existsSync(join(s.project, '.docket', 'seal-key.pem'))).toBe(false);
  });

  it('signs a log that was sealed without one, and then every seal', () => {
    const s = sealed();
    s.docket(['seal', '--key']);
    s.log.write(1);
    s.docket(['seal']);
    expect(s.verify('--key')).toMatchObject({ ok: true, seals: 3, signed: 2 });
  });

  it('is checked by whoever has the public half', () => {
    const s = signed();
    expect(s.verify('--key', s.publicKey)).toMatchObject({ ok: true, signed: 1 });
    expect(s.docket(['verify', '--key', s.publicKey]).stdout).toContain('1 seal signed with the given key');
  });

  it('shows a seal that was made without it', () => {
    const s = signed();
    s.log.write(2);
    s.log.seal();
    const [, unsigned] = linesOf(s.log).filter(({ text }) => text.includes('LogSealed'));
    const { damage } = s.verify('--key', s.publicKey);
    expect(damage).toMatchObject([{ kind: 'unsigned', segment: 1, offset: unsigned?.offset }]);
    expect(s.verify().ok).toBe(true);
  });

  it('shows a signature that is not of it', () => {
    const [s, other] = [signed(), signed()];
    const { damage } = s.verify('--key', other.publicKey);
    expect(damage.map(({ kind }) => kind)).toEqual(['bad-signature']);
  });

  it('shows a log that was written and sealed anew by somebody without it', () => {
    const s = signed();
    edit(s.log, 1, () => '');
    writeFileSync(join(s.project, '.docket', 'head'), '');
    s.log.write(4);
    s.log.seal();
    expect(s.verify().ok).toBe(true);
    expect(s.verify('--key', s.publicKey).damage.map(({ kind }) => kind)).toEqual(['unsigned']);
  });

  it.each([
    ['missing', () => {}, ['seal', '--public-key'], 'docket seal --key` makes one'],
    ['missing', () => {}, ['verify', '--key'], 'make a key with `docket seal --key`'],
    ['missing', () => {}, ['verify', '--key', 'nowhere.pub'], 'nowhere.pub cannot be read (ENOENT)'],
    ['wrong', (s: Sealed) => writeKey(s, 'nonsense'), ['seal'], 'is not an Ed25519 private key: move it away'],
    [
      'wrong',
      (s: Sealed) => writeFileSync(join(s.project, 'x.pub'), 'nonsense'),
      ['verify', '--key', 'x.pub'],
      'is not an Ed25519 public key',
    ],
    ['for all to read', (s: Sealed) => chmodSync(writeKey(s, 'x'), 0o644), ['seal', '--key'], 'chmod 600 it'],
    [
      'a folder',
      (s: Sealed) => mkdirSync(keyFile(s), { recursive: true, mode: 0o700 }),
      ['seal', '--key'],
      'cannot be read (EISDIR)',
    ],
  ] as const)('that is %s is told: case %#', (_what, prepare, args, message) => {
    const s = sealed();
    prepare(s);
    const { status, stdout, stderr } = s.docket(args);
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
  });

  const writeKey = (s: Sealed, text: string): string => {
    mkdirSync(join(s.home, '.config', 'docket'), { recursive: true });
    writeFileSync(keyFile(s), text, { mode: 0o600 });
    return keyFile(s);
  };

  it('is not made inside the project', () => {
    const s = sealed();
    const inside = join(s.project, 'config');
    const { status, stderr } = s.docket(['seal', '--key'], { env: { XDG_CONFIG_HOME: inside } });
    expect([status, stderr]).toEqual([2, expect.stringContaining('is inside the project')]);
    expect(existsSync(inside)).toBe(false);
  });

  it('given as its private half is refused: that is not to be handed around', () => {
    const s = signed();
    const { status, stderr } = s.docket(['verify', '--key', keyFile(s)]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('is a private key')]);
  });
});
