import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type ClientOutcome, runClient } from './client.ts';
import { eventsOf, readLog, register, rulingOn, why } from './docket-command.ts';
import { createProject, git, type Project, REPOSITORY, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { newText, requestWithResult, toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

/** Strict; what starts programs of the project by itself is left out. */
const POLICY = {
  preset: 'strict',
  gates: { 'test-runner': { mode: 'off' }, lint: { mode: 'off' }, 'code-review': { mode: 'off' } },
};

const REVIEW = 'mcp__codex__codex';
const COMMIT = 'git commit --quiet --all --message "Count quantities"';

const serverArgs = (): string[] => {
  const codex = { command: process.execPath, args: [join(REPOSITORY, 'test', 'client', 'review-server.mjs')] };
  return ['--mcp-config', JSON.stringify({ mcpServers: { codex } }), '--strict-mcp-config'];
};

const PERMITTED = ['--permission-mode', 'acceptEdits', '--allowedTools', `Bash,${REVIEW}`];

const bash = (id: string, command: string) => use(id, 'Bash', { command, description: 'As asked' });

describeWithClient('work that has to be tested, reviewed and seen, under strict', (client) => {
  const seen: { project?: Project; first?: ClientOutcome; second?: ClientOutcome } = {};
  const project = (): Project => seen.project as Project;
  const requests = () => (seen.second as ClientOutcome).requests;
  const log = (): readonly Envelope[] => readLog(project());

  beforeAll(async () => {
    seen.project = createProject();
    const { folder } = seen.project;
    mkdirSync(join(folder, 'scripts'));
    writeFileSync(join(folder, 'scripts', 'precommit-runner.js'), "console.log('## Overall: ✅ PASS');\n");
    git(seen.project, 'add', 'scripts');
    git(seen.project, 'commit', '--quiet', '--message', 'A precommit script');
    register(seen.project, { scope: 'local' });
    writeFileSync(join(folder, 'docket.config.json'), JSON.stringify(POLICY));

    const cart = join(folder, 'src', 'cart.js');
    const edit = (id: string, from: string, to: string) =>
      use(id, 'Edit', { file_path: cart, old_string: from, new_string: to });
    const turns = [
      [use('toolu_read', 'Read', { file_path: cart })],
      [edit('toolu_wrong', 'item.price', 'item.price + item.quantity')],
      [bash('toolu_commit_untested', COMMIT)],
      [bash('toolu_red', 'npm test')],
      [edit('toolu_fix', 'item.price + item.quantity', 'item.price * item.quantity')],
      [bash('toolu_green', 'npm test')],
      [use('toolu_review', REVIEW, { verdict: '## Gate: ✅ Ready' })],
      [bash('toolu_precommit', 'node scripts/precommit-runner.js')],
      [bash('toolu_commit_unproven', COMMIT)],
      [say('Please look at it.')],
      // The second prompt.
      [bash('toolu_commit', COMMIT)],
      [edit('toolu_after', 'item.price * item.quantity', 'item.price * item.quantity * 1')],
      [bash('toolu_commit_again', COMMIT)],
      [bash('toolu_green_again', 'npm test')],
      [use('toolu_review_again', REVIEW, { verdict: '✅ Ready' })],
      [bash('toolu_stash', 'git stash')],
      [use('toolu_other', 'Write', { file_path: join(folder, 'src', 'tax.js'), content: 'export const tax = 0.2;\n' })],
      [bash('toolu_commit_other', 'git add src/tax.js && git commit --quiet --message "Add a tax"')],
      [say('All done.')],
      [say('Nobody is here to review it.')],
    ];
    const scenario = { conversations: [{ turns }] };
    const args = [...PERMITTED, ...serverArgs()];
    seen.first = await runClient(client, { project: seen.project, scenario, prompt: 'Count quantities', args });
    const prompt = 'docket prove: the cart counts quantities\nNow commit it.';
    const resumed = [...args, '--resume', seen.first.result.session_id];
    seen.second = await runClient(client, { project: seen.project, scenario, prompt, args: resumed });
  });
  afterAll(() => {
    if (seen.project !== undefined) removeProject(seen.project);
  });

  it('is not committed without evidence, and the model is told what is missing', () => {
    const { text, isError } = toolResult(requests(), 'toolu_commit_untested');
    expect(isError).toBe(true);
    expect(text).toContain('[docket guard/commit-untested]');
    expect(text).toContain('[docket guard/commit-unproven]');
    expect(text).toMatch(/run the tests/i);
    expect(text).toContain('docket prove');
  });

  it('is known to be red, then green, then reviewed and through precommit', () => {
    const events = log();
    const tests = ['toolu_red', 'toolu_green'].map((call) => eventsOf(events, 'TestRunFinished', call)[0]?.data);
    expect(tests).toMatchObject([
      { status: 'fail', failures: 1, source: 'agent' },
      { status: 'pass', failures: 0, source: 'agent' },
    ]);
    const reviews = ['toolu_review', 'toolu_precommit'].map(
      (call) => eventsOf(events, 'ReviewRecorded', call)[0]?.data,
    );
    expect(reviews).toMatchObject([
      { kind: 'code', outcome: 'pass', standing: 'evidence' },
      { kind: 'precommit', outcome: 'pass', standing: 'evidence' },
    ]);
    const first = (seen.first as ClientOutcome).requests;
    expect(newText(requestWithResult(first, 'toolu_fix'))).toMatch(/test-gate/);
  });

  it('still waits for a person who saw it work', () => {
    const { text, isError } = toolResult(requests(), 'toolu_commit_unproven');
    expect(isError).toBe(true);
    expect(text).toContain('[docket guard/commit-unproven]');
    expect(text).not.toContain('commit-untested');
    expect(seen.first?.result.result).toBe('Please look at it.');
  });

  it('is committed once a person says so in a prompt', () => {
    expect(eventsOf(log(), 'ProofRecorded')).toHaveLength(1);
    expect(toolResult(requests(), 'toolu_commit').isError).toBe(false);
    expect(git(project(), 'show', 'HEAD:src/cart.js')).toContain('item.price * item.quantity,');
  });

  it('is closed again by an edit after that, and why shows both events', () => {
    expect(toolResult(requests(), 'toolu_commit_again').isError).toBe(true);
    const events = log();
    const answer = why(project(), '--call', 'toolu_commit_again');
    const open = answer.conditions.filter(({ holds }) => !holds);
    const edit = eventsOf(events, 'ToolCompleted', 'toolu_after')[0]?.id;
    const since = [eventsOf(events, 'TestRunFinished', 'toolu_green')[0]?.id, eventsOf(events, 'ProofRecorded')[0]?.id];
    expect(since).toContain(open[0]?.undone?.since);
    expect(open[0]?.undone?.by).toBe(edit);
  });

  it('gives no evidence to other content: a stash after a review leaves nothing open', () => {
    const events = log();
    expect(eventsOf(events, 'ReviewRecorded', 'toolu_review_again')[0]?.data).toMatchObject({ outcome: 'pass' });
    expect(toolResult(requests(), 'toolu_stash').isError).toBe(false);
    const { text, isError } = toolResult(requests(), 'toolu_commit_other');
    expect(isError).toBe(true);
    expect(text).toContain('[docket guard/commit-untested]');
  });

  it('holds up the end of the turn once without a review, and then the session ends', () => {
    const events = log();
    const ends = eventsOf(events, 'TurnEnded').map((end) => rulingOn(events, end));
    expect(ends.map(({ decision }) => decision)).toEqual(['advise', 'deny', 'advise']);
    expect(ends[1]?.verdicts.filter(({ decision }) => decision === 'deny').map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['stop-guard/code-unreviewed', 'stop-guard/precommit-missing']),
    );
    expect(seen.second?.result).toMatchObject({ is_error: false, result: 'Nobody is here to review it.' });
    expect(eventsOf(events, 'HookFailed')).toEqual([]);
  });
});
