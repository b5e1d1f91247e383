import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyChange, isNoChange, planInstall, planUninstall } from '../../../src/hooks/install/install.ts';
import type { Outcome } from '../../../src/hooks/install/outcome.ts';
import type { Registration } from '../../../src/hooks/install/registration.ts';
import { countOwnEntries } from '../../../src/hooks/install/settings-edit.ts';
import type { Place } from '../../../src/hooks/install/settings-target.ts';
import { type Project, registration, temporaryProject } from './project.ts';
import { SAMPLES } from './settings-samples.ts';

const LOCAL = '.claude/settings.local.json';

const valueOrThrow = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(outcome.problem.message);
  return outcome.value;
};

const at = (project: Project, scope: Place['scope'] = 'local'): Place => ({
  scope,
  env: project.env,
  cwd: project.cwd,
});

const install = (place: Place, what: Registration = registration()) =>
  valueOrThrow(applyChange(valueOrThrow(planInstall(what, place)), place));

const uninstall = (place: Place) => valueOrThrow(applyChange(valueOrThrow(planUninstall(place)), place));

describe('installing and uninstalling', () => {
  it.each(Object.entries(SAMPLES))('in-byte-for-byte: %s comes back as it was', (_name, text) => {
    const project = temporaryProject();
    project.write(LOCAL, text);
    install(at(project));
    expect(countOwnEntries(project.read(LOCAL))).toBe(32);
    uninstall(at(project));
    expect(project.read(LOCAL)).toBe(text);
  });

  it('in-byte-for-byte: any JSON comes back as it was, also after an upgrade', () => {
    const project = temporaryProject();
    const content = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    const text = fc
      .tuple(content, fc.constantFrom('', '  ', '\t'), fc.constantFrom('', '\n', ' \r\n\r\n'), fc.boolean())
      .map(([value, indent, end, bom]) => `${bom ? '\uFEFF' : ''}${JSON.stringify(value, null, indent)}${end}`);
    fc.assert(
      fc.property(
        fc.oneof(text, fc.constantFrom('', '\n', '\uFEFF', '{ }', '{\n\n}')),
        fc.boolean(),
        (before, twice) => {
          project.write(LOCAL, before);
          install(at(project), registration('2.1.100'));
          if (twice) install(at(project));
          uninstall(at(project));
          expect(project.read(LOCAL)).toBe(before);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('removes the file and the folders it made, and leaves no trace', () => {
    const project = temporaryProject();
    install(at(project));
    expect(readdirSync(project.cwd).sort()).toEqual(['.claude', '.docket', '.git']);
    expect(readdirSync(project.path('.claude'))).toEqual(['settings.local.json']);
    uninstall(at(project));
    expect(readdirSync(project.cwd)).toEqual(['.git']);
  });

  it('keeps a .claude folder that was there, or that holds something by now', () => {
    const empty = temporaryProject();
    mkdirSync(empty.path('.claude'));
    install(at(empty));
    uninstall(at(empty));
    expect(readdirSync(empty.path('.claude'))).toEqual([]);

    const filled = temporaryProject();
    install(at(filled));
    filled.write('.claude/agents/a.md', 'x');
    uninstall(at(filled));
    expect(readdirSync(filled.path('.claude'))).toEqual(['agents']);
  });

  it('keeps the log', () => {
    const project = temporaryProject();
    install(at(project));
    project.write('.docket/000001.ndjson', 'x');
    uninstall(at(project));
    expect(readdirSync(project.path('.docket')).sort()).toEqual(['.gitignore', '000001.ndjson']);
  });

  it('keeps what a person changed after installing', () => {
    const project = temporaryProject();
    project.write(LOCAL, '{\n  "model": "opus"\n}\n');
    install(at(project));
    project.write(LOCAL, project.read(LOCAL).replace('"opus"', '"haiku"'));
    uninstall(at(project));
    expect(project.read(LOCAL)).toBe('{\n  "model": "haiku"\n}\n');
  });

  it('keeps what a person put into a file that docket made, also when it registered again since', () => {
    const project = temporaryProject();
    install(at(project), registration('2.1.100'));
    project.write(LOCAL, project.read(LOCAL).replace('{', '{\n  "model": "opus",'));
    install(at(project));
    uninstall(at(project));
    expect(JSON.parse(project.read(LOCAL))).toEqual({ model: 'opus' });
  });

  it('removes a file it made when a person took out again all they had put in', () => {
    const project = temporaryProject();
    install(at(project));
    project.write(LOCAL, `${project.read(LOCAL)}\n\n`);
    uninstall(at(project));
    expect(project.exists('.claude')).toBe(false);
  });

  it('takes its entries out without a record too', () => {
    const project = temporaryProject();
    project.write(LOCAL, SAMPLES.MINIMAL);
    install(at(project));
    project.write(`.docket/install/${readdirSync(project.path('.docket/install'))[0]}`, '{"v":1,"path":"elsewhere"}');
    uninstall(at(project));
    expect(project.read(LOCAL)).toBe(SAMPLES.MINIMAL);
  });

  it('plans nothing the second time', () => {
    const project = temporaryProject();
    install(at(project));
    expect(isNoChange(valueOrThrow(planInstall(registration(), at(project))))).toBe(true);
  });

  it('in-symlinked-settings: writes through a link and leaves it', () => {
    const project = temporaryProject();
    const real = project.write('dotfiles/settings.json', SAMPLES.MINIMAL);
    mkdirSync(project.path('.claude'));
    symlinkSync('../dotfiles/settings.json', project.path('.claude/settings.json'));
    install(at(project, 'project'));
    expect(readlinkSync(project.path('.claude/settings.json'))).toBe('../dotfiles/settings.json');
    expect(lstatSync(real).isFile()).toBe(true);
    expect(countOwnEntries(project.read('dotfiles/settings.json'))).toBe(32);
    uninstall(at(project, 'project'));
    expect(project.read('dotfiles/settings.json')).toBe(SAMPLES.MINIMAL);
    expect(lstatSync(project.path('.claude/settings.json')).isSymbolicLink()).toBe(true);
  });

  it('writes a file of several names in place, so that each shows the same', () => {
    const project = temporaryProject();
    const text = '{"long": "longer than nothing"}\n';
    project.write('dotfiles/settings.json', text);
    mkdirSync(project.path('.claude'));
    linkSync(project.path('dotfiles/settings.json'), project.path(LOCAL));
    install(at(project));
    expect(project.read('dotfiles/settings.json')).toBe(project.read(LOCAL));
    expect(countOwnEntries(project.read(LOCAL))).toBeGreaterThan(1);
    uninstall(at(project));
    expect(statSync(project.path(LOCAL)).nlink).toBe(2);
    expect(project.read('dotfiles/settings.json')).toBe(text);
  });

  it('keeps a link that a person put in the place of the file it made', () => {
    const project = temporaryProject();
    install(at(project));
    mkdirSync(project.path('dotfiles'));
    renameSync(project.path(LOCAL), project.path('dotfiles/local.json'));
    symlinkSync('../dotfiles/local.json', project.path(LOCAL));
    uninstall(at(project));
    expect(lstatSync(project.path(LOCAL)).isSymbolicLink()).toBe(true);
    expect(JSON.parse(project.read('dotfiles/local.json'))).toEqual({});
  });

  it('in-space-in-path: works in a project with a space in its path', () => {
    const project = temporaryProject('my app');
    install(at(project));
    expect(countOwnEntries(project.read(LOCAL))).toBe(32);
    uninstall(at(project));
    expect(project.exists(LOCAL)).toBe(false);
  });

  it('keeps the permission bits, and leaves no temporary file', () => {
    const project = temporaryProject();
    chmodSync(project.write(LOCAL, '{}'), 0o640);
    install(at(project));
    expect(statSync(project.path(LOCAL)).mode & 0o777).toBe(0o640);
    expect(readdirSync(project.path('.claude'))).toEqual(['settings.local.json']);
  });

  it('remembers no content of the settings, and lets nobody else read the record', () => {
    const project = temporaryProject();
    project.write(LOCAL, SAMPLES.PERSONAL);
    install(at(project));
    const [name = ''] = readdirSync(project.path('.docket/install'));
    expect(project.read(`.docket/install/${name}`)).not.toContain('not-a-real-token');
    expect(statSync(project.path(`.docket/install/${name}`)).mode & 0o077).toBe(0);
  });

  it("registers for all projects in the user's own folder, and keeps that record with the user", () => {
    const project = temporaryProject();
    install(at(project, 'user'));
    expect(readdirSync(join(project.home, '.claude'))).toEqual(['settings.json']);
    expect(readdirSync(join(project.home, '.config/docket/install'))).toHaveLength(1);
    expect(project.exists('.docket')).toBe(false);
    uninstall(at(project, 'user'));
    expect(readdirSync(project.home)).toEqual([]);

    mkdirSync(join(project.home, '.config'));
    install(at(project, 'user'));
    install(at(project, 'user'), registration('2.1.100'));
    uninstall(at(project, 'user'));
    expect(readdirSync(project.home)).toEqual(['.config']);

    const moved = { ...at(project, 'user'), env: { ...project.env, CLAUDE_CONFIG_DIR: join(project.home, 'cc') } };
    install(moved);
    expect(readdirSync(join(project.home, 'cc'))).toEqual(['settings.json']);
  });

  it('finds the project from a folder below, and where the host says it is', () => {
    const project = temporaryProject();
    mkdirSync(project.path('src/deep'), { recursive: true });
    install({ ...at(project), cwd: project.path('src/deep') });
    expect(project.exists(LOCAL)).toBe(true);
    install({ ...at(project), env: { ...project.env, CLAUDE_PROJECT_DIR: project.path('src') } });
    expect(project.exists('src/.claude/settings.local.json')).toBe(true);
  });

  it('keeps the ways back of two worktrees apart though they share a log', () => {
    const project = temporaryProject();
    project.write('.git/worktrees/b/commondir', '../..');
    project.write('b/.git', `gitdir: ${project.path('.git/worktrees/b')}`);
    project.write(LOCAL, '{"a": 1}');
    project.write(`b/${LOCAL}`, '{"b": 2}');
    const other = { ...at(project), cwd: project.path('b') };
    install(at(project));
    install(other);
    expect(readdirSync(project.path('.docket/install'))).toHaveLength(2);
    uninstall(at(project));
    uninstall(other);
    expect([project.read(LOCAL), project.read(`b/${LOCAL}`)]).toEqual(['{"a": 1}', '{"b": 2}']);
  });
});

describe('what cannot be installed', () => {
  const problemOf = (project: Project) => planInstall(registration(), at(project));

  it('names a settings file that is a folder, a link to nothing, not text, or not JSON, and changes nothing', () => {
    const folder = temporaryProject();
    mkdirSync(folder.path(LOCAL), { recursive: true });
    expect(problemOf(folder)).toMatchObject({ ok: false, problem: { code: 'not-a-file' } });

    const noFolder = temporaryProject();
    noFolder.write('.claude', 'a file');
    expect(problemOf(noFolder)).toMatchObject({ ok: false, problem: { code: 'not-a-file' } });

    const dangling = temporaryProject();
    mkdirSync(dangling.path('.claude'));
    symlinkSync('nowhere.json', dangling.path(LOCAL));
    expect(problemOf(dangling)).toMatchObject({ ok: false, problem: { code: 'dangling-link' } });

    const noWhere = temporaryProject();
    symlinkSync('nowhere', noWhere.path('.claude'));
    expect(problemOf(noWhere)).toMatchObject({ ok: false, problem: { code: 'dangling-link' } });

    const utf16 = temporaryProject();
    writeFileSync(utf16.write(LOCAL, ''), Buffer.from('\uFEFF{}', 'utf16le'));
    expect(problemOf(utf16)).toMatchObject({ ok: false, problem: { code: 'unreadable' } });

    const broken = temporaryProject();
    broken.write(LOCAL, '{"hooks": ');
    const result = problemOf(broken);
    expect(result).toMatchObject({ ok: false, problem: { code: 'bad-json' } });
    expect(result.ok ? '' : result.problem.message).toContain(broken.path(LOCAL));
    expect(broken.exists('.docket')).toBe(false);
  });

  it('does not overwrite what changed between showing and writing', () => {
    const project = temporaryProject();
    const plan = valueOrThrow(planInstall(registration(), at(project)));
    project.write(LOCAL, '{"mine": true}');
    expect(applyChange(plan, at(project))).toMatchObject({ ok: false, problem: { code: 'changed-meanwhile' } });
    expect(project.read(LOCAL)).toBe('{"mine": true}');
  });

  it('says what is in the way where it is not the settings file', () => {
    const project = temporaryProject();
    writeFileSync(join(project.home, '.config'), '');
    const plan = valueOrThrow(planInstall(registration(), at(project, 'user')));
    const done = applyChange(plan, at(project, 'user'));
    expect(done.ok ? '' : done.problem.message).toMatch(
      /settings\.json was not changed: ENOTDIR at .*\.config\/docket/,
    );
    expect(readdirSync(project.home)).toEqual(['.config']);
  });

  it('changes nothing where it cannot remember the way back', () => {
    const project = temporaryProject();
    project.write(LOCAL, '{}');
    symlinkSync('/', project.path('.docket'));
    const plan = valueOrThrow(planInstall(registration(), at(project)));
    expect(applyChange(plan, at(project))).toMatchObject({ ok: false, problem: { code: 'write-failed' } });
    expect(project.read(LOCAL)).toBe('{}');
  });
});
