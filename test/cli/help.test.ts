import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { filesIn, widest } from './sessions.ts';

const COMMANDS = [
  'init',
  'uninstall',
  'doctor',
  'log',
  'status',
  'why',
  'why-not',
  'replay',
  'check',
  'golden',
  'gates',
  'policy',
  'backtest',
  'classify',
  'explain-answer',
  'prove',
  'waive',
  'tests',
  'questions',
  'seal',
  'verify',
  'archive',
  'repair',
  'demo',
  'views',
  'workflow',
  'careful',
  'todo',
  'import',
  'export',
  'postmortem',
  'stats',
  'completions',
  'hook',
];

/** Any number of paths; what is missing there is told all the same. */
const TAKES_PATHS: readonly string[] = ['backtest'];

describe('docket --help', () => {
  it('names every command, the exit codes and where to start', () => {
    const { stdout, stderr, status } = runDocket(['--help'], tempProject().path);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+) .*$/gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== 'help')).toEqual(COMMANDS);
    expect(stdout).toContain('Exit codes: 0 fine, 1 found something, 2 misuse.');
    expect(stdout).toContain('Start with: docket demo');
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('is shown with exit code 2 when no command was named', () => {
    const { stdout, stderr, status } = runDocket([], tempProject().path);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('Usage: docket');
  });

  it('gives the version', () => {
    expect(runDocket(['--version'], tempProject().path)).toEqual({
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      stderr: '',
      status: 0,
    });
  });
});

describe.each(COMMANDS)('docket %s', (command) => {
  it('--help explains itself with examples', () => {
    const project = tempProject();
    const { stdout, stderr, status } = runDocket([command, '--help'], project.path);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toContain(`Usage: docket ${command}`);
    const [, examples] = stdout.split('\nExamples:\n');
    expect(examples).toMatch(new RegExp(`^ {2}\\$ .*docket ${command}\\b`));
    expect(filesIn(project.path)).toEqual({});
  });
});

describe.each(COMMANDS.filter((command) => command !== 'hook'))('docket %s', (command) => {
  it('ends with 2 on a flag that it does not have, and says where help is', () => {
    const project = tempProject();
    const { stdout, stderr, status } = runDocket([command, '--nonsense'], project.path);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain("unknown option '--nonsense'");
    expect(stderr).toContain('--help shows how');
    expect(filesIn(project.path)).toEqual({});
  });
});

/** These take any words. */
const OPEN = ['hook', 'classify', 'explain-answer', 'prove', 'check', 'import', 'backtest'];

describe.each(COMMANDS.filter((command) => !OPEN.includes(command)))('docket %s', (command) => {
  it('ends with 2 on arguments that it does not take', () => {
    const { stdout, stderr, status } = runDocket([command, 'a', 'b', 'c'], tempProject().path);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(TAKES_PATHS.includes(command) ? 'docket: ' : 'too many arguments');
  });
});

describe('docket with a command that does not exist', () => {
  it('suggests the one that was meant', () => {
    const { stderr, status } = runDocket(['verfy'], tempProject().path);
    expect(status).toBe(2);
    expect(stderr).toContain("unknown command 'verfy'");
    expect(stderr).toContain('Did you mean verify?');
  });
});

describe('in a project without a log', () => {
  it.each([
    ['log'],
    ['log', '--json'],
    ['log', '--session', 'x'],
    ['log', '--sessions'],
    ['log', '--suspect'],
    ['status'],
    ['status', '--json'],
    ['why'],
    ['why', '--json'],
  ])('docket %s %s says what to do and ends with 1', (...args) => {
    const project = tempProject();
    const { stdout, stderr, status } = runDocket(
      args.filter((arg) => typeof arg === 'string'),
      project.path,
    );
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toContain(`There is no log in ${project.path}/.docket yet.`);
    expect(stderr).toContain('docket init');
    expect(stderr).toContain('docket demo');
    expect(filesIn(project.path)).toEqual({});
  });
});
