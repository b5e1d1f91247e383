import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observePaths } from '../../../src/hooks/observers/paths.ts';
import { systemPlace } from '../../../src/hooks/observers/system-folders.ts';
import type { CallPlace } from '../../../src/hooks/place.ts';

/** A project without a repository; none of it is on this machine. */
const PLACE: CallPlace = {
  folder: '/work-of/me/app/src',
  worktree: '/work-of/me/app',
  projectDir: '/work-of/me/app',
  projectGit: null,
  missing: null,
  gitOf: () => null,
  worktreeOf: () => '/work-of/me/app',
  mayBeOwn: () => false,
  own: () => {
    throw new Error("docket's own files are asked for");
  },
  folderAt: (name) =>
    name === '~' ? '/people/me' : name === null ? '/work-of/me/app/src' : `/work-of/me/app/src/${name}`,
};

const observed = (written: string | null, more: Record<string, unknown> = {}) =>
  observePaths(
    { paths: [{ written, span: null }], directory: null, directoryKnown: true, details: {}, ...more },
    PLACE,
  )[0];

describe('where a path leads', () => {
  it.each([
    ['/', '/', 'root'],
    ['//', '/', 'root'],
    ['/x/..', '/', 'root'],
    ['../../../../..', '/', 'root'],
    ['/*', '/', 'root'],
    ['/b*', '/b*', 'root'],
    ['~', '/people/me', 'home'],
    ['~/', '/people/me', 'home'],
    ['~/.', '/people/me', 'home'],
    ['~/*', '/people/me', 'home'],
    ['/people', '/people', 'home'],
    ['/home/x', '/home/x', 'home'],
    ['/Users', '/Users', 'home'],
    ['~/x', '/people/me/x', 'outside'],
    ['~/x*', '/people/me/x*', 'outside'],
    ['.', '/work-of/me/app/src', 'project'],
    ['..', '/work-of/me/app', 'project'],
    ['../..', '/work-of/me', 'project'],
    ['../*', '/work-of/me/app', 'project'],
    ['*', '/work-of/me/app/src', 'inside'],
    ['a', '/work-of/me/app/src/a', 'inside'],
    ['../dist', '/work-of/me/app/dist', 'inside'],
    ['../.git', '/work-of/me/app/.git', 'git'],
    ['../.git/x', '/work-of/me/app/.git/x', 'git'],
    ['../.worktrees/x', '/work-of/me/app/.worktrees/x', 'worktree'],
    ['../.claude/worktrees/x/y', '/work-of/me/app/.claude/worktrees/x/y', 'worktree'],
    ['../../other', '/work-of/me/other', 'outside'],
    ['../../app2', '/work-of/me/app2', 'outside'],
    ['/tmp/x', '/tmp/x', 'temporary'],
    ['/tmp/claude-1/x', '/tmp/claude-1/x', 'scratch'],
    ['/private/tmp/claude-1/x', '/private/tmp/claude-1/x', 'scratch'],
    ['/tmpfiles/x', '/tmpfiles/x', 'outside'],
    ['/etc/x/y', '/etc/x/y', 'system'],
    ['/usr/local/lib/x', '/usr/local/lib/x', 'outside'],
    ['/dev/null', '/dev/null', 'outside'],
    ['C:\\x', null, 'outside'],
    ['\\', null, 'outside'],
    ['~root', null, 'home'],
    ['~root/x', null, 'outside'],
    ['', null, 'unknown'],
    [null, null, 'unknown'],
    ['x/'.repeat(3000), null, 'unknown'],
  ])('%s', (written, path, place) => {
    expect(observed(written)).toMatchObject({ path, place });
  });

  it('is unknown when the folder is, unless it says where it is', () => {
    expect(observed('x', { directoryKnown: false })).toMatchObject({ path: null, place: 'unknown' });
    expect(observed('/etc', { directoryKnown: false })).toMatchObject({ path: '/etc', place: 'system' });
  });

  it.each([
    ['/', 'root'],
    ['/*', 'root'],
    ['/x/../..', 'root'],
    ['~', 'home'],
    ['~/*', 'home'],
    ['~/x', 'outside'],
    ['/home/x', 'home'],
    ['/etc/x', 'system'],
    ['/tmp/x', 'temporary'],
    ['/srv/app/x', 'outside'],
    ['/work-of/me/app', 'outside'],
    ['.', 'outside'],
  ])('on another machine is told by the text: %s', (written, place) => {
    expect(observed(written, { details: { host: 'remote' } })).toMatchObject({ place });
  });

  it.each([
    ['dist/', 'inside'],
    ['/tmp/x/', 'temporary'],
    ['/tmp/x-', 'temporary'],
    ['/tmp/claude-1/', 'scratch'],
    ['/tmp/', 'unknown'],
    ['./', 'unknown'],
    ['~/', 'unknown'],
    ['/', 'unknown'],
    ['/et', 'root'],
    ['/etc/x', 'system'],
    ['~/x', 'outside'],
  ])('that begins with %s is judged by that', (prefix, place) => {
    expect(observed(null, { paths: [{ written: null, prefix, span: null }] })).toMatchObject({ written: null, place });
  });

  it('never is a harmless place above the project, whatever the spelling', () => {
    const step = fc.constantFrom('.', '..', '', 'src', 'app', 'me', 'x');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const { path, place } = observed(`./${steps.join('/')}`) ?? {};
        const holds = path !== null && `${PLACE.folder}/`.startsWith(path === '/' ? '/' : `${path}/`);
        expect(['root', 'home', 'project', 'system'].includes(place ?? '')).toBe(holds);
      }),
    );
  });
});

describe('a folder of the system', () => {
  it.each([
    ['/usr', 'system'],
    ['/usr/bin/x', 'system'],
    ['/usr/local', 'system'],
    ['/usr/local/bin', 'system'],
    ['/usr/local/bin/x', null],
    ['/var', 'system'],
    ['/var/log', 'system'],
    ['/var/log/x', null],
    ['/var/lib/x', 'system'],
    ['/var/lib/apt/lists', null],
    ['/var/tmp/x', 'temporary'],
    ['/var/folders/a/b/T/x', 'temporary'],
    ['/opt', 'system'],
    ['/opt/x', null],
    ['/lib64/x', 'system'],
    ['/library', null],
    ['/root', 'home'],
    ['/root/x', null],
    ['/home/x/y', null],
    ['/mnt/c', 'system'],
    ['/mnt/data', null],
    ['/dev/sda', 'system'],
    ['/dev/shm/x', null],
    ['/private/etc/x', 'system'],
    ['/private', 'system'],
    ['/data', null],
  ])('%s', (path, place) => {
    expect(systemPlace(path)).toBe(place);
  });
});
