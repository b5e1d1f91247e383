import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  completes,
  type Outcome,
  type Payload,
  prompts,
  requests,
  type Scenario,
  type ScenarioOptions,
  scenario,
} from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const RULE = 'codegraph-nudge/index-first';

/** A project with an index, a few files, and a prompt. */
const indexed = async (options: ScenarioOptions = {}): Promise<Scenario> => {
  const s = project(options);
  mkdirSync(join(s.project, '.codegraph'));
  await s.given(prompts('where is the total computed'));
  return s;
};

const project = (options: ScenarioOptions = {}): Scenario => {
  const s = scenario({ preset: 'strict', ...options });
  for (const name of ['src/cart.ts', 'src/tax.ts', 'node_modules/left-pad/index.js']) s.write(name, 'export {};\n');
  return s;
};

const grep = (input: object = {}, more: Payload = {}) => requests('Grep', { pattern: 'total', ...input }, more);
const bash = (command: string) => requests('Bash', { command });
const ask = (tool = 'mcp__codegraph__search', more: Payload = {}): Payload[] => {
  const call = requests(tool, { query: 'total' }, more);
  const response = [{ type: 'text', text: 'src/cart.ts:1' }];
  return [call, completes(tool, { query: 'total' }, response, { ...more, tool_use_id: call['tool_use_id'] })];
};

/** What the gate says: a decision, or null for silence. */
const said = ({ verdicts }: Outcome): string | null =>
  verdicts.find(({ rule, decision }) => rule === RULE && decision !== 'pass')?.decision ?? null;

