import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { redactForSharing } from '../../../src/audit/sharing/redact-for-sharing.ts';
import { deniedPast, deniedSession, segmentOf } from '../../cli/sessions.ts';
import { completes, greenRun, prompts, requests, type Scenario, scenario, stops, writes } from '../../kit/scenario.ts';
import { sealedLog } from '../../kit/sealed-log.ts';
import { markdownOf, postmortemOf, sectionOf } from './made.ts';

const BASH = 'Bash';
const input = (command: string) => ({ command });
const ran = (command: string, call: string) => [
  requests(BASH, input(command), { tool_use_id: call }),
  completes(BASH, input(command), { stdout: 'done', stderr: '', interrupted: false }, { tool_use_id: call }),
];
const content = { content: 'export {};\n' };
const wrote = (path: string, call: string) => [
  writes(path, { tool_use_id: call }),
  completes('Write', { file_path: path, ...content }, { type: 'create', filePath: path }, { tool_use_id: call }),
];
const eventOf = (s: Scenario, call: string, type = 'ToolRequested'): string =>
  s.events().find((event) => event.call === call && event.type === type)?.id ?? '';

describe('what gates did', () => {
  it('names each firing with its why-tree back to the prompt, and what would have opened it', async () => {
    const s = await deniedSession();
    const { firings, groups } = postmortemOf(s);
    expect(groups.map(({ rule, decision, firings: places }) => [rule, decision, places.length])).toEqual([
      ['test-gate/tests-fail', 'deny', 1],
      ['test-gate/tests-fail', 'advise', 1],
    ]);
    const denied = firings.find(({ decision }) => decision === 'deny');
    expect(denied).toMatchObject({
      ...{ event: eventOf(s, 'w2'), title: 'Write src/b.ts', tree: 'whole', answered: true, waived: null },
      opens: [['run the tests, and they pass']],
    });
    const failed = denied?.conditions.find(({ holds }) => !holds);
    expect(failed).toMatchObject({ name: 'tests-do-not-fail', isLimit: false });
    const types: string[] = [];
    for (let cause = failed?.because[0] ?? null; cause !== null; cause = cause.cause) types.push(cause.type);
    expect(types).toEqual(['TestRunFinished', 'ToolFailed', 'ToolRequested', 'PromptSubmitted']);
    const text = markdownOf(postmortemOf(s));
    expect(sectionOf(text, 'Gates')).toContain('| `test-gate/tests-fail` | denied | 1 |');
    expect(sectionOf(text, 'Why gates fired')).toContain('Opens: run the tests, and they pass');
  });

  it('tells one tree of firings that say the same, and says how many there were', async () => {
    const s = await deniedSession();
    for (let n = 0; n < 12; n += 1) await s.given(writes(`src/more-${n}.ts`));
    const postmortem = postmortemOf(s);
    const [first] = postmortem.groups;
    expect(first).toMatchObject({ rule: 'test-gate/tests-fail', decision: 'deny' });
    expect(first?.firings).toHaveLength(13);
    const whole = (first?.firings ?? []).filter((place) => postmortem.firings[place]?.tree === 'whole');
    expect(whole).toEqual([...(first?.firings.slice(0, 5) ?? []), first?.firings[12]]);
    expect(postmortem.leftOut.join()).toContain('7 firings of 14');
    const why = sectionOf(markdownOf(postmortem), 'Why gates fired');
    expect(why).toContain('denied, 13 times');
    expect(why).toContain('… and 5 more');
  });
});

