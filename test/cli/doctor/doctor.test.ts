import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DIST, runDocket } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { filesAt } from '../files-at.ts';
import { widest } from '../sessions.ts';
import {
  type DoctorProject,
  doctorProject,
  LOCAL,
  ownHandler,
  SHARED,
  type ToldFinding,
  toldBy,
} from './doctor-project.ts';
import { RUN_CASES } from './run-cases.ts';

const HOOK = join(DIST, 'hook.cjs');

const idsOf = (findings: readonly ToldFinding[]): string[] => findings.map(({ id }) => id);

describe('docket doctor where docket works', () => {
  it.each(['shop', 'my shop'])(
    'finds nothing, says what a call costs, and leaves everything as it is, in "%s"',
    (name) => {
      const project = doctorProject(name);
      const before = [filesAt(project.path), filesAt(project.home)];
      const { stdout, stderr, status } = project.doctor();
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      expect(stdout).toContain('everything is as it should be');
      const line = stdout.replace(/\s+/g, ' ');
      expect(line).toMatch(/canary PreToolUse of "rm -rf \/", as text, into a throw-away log: denied, \d+ ms/);
      expect(line).toMatch(
        /a call [\d.]+ ms, of which Node alone [\d.]+; inside docket receive .*; compiled copy accepted/,
      );
      expect(widest(stdout)).toBeLessThanOrEqual(80);
      expect([filesAt(project.path), filesAt(project.home)]).toEqual(before);
    },
  );

  it('says with --json where docket is registered, and when each event and gate was last seen', () => {
    const { ok, status, findings, registered, canaries, latency, lastSeen } = toldBy(doctorProject());
    expect({ ok, status, findings }).toEqual({ ok: true, status: 0, findings: [] });
    expect(registered).toHaveLength(32);
    expect(registered[0]?.at).toMatch(/settings\.local\.json:\d+$/);
    expect(canaries).toMatchObject([{ effect: 'denied' }]);
    expect(existsSync(canaries[0]?.log ?? '')).toBe(false);
    expect(latency).toMatchObject([{ codeCache: 'accepted' }]);
    expect(latency[0]?.call).toBeGreaterThan(0);
    expect(lastSeen.events).toMatchObject({ PreToolUse: expect.stringMatching(/^20/), SessionEnd: null });
    expect(lastSeen.gates).toMatchObject({ guard: { ran: expect.stringMatching(/^20/), fired: null } });
  });

  it('writes no view of the throw-away log into the project', () => {
    const project = doctorProject();
    project.write('docket.config.json', '{ "preset": "standard", "views": true }');
    project.write('.claude/.test-status', 'pass|0|1\n');
    const before = filesAt(project.path);
    expect(toldBy(project).status).toBe(0);
    expect(filesAt(project.path)).toEqual(before);
  });

  it('does not count what is good to know as something found', () => {
    const project = doctorProject();
    project.write('docket.config.json', '{}');
    expect(toldBy(project)).toMatchObject({
      ok: true,
      status: 0,
      findings: [{ id: 'policy/observe', severity: 'note' }],
    });
  });
});

