import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { observeTree } from '../../src/hooks/observers/tree/tree.ts';
import { standingOf } from '../../src/projections/standing.ts';
import { type GitProject, gitProject } from '../kit/git-project.ts';
import { allPassed, ran } from '../kit/reviews.ts';
import { type Payload, requests, scenario, stateIn } from '../kit/scenario.ts';
import { KINDS, reviewsIn } from './reviews-in.ts';

/** Writes of all kinds after three reviews that passed (the ids are those of the cases). */
interface EditCase {
  readonly id: string;
  readonly input: { readonly event: Payload };
  readonly expect: Readonly<Record<string, boolean>>;
}

const CASES = readFileSync('fixtures/cases/edit-invalidation.ndjson', 'utf8')
  .split('\n')
  .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as EditCase]));

const ALL = { code: true, doc: true, precommit: true };

const expected = (passed: EditCase['expect']): Record<string, boolean> =>
  passed['unchanged'] === true
    ? ALL
    : Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [kind, passed[`${name}.passed`] === true]));

/** The call that the event of a case ends, with all that its tool was asked. */
const requestOf = ({ tool_name, tool_input, agent_id, agent_type }: Payload): Payload =>
  requests(String(tool_name), tool_input, agent_id === undefined ? {} : { agent_id, agent_type });

/** Only what is in the files, or in the index, tells these apart. */
const ABOUT_CONTENT = ['ei-same-bytes', 'ei-staged-vs-worktree'];

describe('an edit after the reviews, by the order of events', () => {
  it('has cases', () => expect(CASES).toHaveLength(13));

  it.each(CASES.filter(({ id }) => !ABOUT_CONTENT.includes(id)))(
    '$id',
    async ({ input: { event }, expect: passed }) => {
      const s = scenario();
      await s.given(...allPassed());
      const before = stateIn(s).review.kinds;
      const request = requestOf(event);
      await s.given(request, { ...event, tool_use_id: request['tool_use_id'] });
      const reviews = reviewsIn(s);
      expect(Object.fromEntries(Object.entries(reviews).map(([kind, review]) => [kind, review.passed]))).toEqual(
        expected(passed),
      );
      const { kinds } = stateIn(s).review;
      const ranAt = (of: typeof kinds) => Object.values(of).map(({ lastRun }) => lastRun);
      expect(ranAt(kinds), 'executed and lastRun stay').toEqual(ranAt(before));
    },
  );

  it.each(CASES.filter(({ id }) => !ABOUT_CONTENT.includes(id)))(
    '$id: also of a call that nobody saw begin',
    async ({ input: { event }, expect: passed }) => {
      const s = scenario();
      await s.given(...allPassed(), event);
      const reviews = Object.entries(reviewsIn(s)).map(([kind, review]) => [kind, review.passed]);
      expect(Object.fromEntries(reviews)).toEqual(expected(passed));
    },
  );
});

const statuses = async (p: GitProject): Promise<Record<string, string>> => {
  const env = { PATH: process.env['PATH'] ?? '', HOME: p.outer, GIT_CONFIG_NOSYSTEM: '1' };
  const { tree } = await observeTree(p.path, 'now', { env, timeLeft: () => 60_000 });
  const state = stateIn(p.scenario, p.path);
  const kinds = Object.values(KINDS).map((kind) => [
    kind,
    standingOf(state, kind, { event: 'now', tree }, 's1').status,
  ]);
  return Object.fromEntries(kinds);
};

const reviewedProject = async (): Promise<GitProject> => {
  const p = gitProject({ preset: 'observe' });
  p.write('app/src/a.ts', 'export const a = 1;\n');
  p.write('app/README.md', '# App\n');
  for (const payload of allPassed()) await p.sends(payload);
  expect(await statuses(p)).toEqual({ code: 'pass', doc: 'pass', precommit: 'pass' });
  return p;
};

describe('an edit after the reviews, by what is in the files', () => {
  it('ei-same-bytes: the same bytes written again leave everything', async () => {
    const p = await reviewedProject();
    p.write('app/src/a.ts', 'export const a = 1;\n');
    for (const payload of ran('Write', { file_path: `${p.path}/src/a.ts` }, {})) await p.sends(payload);
    expect(await statuses(p)).toEqual({ code: 'pass', doc: 'pass', precommit: 'pass' });
  });

  it('ei-staged-vs-worktree: what was reviewed as staged does not cover later bytes', async () => {
    const p = gitProject({ preset: 'observe' });
    p.write('app/src/a.ts', 'export const a = 1;\n');
    p.git('app', 'add', '-u');
    for (const payload of allPassed()) await p.sends(payload);
    p.write('app/src/a.ts', 'export const a = 2;\n');
    expect(await statuses(p)).toEqual({ code: 'stale', doc: 'pass', precommit: 'stale' });
    p.git('app', 'add', '-u');
    expect(await statuses(p)).toEqual({ code: 'stale', doc: 'pass', precommit: 'stale' });
  });

  it('ei-formatter: one that changed nothing leaves everything, one that did does not', async () => {
    const p = await reviewedProject();
    const format = () => ran('Bash', { command: 'npx prettier --write src/a.ts' }, { stdout: '', stderr: '' });
    for (const payload of format()) await p.sends(payload);
    expect(await statuses(p)).toEqual({ code: 'pass', doc: 'pass', precommit: 'pass' });
    const [request, result] = format();
    await p.sends(request);
    p.write('app/src/a.ts', 'export const a = 1\n');
    await p.sends(result);
    expect(await statuses(p)).toEqual({ code: 'stale', doc: 'pass', precommit: 'stale' });
  });

  it('an edit outside the hooks, a stash and going back are right without any event', async () => {
    const p = await reviewedProject();
    p.git('app', 'add', '-A');
    p.git('app', 'stash');
    expect(await statuses(p)).toEqual({ code: 'stale', doc: 'stale', precommit: 'stale' });
    p.git('app', 'stash', 'pop');
    expect(await statuses(p)).toEqual({ code: 'pass', doc: 'pass', precommit: 'pass' });
    p.git('app', 'commit', '-q', '-am', 'a');
    expect(await statuses(p)).toEqual({ code: 'pass', doc: 'pass', precommit: 'pass' });
  });
});
