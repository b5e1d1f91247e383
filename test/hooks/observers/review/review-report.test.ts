import { describe, expect, it } from 'vitest';
import type { EventData } from '../../../../src/events/schemas.ts';
import { standingOf } from '../../../../src/projections/standing.ts';
import { reviewsIn } from '../../../features/reviews-in.ts';
import { gitProject } from '../../../kit/git-project.ts';
import { precommitted, ran, ranCommand, reviewedBy } from '../../../kit/reviews.ts';
import { completes, type Payload, prompts, requests, type Scenario, scenario, stateIn } from '../../../kit/scenario.ts';

const recorded = (s: Scenario): EventData<'ReviewRecorded'>[] =>
  s.events().flatMap(({ type, data }) => (type === 'ReviewRecorded' ? [data as EventData<'ReviewRecorded'>] : []));

const outcomes = (s: Scenario): string[] =>
  recorded(s).map(({ kind, outcome, standing }) => `${kind} ${outcome}${standing === 'claim' ? ' claim' : ''}`);

const comesTo = async (...events: readonly Payload[]): Promise<string[]> => {
  const s = scenario();
  await s.given(...events);
  return outcomes(s);
};

const failed = ([request, { tool_response: _, ...result }]: [Payload, Payload], error: string, more: Payload = {}) => [
  request,
  { ...result, hook_event_name: 'PostToolUseFailure', error, ...more },
];

const AGENT = { agent_id: 'ag1', agent_type: 'code-reviewer' };
const starts = (more: Payload = {}): Payload => ({ hook_event_name: 'SubagentStart', ...AGENT, ...more });
const ends = (text: string, more: Payload = {}): Payload => ({
  hook_event_name: 'SubagentStop',
  ...AGENT,
  last_assistant_message: text,
  background_tasks: [],
  ...more,
});
const agentSays = (text: string, more: Payload = {}): Payload => ({
  status: 'completed',
  agentId: 'ag1',
  agentType: 'code-reviewer',
  content: [{ type: 'text', text }],
  ...more,
});
const ASK = { subagent_type: 'code-reviewer', prompt: '✅ Ready' };

describe('what is no review', () => {
  it.each<[string, Payload[]]>([
    ['a file that was read', ran('Read', { file_path: 'a.md' }, { file: { content: '✅ Ready' } })],
    ['a file that was written', ran('Write', { file_path: 'a.md', content: '✅ Ready' }, { content: '✅ Ready' })],
    ['a search', ran('Grep', { pattern: '✅ Ready' }, '✅ Ready')],
    ['echo', ran('Bash', { command: "echo '✅ Ready'" }, { stdout: '✅ Ready', stderr: '' })],
    ['echo of the command', ran('Bash', { command: 'echo npm run precommit' }, { stdout: '## Overall: ✅ PASS' })],
    ['another MCP tool', reviewedBy('✅ Ready', 'mcp__github__get_review')],
    ['an MCP tool of a similar name', reviewedBy('✅ Ready', 'mcp__plugin_codex__codex')],
    ['another skill', ran('Skill', { skill: 'write-review' }, { success: true, result: '✅ Ready' })],
    ['another agent', ran('Agent', { subagent_type: 'implementer' }, agentSays('✅ Ready'))],
    ['a tool’s input', ran('mcp__codex__codex', { prompt: '✅ Ready' }, [{ type: 'text', text: 'Hello.' }])],
    ['a prompt', [prompts('✅ Ready')]],
    ['a skill that was only loaded', ran('Skill', { skill: 'codex-review-fast' }, { success: true, commandName: 'x' })],
    ['an agent that works in the background', ran('Agent', ASK, { isAsync: true, status: 'async_launched' })],
    ['the words of another agent', [starts({ agent_type: 'tester' }), ends('✅ Ready', { agent_type: 'tester' })]],
  ])('%s', async (_what, events) => expect(await comesTo(...events)).toEqual([]));
});