describe('docket doctor runs the registered command line', () => {
  it.each(Object.entries(RUN_CASES))('%s', (id, { breaks, says }) => {
    const project = doctorProject();
    breaks(project);
    const { findings, status } = toldBy(project);
    const finding = findings.find((one) => one.id === id);
    expect(finding, `${id} is not among ${idsOf(findings)}`).toBeDefined();
    expect([finding?.says, ...(finding?.evidence ?? [])].join('\n')).toMatch(says);
    expect(status).toBe(finding?.severity === 'note' ? 0 : 1);
    // What lies in a project that nobody trusts is not run.
    expect(existsSync(project.at('ran'))).toBe(false);
  });

  it('runs what lies in the project once the person told the client to trust it', () => {
    const project = doctorProject();
    project.write('node_modules/docket/dist/hook.cjs', `require(${JSON.stringify(HOOK)})`);
    project.entry('PreToolUse', (handler) => {
      Object.assign(handler, ownHandler('$' + '{CLAUDE_PROJECT_DIR}/node_modules/docket/dist/hook.cjs', 'node'));
    });
    expect(idsOf(toldBy(project).findings)).toContain('canary/not-run');
    const projects = { [project.path]: { hasTrustDialogAccepted: true } };
    project.writeHome('.claude.json', JSON.stringify({ projects }));
    const { findings, canaries } = toldBy(project);
    expect(idsOf(findings)).not.toContain('canary/not-run');
    expect(canaries).toMatchObject([{ effect: 'denied' }]);
  });

  it('sets no variable that a project which nobody trusts brings', () => {
    const project = doctorProject();
    const spy = project.write('spy.cjs', `require('fs').writeFileSync(${JSON.stringify(project.at('ran'))}, '')`);
    project.settings((settings) => {
      settings['env'] = { NODE_OPTIONS: `--require ${spy}` };
    }, SHARED);
    expect(idsOf(toldBy(project).findings)).toContain('environment/node-options');
    expect(existsSync(project.at('ran'))).toBe(false);
  });

  it.each([
    ['a command in a word', ({ at }: DoctorProject) => `node "$(touch ${at('ran')})${HOOK}" --host claude-code`],
    ['a variable', () => `node "$EVIL/dist/hook.cjs" --host claude-code`],
    [
      'a pattern that leads into the project',
      ({ path }: DoctorProject) => `node ${path.slice(0, -1)}?/evil/dist/hook.cjs --host claude-code`,
    ],
    ['the folder that the shell is in', () => 'node ~+/evil/dist/hook.cjs --host claude-code'],
    [
      'a variable that is set first',
      ({ at }: DoctorProject) => `NODE_OPTIONS=--require=${at('evil/dist/hook.cjs')} ${HOOK} --host claude-code`,
    ],
    ['a relative path', () => 'node evil/dist/hook.cjs --host claude-code'],
    ['a link from outside', ({ home }: DoctorProject) => `node ${home}/linked/dist/hook.cjs --host claude-code`],
  ])('runs nothing of a project that nobody trusts through %s', (_what, commandIn) => {
    const project = doctorProject();
    project.write('evil/dist/hook.cjs', `require('fs').writeFileSync(${JSON.stringify(project.at('ran'))}, '')`);
    symlinkSync(project.at('evil'), join(project.home, 'linked'));
    project.entry('PreToolUse', (handler) => {
      delete handler['args'];
      handler['command'] = commandIn(project);
    });
    project.env['EVIL'] = project.at('evil');
    const { canaries } = toldBy(project);
    expect({ canaries, ran: existsSync(project.at('ran')) }).toEqual({ canaries: [], ran: false });
  });

  it.each([
    ['quoted', true],
    ['unquoted', false],
  ])('finds that a path with a space is %s', (_how, isQuoted) => {
    const project = doctorProject('my shop');
    project.write('node_modules/docket/dist/hook.cjs', `require(${JSON.stringify(join(DIST, 'hook.cjs'))})`);
    project.writeHome(
      '.claude.json',
      JSON.stringify({ projects: { [project.path]: { hasTrustDialogAccepted: true } } }),
    );
    const path = '"$CLAUDE_PROJECT_DIR"/node_modules/docket/dist/hook.cjs';
    project.entry('PreToolUse', (handler) => {
      delete handler['args'];
      handler['command'] = `node ${isQuoted ? path : path.replaceAll('"', '')} --host claude-code --timeout 5`;
    });
    const ids = idsOf(toldBy(project).findings);
    expect(ids.includes('canary/failed')).toBe(!isQuoted);
  });
});

