import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { InitOptions } from '../../src/cli/init.ts';
import { runInit } from '../../src/cli/init.ts';
import { UsageError } from '../../src/cli/io.ts';
import { countOwnEntries } from '../../src/hooks/install/settings-edit.ts';
import { type Project, temporaryProject } from '../hooks/install/project.ts';
import { SAMPLES } from '../hooks/install/settings-samples.ts';
import { ioIn } from './install-io.ts';

const LOCAL = '.claude/settings.local.json';
const SHARED = '.claude/settings.json';

const init = async (project: Project, options: InitOptions = {}, answer: string | readonly string[] | null = null) => {
  const program = { node: '/opt/my node/bin/node', hook: project.write('docket/dist/hook.cjs', '') };
  const { io, said } = ioIn(project, answer);
  const code = await runInit({ clientVersion: '2.1.332', ...options }, io, program);
  return { code, ...said };
};

describe('docket init', () => {
  it('shows the diff and writes the personal settings of the project on --yes', async () => {
    const project = temporaryProject();
    const { code, out, err, questions } = await init(project, { yes: true });
    expect({ code, err, questions }).toEqual({ code: 0, err: '', questions: [] });
    expect(out).toMatch(/^--- \/dev\/null\n\+\+\+ \.claude\/settings\.local\.json\n@@ /);
    expect(out).toContain('local scope, 32 events, for Claude Code 2.1.332');
    expect(out).toContain(`starts ${project.path('docket/dist/hook.cjs')} with /opt/my node/bin/node: absolute paths`);
    expect(out).toContain('preset observe (no docket.config.json): nothing is enforced');
    expect(countOwnEntries(project.read(LOCAL))).toBe(32);
    expect(project.exists('docket.config.json')).toBe(false);
  });

  it('writes nothing the second time, and needs nobody to say so', async () => {
    const project = temporaryProject();
    await init(project, { yes: true, preset: 'standard' });
    const before = [project.read(LOCAL), project.read('docket.config.json')];
    const { code, out } = await init(project, { preset: 'standard' });
    expect(code).toBe(0);
    expect(out).toContain('nothing to write');
    expect(out).not.toContain('@@');
    expect([project.read(LOCAL), project.read('docket.config.json')]).toEqual(before);
  });

  it.each([
    ['y', 0],
    ['YES ', 0],
    ['', 1],
    ['n', 1],
    ['yes please', 1],
  ])('asks at a terminal: %j ends with %i', async (answer, expected) => {
    const project = temporaryProject();
    const { code, questions } = await init(project, { scope: 'local', preset: 'observe' }, answer);
    expect(questions).toEqual(['Write this? [y/N] ']);
    expect(code).toBe(expected);
    expect(project.exists(LOCAL)).toBe(expected === 0);
  });

  it('writes nothing without a terminal and without --yes, and says how', async () => {
    const project = temporaryProject();
    const { code, out, err } = await init(project);
    expect(code).toBe(2);
    expect(out).toContain('+++ .claude/settings.local.json');
    expect(err).toContain('--yes');
    expect(project.exists('.claude')).toBe(false);
  });

  it('writes nothing on --dry-run, whatever else is said', async () => {
    const project = temporaryProject();
    const { code, out } = await init(project, { yes: true, dryRun: true, preset: 'strict' });
    expect(code).toBe(0);
    expect(out).toContain('+++ docket.config.json');
    expect(project.exists('.claude') || project.exists('.docket') || project.exists('docket.config.json')).toBe(false);
  });

  it('writes the preset, and keeps the rest of a policy that is there', async () => {
    const project = temporaryProject();
    const fresh = await init(project, { yes: true, preset: 'standard' });
    expect(fresh.out).toContain('policy: preset standard');
    expect(JSON.parse(project.read('docket.config.json'))).toMatchObject({ preset: 'standard' });
    project.write('docket.config.json', '{\n\t"preset": "standard",\n\t"gates": {}\n}\n');
    await init(project, { yes: true, preset: 'strict' });
    expect(project.read('docket.config.json')).toBe('{\n\t"preset": "strict",\n\t"gates": {}\n}\n');
    expect((await init(project)).out).toContain('policy: preset strict');
  });

  it.each([
    ['observe', {}, 5],
    ['standard', {}, 5],
    ['strict', {}, 10],
    ['standard', { lint: { mode: 'enforce' } }, 10],
    ['observe', { lint: { rules: { problems: 'enforce' } } }, 10],
    ['strict', { lint: { mode: 'off' } }, 5],
  ])('gives linters the time that %s with %o lets them have', async (preset, gates, seconds) => {
    const project = temporaryProject();
    project.write('docket.config.json', JSON.stringify({ preset, gates }));
    await init(project, { yes: true });
    const { hooks } = JSON.parse(project.read(LOCAL)) as { hooks: Record<string, [{ hooks: [{ timeout: number }] }]> };
    expect(hooks['PostToolUse']?.[0].hooks[0].timeout).toBe(seconds);
  });

  it('says what llm-review would send where, and nothing of it while it is off', async () => {
    const project = temporaryProject();
    const env = { ...project.env, GEMINI_API_KEY: 'g-secret', OPENAI_API_KEY: 'o-secret' };
    expect((await init({ ...project, env }, { dryRun: true, preset: 'strict' })).out).not.toMatch(/gemini|llm-review/i);
    const on = { preset: 'standard', gates: { 'llm-review': { mode: 'enforce', models: { openai: 'big' } } } };
    project.write('docket.config.json', JSON.stringify(on));
    const { out } = await init({ ...project, env }, { dryRun: true });
    expect(out).toContain('llm-review is on (enforce) and sends each shell command that docket cannot prove safe');
    expect(out).toContain('to gemini (gemini-2.0-flash) at generativelanguage.googleapis.com and, where that');
    expect(out).toContain(
      'or fails, to openai (big) at api.openai.com, with your key; LLM_REVIEW_ENABLED=0 switches it off',
    );
    expect(out).toContain('the time-out registered for it is 20 seconds');
    expect(out).not.toContain('secret');
    const keyless = await init(project, { dryRun: true });
    expect(keyless.out).toContain('llm-review is on (enforce) and sends nothing for now: there is no key');
  });

  it('says what holds when a stronger file decides, and what is wrong with the policy', async () => {
    const project = temporaryProject();
    project.write('docket.config.local.json', '{"preset": "observe"}');
    project.write('docket.config.json', '{"preset": "standard", "gates": {"no-such-gate": {}}}');
    const { out, err } = await init(project, { dryRun: true, preset: 'strict' });
    expect(out).toContain('policy: preset observe');
    expect(err).toContain('no-such-gate');
  });

  it('writes a committed file without a path of this machine, and says what teammates need', async () => {
    for (const dependency of [true, false]) {
      const project = temporaryProject('my app');
      if (dependency) project.write('package.json', '{"devDependencies": {"docket": "*"}}');
      const { code, out } = await init(project, { yes: true, scope: 'project' });
      expect(code).toBe(0);
      const text = project.read(SHARED);
      expect(text).not.toContain(project.cwd);
      expect(text).not.toContain('/opt');
      expect(text).toContain(dependency ? '/node_modules/docket/dist/hook.cjs"' : '"docket hook --host claude-code');
      expect(out).toContain(dependency ? 'npm install' : 'installed globally');
      expect(out).toContain('fit to commit for Claude Code 2.1.332 and newer');
    }
  });

  it('registers for all projects in user scope', async () => {
    const project = temporaryProject();
    const { code, out } = await init(project, { yes: true, scope: 'user' });
    expect(code).toBe(0);
    expect(out).toContain(`+++ ${project.home}/.claude/settings.json`);
    expect(out).toContain('for all your projects');
    expect(project.exists('.claude')).toBe(false);
  });

  it('is careful with a client whose version nobody knows', async () => {
    const project = temporaryProject();
    const { out } = await init(project, { yes: true, clientVersion: undefined });
    expect(out).toContain('a Claude Code of unknown version');
    expect(project.read(LOCAL)).not.toContain('PreSkillShellCommand');
    expect(project.read(LOCAL)).toContain("'/opt/my node/bin/node'");
  });

  it.each(Object.entries(SAMPLES))('%s: says how many hooks it kept', async (name, text) => {
    const project = temporaryProject();
    project.write(LOCAL, text);
    const { out } = await init(project, { yes: true });
    const kept = { MINIMAL: 'kept 1 hook of yours', COMMENTED: 'kept 6 hooks of yours', PERSONAL: '' }[name];
    expect(out.match(/^kept .*$/m)?.[0] ?? '').toBe(kept);
  });

  it('warns of hooks of any scope that may rewrite the same calls', async () => {
    const project = temporaryProject();
    project.write(SHARED, SAMPLES.COMMENTED);
    const { err } = await init(project, { yes: true });
    expect(err).toContain('the last to finish wins');
    expect(err).toContain('  PreToolUse (Bash): ./guard.sh  [.claude/settings.json]');
    expect(err).toContain('  PostToolUse (every tool): http://localhost:9/h');
    expect(err).not.toContain('format.sh');
    expect(err).not.toContain('Is this safe');
  });

  it('warns of a second registration and of hooks switched off', async () => {
    const project = temporaryProject();
    await init(project, { yes: true, scope: 'user' });
    project.write(SHARED, '{"disableAllHooks": true}');
    const { err } = await init(project, { yes: true });
    expect(err).toContain('registered in user scope too');
    expect(err).toContain('"docket uninstall --scope user"');
    expect(err).toContain('.claude/settings.json sets "disableAllHooks"');
  });

  it('passes over other settings files that nobody can read', async () => {
    for (const text of ['{', '['.repeat(200_000), '[]']) {
      const project = temporaryProject();
      project.write(SHARED, text);
      expect(await init(project, { yes: true })).toMatchObject({ code: 0, err: '' });
    }
  });

  it('does not let text from a settings file steer the terminal', async () => {
    const project = temporaryProject();
    const evil = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'x\u001b[2Jy' }] }] } };
    project.write(LOCAL, JSON.stringify(evil));
    const { out, err } = await init(project);
    expect(out + err).not.toContain('\u001b');
    expect(err).toContain('[2Jy');
  });

  it.each([
    ['a broken settings file', LOCAL, '{"hooks": '],
    ['hooks of the wrong shape', LOCAL, '{"hooks": []}'],
    ['a broken policy', 'docket.config.json', '{"preset": '],
  ])('refuses %s and writes nothing', async (_what, file, text) => {
    const project = temporaryProject();
    project.write(file, text);
    const { code, err, out } = await init(project, { yes: true, preset: 'strict' });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain(`${project.path(file)} was not changed`);
    expect(project.read(file)).toBe(text);
    expect(project.exists('.docket')).toBe(false);
  });

  it.each([
    ['one', '{ "preset": "observe" }'],
    ['none', null],
  ])('leaves the policy as it was, %s, where the settings cannot be written', async (_what, policy) => {
    const project = temporaryProject();
    if (policy !== null) project.write('docket.config.json', policy);
    // Where the way back is to be kept.
    project.write('.docket', '');
    const { code, out } = await init(project, { yes: true, preset: 'strict' });
    expect(code).toBe(1);
    expect(out).not.toContain('wrote');
    expect(project.exists('docket.config.json') ? project.read('docket.config.json') : null).toBe(policy);
    expect(project.exists('.claude')).toBe(false);
  });

  it('breaks what it says where a terminal ends, and nowhere else', async () => {
    const [narrow, wide] = [temporaryProject(), temporaryProject()];
    const longest = (text: string): number =>
      Math.max(
        ...text
          .split('\n')
          .filter((line) => /^[a-z]/.test(line))
          .map((line) => line.length),
      );
    const { io, said } = ioIn(narrow, 'y');
    const program = { node: '/opt/node', hook: narrow.write('docket/dist/hook.cjs', '') };
    const options = { scope: 'project', preset: 'standard', clientVersion: '2.1.332' };
    expect(await runInit(options, { ...io, isStdoutTty: true, env: { ...io.env, NO_COLOR: '1' } }, program)).toBe(0);
    expect(longest(said.out)).toBeLessThanOrEqual(80);
    expect(longest((await init(wide, { ...options, yes: true })).out)).toBeGreaterThan(80);
  });

  it('refuses a settings file that is a folder, and to register a hook that is not there', async () => {
    const folder = temporaryProject();
    mkdirSync(folder.path(LOCAL), { recursive: true });
    expect((await init(folder, { yes: true })).code).toBe(1);

    const project = temporaryProject();
    const { io, said } = ioIn(project);
    const program = { node: '/opt/node', hook: project.path('dist/hook.cjs') };
    expect(await runInit({ yes: true, clientVersion: '2.1.332' }, io, program)).toBe(1);
    expect(said.err).toContain('does not exist');
    expect(project.exists('.claude')).toBe(false);
  });

  it.each([[{ scope: 'team' }], [{ preset: 'lenient' }], [{ clientVersion: 'latest' }]])(
    'refuses %j as misuse',
    async (options) => {
      await expect(init(temporaryProject(), { yes: true, ...options })).rejects.toThrow(UsageError);
    },
  );
});
