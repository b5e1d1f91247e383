import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { doctorProject, ownHandler, type ToldFinding, toldBy } from '../cli/doctor/doctor-project.ts';

// The cases of cases/install.ndjson that ask what docket doctor says of a registration.

interface Case {
  readonly id: string;
  readonly input: { readonly settings_path_exists?: boolean; readonly matcher?: string };
  readonly expect: { readonly doctor?: string; readonly misses?: string };
}

const CASES = readFileSync('fixtures/cases/install.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Case]));

const of = (id: string): Case => CASES.find((one) => one.id === id) as Case;

const found = (findings: readonly ToldFinding[], id: string): string | undefined =>
  findings.find((one) => one.id === id)?.evidence.join('\n');

const shell = (command: string) => ({ type: 'command', command, timeout: 5 });

const DEPENDENCY = 'node "$' + '{CLAUDE_PROJECT_DIR}/node_modules/docket/dist/hook.cjs" --host claude-code';

describe('in-dangling', () => {
  const { input, expect: wanted } = of('in-dangling');

  it('asks for a word about an entry whose script is gone', () => {
    expect({ input, wanted }).toEqual({ input: { settings_path_exists: false }, wanted: { doctor: 'warn' } });
  });

  it.each([
    ['the script, in exec form', { ...ownHandler('/gone/dist/hook.cjs') }, '/gone/dist/hook.cjs does not exist'],
    ['the interpreter', { ...ownHandler(undefined, '/gone/node') }, '/gone/node does not exist'],
    ['a command that is on no PATH', shell('docket-gone/docket hook --host claude-code'), 'docket does not exist'],
    [
      'the script, in shell form',
      shell("node '/gone/dist/hook.cjs' --host claude-code"),
      '/gone/dist/hook.cjs does not',
    ],
    ['the dependency of the project', shell(DEPENDENCY), 'node_modules/docket/dist/hook.cjs does not exist'],
  ])('says so of %s, with the line', (_what, handler, says) => {
    const project = doctorProject();
    project.entry('Stop', (entry) => {
      for (const key of Object.keys(entry)) delete entry[key];
      Object.assign(entry, handler);
    });
    const { findings, status } = toldBy(project);
    const evidence = found(findings, 'registration/dangling');
    expect(evidence).toContain(says);
    expect(evidence).toMatch(/Stop at .*settings\.local\.json:\d+/);
    expect(status).toBe(1);
  });

  it('warns of it where the hook is somebody else’s', () => {
    const project = doctorProject();
    project.foreign('PostToolUse', shell('"$CLAUDE_PROJECT_DIR"/.claude/hooks/format.sh'), 'Write');
    const dead = toldBy(project).findings.find(({ id }) => id === 'conflict/dead-entry');
    expect(dead).toMatchObject({ severity: 'warning' });
    expect(dead?.evidence.join()).toContain('hooks/format.sh does not exist');
  });
});

describe('in-matcher-resume', () => {
  const { input, expect: wanted } = of('in-matcher-resume');

  it.each([
    [input.matcher, wanted.misses],
    ['startup', 'resume'],
    ['startup|resume|clear|compact', 'fork'],
    ['startup|resume|clear|compact|fork', null],
    ['.*', null],
    ['', null],
    ['*', null],
    ['[', 'startup'],
  ])('the sources of "%s" miss %s', (matcher, misses) => {
    const project = doctorProject();
    project.entry('SessionStart', (_, group) => {
      group.matcher = matcher as string;
    });
    const evidence = found(toldBy(project).findings, 'registration/matcher');
    if (misses === null) expect(evidence).toBeUndefined();
    else expect(evidence).toMatch(new RegExp(`misses .*\\b${misses}\\b`));
  });

  it('finds that two entries together miss nothing, and that tools are missed', () => {
    const project = doctorProject();
    project.settings(({ hooks }) => {
      hooks['SessionStart'] = ['startup|clear', 'resume|compact|fork'].map((matcher) => ({
        matcher,
        hooks: [ownHandler()],
      }));
      hooks['PreToolUse'] = [{ matcher: 'Bash|Write', hooks: [ownHandler()] }];
    });
    const { findings } = toldBy(project);
    expect(findings.map(({ id }) => id)).toEqual(['registration/matcher']);
    expect(found(findings, 'registration/matcher')).toMatch(/misses Edit, NotebookEdit, Read/);
  });
});