describe('docket doctor --fix', () => {
  it('mends what can be mended, says what it did, and finds nothing the second time', () => {
    const project = doctorProject();
    const { at } = project;
    chmodSync(at('.docket/log'), 0o755);
    rmSync(at('.docket/.gitignore'));
    utimesSync(project.write('.docket/log/x.tmp', 'half'), 1, 1);
    project.write('.docket/snapshots/project.json', 'no snapshot');
    project.write('.docket/index/streams.json', 'no index');
    project.entry('SessionStart', (_, group) => {
      group.matcher = 'startup|clear|compact';
    });
    const first = toldBy(project);
    expect(first.status).toBe(1);
    expect(first.findings.every(({ fixable, fixed }) => fixable && fixed === null)).toBe(true);
    const segments = readFileSync(at('.docket/log/000001.ndjson'));

    const { stdout, stderr, status } = project.doctor('--fix');
    expect(status).toBe(0);
    expect(stderr).toMatch(/^-\s+"matcher": "startup\|clear\|compact",?$/m);
    expect(stdout).toContain('✓ mended: took the matcher away in .claude/settings.local.json');
    expect(stdout).toContain('mended: wrote * into .docket/.gitignore');
    expect(stdout).toMatch(/^6 mended|everything is as it should be; \d mended$/m);
    expect(statSync(at('.docket/log')).mode & 0o777).toBe(0o700);
    expect(existsSync(at('.docket/log/x.tmp'))).toBe(false);
    expect(readFileSync(at('.docket/log/000001.ndjson'))).toEqual(segments);
    expect(toldBy(project)).toMatchObject({ ok: true, findings: [] });
  });

  it('leaves the rest of the settings as it was, and docket uninstall gives the file back', () => {
    const project = doctorProject();
    const theirs = `{\n  // mine\n  "model": "opus"\n}\n`;
    project.write(LOCAL, theirs);
    const run = (...args: string[]) => runDocket(args, project.path, { env: { HOME: project.home } });
    expect(run('init', '--yes', '--client-version', '2.1.332').status).toBe(0);
    const text = readFileSync(project.at(LOCAL), 'utf8');
    project.write(LOCAL, text.replace(/("SessionStart": \[\s*\{)/, '$1 "matcher": "startup",'));
    expect(readFileSync(project.at(LOCAL), 'utf8')).not.toBe(text);
    expect(project.doctor('--fix').status).toBe(0);
    expect(readFileSync(project.at(LOCAL), 'utf8')).toContain('// mine');
    expect(readFileSync(project.at(LOCAL), 'utf8')).not.toContain('matcher');
    expect(run('uninstall', '--yes').status).toBe(0);
    expect(readFileSync(project.at(LOCAL), 'utf8')).toBe(theirs);
  });

  it('does for an agent what changes no gate, and leaves the registration to a person', () => {
    const project = doctorProject();
    chmodSync(project.at('.docket/log'), 0o755);
    project.entry('SessionStart', (_, group) => {
      group.matcher = 'startup';
    });
    const before = readFileSync(project.at(LOCAL), 'utf8');
    project.env['CLAUDECODE'] = '1';
    const { findings, status } = toldBy(project, '--fix');
    const of = (id: string) => findings.find((one) => one.id === id);
    expect(of('log/modes')?.fixed).toContain('kept to you');
    expect(of('registration/matcher')).toMatchObject({ fixed: null, failed: expect.stringContaining('only a person') });
    expect(status).toBe(1);
    expect(readFileSync(project.at(LOCAL), 'utf8')).toBe(before);
  });

  it('makes the compiled copy of the hook', () => {
    const project = doctorProject();
    RUN_CASES['latency/no-code-cache']?.breaks(project);
    // As the build's own, which takes seconds to compile everything.
    project.writeHome(
      'copy/dist/make-code-cache.cjs',
      `require('fs').cpSync(${JSON.stringify(join(DIST, 'cache'))}, __dirname + '/cache', { recursive: true })`,
    );
    expect(idsOf(toldBy(project).findings)).toEqual(['latency/no-code-cache']);
    expect(toldBy(project, '--fix').findings).toMatchObject([
      { fixed: expect.stringMatching(/^made a compiled copy of /) },
    ]);
    expect(toldBy(project)).toMatchObject({ findings: [], latency: [{ codeCache: 'accepted' }] });
  });

  it('names what its owner runs where the compiled copy is not this user’s to write', () => {
    const project = doctorProject();
    RUN_CASES['latency/no-code-cache']?.breaks(project);
    // Root may write everywhere, so this stands for a folder that is somebody else's.
    symlinkSync('cache', join(project.home, 'copy/dist/cache'));
    const [finding] = toldBy(project, '--fix').findings;
    expect(finding).toMatchObject({ id: 'latency/no-code-cache', fixed: null, failed: null });
    expect(finding?.command).toMatch(/^sudo \S+ \S+copy\/dist\/make-code-cache\.cjs$/);
  });

  it('writes through a link, and keeps it', () => {
    const project = doctorProject();
    project.entry('SessionStart', (_, group) => {
      group.matcher = 'startup';
    });
    mkdirSync(project.at('dotfiles'));
    project.write('dotfiles/settings.json', readFileSync(project.at(LOCAL), 'utf8'));
    rmSync(project.at(LOCAL));
    symlinkSync(project.at('dotfiles/settings.json'), project.at(LOCAL));
    expect(toldBy(project, '--fix').status).toBe(0);
    expect(readFileSync(project.at('dotfiles/settings.json'), 'utf8')).not.toContain('matcher');
  });
});

describe('docket doctor in odd places', () => {
  it('says in an empty folder that nothing is registered, and changes nothing', () => {
    const project = tempProject();
    const guard = { type: 'command', command: '.claude/hooks/guard.sh' };
    project.write('.claude/hooks/guard.sh', '');
    project.write('.claude/settings.json', JSON.stringify({ hooks: { PreToolUse: [{ hooks: [guard] }] } }));
    const before = filesAt(project.path);
    const { stdout, status } = runDocket(['doctor', '--json'], project.path);
    const { findings } = JSON.parse(stdout) as { findings: ToldFinding[] };
    expect(status).toBe(1);
    expect(idsOf(findings)).toEqual(expect.arrayContaining(['registration/none', 'log/none']));
    // Two guards would need two.
    expect(idsOf(findings).filter((id) => /shell-hooks|rewrite/.test(id))).toEqual([]);
    expect(filesAt(project.path)).toEqual(before);
  });

  it('is misuse with a version that is none', () => {
    const { stderr, status } = runDocket(['doctor', '--client-version', 'latest'], tempProject().path);
    expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('such as 2.1.332') });
  });

  it('lets no text of a settings file steer the terminal', () => {
    const project = doctorProject();
    project.foreign('PostToolUse', { type: 'command', command: '/gone/\u001b[2Jx' });
    expect(project.doctor().stdout).not.toContain('\u001b');
  });
});
