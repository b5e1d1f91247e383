import { describe, expect, it } from 'vitest';
import { GATES } from '../../../src/gates/gates.ts';
import { type Payload, requests, type Scenario, type ScenarioOptions, scenario } from '../../kit/scenario.ts';
import { explanationOf } from '../../replay/read-log.ts';

/** No other gate asks for anything that this one needs. */
const ALONE = Object.fromEntries(
  GATES.filter(({ name }) => name !== 'self-protection').map(({ name }) => [name, { mode: 'off' }]),
);

const project = (options: ScenarioOptions = {}): Scenario => {
  const s = scenario({ policy: { preset: 'strict', gates: ALONE }, ...options });
  s.write('.docket/log/000001.ndjson', '');
  s.write('.claude/settings.json', '{"hooks":{}}');
  return s;
};

const bash = (command: string): Payload => requests('Bash', { command });
const write = (path: string): Payload => requests('Write', { file_path: path, content: '{}' });

const ownOf = async (s: Scenario, payload: Payload) => {
  const { verdicts, events } = await s.when(payload);
  const idsOf = (type: string): string[] => events.flatMap((event) => (event.type === type ? [event.id] : []));
  return { verdicts, idsOf, types: events.map(({ type }) => type) };
};

describe('a denial of self-protection', () => {
  it('names the file that a tool would write, and the event in which it was seen', async () => {
    const { verdicts, idsOf } = await ownOf(project(), write('docket.config.json'));
    expect(verdicts).toMatchObject([
      {
        rule: 'self-protection/policy',
        decision: 'deny',
        reason: "The call would change docket's policy, which only the user changes: `docket.config.json`.",
        because: idsOf('FileObserved'),
        conditions: [
          {
            name: 'the-policy-is-left-to-the-user',
            holds: false,
            actual: ['docket.config.json'],
            because: idsOf('FileObserved'),
            remedy: expect.stringContaining('tell the user which change you propose'),
          },
        ],
      },
    ]);
  });

  it('names of a tool of a server the paths that are docket’s, and the event in which they were seen', async () => {
    const input = { files: ['notes.md', 'docket.config.json', '.docket/head', 'docket.config.local.json'] };
    const { verdicts, idsOf } = await ownOf(project(), requests('mcp__files__touch', input));
    const because = idsOf('PathsObserved');
    expect(because).toEqual([expect.any(String)]);
    expect(verdicts).toMatchObject([
      { rule: 'self-protection/log', conditions: [{ actual: ['.docket/head'], because }] },
      {
        rule: 'self-protection/policy',
        conditions: [{ actual: ['docket.config.json', 'docket.config.local.json'], because }],
      },
    ]);
  });

  it('names of a command what each act would change, and the events in which it was understood', async () => {
    const { verdicts, idsOf } = await ownOf(project(), bash('rm -rf src .docket docket.config.json'));
    const because = [...idsOf('CommandUnderstood'), ...idsOf('PathsObserved')];
    expect(verdicts).toMatchObject([
      { rule: 'self-protection/log', because, conditions: [{ actual: ['.docket'], because }] },
      { rule: 'self-protection/policy', because, conditions: [{ actual: ['docket.config.json'], because }] },
    ]);
  });

  it('names each event once where several acts do it', async () => {
    const { verdicts, idsOf } = await ownOf(project(), bash('rm .docket/head; touch .docket/head .docket/x'));
    const [verdict] = verdicts;
    expect(verdict?.conditions[0]?.actual).toEqual(['.docket/head', '.docket/x']);
    expect(verdict?.because).toEqual([...idsOf('CommandUnderstood'), ...idsOf('PathsObserved')]);
    expect(verdict?.conditions[0]?.because).toEqual(verdict?.because);
  });

  it('names the folder of a path of which only that is known', async () => {
    const s = project();
    const { verdicts } = await ownOf(s, bash('rm -rf .docket/log/"$(date +%s)"'));
    expect(verdicts.map(({ rule, reason }) => [rule, reason])).toEqual([
      ['self-protection/log', expect.stringContaining(`\`${s.project}/.docket/log`)],
    ]);
  });

  it('names a person’s commands once each, and the event in which they were understood', async () => {
    const command = 'docket prove a && docket prove b && docket "$WHAT" && claude plugin disable docket@docket';
    const { verdicts, idsOf } = await ownOf(project(), bash(command));
    expect(verdicts).toMatchObject([
      {
        rule: 'self-protection/command',
        decision: 'deny',
        because: idsOf('CommandUnderstood'),
        conditions: [
          {
            name: "a-person's-commands-are-left-to-the-user",
            actual: ['docket prove a', 'docket prove b', 'docket "$WHAT"', 'claude plugin disable docket@docket'],
            because: idsOf('CommandUnderstood'),
            remedy: 'Ask the user to run docket prove, claude plugin disable docket in a terminal of their own.',
          },
        ],
      },
    ]);
  });

  it.each([
    ['docket hook', 'payload', 'hook-input-comes-from-the-host'],
    ['pkill -f docket', 'process', 'hooks-run-to-their-end'],
    ['docket waive guard/clean', 'command', "a-person's-commands-are-left-to-the-user"],
  ])('is of one rule alone: %s', async (command, rule, name) => {
    const { verdicts } = await ownOf(project(), bash(command));
    expect(verdicts).toMatchObject([
      { rule: `self-protection/${rule}`, conditions: [{ name, holds: false, actual: [command] }] },
    ]);
  });

  it('comes for each of docket’s calls that no agent makes, whatever else the line does', async () => {
    const { verdicts } = await ownOf(project(), bash('rm -rf build; docket hook < x; pkill -f docket; docket prove x'));
    expect(verdicts.map(({ rule }) => rule)).toEqual([
      'self-protection/command',
      'self-protection/payload',
      'self-protection/process',
    ]);
  });
});

