import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInit } from '../../src/cli/init.ts';
import { UsageError } from '../../src/cli/io.ts';
import { runUninstall, type UninstallOptions } from '../../src/cli/uninstall.ts';
import { OWN_FOLDERS } from '../../src/events/location.ts';
import { type Project, temporaryProject } from '../hooks/install/project.ts';
import { SAMPLES } from '../hooks/install/settings-samples.ts';
import { ioIn } from './install-io.ts';

const LOCAL = '.claude/settings.local.json';

const init = async (project: Project, scope = 'local') => {
  const program = { node: '/opt/node', hook: project.write('docket/dist/hook.cjs', '') };
  const options = { yes: true, scope, clientVersion: '2.1.332', preset: 'standard' };
  expect(await runInit(options, ioIn(project).io, program)).toBe(0);
};

const uninstall = async (project: Project, options: UninstallOptions = {}, answer: string | null = null) => {
  const { io, said } = ioIn(project, answer);
  return { code: await runUninstall(options, io), ...said };
};

describe('docket uninstall', () => {
  it.each(Object.entries(SAMPLES))('%s: gives the file back byte for byte, and says so', async (_name, text) => {
    const project = temporaryProject();
    project.write(LOCAL, text);
    await init(project);
    const { code, out } = await uninstall(project, { yes: true });
    expect(code).toBe(0);
    expect(out).toContain('--- .claude/settings.local.json');
    expect(out).toContain('byte for byte');
    expect(project.read(LOCAL)).toBe(text);
  });

  it('removes a file that init made', async () => {
    const project = temporaryProject();
    await init(project);
    const { out } = await uninstall(project, { yes: true });
    expect(out).toContain('+++ /dev/null');
    expect(out).toContain('removed .claude/settings.local.json');
    expect(project.exists('.claude')).toBe(false);
  });

  it('takes only its own entries out of a file that was changed since', async () => {
    const project = temporaryProject();
    project.write(LOCAL, '{"model": "opus"}');
    await init(project);
    project.write(LOCAL, project.read(LOCAL).replace('opus', 'haiku'));
    const { code, out } = await uninstall(project, { yes: true });
    expect(code).toBe(0);
    expect(out).toContain("only docket's entries go");
    expect(project.read(LOCAL)).toBe('{"model": "haiku"}');
  });

  it('asks at a terminal, refuses without one, and writes nothing on a no or a dry run', async () => {
    const project = temporaryProject();
    await init(project);
    const before = project.read(LOCAL);
    expect((await uninstall(project)).code).toBe(2);
    expect((await uninstall(project, {}, 'n')).code).toBe(1);
    expect((await uninstall(project, { dryRun: true, yes: true })).code).toBe(0);
    expect(project.read(LOCAL)).toBe(before);
    expect((await uninstall(project, {}, 'y')).code).toBe(0);
    expect(project.exists(LOCAL)).toBe(false);
  });

  it('says so when there is nothing', async () => {
    const project = temporaryProject();
    const { code, out, err } = await uninstall(project);
    expect({ code, out, err }).toEqual({
      code: 0,
      out: 'docket is not registered in .claude/settings.local.json\n',
      err: '',
    });
  });

  it.each<[string[], string[], string[]]>([
    [['project'], ['project'], []],
    [['user'], ['user'], []],
    [['local', 'project'], ['local', 'project'], []],
    [['local', 'user'], ['local'], ['user']],
    [['project', 'user', 'local'], ['local', 'project'], ['user']],
  ])('without a scope takes it out where it is: %j', async (registered, taken, stays) => {
    const project = temporaryProject();
    for (const scope of registered) await init(project, scope);
    const { code, out, err } = await uninstall(project, { yes: true });
    expect(code).toBe(0);
    expect(out.match(/^removed /gm)).toHaveLength(taken.length);
    expect(err.match(/stays registered in \w+ scope/g) ?? []).toEqual(
      stays.map((scope) => `stays registered in ${scope} scope`),
    );
    expect(project.exists('.claude')).toBe(false);
    expect(existsSync(join(project.home, '.claude'))).toBe(stays.includes('user'));
  });

  it('with a scope leaves the others, and says so', async () => {
    const project = temporaryProject();
    await init(project, 'project');
    const { code, out, err } = await uninstall(project, { scope: 'local', yes: true });
    expect(code).toBe(0);
    expect(out).toBe('docket is not registered in .claude/settings.local.json\n');
    expect(err).toContain('"docket uninstall --scope project"');
  });

  it('purges what init alone has left, and ends well', async () => {
    const project = temporaryProject();
    await init(project);
    const { code, out, err } = await uninstall(project, { yes: true, purge: true });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('removed .docket\n');
    expect(readdirSync(project.cwd).sort()).toEqual(['.git', 'docket']);
  });

  it('purges all that docket keeps for a project', async () => {
    const project = temporaryProject();
    await init(project);
    const inFolders: Readonly<Record<string, readonly string[]>> = {
      log: ['000001.ndjson'],
      blobs: ['ab/abcd'],
      snapshots: ['project.json'],
      index: ['streams.json', 'checkpoints.json'],
      quarantine: ['000001-12-0123456789ab.bin'],
      workers: ['1a2b3c/1', 'import.lock', 'import.lock.V1StGXR8'],
      views: ['trail.json', 'written/a'],
      cache: ['annotations-1a2b3c.json', 'restore-V1StGXR8_Z5/log/000001.ndjson', 'V1StGXR8.tmp'],
      install: [],
    };
    expect(Object.keys(inFolders).sort()).toEqual([...OWN_FOLDERS].filter((name) => name !== 'head').sort());
    for (const [folder, names] of Object.entries(inFolders)) {
      for (const name of names) project.write(`.docket/${folder}/${name}`, 'x');
    }
    expect((await uninstall(project, { yes: true, purge: true })).code).toBe(0);
    expect(project.exists('.docket')).toBe(false);
  });

  it('keeps policy and log, unless told to purge them', async () => {
    const project = temporaryProject();
    await init(project);
    project.write('.docket/log/000001.ndjson', 'x');
    project.write('.docket/head', JSON.stringify({ chain: '0'.repeat(64), seal: '1:9' }));
    await uninstall(project, { yes: true });
    expect(project.exists('.docket/log/000001.ndjson') && project.exists('docket.config.json')).toBe(true);

    const asked = await uninstall(project, { purge: true });
    expect(asked.code).toBe(2);
    expect(asked.out).toContain('removes .docket/log\n');
    expect(project.exists('.docket/log/000001.ndjson') && project.exists('docket.config.json')).toBe(true);

    const { code, out } = await uninstall(project, { purge: true, yes: true });
    expect(code).toBe(0);
    expect(out).toContain('removed .docket\n');
    expect(project.exists('.docket') || project.exists('docket.config.json')).toBe(false);
  });

  it('purges only what docket keeps from a folder that holds files of others', async () => {
    const project = temporaryProject();
    const others = [
      'notes.txt',
      'head',
      'log/production.log',
      'blobs/photo.jpg',
      'snapshots/db.sql',
      'index/main.idx',
      'install/setup.sh',
    ];
    const temporary = 'V1StGXR8_Z5jdHi6B-myT.tmp';
    const own = [
      'log/000001.ndjson',
      'log/lost-ENOSPC',
      'blobs/ab/abcd',
      'snapshots/project.json',
      `snapshots/${temporary}`,
      'index/streams.json',
      `index/${temporary}`,
    ];
    for (const name of [...others, ...own]) project.write(`mine/${name}`, 'x');
    project.write('mine/.gitignore', '*\n# mine\n');
    const elsewhere = { ...project, env: { ...project.env, DOCKET_DIR: 'mine' } };
    const { code, out } = await uninstall(elsewhere, { purge: true, yes: true });
    expect(code).toBe(0);
    expect(out).toContain("mine stays: it holds files that are not docket's");
    expect(others.filter((name) => !project.exists(`mine/${name}`))).toEqual([]);
    expect(own.filter((name) => project.exists(`mine/${name}`))).toEqual([]);
    expect(project.read('mine/.gitignore')).toBe('*\n# mine\n');
  });

  it('purges nothing from a folder that docket never used, and follows no link', async () => {
    const project = temporaryProject();
    project.write('mine/.gitignore', '*\n');
    project.write('target/000001.ndjson', 'x');
    symlinkSync(project.path('target'), project.path('mine/log'));
    const elsewhere = { ...project, env: { ...project.env, DOCKET_DIR: 'mine' } };
    expect((await uninstall(elsewhere, { purge: true, yes: true })).code).toBe(0);
    expect(project.exists('mine/.gitignore') && project.exists('target/000001.ndjson')).toBe(true);

    const linked = { ...project, env: { ...project.env, DOCKET_DIR: 'mine/log' } };
    const { code, err } = await uninstall(linked, { purge: true, yes: true });
    expect(code).toBe(1);
    expect(err).toContain('was not made by docket');
  });

  it('refuses a settings file it cannot read, and flags that make no sense', async () => {
    const project = temporaryProject();
    project.write(LOCAL, '{');
    expect((await uninstall(project, { yes: true })).code).toBe(1);
    expect(project.read(LOCAL)).toBe('{');
    await expect(uninstall(project, { scope: 'team' })).rejects.toThrow(UsageError);
  });
});