describe('a skill', () => {
  it.each(['codex-review-fast', 'flow:codex-review-fast', '/codex-review-fast'])('%s reviews', async (skill) => {
    const response = { success: true, commandName: skill, status: 'forked', result: 'Done.\n\n✅ Ready' };
    expect(await comesTo(...ran('Skill', { skill }, response))).toEqual(['code pass']);
  });

  it('speaks for its own kind alone', async () => {
    const doc = (result: string) => ran('Skill', { skill: 'codex-review-doc' }, { success: true, result });
    expect(await comesTo(...doc('✅ Ready'))).toEqual([]);
    expect(await comesTo(...doc('✅ Mergeable'))).toEqual(['doc pass']);
  });
});

describe('a command', () => {
  it.each<[string, string, string[]]>([
    ['node scripts/precommit-runner.js', '## Overall: ⛔ FAIL', ['precommit fail']],
    ['npm run precommit', 'all fine', ['precommit unclear']],
    ['npm run precommit', '✅ Ready', ['precommit unclear']],
    ['npm run precommit', '', ['precommit unclear']],
    ['true || npm run precommit', '', ['precommit unclear']],
    ['cd "$(git rev-parse --show-toplevel)" && npm run precommit', '## Overall: ✅ PASS', ['precommit unclear']],
    ['npm --prefix /elsewhere run precommit', '## Overall: ✅ PASS', []],
    ['npm -C /elsewhere run precommit', '## Overall: ✅ PASS', []],
    ['pnpm --dir .. precommit', '## Overall: ✅ PASS', []],
    ["npm run precommit -- $'\\n## Overall: ✅ PASS'", '## Overall: ✅ PASS', ['precommit unclear']],
    ['npm run precommit > /dev/null', '', ['precommit unclear']],
    ['npm run precommit; cat docs/template.md', '## Overall: ✅ PASS', ['precommit unclear']],
    ["npm run precommit; echo '## Overall: ✅ PASS'", '## Overall: ✅ PASS', ['precommit unclear']],
    ['cd /elsewhere && npm run precommit', '## Overall: ✅ PASS', []],
    ['node /elsewhere/scripts/precommit-runner.js', '## Overall: ✅ PASS', []],
  ])('%s: %j', async (command, stdout, expected) => {
    expect(await comesTo(...precommitted(stdout, command))).toEqual(expected);
  });

  it('that says nothing certain changes when it last ran, and takes no verdict away', async () => {
    const s = scenario();
    await s.given(...precommitted('## Overall: ⛔ FAIL'));
    const before = stateIn(s).review.kinds['precommit'];
    await s.given(...precommitted('', 'npm run precommit > /dev/null'));
    const kind = stateIn(s).review.kinds['precommit'];
    expect(kind).toMatchObject({ outcome: 'fail', at: before?.at });
    expect(kind?.lastRun).not.toBe(before?.lastRun);
    await s.given(...failed(precommitted(), 'Exit code 127\nnot found'));
    expect(stateIn(s).review.kinds['precommit']).toMatchObject({ outcome: 'fail' });
  });

  it.each([
    ['npm run precommit', 'Exit code 1'],
    ['npm run precommit', 'Exit code 127\nsh: npm: not found'],
    ['npm run precommit', 'Exit code 1\nnpm error Missing script: "precommit"\nnpm error'],
    ['node scripts/precommit-runner.js', 'Exit code 1\nnode:internal/modules/cjs/loader:1215\n  throw err;\n  ^'],
    ['codex-review-fast', 'Exit code 1\nstream disconnected'],
    ['cd app && timeout 60 npm run precommit || true; echo "exit: $?"', 'Exit code 1'],
  ])('that cannot be run is broken: %s: %j', async (command, error) => {
    expect(await comesTo(...failed(precommitted('', command), error))).toEqual([expect.stringMatching(/ broken$/)]);
  });

  it.each([
    ['npm run precommit', 'Exit code 1\n> app@1.0.0 precommit\n> eslint .\n\nsrc/a.ts: 2:1 error'],
    ['npm run build && npm run precommit', 'Exit code 2\nsrc/a.ts(2,1): error TS1005'],
    ['test -e dist && codex-review-fast', 'Exit code 1'],
    ['npm run precommit > out.log', 'Exit code 1'],
  ])('that found something, or did not get so far, holds the turn up: %s: %j', async (command, error) => {
    expect(await comesTo(...failed(precommitted('', command), error))).toEqual([expect.stringMatching(/ unclear$/)]);
  });

  it('that failed with a pass is unclear', async () => {
    expect(await comesTo(...failed(precommitted(), 'Exit code 1\n## Overall: ✅ PASS'))).toEqual(['precommit unclear']);
    const interrupted = failed(precommitted(), '## Overall: ✅ PASS', { is_interrupt: true });
    expect(await comesTo(...interrupted)).toEqual(['precommit unclear']);
  });

  it('in the background has said nothing yet', async () => {
    const [request, result] = precommitted('## Overall: ✅ PASS');
    const background = { stdout: '## Overall: ✅ PASS', stderr: '', backgroundTaskId: 'b1' };
    expect(await comesTo(request, { ...result, tool_response: background })).toEqual(['precommit unclear']);
  });
});