describe('what is left alone', () => {
  it.each([
    'rm .claude',
    'rmdir .claude',
    'touch .claude',
    'chmod 700 .',
    "find . -name '*.tmp' -exec rm -rf {} +",
    'node build/cli.cjs prove',
    'docket tests record -- npm test',
    'kill 4711',
  ])('gets no verdict: %s', async (command) => {
    expect((await project().when(bash(command))).verdicts).toEqual([]);
  });

  it('is asked about no more than the call needs', async () => {
    expect((await ownOf(project(), bash('docket prove x'))).types).not.toContain('PathsObserved');
    const { types } = await ownOf(project(), write('src/a.ts'));
    expect(types).toContain('FileObserved');
    expect(types).not.toContain('PathsObserved');
    expect((await ownOf(project(), requests('Read', { file_path: '.docket/head' }))).verdicts).toEqual([]);
  });
});

describe('what would have opened it', () => {
  const opensOf = async (payload: Payload, rule: string, options: ScenarioOptions = {}) => {
    const s = project(options);
    await s.given(payload);
    return explanationOf(s, `self-protection/${rule}`).opens;
  };

  it.each<[string, Payload, string]>([
    ['a file tool', write('.docket/head'), 'log'],
    [
      'a file tool on the settings',
      requests('Write', { file_path: '.claude/settings.json', content: '{"disableAllHooks":true}' }),
      'registration',
    ],
    ['a tool of a server', requests('mcp__files__touch', { path: 'docket.config.json' }), 'policy'],
    ['a command', bash('rm -rf src; rm -rf .docket'), 'log'],
    ['a command with two of them', bash('rm -rf .docket docket.config.json'), 'policy'],
    ['a command of docket', bash('ls; docket prove x'), 'command'],
    ['an input of the hook', bash('docket hook < x; docket prove x'), 'payload'],
    ['the end of its processes', bash('pkill -f docket; docket prove x'), 'process'],
  ])('is its own remedy, of %s', async (_name, payload, rule) => {
    const s = project();
    const { verdicts } = await s.when(payload);
    const verdict = verdicts.find((each) => each.rule === `self-protection/${rule}`);
    expect(verdict?.conditions[0]?.remedy).toEqual(expect.any(String));
    expect(await opensOf(payload, rule)).toEqual([{ todo: [verdict?.conditions[0]?.remedy], decision: 'pass' }]);
  });
});