describe('a search through many files, where there is an index', () => {
  it('gets advice that names the index and its tools', async () => {
    const s = await indexed();
    const { answer } = await s.when(grep());
    const text = JSON.stringify(answer);
    expect(text).toContain('Grep would look through many files');
    expect(text).toContain('codegraph (.codegraph/)');
    expect(text).toContain('`mcp__codegraph__*`');
  });

  it('gets it beside the permission of a command that only reads', async () => {
    const s = await indexed();
    const { answer, decision } = await s.when(bash('rg total'));
    expect(decision).toBe('allow');
    expect(answer).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'allow',
        additionalContext: expect.stringContaining('mcp__codegraph__*'),
      },
    });
    expect(await s.when(bash('rg tax'))).not.toHaveProperty('answer.hookSpecificOutput.additionalContext');
  });

  it.each([
    ['Grep without a path', 'Grep', { pattern: 'total' }],
    ['Grep in a folder', 'Grep', { pattern: 'total', path: 'src' }],
    ['Grep where nothing is', 'Grep', { pattern: 'total', path: 'source' }],
    ['Grep in a folder with a single file, which the heuristic does not tell', 'Grep', { pattern: 'a', path: 'one' }],
    ['Glob with a star', 'Glob', { pattern: 'src/*.ts' }],
    ['Glob with two', 'Glob', { pattern: '**/cart.ts' }],
    ['Glob with a question mark', 'Glob', { pattern: 'src/cart.t?' }],
    ['Glob with a set', 'Glob', { pattern: 'src/[ct]*.ts' }],
    ['Glob in a folder', 'Glob', { pattern: '*.ts', path: 'src' }],
    ['grep -r', 'Bash', { command: 'grep -rn total src' }],
    ['rg', 'Bash', { command: 'rg total' }],
    ['rg behind other commands', 'Bash', { command: 'cd src && rg total | head' }],
    ['rg in a folder and a file', 'Bash', { command: 'rg total src/cart.ts src' }],
    ['ag', 'Bash', { command: 'ag total' }],
    ['git grep', 'Bash', { command: 'git grep total' }],
    ['find', 'Bash', { command: 'find . -name "*.ts"' }],
    ['a pattern of the shell', 'Bash', { command: 'grep total src/*.ts' }],
  ])('is one: %s', async (_name, tool, input) => {
    const s = await indexed();
    s.write('one/only.ts', '');
    expect(said(await s.when(requests(tool, input)))).toBe('advise');
  });

  it.each([
    ['Read, always', 'Read', { file_path: 'src/cart.ts' }],
    ['Grep in a file', 'Grep', { pattern: 'total', path: 'src/cart.ts' }],
    ['Grep in a file through a link', 'Grep', { pattern: 'total', path: 'link.ts' }],
    ['Grep in a whole path', 'Grep', { pattern: 'total', path: '{}/src/cart.ts' }],
    ['Grep outside the project', 'Grep', { pattern: 'total', path: '/usr/include' }],
    ['Grep in what the project depends on', 'Grep', { pattern: 'pad', path: 'node_modules/left-pad' }],
    ['Grep in the repository', 'Grep', { pattern: 'ref', path: '.git' }],
    ['Grep with a path that is none', 'Grep', { pattern: 'total', path: 42 }],
    ['Grep with a path of no length that any system has', 'Grep', { pattern: 'a', path: 'a/'.repeat(40_000) }],
    ['Glob without a pattern in it', 'Glob', { pattern: 'src/cart.ts' }],
    ['Glob with braces alone', 'Glob', { pattern: 'src/{cart,tax}.ts' }],
    ['Glob without a text', 'Glob', { pattern: ['*'] }],
    ['Glob without anything', 'Glob', null],
    ['grep in a file', 'Bash', { command: 'grep total src/cart.ts' }],
    ['grep -r in a file', 'Bash', { command: 'grep -r total src/cart.ts' }],
    ['rg in files', 'Bash', { command: 'rg total src/cart.ts src/tax.ts' }],
    ['what is piped in', 'Bash', { command: 'ls src | grep cart' }],
    ['a list of files', 'Bash', { command: 'rg --files' }],
    ['find that deletes', 'Bash', { command: "find . -name '*.log' -delete" }],
    ['find in one folder', 'Bash', { command: 'find src -maxdepth 1' }],
    ['git grep in an old commit', 'Bash', { command: 'git grep total v1.0' }],
    ['rg outside the project', 'Bash', { command: 'rg total /usr/include' }],
    ['rg elsewhere', 'Bash', { command: 'cd /usr/include && rg total' }],
    ['rg in what the project depends on', 'Bash', { command: 'rg pad node_modules' }],
    ['another command', 'Bash', { command: 'npm run build' }],
    ['the words of a search', 'Bash', { command: 'echo "rg total src"' }],
    ['Write', 'Write', { file_path: 'docs/a.md', content: 'rg total' }],
  ])('is none: %s', async (_name, tool, input) => {
    const s = await indexed();
    symlinkSync(join(s.project, 'src/cart.ts'), join(s.project, 'link.ts'));
    const given = JSON.parse(JSON.stringify(input).replace('{}', s.project)) as object;
    const outcome = await s.when(requests(tool, given));
    expect(said(outcome)).toBeNull();
    expect(outcome.events.map(({ type }) => type)).not.toContain('SearchObserved');
    expect(outcome.events.map(({ type }) => type)).not.toContain('HookFailed');
  });
});

describe('where there is no index', () => {
  it.each([grep(), requests('Glob', { pattern: '**/*.ts' }), bash('rg total')])('nothing is said', async (call) => {
    const s = project();
    expect(said(await s.when(call))).toBeNull();
  });

  it('that is looked for once a session, when it first matters', async () => {
    const s = project();
    const observed = ({ events }: Outcome) => events.filter(({ type }) => type === 'IndexObserved');
    expect(observed(await s.when(requests('Read', { file_path: 'src/cart.ts' })))).toEqual([]);
    expect(observed(await s.when(bash('npm run build')))).toEqual([]);
    expect(observed(await s.when(bash('git status')))).toEqual([]);
    expect(observed(await s.when(bash('rg total')))).toHaveLength(1);
    // From now on nobody looks any more.
    mkdirSync(join(s.project, '.codegraph'));
    expect(observed(await s.when(bash('rg tax')))).toEqual([]);
    expect(said(await s.when(grep()))).toBeNull();
    const other = await s.when({ ...grep(), session_id: 's2' });
    expect(said(other)).toBe('advise');
  });

  it('a file of that name is none', async () => {
    const s = project();
    s.write('.codegraph', '');
    expect(said(await s.when(grep()))).toBeNull();
  });

  it('in the folder that the agent works in, that of the project counts', async () => {
    const s = await indexed();
    expect(said(await s.when(grep({}, { cwd: join(s.project, 'src') })))).toBe('advise');
  });
});