describe('what was allowed that should not have been', () => {
  it('is what was waived, with who said so and why', async () => {
    const s = await deniedSession();
    await s.given(prompts('docket waive test-gate/tests-fail: the mirror is down'), ...wrote('src/c.ts', 'w3'));
    const postmortem = postmortemOf(s);
    expect(postmortem.answers.allowed[0]).toMatchObject({
      ...{ kind: 'waived', title: 'Write src/c.ts', rule: 'test-gate/tests-fail', event: eventOf(s, 'w3') },
      ...{ by: 'a person in a prompt, by a waiver', reason: 'the mirror is down' },
    });
    const [waiver] = postmortem.waivers;
    expect(waiver).toMatchObject({
      rule: 'test-gate/tests-fail',
      by: 'prompt',
      reason: 'the mirror is down',
      revokedAt: null,
    });
    expect(waiver?.used.map((place) => postmortem.firings[place]?.event)).toEqual([eventOf(s, 'w3')]);
    expect(postmortem.interventions).toMatchObject([{ voice: 'prompt', kind: 'waiver' }]);
    const text = markdownOf(postmortem);
    const asked = sectionOf(text, 'What a reviewer asks');
    expect(asked).toContain('**Waived**: `Write src/c.ts`');
    expect(asked).toContain('A person in a prompt, by a waiver: 1 time, since `the mirror is down`');
    expect(sectionOf(text, 'Waivers')).toContain('let 1 thing through');
    expect(postmortem.summary[2]).toContain('let through by waivers (test-gate/tests-fail)');
  });

  it('is what ran although it was denied', async () => {
    const s = await deniedSession();
    await s.given(completes('Write', { file_path: 'src/b.ts', ...content }, { type: 'create' }, { tool_use_id: 'w2' }));
    const postmortem = postmortemOf(s);
    expect(postmortem.answers.allowed[0]).toMatchObject({
      ...{ kind: 'denied-but-ran', rule: 'test-gate/tests-fail', title: 'Write src/b.ts' },
      by: 'nobody: it was denied, and the host ran it',
    });
    expect(postmortem.deniedButRan).toMatchObject([{ kind: 'denied-but-ran', event: eventOf(s, 'w2') }]);
    expect(sectionOf(markdownOf(postmortem), 'Denied, and it ran all the same')).toContain('Write src/b.ts');
    expect(postmortem.summary[3]).toContain('1 call ran against what was decided');
  });

  it('is what a gate that only watches would have stopped, and what was asked about and ran', async () => {
    const watched = scenario({ preset: 'observe' });
    await watched.given(prompts('tidy up'), ...ran('git reset --hard', 'r1'));
    expect(postmortemOf(watched).answers.allowed[0]).toMatchObject({
      ...{
        kind: 'only-watched',
        title: 'Bash git reset --hard',
        by: 'the policy: guard only watches (preset observe)',
      },
    });
    const asked = scenario({ preset: 'standard' });
    await asked.given(prompts('tidy up'), ...ran('git stash drop', 'r1'));
    expect(postmortemOf(asked).answers.allowed[0]).toMatchObject({ kind: 'asked', title: 'Bash git stash drop' });
  });

  it('is what ran without a ruling, and a risky command that no rule stopped', async () => {
    const s = scenario({ preset: 'standard', damages: true });
    await s.given(prompts('go on'), ...ran('ls', 'l1'));
    const request = s.events().find(({ type }) => type === 'ToolRequested');
    const lost = { ...request, id: 'lost1', call: 'lost', delivery: 'lost' };
    appendFileSync(segmentOf(s), `\n${JSON.stringify(lost)}\n`);
    await s.given(
      completes(BASH, input('ls'), { stdout: '' }, { tool_use_id: 'lost' }),
      ...ran('git push origin feature/x', 'p1'),
    );
    const { allowed } = postmortemOf(s).answers;
    expect(allowed.map(({ kind, event }) => [kind, event])).toEqual([
      ['not-judged', 'lost1'],
      ['unopposed', eventOf(s, 'p1')],
    ]);
  });

  it('is nothing that was asked about where nobody could answer: that was a denial', async () => {
    const s = scenario({
      preset: 'standard',
      env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_SESSION_ATTENDED: '0' },
    });
    await s.given(prompts('tidy up'), requests(BASH, input('git stash drop'), { tool_use_id: 'd1' }));
    const postmortem = postmortemOf(s);
    expect(postmortem.firings[0]).toMatchObject({ decision: 'ask', nobodyCouldAnswer: 'the session is headless' });
    expect(postmortem.summary[2]).toBe('Gates denied 1 (guard/drop-stash).');
    expect(postmortem.answers.allowed).toEqual([]);
    expect(sectionOf(markdownOf(postmortem), 'Gates')).toContain('denied, since nobody could answer');
  });

  it('is nothing where nothing was, and what was only warned about is counted apart', async () => {
    const s = await deniedSession();
    await s.given(completes('Write', { file_path: 'src/a.ts', ...content }, { type: 'create' }, { tool_use_id: 'w1' }));
    const asked = sectionOf(markdownOf(postmortemOf(s)), 'What a reviewer asks');
    expect(asked).toContain('- Nothing that a rule spoke against');
    expect(asked).toContain('1 call went on after a warning');
  });
});

