import { describe, expect, it } from 'vitest';
import { completes, type Payload, prompts, requests } from '../../kit/scenario.ts';
import { starts, type WorkSession, workingSession, workSession } from '../../kit/work-session.ts';

const CODE = ['code-unreviewed', 'precommit-missing'];
const DOCS = ['docs-unreviewed'];
const A = 'export const a = 1;\n';

const reviewedAll = async (w: WorkSession): Promise<void> => {
  for (const kind of ['code', 'precommit', 'doc'] as const) await w.reviewed(kind);
};

const commit = (w: WorkSession, folder = 'app') =>
  w.ran('git add -A && git commit -qm work', () => {
    w.git(folder, 'add', '-A');
    w.git(folder, 'commit', '--quiet', '-m', 'work');
  });

describe('a turn that ends', () => {
  it('owes nothing where nothing was written, and asks git nothing', async () => {
    const w = await workingSession();
    await w.sends(requests('Read', { file_path: 'src/a.ts' }, { tool_use_id: 'r' }));
    await w.sends(completes('Read', { file_path: 'src/a.ts' }, {}, { tool_use_id: 'r' }));
    await w.ran('git status && ls -la', () => {});
    const { owed, events } = await w.stop();
    expect(owed).toEqual([]);
    expect(events.map(({ type }) => type)).not.toContain('TreeObserved');
  });

  it('owes a code review and a precommit run for code, a document review for documents', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    expect((await w.stop()).owed).toEqual(CODE);
    const other = await workingSession();
    await other.edits('app/docs/a.md', '# B\n');
    expect((await other.stop()).owed).toEqual(DOCS);
  });

  it('is told everything that is missing in one answer, with what would mend each', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.edits('app/docs/a.md', '# B\n');
    const { answer } = await w.stop();
    expect(answer).toMatchObject({ decision: 'block' });
    const reason = String(answer?.['reason']);
    for (const rule of [...CODE, ...DOCS]) expect(reason).toContain(`[docket stop-guard/${rule}]`);
    expect(reason).toContain('Code changed (`src/a.ts`) and has no passing code review.');
    expect(reason).toContain('Documentation changed (`docs/a.md`) and has no passing document review.');
    expect(reason).toContain('Run precommit');
  });

  it('owes nothing once all of it passed', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.edits('app/docs/a.md', '# B\n');
    await reviewedAll(w);
    expect((await w.stop()).owed).toEqual([]);
  });

  it.each(['fail', 'unclear'] as const)('still owes a review that came to: %s', async (outcome) => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('precommit');
    await w.reviewed('code', outcome);
    const { owed, answer } = await w.stop();
    expect(owed).toEqual(['code-unreviewed']);
    expect(answer?.['reason']).toContain(
      outcome === 'fail' ? 'the last one did not pass' : 'the last one gave no verdict',
    );
  });

  it('is blocked once, then the session can end', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    expect((await w.stop()).owed).toEqual(CODE);
    const second = await w.stop({ stop_hook_active: true });
    expect(second.answer).toBeNull();
    expect(second.verdicts[0]?.conditions.filter(({ holds }) => !holds).map(({ name }) => name)).toEqual([
      'changed-code-is-reviewed',
      'changed-code-passed-precommit',
    ]);
  });

  it('is judged without a transcript as well', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    expect((await w.stop({ transcript_path: '' })).owed).toEqual(CODE);
  });

  it('counts the edits of subagents for the whole session; the end of a subagent is not gated', async () => {
    const w = await workingSession();
    const actor: Payload = { agent_id: 'ag1', agent_type: 'implementer' };
    await w.edits('app/src/a.ts', A, actor);
    const end = { hook_event_name: 'SubagentStop', last_assistant_message: 'done', ...actor };
    expect((await w.sends(end)).verdicts.map(({ gate }) => gate)).not.toContain('stop-guard');
    expect((await w.stop()).owed).toEqual(CODE);
  });

  it('counts tests, configuration and lock files as code, and neither logs nor what is ignored', async () => {
    for (const name of ['app/test/a.test.ts', 'app/package.json', 'app/.github/workflows/ci.yml']) {
      const w = await workingSession();
      await w.edits(name, 'x\n');
      expect((await w.stop()).owed, name).toEqual(CODE);
    }
    const w = await workingSession();
    await w.edits('app/debug.log', 'x\n');
    await w.edits('app/ignored/scratch.ts', 'x\n');
    await w.edits('beside.ts', 'x\n');
    expect((await w.stop()).owed).toEqual([]);
  });
});