describe('advice is given', () => {
  it('once a turn, the turn being the prompt of a person', async () => {
    const s = await indexed();
    expect(said(await s.when(grep()))).toBe('advise');
    expect(said(await s.when(grep()))).toBeNull();
    await s.given(prompts('<task-notification>\n<task-id>a1</task-id>\n</task-notification>'));
    expect(said(await s.when(bash('rg total')))).toBeNull();
    await s.given(prompts('and the tax?'));
    expect(said(await s.when(bash('rg tax')))).toBe('advise');
  });

  it('not after a tool of the index answered in the turn, and again in the next one', async () => {
    const s = await indexed();
    await s.given(...ask());
    const { events } = await s.when(grep());
    expect(events.map(({ type }) => type)).toEqual(['ToolRequested', 'IndexObserved']);
    await s.given(prompts('and the tax?'));
    expect(said(await s.when(grep()))).toBe('advise');
  });

  it('only once that answered: a call that is still open is none', async () => {
    const s = await indexed();
    const [call, done] = ask();
    await s.given(call as Payload);
    expect(said(await s.when(grep({}, { agent_id: 'a0', agent_type: 'Explore' })))).toBe('advise');
    await s.given(done as Payload);
    expect(said(await s.when(grep()))).toBeNull();
  });

  it('whatever stands in the transcript, which nobody reads', async () => {
    const s = await indexed();
    const lines = Array.from(
      { length: 20_000 },
      () => '{"type":"user","message":{"content":"mcp__codegraph__search"}}',
    );
    const transcript = { transcript_path: s.write('transcript.jsonl', lines.join('\n')) };
    expect(said(await s.when(grep({}, transcript)))).toBe('advise');
    await s.given(...ask('mcp__codegraph__search', transcript), prompts('and the tax?', transcript));
    // More than a mebibyte later the turn is still another one.
    expect(said(await s.when(grep({}, transcript)))).toBe('advise');
    expect(said(await s.when(grep({}, { transcript_path: '/nowhere' })))).toBeNull();
  });

  it('not after a subagent asked it', async () => {
    const s = await indexed();
    await s.given(...ask('mcp__codegraph__callers', { agent_id: 'a1', agent_type: 'Explore' }));
    expect(said(await s.when(grep()))).toBeNull();
  });

  it('to each agent, which does not know what the others were told', async () => {
    const s = await indexed();
    const explorer = { agent_id: 'a1', agent_type: 'Explore' };
    expect(said(await s.when(grep()))).toBe('advise');
    expect(said(await s.when(grep({}, explorer)))).toBe('advise');
    expect(said(await s.when(grep({}, explorer)))).toBeNull();
  });

  it('not after its tools failed: insisting would help nobody', async () => {
    const s = await indexed();
    const [call] = ask();
    const { tool_use_id: id } = call as { tool_use_id: string };
    await s.given(call as Payload, {
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'mcp__codegraph__search',
      tool_input: {},
      tool_use_id: id,
      error: 'no server',
    });
    expect(said(await s.when(grep()))).toBeNull();
  });

  it('after a tool of another server all the same', async () => {
    const s = await indexed();
    await s.given(...ask('mcp__codegraphics__search'), ...ask('mcp__docs__search'));
    expect(said(await s.when(grep()))).toBe('advise');
  });

  it('no more often in a session than the budget says', async () => {
    const s = await indexed();
    const told: (string | null)[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      told.push(said(await s.when(grep())));
      await s.given(prompts(`and now ${turn}`));
    }
    expect(told).toEqual([...Array.from({ length: 5 }, () => 'advise'), null, null]);
    const mute = await indexed({ policy: { preset: 'strict', gates: { 'codegraph-nudge': { budget: 0 } } } });
    expect(said(await mute.when(grep()))).toBeNull();
  });

  it('by strict alone; observe only watches, as often', async () => {
    expect(said(await (await indexed({ preset: 'standard' })).when(grep()))).toBeNull();
    const s = await indexed({ preset: 'observe' });
    const first = await s.when(grep());
    expect(first).toMatchObject({ answer: null, verdicts: [{ rule: RULE, decision: 'advise', mode: 'monitor' }] });
    expect(said(await s.when(grep()))).toBeNull();
  });
});