describe('whether the record can be trusted', () => {
  it('is said from seals: whole, in part, not at all', async () => {
    const s = await deniedSession();
    expect(postmortemOf(s).answers.trust).toMatchObject({
      answer: 'partly',
      because: ['No seal covers it: nothing would show a change.'],
    });
    await s.given({ hook_event_name: 'SessionEnd', reason: 'exit' });
    sealedLog(s.root).seal();
    const sealed = postmortemOf(s);
    expect(sealed.answers.trust).toMatchObject({ answer: 'yes' });
    expect(sealed.integrity).toMatchObject({ ok: true, unsealed: 0, seals: 1, signedBy: null, damage: [] });
    await s.given(prompts('one more thing'));
    const later = postmortemOf(s);
    expect(later.integrity.unsealed).toBeGreaterThan(0);
    expect(later.answers.trust.answer).toBe('partly');
    const file = segmentOf(s);
    writeFileSync(file, readFileSync(file, 'utf8').replace('add a discount', 'add a discoumt'));
    const changed = postmortemOf(s);
    expect(changed.answers.trust.answer).toBe('no');
    expect(changed.integrity).toMatchObject({ ok: false, damage: [{ kind: 'flipped', isOfSession: true }] });
    expect(sectionOf(markdownOf(changed), 'Integrity')).toContain('**what holds the session is damaged**');
    expect(changed.summary[4]).toContain('The record cannot be trusted.');
  });

  it('says what is not known: bytes that cannot be read, calls without an end, hooks that were lost', async () => {
    const s = scenario({ preset: 'standard', damages: true });
    await s.given(...deniedPast());
    appendFileSync(segmentOf(s), '\n{"torn":\n');
    await s.given(requests(BASH, input('sleep 9'), { tool_use_id: 'open' }), prompts('and now?'), prompts('well?'));
    const postmortem = postmortemOf(s);
    const kinds = postmortem.unknown.map(({ kind }) => kind);
    expect(kinds).toContain('gap');
    expect(kinds).toContain('open-call');
    expect(kinds).toContain('live');
    expect(postmortem.integrity.quarantined).toHaveLength(1);
    expect(sectionOf(markdownOf(postmortem), 'What is not known')).toContain('call without an end: Bash sleep 9');
  });
});

describe('the work', () => {
  it('shows files with what changed in them, by the patch of the host, by what was asked for, whole from beside the log', async () => {
    const s = scenario({ preset: 'observe' });
    const edit = { file_path: `${s.project}/src/a.ts`, old_string: 'one', new_string: 'two' };
    const structuredPatch = [{ oldStart: 7, newStart: 7, oldLines: 1, newLines: 1, lines: ['-one', '+two'] }];
    const long = `${'x'.repeat(99)}\n`.repeat(300);
    await s.given(
      prompts('edit'),
      requests('Edit', edit, { tool_use_id: 'e1' }),
      completes('Edit', edit, { filePath: edit.file_path, structuredPatch }, { tool_use_id: 'e1' }),
      requests('Edit', { ...edit, new_string: 'three' }, { tool_use_id: 'e2' }),
      completes('Edit', { ...edit, new_string: 'three' }, 'ok', { tool_use_id: 'e2' }),
      requests('Write', { file_path: `${s.project}/notes.md`, content: long }, { tool_use_id: 'e3' }),
      completes('Write', { file_path: `${s.project}/notes.md`, content: long }, 'ok', { tool_use_id: 'e3' }),
    );
    const { files } = postmortemOf(s);
    expect(files).toMatchObject([
      {
        ...{ path: 'src/a.ts', kind: 'source', added: 2, removed: 2 },
        edits: [
          { event: eventOf(s, 'e1'), diff: '@@ line 7 @@\n-one\n+two', note: null },
          { event: eventOf(s, 'e2'), diff: '@@\n-one\n+three', note: expect.stringContaining('asked for') },
        ],
      },
      {
        path: 'notes.md',
        kind: 'doc',
        added: 300,
        edits: [{ note: expect.stringContaining('101 more lines left out') }],
      },
    ]);
    expect(sectionOf(markdownOf(postmortemOf(s)), 'Files')).toContain('- `src/a.ts` (source): 2 edits, +2 -2');
  });

  it('orders commands by risk, with why they are', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'), ...ran('ls', 'c1'), ...ran('npm run build', 'c2'), ...ran('git push --force', 'c3'));
    const { commands } = postmortemOf(s);
    expect(commands.map(({ command, tier }) => [command, tier])).toEqual([
      ['git push --force', 3],
      ['npm run build', 2],
      ['ls', 1],
    ]);
    expect(commands[1]?.dangers).toEqual(['runs a script of the project']);
    expect(sectionOf(markdownOf(postmortemOf(s)), 'Commands')).toMatch(/3 commands: 1 risky.*\n\n- `git push --force`/);
  });

  it('says what evidence there was at the end, and what undid it', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'), ...greenRun('t1'), ...wrote('src/a.ts', 'w1'), stops());
    const [tests, review, proof] = postmortemOf(s).evidence;
    expect(tests).toMatchObject({
      ...{ name: 'tests', status: 'stale', event: eventOf(s, 't1', 'TestRunFinished') },
      undone: { since: { type: 'TestRunFinished' }, by: { event: eventOf(s, 'w1', 'ToolCompleted') } },
    });
    expect(review).toMatchObject({ name: 'code review', status: 'missing', event: null });
    expect(proof).toMatchObject({ name: 'proof', status: 'missing' });
    const section = sectionOf(markdownOf(postmortemOf(s)), 'Evidence at the end');
    expect(section).toContain('undone by: `ToolCompleted Write src/a.ts`');
  });

  it('tells people apart from claims', async () => {
    const s = scenario({ preset: 'observe' });
    const claim = { runner: 'npm test', source: 'claim', status: 'pass', failures: 0, passed: 9, reason: 'it says so' };
    await s.given(prompts('docket prove: the total shows 90'), { type: 'TestRunFinished', data: claim });
    const { interventions } = postmortemOf(s);
    expect(interventions).toMatchObject([
      { voice: 'prompt', kind: 'proof', text: expect.stringContaining('the total shows 90') },
      { voice: 'claim', kind: 'tests' },
    ]);
    const section = sectionOf(markdownOf(postmortemOf(s)), 'People');
    expect(section).toContain('**A person in a prompt**: saw it work');
    expect(section).toContain('**An agent claims**');
  });
});

