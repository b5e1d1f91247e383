import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { matcherMatches } from '../../src/hooks/install/matcher.ts';
import { type Project, temporaryProject } from '../hooks/install/project.ts';
import { SAMPLES } from '../hooks/install/settings-samples.ts';
import { cleanEnv, DIST, loggedEvents, runDocket } from '../kit/hook-process.ts';

interface Case {
  readonly id: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

const CASES = readFileSync('fixtures/cases/install.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Case]));

const given = (id: string): Case => {
  const found = CASES.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no case ${id}`);
  return found;
};

const LOCAL = '.claude/settings.local.json';

type Hooks = Readonly<Record<string, readonly { matcher?: string; hooks: readonly Handler[] }[]>>;
interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
}

const docket = ({ cwd, home }: Project, ...args: readonly string[]) => {
  const run = runDocket(args, cwd, { env: { HOME: home } });
  expect(run.status, run.stderr + run.stdout).toBe(0);
  return run.stdout;
};

const init = (project: Project, version = '2.1.332', ...more: readonly string[]) =>
  docket(project, 'init', '--yes', '--client-version', version, ...more);

const hooksIn = (project: Project, file = LOCAL): Hooks => (JSON.parse(project.read(file)) as { hooks: Hooks }).hooks;

/** Starts a handler as the host does: without a shell where it has `args`, else by `sh -c`; stdin is a hook's. */
const start = ({ command, args }: Handler, { cwd, home }: Project, prompt = 'hello') => {
  const input = JSON.stringify({ hook_event_name: 'UserPromptSubmit', session_id: 's1', prompt, cwd });
  const env = cleanEnv({ CLAUDE_PROJECT_DIR: cwd, HOME: home });
  const words = args?.map((word) => word.replaceAll('$' + '{CLAUDE_PROJECT_DIR}', cwd));
  return words === undefined
    ? spawnSync('sh', ['-c', command], { input, cwd, env, encoding: 'utf8' })
    : spawnSync(command, words, { input, cwd, env, encoding: 'utf8' });
};

describe('cases/install', () => {
  it('are these', () => {
    expect(CASES.map(({ id }) => id)).toEqual([
      'in-byte-for-byte',
      'in-plugin-duplicate',
      'in-dangling',
      'in-matcher-resume',
      'in-space-in-path',
      'in-symlinked-settings',
    ]);
  });

  describe('in-byte-for-byte', () => {
    const { expect: wanted } = given('in-byte-for-byte');
    const OLD = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"~/.claude/hooks/surface.sh"}]}]}}';

    it.each<[string, string | null]>([
      ['no file', null],
      ['an empty file', ''],
      ['white space', ' \n\t\n'],
      ['a byte order mark', '\uFEFF{\n}\n'],
      ['CRLF, tabs, comments, a trailing comma, no newline at the end', SAMPLES.COMMENTED],
      ['four spaces', SAMPLES.PERSONAL],
      ['one line', '{"model":"opus","hooks":{"Stop":[]}}'],
      ['CR alone', '{\r  "model": "opus"\r}\r'],
      ['odd indentation', '{\n "a":1,\n\t   "hooks" : { "Stop":\n[] }\n   }\n\n\n'],
      ['keys of other languages', '{\n  "größe": "🚀",\n  "hooks": {}\n}'],
      ['shell hooks from before', OLD],
    ])('%s', (_name, text) => {
      const project = temporaryProject();
      const [scope, file] = text === null ? ['project', '.claude/settings.json'] : ['local', LOCAL];
      if (text !== null) project.write(file, text);
      init(project, '2.1.332', '--retire', '--scope', scope);
      expect(project.read(file)).not.toBe(text);
      init(project, '2.1.138', '--scope', scope);
      docket(project, 'uninstall', '--yes', '--scope', scope);
      const after = project.exists(file) ? project.read(file) : null;
      expect(after === text, JSON.stringify(after)).toBe(wanted['identical']);
    });

    it('keeps what somebody changed in between', () => {
      const project = temporaryProject();
      project.write(LOCAL, SAMPLES.PERSONAL);
      init(project);
      project.write(LOCAL, project.read(LOCAL).replace('"acceptEdits"', '"plan"'));
      docket(project, 'uninstall', '--yes');
      expect(project.read(LOCAL)).toBe(SAMPLES.PERSONAL.replace('"acceptEdits"', '"plan"'));
    });
  });

  it('in-plugin-duplicate', () => {
    const { input, expect: wanted } = given('in-plugin-duplicate');
    const project = temporaryProject();
    const enabledPlugins = { 'docket@docket': input['plugin_registers'] };
    mkdirSync(join(project.home, '.claude'));
    writeFileSync(join(project.home, '.claude', 'settings.json'), JSON.stringify({ enabledPlugins }));
    const files = [LOCAL, '.claude/settings.json'];
    for (const scope of ['local', 'project', 'user']) init(project, '2.1.332', '--scope', scope);
    const texts = files.flatMap((file) => (project.exists(file) ? [project.read(file)] : []));
    texts.push(readFileSync(join(project.home, '.claude', 'settings.json'), 'utf8'));
    expect(texts.join('').split('claude-code').length - 1).toBe(wanted['settings_entries']);
  });

  it('in-dangling: init brings an entry for a program that is gone up to date', () => {
    const { input } = given('in-dangling');
    expect(input['settings_path_exists']).toBe(false);
    const project = temporaryProject();
    init(project);
    project.write(LOCAL, project.read(LOCAL).replaceAll(join(DIST, 'hook.cjs'), '/gone/docket/dist/hook.cjs'));
    init(project);
    expect(project.read(LOCAL)).not.toContain('/gone');
    expect(start(hooksIn(project)['UserPromptSubmit']?.[0]?.hooks[0] as Handler, project)).toMatchObject({ status: 0 });
    expect(loggedEvents(project.cwd)).not.toEqual([]);
  });

  it('in-matcher-resume', () => {
    const { input, expect: wanted } = given('in-matcher-resume');
    const matcher = String(input['matcher']);
    expect(matcherMatches(matcher, String(wanted['misses']))).toBe(false);
    const project = temporaryProject();
    // An entry of docket that somebody narrowed.
    init(project);
    const text = project.read(LOCAL);
    const narrowed = text.replace(/"SessionStart": \[\s*\{/, `$& "matcher": ${JSON.stringify(matcher)},`);
    expect(narrowed).not.toBe(text);
    project.write(LOCAL, narrowed);
    init(project);
    const groups = hooksIn(project)['SessionStart'] ?? [];
    expect(groups).toHaveLength(1);
    for (const source of ['startup', 'resume', 'clear', 'compact', 'fork', 'one of next year']) {
      expect(matcherMatches(groups[0]?.matcher, source), source).toBe(true);
    }
  });

  describe('in-space-in-path', () => {
    const { input, expect: wanted } = given('in-space-in-path');
    const named = String(input['project']).split('/').at(-1) as string;

    it.each([named, `it's "my" app`, '$HOME & `co`; ü\\n'])('%s', (name) => {
      const project = temporaryProject(name);
      // The project's own docket, below that path. Without a code cache it only starts slower.
      const own = project.path('node_modules/docket');
      project.write('node_modules/docket/package.json', '{}');
      const isCache = (path: string): boolean => /cache(?:\.cjs)?$/.test(path);
      cpSync(DIST, join(own, 'dist'), { recursive: true, filter: (path) => !isCache(path) });
      const run = (...args: string[]): void => {
        const env = cleanEnv({ HOME: project.home });
        const words = [join(own, 'dist', 'docket.cjs'), ...args];
        const { status, stderr } = spawnSync(process.execPath, words, { cwd: project.cwd, env, encoding: 'utf8' });
        expect(status, stderr).toBe(0);
      };
      let prompts = 0;
      for (const [version, scope] of [
        ['2.1.332', 'local'],
        ['2.1.138', 'user'],
        ['2.1.332', 'project'],
        ['2.1.138', 'project'],
      ] as const) {
        run('init', '--yes', '--scope', scope, '--client-version', version);
        const file = scope === 'project' ? '.claude/settings.json' : LOCAL;
        const text =
          scope === 'user' ? readFileSync(join(project.home, '.claude', 'settings.json'), 'utf8') : project.read(file);
        const { hooks } = JSON.parse(text) as { hooks: Hooks };
        const handler = hooks['UserPromptSubmit']?.[0]?.hooks[0] as Handler;
        expect(start(handler, project, `hello ${prompts}`)).toMatchObject({ status: 0, stderr: '' });
        prompts += 1;
        const recorded = loggedEvents(project.cwd).filter(({ type }) => type === 'PromptSubmitted').length;
        expect(recorded === prompts, `${scope} ${version}`).toBe(wanted['quoted']);
      }
    });
  });

  it('in-symlinked-settings', () => {
    const { input, expect: wanted } = given('in-symlinked-settings');
    const [name, target] = Object.entries(input)[0] as [string, string];
    const project = temporaryProject();
    const link = project.path(`.claude/${name}`);
    const to = `../${target.replace('-> ', '')}`;
    mkdirSync(dirname(link));
    const real = project.write(target.replace('-> ', ''), '{ "model": "opus" }\n');
    symlinkSync(to, link);
    init(project, '2.1.332', '--scope', 'project');
    expect(readlinkSync(link) === to).toBe(wanted['link_kept']);
    expect(readFileSync(real, 'utf8')).toContain('claude-code');
    docket(project, 'uninstall', '--yes', '--scope', 'project');
    expect(readlinkSync(link) === to).toBe(wanted['link_kept']);
    expect(readFileSync(real, 'utf8')).toBe('{ "model": "opus" }\n');
  });
});