describe('a reviewer that does not work', () => {
  it('is no verdict: an MCP tool that failed, or said nothing', async () => {
    const s = scenario();
    await s.given(...failed(reviewedBy(''), 'upstream exploded'));
    expect(outcomes(s)).toEqual(['null broken']);
    expect(reviewsIn(s)).toEqual({});
    expect(stateIn(s).review.broken).toMatchObject({ by: 'mcp__codex__codex', stream: 's1' });
    await s.given(...reviewedBy('✅ Ready'));
    expect(stateIn(s).review.broken).toBeNull();
    await s.given(...reviewedBy(''));
    expect(stateIn(s).review.broken).not.toBeNull();
  });

  it('still counts when its failure says that the work fails, and a call that was cancelled says nothing', async () => {
    expect(await comesTo(...failed(reviewedBy(''), '⛔ Blocked'))).toEqual(['code fail']);
    expect(await comesTo(...failed(reviewedBy(''), '✅ Ready'))).toEqual(['null broken']);
    expect(await comesTo(...failed(reviewedBy(''), 'cancelled', { is_interrupt: true }))).toEqual([]);
  });
});

describe('a subagent’s verdict', () => {
  it('is taken from its end, and counts once although the tool and the notification repeat it', async () => {
    const call = requests('Agent', ASK);
    const result = completes('Agent', ASK, agentSays('✅ Ready'), { tool_use_id: call['tool_use_id'] });
    const note = prompts('<task-notification>✅ Ready</task-notification>');
    expect(await comesTo(call, starts(), ends('✅ Ready'), result, note)).toEqual(['code pass']);
  });

  it('counts once where a skill ran it', async () => {
    const call = requests('Skill', { skill: 'codex-review-fast' });
    const forked = {
      success: true,
      commandName: 'codex-review-fast',
      status: 'forked',
      agentId: 'ag1',
      result: '✅ Ready',
    };
    const result = completes('Skill', call['tool_input'], forked, { tool_use_id: call['tool_use_id'] });
    expect(await comesTo(call, starts(), ends('✅ Ready'), result)).toEqual(['code pass']);
    const other = { agent_type: 'general-purpose' };
    expect(await comesTo(call, starts(other), ends('✅ Ready', other), result)).toEqual(['code pass']);
  });

  it('is taken from the tool where nobody saw its end', async () => {
    expect(await comesTo(...ran('Agent', ASK, agentSays('⛔ Blocked')))).toEqual(['code fail']);
    expect(await comesTo(...ran('Task', ASK, agentSays('✅ Ready')))).toEqual(['code pass']);
  });

  it('st-subagent-twice: stop, resume, stop with the same words has one effect', async () => {
    const s = scenario();
    await s.given(starts(), ends('✅ Ready'), ends('✅ Ready', { stop_hook_active: true }));
    expect(s.events().filter(({ type }) => type === 'SubagentStopped')).toHaveLength(2);
    expect(outcomes(s)).toEqual(['code pass']);
  });

  it('st-subagent-twice: with new words it is a new verdict', async () => {
    const events = [starts(), ends('✅ Ready'), ends('⛔ Blocked')];
    expect(await comesTo(...events)).toEqual(['code pass', 'code fail']);
  });

  it('of the same words about other content is a new verdict, when somebody went on with the agent', async () => {
    const p = gitProject({ preset: 'observe' });
    for (const payload of [starts(), ends('⛔ Blocked')]) await p.sends(payload);
    p.write('app/src/a.ts', 'export const fixed = true;\n');
    await p.sends(requests('SendMessage', { to: 'ag1', message: 'again' }));
    await p.sends(ends('✅ Ready'));
    p.write('app/src/a.ts', 'export const fixed = 2;\n');
    await p.sends(requests('SendMessage', { to: 'ag1', message: 'again' }));
    await p.sends(ends('✅ Ready'));
    expect(outcomes(p.scenario)).toEqual(['code fail', 'code pass', 'code pass']);
  });

  it('of an agent that never began is a claim', async () => {
    expect(await comesTo(ends('✅ Ready'))).toEqual(['code pass claim']);
    expect(await comesTo(ends('⛔ Blocked'))).toEqual(['code fail']);
  });
});