describe('the timeline', () => {
  it('has turns, and in them a row for each call with what came of it', async () => {
    const s = await deniedSession();
    await s.given(prompts('never mind'), ...ran('ls', 'l1'));
    const { turns, entries } = postmortemOf(s);
    const asked = turns.filter(({ event }) => event !== null);
    expect(asked.map(({ number, prompt }) => [number, prompt])).toEqual([
      [1, 'add a discount'],
      [2, 'never mind'],
    ]);
    const rowsOf = (turn = 0) => entries.slice(...(asked[turn]?.entries ?? [0, 0]));
    expect(
      rowsOf(0)
        .filter(({ kind }) => kind === 'call')
        .map(({ title, outcome }) => [title, outcome]),
    ).toEqual([
      ['npm test', 'failed'],
      ['src/a.ts', 'no outcome'],
      ['src/b.ts', 'denied'],
    ]);
    const listed = rowsOf(1).find(({ kind }) => kind === 'call');
    expect(listed).toMatchObject({ tool: 'Bash', title: 'ls', outcome: 'completed', decision: 'none' });
    expect(listed?.parts).toEqual([{ title: 'Output', text: 'done' }]);
  });

  it('counts another delivery of an event once', async () => {
    const s = scenario({ preset: 'strict' });
    const call = requests(BASH, input('git push --force origin main'), { tool_use_id: 'twice' });
    await s.given(prompts('push'), call, call);
    const { entries, firings } = postmortemOf(s);
    expect(entries.filter(({ kind }) => kind === 'call')).toHaveLength(1);
    expect(firings.filter(({ rule }) => rule === 'guard/force-push-protected')).toHaveLength(1);
  });
});

describe('the policy', () => {
  it('says what differs from the preset, and what changed meanwhile', async () => {
    const s = await deniedSession();
    s.write('docket.config.json', JSON.stringify({ preset: 'strict', gates: { 'test-gate': { mode: 'monitor' } } }));
    await s.given(prompts('go on'));
    const [first, second] = postmortemOf(s).policies;
    expect(first).toMatchObject({ preset: 'strict', changes: [] });
    expect(first?.differs).toContain('gates.auto-review.mode is "off", and "enforce" in the preset');
    expect(second?.changes).toContain('gates.test-gate.mode is "monitor", and "enforce" in before');
  });

  it('names what was redacted by its rule', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts(`use ghp_${'a1B2'.repeat(9)}`));
    const postmortem = postmortemOf(s);
    expect(postmortem.redactions).toEqual([{ rule: 'github-token', events: 1 }]);
    expect(markdownOf(postmortem)).not.toContain('a1B2');
  });
});

describe('sharing', () => {
  it('takes words only from what is left of events, and judges by what there was', async () => {
    const s = await deniedSession({}, 'a secret plan');
    await s.given(prompts('docket waive test-gate/tests-fail: ask Ada'), ...wrote(`${s.project}/src/c.ts`, 'w3'));
    const sharing = redactForSharing(['paths', 'prompts', 'contents', 'identities']);
    const postmortem = postmortemOf(s, { sharing, project: 'project' });
    const text = JSON.stringify(postmortem);
    expect(text).not.toMatch(/src\/[abc]\.ts|secret plan|export \{\}|Ada/);
    expect(text).not.toContain(s.project);
    expect(markdownOf(postmortem)).not.toMatch(/src\/[abc]\.ts|secret plan|export \{\}|Ada/);
    const denied = postmortem.firings.find(({ decision, waived }) => decision === 'deny' && waived === null);
    expect(denied).toMatchObject({
      rule: 'test-gate/tests-fail',
      event: eventOf(s, 'w2'),
      opens: [[expect.any(String)]],
    });
  });
});