describe('indexes of the policy', () => {
  const policy = {
    preset: 'strict',
    gates: {
      'codegraph-nudge': {
        indexes: [
          { name: 'scip', paths: ['index.scip', 'build/index.scip'], tools: 'mcp__scip__*' },
          { name: 'tags', paths: ['tags'], tools: 'mcp__*__tag' },
        ],
      },
    },
  };

  it('take the place of docket’s own, and any of their tools counts', async () => {
    const s = project({ policy });
    mkdirSync(join(s.project, '.codegraph'));
    s.write('build/index.scip', 'x');
    s.write('tags', 'x');
    await s.given(prompts('where is it'));
    const { answer } = await s.when(grep());
    expect(JSON.stringify(answer)).toContain('scip (build/index.scip) and tags (tags)');
    await s.given(prompts('and this'), ...ask('mcp__editor__tag'));
    expect(said(await s.when(grep()))).toBeNull();
  });

  it('that are not there say nothing', async () => {
    const s = project({ policy });
    mkdirSync(join(s.project, '.codegraph'));
    expect(said(await s.when(grep()))).toBeNull();
  });

  it.each([
    [{ indexes: [{ name: 'x', paths: [], tools: 'a' }] }],
    [{ indexes: [{ name: 'x', paths: ['y'], tools: 'a b' }] }],
    [{ indexes: {} }],
    [{ budget: -1 }],
  ])('that make no sense are a problem of the policy: %j', async (options) => {
    const s = scenario({ policy: { preset: 'strict', gates: { 'codegraph-nudge': options } } });
    const { events } = await s.when(bash('ls'));
    expect(events.find(({ type }) => type === 'PolicyLoaded')?.data['problems']).toHaveLength(1);
  });
});

describe('in careful mode', () => {
  const careful = (s: Scenario, isOn = true): string =>
    s.write('.config/docket/preferences.json', JSON.stringify({ careful: isOn }));

  it('a search is denied until the index was asked in the turn', async () => {
    const s = await indexed();
    careful(s);
    for (const call of [grep(), bash('rg total'), requests('Glob', { pattern: '**/*.ts' })]) {
      expect((await s.when(call)).decision).toBe('deny');
    }
    expect((await s.when(grep({ path: 'src/cart.ts' }))).decision).toBe('none');
    await s.given(...ask());
    expect(said(await s.when(grep()))).toBeNull();
    await s.given(prompts('and the tax?'));
    expect((await s.when(grep())).decision).toBe('deny');
  });

  it('also where advice was given in the turn already', async () => {
    const s = await indexed();
    await s.given({ hook_event_name: 'SessionStart', source: 'startup' });
    expect(said(await s.when(grep()))).toBe('advise');
    careful(s);
    // Whoever switches it on with `docket careful on` says so in the log at once; a new session or another call does.
    await s.given(bash('git push --force origin "$BRANCH"'));
    expect(said(await s.when(grep()))).toBe('deny');
    careful(s, false);
    expect(said(await s.when(grep()))).toBeNull();
  });

  it('is over where nothing shows that the session has such tools', async () => {
    const s = await indexed();
    careful(s);
    const told: (string | null)[] = [];
    for (let call = 0; call < 7; call += 1) told.push(said(await s.when(grep())));
    expect(told).toEqual([...Array.from({ length: 5 }, () => 'deny'), null, null]);
    // Where it has, it holds on.
    await s.given(...ask(), prompts('and the tax?'));
    expect(said(await s.when(grep()))).toBe('deny');
  });
});

it('of a project elsewhere the index says nothing', async () => {
  const s = await indexed();
  const other = tempProject();
  other.write('src/a.ts', '');
  expect(said(await s.when(grep({}, { cwd: other.path })))).toBeNull();
});
