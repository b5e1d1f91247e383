import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, type Scenario, scenario } from '../kit/scenario.ts';
import { deniedSession, segmentOf } from './sessions.ts';

/** The commands that filters mean the same in, as they are asked for everything there is. */
const COMMANDS: readonly (readonly string[])[] = [
  ['log'],
  ['log', '--suspect'],
  ['export', '--format', 'ndjson', '-o', '-'],
  ['stats'],
  ['backtest', '--preset', 'strict'],
  ['replay', 's1', '--json'],
];

let s: Scenario;
beforeEach(async () => {
  s = await deniedSession();
});

const run = (...args: readonly string[]) => runDocket(args, s.project);

/** The rows of a command's help about filters, without what says that they ask for text, and for which things `--last` counts. */
const filtersIn = (name: string): string[] =>
  run(name, '--help')
    .stdout.replaceAll(/\n {20,}/g, ' ')
    .split('\n')
    .filter((row) => /^ +--(?:type|gate|tool|path|since|until) /.test(row))
    .map((row) => row.trim().replace(/ +/g, ' ').replace('as text: ', ''));

describe('filters', () => {
  it('are declared alike in every command that has them', () => {
    const [first, ...others] = ['log', 'export', 'stats', 'backtest', 'replay'].map(filtersIn);
    expect(first).toHaveLength(6);
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([
    [['--gate', 'tset-gate'], 'There is no gate or rule tset-gate. Did you mean test-gate?'],
    [['--gate', 'guard/rm-root'], '--gate takes a gate, not a rule: --gate guard.'],
    [
      ['--since', 'yesterday'],
      '--since takes a time like 2026-01-31T14:00:00Z or an age like 15m, 2h, 3d; not "yesterday".',
    ],
    [['--since', '1h', '--until', '2h'], '--since 1h is after --until 2h: nothing is between them.'],
    [['--last', '0'], '--last takes a whole number from 1; not "0".'],
  ])('are misused alike: %s', (args, says) => {
    for (const command of COMMANDS) {
      const { status, stdout, stderr } = run(...command, ...args);
      expect({ command, status, stdout, stderr }).toEqual({
        command,
        status: 2,
        stdout: '',
        stderr: `docket: ${says}\n`,
      });
    }
  });

  it('know a gate that is gone from the policy and not from the log', () => {
    const path = segmentOf(s);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll('"gate":"test-gate"', '"gate":"removed"'));
    expect(run('log', '--gate', 'removed')).toMatchObject({
      stderr: '',
      stdout: expect.stringContaining('GatesRuled'),
    });
    expect(run('backtest', '--preset', 'strict', '--gate', 'removed')).not.toMatchObject({ status: 2 });
    // What was recorded is judged again when the scenario ends.
    writeFileSync(path, text);
  });

  it('take several sessions', async () => {
    const two = scenario();
    await two.given(
      prompts('a', { session_id: 'one' }),
      prompts('b', { session_id: 'two' }),
      prompts('c', { session_id: 'three' }),
    );
    const { stdout } = runDocket(['log', '--json', '--session', 'one', 'three'], two.project);
    const streams = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).stream]));
    expect([...new Set(streams)]).toEqual(['one', 'three']);
    const both = ['backtest', '--preset', 'strict', '--json', '--session', 'one', '--session', 'three'];
    expect(JSON.parse(runDocket(both, two.project).stdout)).toMatchObject({ sessions: 2 });
  });
});