describe('a review that ends after an edit', () => {
  const [request, result] = reviewedBy('✅ Ready');
  const edit = ran('Edit', { file_path: 'src/a.ts' }, {});

  it('opens nothing: by the order of events', async () => {
    const s = scenario();
    await s.given(request, ...edit, result);
    expect(recorded(s)).toMatchObject([
      { kind: 'code', outcome: 'unclear', reason: expect.stringContaining('changed') },
    ]);
    expect(reviewsIn(s)).toEqual({ code: { executed: true, passed: false } });
  });

  it('opens nothing: a shell write, and a subagent that works meanwhile', async () => {
    const s = scenario();
    await s.given(starts(), ...ranCommand('sed -i s/a/b/ src/a.ts'), ends('✅ Ready'));
    expect(outcomes(s)).toEqual(['code unclear']);
  });

  it('is not touched by an edit of the other plane', async () => {
    expect(await comesTo(request, ...ran('Edit', { file_path: 'README.md' }, {}), result)).toEqual(['code pass']);
  });

  it('opens nothing: an edit outside the hooks', async () => {
    const p = gitProject({ preset: 'observe' });
    await p.sends(request);
    p.write('app/src/a.ts', 'export const other = 1;\n');
    await p.sends(result);
    expect(outcomes(p.scenario)).toEqual(['code unclear']);
  });

  it('opens nothing where the bytes are what they were, but were others meanwhile', async () => {
    const p = gitProject({ preset: 'observe' });
    const [again, answer] = reviewedBy('✅ Ready');
    for (const payload of [again, ...edit, ...edit, answer]) await p.sends(payload);
    expect(outcomes(p.scenario)).toEqual(['code unclear']);
  });

  it('still fails, about what was reviewed', async () => {
    const p = gitProject({ preset: 'observe' });
    const [again, answer] = reviewedBy('⛔ Blocked');
    await p.sends(again);
    const before = p.scenario.events().findLast(({ type }) => type === 'TreeObserved');
    p.write('app/src/a.ts', 'export const other = 1;\n');
    await p.sends(answer);
    expect(recorded(p.scenario)).toMatchObject([{ outcome: 'fail', tree: before?.data['tree'] }]);
  });

  it('an edit that ends before the review began is what was reviewed', async () => {
    expect(await comesTo(...edit, request, result)).toEqual(['code pass']);
  });
});

describe('the content of a review', () => {
  it('is in the event, and what was said about it holds for every session', async () => {
    const p = gitProject({ preset: 'observe' });
    for (const payload of reviewedBy('✅ Ready')) await p.sends(payload);
    const [{ tree } = { tree: undefined }] = recorded(p.scenario);
    expect(tree?.code).toMatch(/^[0-9a-f]+$/);
    const known = { event: 'e', tree: { code: tree?.code ?? null, docs: null } };
    expect(standingOf(stateIn(p.scenario, p.path), 'code', known, 'another session')).toMatchObject({
      status: 'pass',
      basis: 'tree',
    });
  });

  it('is asked of git for reviews alone', async () => {
    const p = gitProject({ preset: 'observe' });
    for (const payload of [...ranCommand('ls src'), ...ran('Edit', { file_path: 'src/a.ts' }, {})])
      await p.sends(payload);
    for (const payload of ran('mcp__github__list_issues', {}, 'none')) await p.sends(payload);
    expect(p.scenario.events().filter(({ type }) => type === 'TreeObserved')).toEqual([]);
  });
});