describe('what was changed', () => {
  it('is nothing where the session went back to what it found', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.edits('app/src/a.ts', 'export {};\n');
    const { owed, verdicts } = await w.stop();
    expect(owed).toEqual([]);
    expect(verdicts[0]?.conditions).toContainEqual(
      expect.objectContaining({
        name: 'changed-code-is-reviewed',
        holds: true,
        actual: { changed: 'nothing', how: 'the content is what it was as the session began' },
      }),
    );
  });

  it('is not what was dirty before the session and stayed as it was', async () => {
    const w = await workSession();
    w.write('app/src/a.ts', 'mine, not yet committed\n');
    w.write('app/src/new.ts', 'new\n');
    await w.sends(starts());
    await w.sends(prompts('go'));
    await w.edits('app/docs/a.md', '# B\n');
    expect((await w.stop()).owed).toEqual(DOCS);
    await w.edits('app/src/new.ts', 'newer\n');
    expect((await w.stop()).owed).toEqual([...CODE, ...DOCS]);
  });

  it('is not what was dirty before and is committed as it is', async () => {
    const w = await workSession();
    w.write('app/src/a.ts', 'mine\n');
    await w.sends(starts());
    await commit(w);
    expect((await w.stop()).owed).toEqual([]);
  });

  it('stays owed when it was committed without a review', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await commit(w);
    const { owed, verdicts } = await w.stop();
    expect(owed).toEqual(CODE);
    expect(verdicts[0]?.conditions[0]?.actual).toMatchObject({ how: 'written in this session, and committed' });
    await w.reviewed('code');
    await w.reviewed('precommit');
    expect((await w.stop()).owed).toEqual([]);
  });

  it('is reviewed when the review came before the commit', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('code');
    await w.reviewed('precommit');
    await commit(w);
    expect((await w.stop()).owed).toEqual([]);
  });

  it('is also what a command wrote that nobody read the names from', async () => {
    const w = await workingSession();
    await w.ran('make format', () => w.write('app/src/a.ts', A));
    const { owed, answer } = await w.stop();
    expect(owed).toEqual(CODE);
    expect(answer?.['reason']).toContain('Code changed (`src/a.ts`)');
  });

  it('is also what such a command wrote and committed', async () => {
    const w = await workingSession();
    await w.ran('make release && git commit -qam release', () => {
      w.write('app/src/a.ts', A);
      w.git('app', 'commit', '--quiet', '-am', 'release');
    });
    const { owed, answer } = await w.stop();
    expect(owed).toEqual(CODE);
    expect(answer?.['reason']).toContain('Code changed (committed in this session)');
  });

  it('is not what somebody else wrote while the session only read', async () => {
    const w = await workingSession();
    w.write('app/src/a.ts', A);
    await w.ran('git diff', () => {});
    expect((await w.stop()).owed).toEqual([]);
  });

  it('is not another branch that was checked out', async () => {
    const w = await workSession();
    w.git('app', 'switch', '--quiet', '-c', 'theirs');
    w.write('app/src/a.ts', A);
    w.git('app', 'commit', '--quiet', '-am', 'theirs');
    w.git('app', 'switch', '--quiet', 'work');
    await w.sends(starts());
    await w.sends(prompts('look at theirs'));
    await w.ran('git switch theirs && npm test', () => w.git('app', 'switch', '--quiet', 'theirs'));
    expect((await w.stop()).owed).toEqual([]);
    await w.edits('app/src/b.ts', A);
    expect((await w.stop()).owed).toEqual(CODE);
  });
});

describe('the git cross-check', () => {
  it('a clean worktree overrides a change of code that was seen', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', A);
    await w.ran('git checkout -- src', () => w.git('app', 'checkout', '--', 'src'));
    expect((await w.stop()).owed).toEqual([]);
  });

  it('a clean worktree overrides a change of documents that was seen, and of nothing else', async () => {
    const w = await workingSession();
    await w.edits('app/docs/a.md', '# B\n');
    await w.edits('app/src/a.ts', A);
    await w.ran('git checkout -- docs', () => w.git('app', 'checkout', '--', 'docs'));
    expect((await w.stop()).owed).toEqual(CODE);
  });

  it('a clean worktree overrides what was dirty before as well: HEAD did not move', async () => {
    const w = await workSession();
    w.write('app/src/a.ts', 'mine\n');
    await w.sends(starts());
    await w.edits('app/src/a.ts', A);
    await w.ran('git stash', () => w.git('app', 'stash', '--quiet'));
    const { owed, verdicts } = await w.stop();
    expect(owed).toEqual([]);
    expect(verdicts[0]?.conditions[1]?.actual).toMatchObject({ how: 'the worktree is clean, and HEAD did not move' });
  });

  it('a clean worktree overrides where nobody looked as the session began', async () => {
    const w = await workSession();
    await w.edits('app/src/a.ts', A);
    expect((await w.stop()).owed).toEqual(CODE);
    await w.ran('git checkout -- src', () => w.git('app', 'checkout', '--', 'src'));
    expect((await w.stop()).owed).toEqual([]);
  });

  it('trusts what was seen where git is not there, and says so', async () => {
    const w = await workingSession();
    await w.edits('app/src/a.ts', 'export {};\n');
    w.breakGit();
    const { owed, verdicts } = await w.stop();
    expect(owed).toEqual(CODE);
    expect(verdicts[0]?.conditions[0]?.actual).toMatchObject({
      basis: 'order',
      status: 'missing',
      changed: ['src/a.ts'],
      how: expect.stringContaining('no git repository'),
    });
  });

  it('then trusts as well what was written without being named', async () => {
    const w = await workingSession();
    const data = { by: 'prettier', paths: [], planes: ['code', 'docs'] };
    await w.scenario.given({ type: 'ChangesObserved', worktree: w.path, data });
    w.breakGit();
    expect((await w.stop()).owed).toEqual([...CODE, ...DOCS]);
  });

  it('then goes by the order of events: a review counts until the next write', async () => {
    const w = await workingSession();
    w.breakGit();
    await w.edits('app/src/a.ts', A);
    await w.reviewed('code');
    await w.reviewed('precommit');
    expect((await w.stop()).owed).toEqual([]);
    await w.edits('app/src/b.ts', A);
    const { owed, verdicts } = await w.stop();
    expect(owed).toEqual(CODE);
    expect(verdicts[0]?.conditions[0]?.undone).toMatchObject({ was: 'pass' });
  });

  it('then counts what a command wrote, whether it names the files or not', async () => {
    for (const command of ['sed -i s/a/b/ src/a.ts', 'cargo fmt']) {
      const w = await workingSession();
      w.breakGit();
      await w.ran(command, () => {});
      expect((await w.stop()).owed, command).toEqual(expect.arrayContaining(CODE));
    }
  });
});
