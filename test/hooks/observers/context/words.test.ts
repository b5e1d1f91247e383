import { describe, expect, it } from 'vitest';
import { issuesIn } from '../../../../src/hooks/observers/context/issues.ts';
import { proseIn } from '../../../../src/hooks/observers/context/prose.ts';
import { asksForWork, stepsIn } from '../../../../src/hooks/observers/context/steps.ts';
import { topicsOf, WORDS } from '../../../../src/hooks/observers/context/topics.ts';

const topics = (prompt: string) => topicsOf(proseIn(prompt), WORDS).topics;

describe('the topics of a prompt', () => {
  it.each([
    ['plan', 'Plan the next step'],
    ['plan', 'please IMPLEMENT it.'],
    ['plan', "let's start the implementation"],
    ['plan', 'what is left of phase 2?'],
    ['commit', 'commit'],
    ['commit', 'Merge it, then go on'],
    ['commit', 'has this been committed?'],
    ['commit', 'open a pull\nrequest; then a pull  request'],
    ['commit', 'commit/push it'],
    ['later', 'we can do that later'],
    ['later', 'Eventually this should be async'],
    ['later', 'at some point, rename it'],
    ['later', "let's postpone the migration"],
    ['later', 'put the tax on the backlog'],
    ['later', 'we will come back to this'],
    ['later', 'can we do that later?'],
    ['large', 'rename it in every file'],
  ])('%s: %s', (topic, prompt) => {
    expect(topics(prompt)).toContain(topic);
  });

  it.each([
    'read the explanation',
    'it is plane to see, an airplane',
    'look at src/plan.ts and docs/implement/x.md',
    'fix commit-msg and pre-commit',
    'the commits_table is empty',
    'git has a merge conflict',
    'needs Python 3.8 or later',
    'no later than Friday; later versions break',
    'see you later',
    'a few seconds later the request fails, and two days later the cookie expires',
    'why does it fail later?',
    'an eventually consistent store, whose writes eventually fail later in the log',
    'so that we can use it later',
    'call commit() and eventually(() => check())',
    'add a defer that closes the file',
    'remind me how it works',
    'write an end to end test',
    'rename the button "Commit later" to `plan`',
    '```\ngit commit -m plan\n```',
    '~~~sh\ngit merge later\n~~~',
    '> you said to commit later',
    '    git commit --amend',
    '\tgit merge topic',
    '$ git commit -m x',
    '2026-01-01T10:00:00Z INFO commit 12 merged later',
    '10:00:01 implement later',
    'Error: commit failed',
    '    at commit (src/merge.ts:1:1)',
    'npm ERR! code later',
    '@plan and #commit',
  ])('none: %s', (prompt) => {
    expect(topics(prompt)).toEqual([]);
  });

  it('are read behind a block of code that ends, and not in one that does not', () => {
    expect(topics('```\nx\n```\ncommit it')).toEqual(['commit']);
    expect(topics('```\nx\ncommit it')).toEqual([]);
    expect(topics('````\n```\ncommit\n````\nplan it')).toEqual(['plan']);
  });

  it('tell the clause that puts something off', () => {
    const { later } = topicsOf(['- Add it now. The tests come later! Thanks.'], WORDS);
    expect(later).toBe('The tests come later!');
  });
});

describe('the steps of a prompt', () => {
  it.each<[number, string]>([
    [0, 'add a tax'],
    [0, 'if it fails then stop'],
    [0, '- cart\n- tax\n- total'],
    [0, '- does it work now?'],
    [2, 'add a tax, then write the docs'],
    [3, 'Add a tax. Then write the docs. Finally run the tests.'],
    [2, '1. add a tax\n2) write the docs'],
    [2, '- [ ] add the tax\n* write the docs'],
    [3, '1. add the tax\n2. deploy it\n3. write docs'],
    [0, '1. red\n2. dark green'],
    [2, 'Step 1: add the tax\nStep 2: write the docs'],
    [2, 'a) add the tax\nb) write the docs'],
    [3, 'Do this: (1) add the tax (2) write the docs (3) deploy it'],
    [5, 'Add login, add signup, write tests, update the README and deploy to staging.'],
    [4, 'Please add a tax. Write the docs. Finally, run the tests and commit it.'],
    [0, 'The update is red, and a test of it fails'],
    [0, 'Add a tax, a discount and shipping'],
    [0, '```\n1. add a tax\n2. add a discount\n```'],
  ])('%i: %s', (count, prompt) => {
    expect(stepsIn(proseIn(prompt))).toBe(count);
  });

  it('are work, and questions are none', () => {
    expect(asksForWork(['rewrite all files'])).toBe(true);
    expect(asksForWork(['what do all files do?'])).toBe(false);
    expect(asksForWork(['explain the whole project'])).toBe(false);
  });
});

describe('the issues that a prompt asks to be worked on', () => {
  it.each<[string, readonly string[]]>([
    ['fix #42', ['#42']],
    ['Fix issue #42.', ['#42']],
    ['please fix the bug #042', ['#42']],
    ['fix #1, #2 and #3', ['#1', '#2', '#3']],
    ['work on acme/shop#7', ['acme/shop#7']],
    ['resolve GH-12', ['#12']],
    ['close https://github.com/acme/shop/issues/99', ['acme/shop#99']],
    ['can you look into #5?', ['#5']],
    ['fix #42 and fix #42', ['#42']],
    ['resolve issue 42', ['#42']],
    ['fix issues 42, 43 and 44', ['#42', '#43', '#44']],
    ['implement feature #12', ['#12']],
    ['start working on #42', ['#42']],
    ['do #42 next', ['#42']],
    ['do issue #2', ['#2']],
    ['do #1 and #3', []],
    ['continue with #2', []],
    ['fix #3 of your list', []],
    ['fix #2 and #3 from the review', []],
    ['fix issue 3.5 of the text', []],
    ['fix 42', []],
    ['somebody else is working on #42', []],
    ['see #42', []],
    ['like in #42, but green', []],
    ["don't fix #42", []],
    ['do not fix #42', []],
    ['who did fix #42?', []],
    ['#42 was fixed', []],
    ['I already fixed #42', []],
    ['fix #fff and #424242abc', []],
    ['fix #0', []],
    ['prefix #42', []],
    ['write "fix #42" into the message', []],
    ['```\nfix #42\n```', []],
    ['> fix #42', []],
  ])('%s', (prompt, issues) => {
    expect(issuesIn(proseIn(prompt))).toEqual(issues);
  });
});