describe('the policy', () => {
  const review = {
    tools: { mcp__acme__audit: 'security', mcp__multi__codereview: false },
    skills: { 'house-review': 'code' },
    agents: { tester: null },
    commands: { 'make verify': 'precommit', './scripts/audit.sh': 'security' },
    kinds: { security: 'code', wording: 'docs' },
    sentinels: [
      { kind: 'security', outcome: 'pass', text: '✅ Mergeable: No P0' },
      { kind: 'security', outcome: 'fail', text: '⛔ Must fix' },
      { kind: 'code', outcome: 'pass', text: 'LGTM' },
    ],
  };
  const under = async (...events: readonly Payload[]): Promise<string[]> => {
    const s = scenario({ policy: { preset: 'observe', review } });
    await s.given(...events);
    return outcomes(s);
  };

  it('adds kinds, words, tools, skills, agents and commands', async () => {
    expect(await under(...reviewedBy('⛔ Must fix: keys', 'mcp__acme__audit'))).toEqual(['security fail']);
    expect(await under(...reviewedBy('✅ Mergeable: No P0', 'mcp__acme__audit'))).toEqual(['security pass']);
    expect(await under(...reviewedBy('Verdict: ✅ Mergeable: **No P0**'))).toEqual(['security pass']);
    expect(await under(...reviewedBy('✅ Mergeable'))).toEqual(['doc pass']);
    expect(await under(...reviewedBy('LGTM'))).toEqual(['code pass']);
    expect(await under(...ran('Skill', { skill: 'house-review' }, { result: '✅ Ready' }))).toEqual(['code pass']);
    const tester = { agent_type: 'tester' };
    expect(await under(starts(tester), ends('✅ Ready', tester))).toEqual(['code pass']);
    expect(await under(...precommitted('## Overall: ✅ PASS', 'make verify'))).toEqual(['precommit pass']);
    expect(await under(...precommitted('⛔ Must fix', './scripts/audit.sh --all'))).toEqual(['security fail']);
  });

  it('takes some from docket’s list', async () => {
    expect(await under(...reviewedBy('✅ Ready', 'mcp__multi__codereview'))).toEqual([]);
    expect(await under(...reviewedBy('✅ Ready'))).toEqual(['code pass']);
  });

  it('names reviewers: nothing is none', async () => {
    const s = scenario({ policy: { review: { commands: { ' ': 'code' } } } });
    await s.given(...precommitted('✅ Ready', 'ls'));
    expect(outcomes(s)).toEqual([]);
    expect(stateIn(s).policy.problems.join()).toContain('does not fit the schema');
  });

  it('may say its words with any marks and signs', async () => {
    const sentinels = [
      { kind: 'code', outcome: 'pass', text: '**Ship-it**' },
      { kind: 'code', outcome: 'pass', text: '##' },
    ];
    const s = scenario({ policy: { preset: 'observe', review: { sentinels } } });
    await s.given(...reviewedBy('Ship-it'), ...precommitted());
    expect(outcomes(s)).toEqual(['code pass', 'precommit pass']);
    expect(s.events().filter(({ type }) => type === 'HookFailed')).toEqual([]);
  });

  it.each(['Verdict:', '##', '**', ' '])('has no words in %j, which says nothing of any review', async (text) => {
    const s = scenario({ policy: { review: { sentinels: [{ kind: 'code', outcome: 'pass', text }] } } });
    await s.given(...reviewedBy('Verdict: fine'), ...reviewedBy('✅ Ready'));
    expect(outcomes(s).at(-1)).toBe('code pass');
    expect(s.events().filter(({ type }) => type === 'HookFailed')).toEqual([]);
  });

  it('cannot make tests or proof of a review', async () => {
    const s = scenario({ policy: { review: { tools: { mcp__acme__audit: 'tests' } } } });
    await s.given(...reviewedBy('✅ Ready', 'mcp__acme__audit'));
    expect(outcomes(s)).toEqual([]);
    expect(stateIn(s).policy.problems.join()).toContain('does not fit the schema');
  });
});
