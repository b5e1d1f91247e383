import { describe, expect, it } from 'vitest';
import type { DeclaredCommand } from '../../../src/cli/completions/declaration.ts';
import { GATES } from '../../../src/gates/gates.ts';
import { runDocket, runHook } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { filesIn } from '../sessions.ts';

const declared = JSON.parse(
  runDocket(['completions', 'declaration'], process.cwd()).stdout || 'null',
) as DeclaredCommand;

const RULES = GATES.flatMap(({ rules }) => rules.map(({ id }) => id));

interface Answer {
  readonly kind: string | undefined;
  readonly offers: string[];
}

const answer = (words: readonly string[], path = tempProject().path): Answer => {
  const { stdout, stderr, status } = runDocket(['completions', 'complete', '--', ...words], path);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const [kind, ...lines] = stdout.split('\n');
  expect(lines.pop()).toBe('');
  return { kind, offers: lines.map((line) => line.split('\t')[0] ?? '') };
};

const under = (command: DeclaredCommand, path: readonly string[]): [readonly string[], DeclaredCommand][] => [
  [path, command],
  ...command.commands.flatMap((each) => under(each, [...path, each.name])),
];

const EVERY = under(declared, []);

describe('what completes a word', () => {
  it('is known for every value that a command takes', () => {
    const unknown = EVERY.flatMap(([path, { arguments: takers, options }]) =>
      [...takers, ...options]
        .filter(({ takesValue, values }) => takesValue && values === null)
        .map(({ term }) => `${path.join(' ')} ${term}`),
    );
    expect(EVERY.length).toBeGreaterThan(40);
    expect(unknown).toEqual([]);
  });

  it('is every command there is, with what it does', () => {
    expect(answer(['']).offers).toEqual([...declared.commands.map(({ name }) => name), 'help']);
    expect(runDocket(['completions', 'complete', '--', 'why-'], process.cwd()).stdout).toMatch(
      /^words\nwhy-not\tSay why/,
    );
  });

  const GROUPS = EVERY.filter(([path, { commands }]) => path.length > 0 && commands.length > 0);
  it.each(GROUPS.map(([path, command]) => [path.join(' '), path, command] as const))(
    'is every command of docket %s',
    (_, path, { commands }) => {
      expect(answer([...path, '']).offers).toEqual(expect.arrayContaining(commands.map(({ name }) => name)));
    },
  );

  it.each(['log', 'export', 'tests record', 'questions set'])('is every option of docket %s', (name) => {
    const command = EVERY.find(([path]) => path.join(' ') === name)?.[1];
    const long = command?.options.map(({ term }) => /--[\w-]+/.exec(term)?.[0]);
    expect(answer([...name.split(' '), '-']).offers).toEqual(long);
  });

  it.each([
    ['careful', ['']],
    ['views', ['']],
    ['init', ['--preset', '']],
    ['init', ['--scope', '']],
    ['uninstall', ['--scope', '']],
    ['export', ['--redact', '']],
    ['postmortem', ['--format', '']],
    ['explain-answer', ['--host', '']],
    ['explain-answer', ['--ended', '']],
    ['tests record', ['--status', '']],
    ['questions set', ['an-id', '']],
    ['completions', ['']],
  ])('is a value that the help of docket %s names, behind %j', (name, rest) => {
    const { offers } = answer([...name.split(' '), ...rest]);
    const named = offers.filter((offer) => !name.startsWith('postmortem') || !offer.includes('.'));
    expect(named.length).toBeGreaterThan(1);
    const help = runDocket([...name.split(' '), '--help'], process.cwd()).stdout;
    expect(named.filter((offer) => offer !== 'help' && !help.includes(offer))).toEqual([]);
  });

  it.each<[readonly string[], Answer]>([
    [['help', 'why-'], { kind: 'words', offers: ['why-not'] }],
    [['waive', '--reason', 'wh', 'test-gate/tests-f'], { kind: 'words', offers: ['test-gate/tests-fail'] }],
    [
      ['waive', '--revoke', 'mock-g'],
      { kind: 'words', offers: ['mock-gate', ...RULES.filter((id) => id.startsWith('mock-g'))] },
    ],
    [['log', '--gate', 'test-g'], { kind: 'words', offers: ['test-gate'] }],
    [['log', '--type', 'GatesRuled', 'AnswerS'], { kind: 'words', offers: ['AnswerSent'] }],
    [['log', '--last', '3', '--last'], { kind: 'words', offers: [] }],
    [['policy', 'explain', 'guard.untes'], { kind: 'words', offers: ['guard.untested'] }],
    [['postmortem', '--format', ''], { kind: 'words', offers: ['md', 'html', 'json'] }],
    [['postmortem', '-o', 'x'], { kind: 'files', offers: [] }],
    [['verify', '--key', '--js'], { kind: 'words', offers: ['--json'] }],
    [['classify', '--', '--js'], { kind: 'words', offers: [] }],
    [['log', '--json=x'], { kind: 'words', offers: [] }],
    [['nonsense', '--what', ''], { kind: 'words', offers: [] }],
  ])('%j → %j', (words, expected) => {
    expect(answer(words)).toEqual(expected);
  });

  it('is a session of the log, the newest first, and a workflow of the policy', () => {
    const { path, write } = tempProject();
    for (const id of ['older', 'newer', 'has space', 'esc\u001b[2J']) {
      runHook(JSON.stringify({ hook_event_name: 'SessionStart', session_id: id, source: 'startup' }), path);
    }
    expect(answer(['replay', ''], path)).toEqual({ kind: 'files', offers: ['newer', 'older'] });
    expect(answer(['export', '--session', 'newer', 'o'], path).offers).toEqual(['older']);
    write('docket.config.json', JSON.stringify({ workflows: { release: {} } }));
    expect(answer(['workflow', 'show', ''], path).offers).toEqual(['release']);
  });

  it('writes nothing, and says nothing where there is no log or it cannot be read', () => {
    const { path, write } = tempProject();
    expect(answer(['log', '--session', ''], path)).toEqual({ kind: 'words', offers: [] });
    expect(filesIn(path)).toEqual({});
    runHook(JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's1', source: 'startup' }), path);
    const before = filesIn(path);
    expect(answer(['log', '--session', ''], path).offers).toEqual(['s1']);
    expect(filesIn(path)).toEqual(before);
    write('docket.config.json', '{ broken');
    write('.docket/index/streams.json', 'broken');
    expect(answer(['workflow', 'show', ''], path).offers).toEqual([]);
    expect(answer(['log', '--session', ''], path).offers).toEqual(['s1']);
  });
});

describe('docket completions', () => {
  it('prints a script for each shell, and says which there are', () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      expect(runDocket(['completions', shell], process.cwd())).toMatchObject({ status: 0, stderr: '' });
    }
    const { status, stderr } = runDocket(['completions', 'tcsh'], process.cwd());
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: 'docket: There are no completions for tcsh: docket completions bash|zsh|fish.\n',
    });
    expect(runDocket(['completions'], process.cwd()).status).toBe(2);
  });
});
