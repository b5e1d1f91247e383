import { describe, expect, it } from 'vitest';
import { readClosing } from '../../../../src/hooks/observers/closing/read-closing.ts';

const NO_WORDS = { completions: [], offers: [] };
const kindOf = (message: string, words: Parameters<typeof readClosing>[1] = NO_WORDS): string =>
  readClosing(message, words).kind;

describe('a message that ends with nothing but that it is over', () => {
  it.each([
    'Done.',
    'done',
    'DONE!',
    'Done!!',
    'Done…',
    'All done.',
    'Finished.',
    'All set.',
    "You're all set!",
    'You’re all set!',
    'Complete.',
    'Task complete.',
    'Task completed successfully.',
    'All tasks completed.',
    'Everything works now.',
    'Everything is working as expected.',
    'Everything is in place.',
    'The implementation is complete.',
    'The migration has been completed successfully.',
    'The bug is fixed.',
    'It is done.',
    "It's done.",
    "That's it.",
    'That is all.',
    "That's everything.",
    'I have finished the refactoring.',
    "I've completed all of the requested changes.",
    "We're done here.",
    "I'm done.",
    'Okay, done.',
    'Great, everything is finished.',
    'Done, as requested.',
    'Done. All tests pass.',
    'Done! All 12 tests are green.',
    'Done, the tests pass.',
    'Everything is implemented and all tests pass.',
    'Finished and committed.',
    'The changes are committed. Done.',
    'I added the discount to the cart. Done.',
    'Status: done',
    '**Status:** complete',
    '`src/cart.ts` is done.',
    'Done (took three minutes).',
    'All tests pass.\n\nDone.',
    'Want me to add tests as well?\n\nDone.',
    'You asked:\n\n> Can you fix it?\n\nDone.',
    'Why did it fail? A typo.\n\nThe typo is fixed.',
    'Finished the refactoring.',
    'Completed all tasks.',
    'Successfully completed the task.',
    'Done with the task.',
    'All done and dusted.',
    'Bug fixed.',
    'Issue resolved!',
    'All requested changes have been made.',
    'The feature is complete and working.',
    'Done.\r\n',
    'Done.\n\n\n',
  ])('%j', (message) => {
    expect(kindOf(message)).toBe('bare');
  });
});

describe('the same in Markdown', () => {
  it.each([
    ['bold', '**Done.**'],
    ['underlined', '_Done_'],
    ['a heading', '## Done'],
    ['a list item', '- Done.'],
    ['the last item of a list', '1. wrote the code\n2. ran it\n3. Done.'],
    ['a ticked box', '- [x] Done'],
    ['emoji around it', '✅ Done! 🎉'],
    ['emoji alone behind it', 'Done.\n\n🎉🎉'],
    ['a rule behind it', 'Done.\n\n---'],
    ['a comment behind it', 'Done.\n<!-- shall I go on? -->'],
    ['code behind it', 'Finished.\n\n```ts\nconst a = b ? 1 : 2\n```'],
    ['code right behind it', 'Finished.\n```ts\nconst a = b ? 1 : 2\n```'],
    ['code that is not closed', 'Finished.\n\n```ts\nconst a = b ? 1 : 2'],
    ['a longer fence around a shorter one', 'Finished.\n\n````md\n```\nok?\n```\n````'],
    ['tildes', 'Finished.\n\n~~~\nok?\n~~~'],
    ['indented code', 'Finished.\n\n    const a = b ? 1 : 2'],
    ['a question in inline code', '`a ? b : c` is done.'],
    ['a question mark of a link', 'Done: [the page](http://localhost:3000/?a=1) works.'],
    ['a chained call', 'a?.b is fixed.'],
    ['words of somebody else', 'The "are you sure?" box is done.'],
    ['lines that are wrapped', 'Everything is\ndone.'],
  ])('%s', (_what, message) => {
    expect(kindOf(message)).toBe('bare');
  });
});

describe('what says how, where or how much is not over as a whole', () => {
  it.each([
    'Completed in 3 minutes.',
    'Completed 3 of 5 tasks.',
    'Completed with warnings.',
    'Finished in src/cart.ts.',
    'Finished the tests, except one.',
    'Finish the task.',
    'Done via the API.',
    'No changes were made.',
    'The decision was made.',
    'Working.',
    'I fixed the bug.',
  ])('%j', (message) => {
    expect(kindOf(message)).toBe('other');
  });
});

describe('a message that asks', () => {
  it.each([
    'Done. Anything else?',
    'Done?',
    'Done. Which one do you prefer, "A" or "B"?',
    'Done. **Ready to merge?**',
    'Done. Ok?🙂',
    'Done — or is something missing?',
    '完成了。要我继续吗？',
    'تم. هل أستمر؟',
    'Done.\n- merge now?\n- or later?',
    '> Done.\n> Shall we?',
  ])('%j', (message) => {
    expect(kindOf(message)).toBe('question');
  });
});

describe('a message that offers or suggests something, or says what comes next', () => {
  it.each([
    'Done. Let me know if you want more.',
    "Done. I can also add tests if you'd like.",
    'All set. Want me to commit it.',
    'Done. Shall I go on with the tax.',
    'Finished. Would you like a summary.',
    'Done. Next step: the tax.',
    'Next steps: merge it. Done.',
    'Done. Next, I would add the tax.',
    'All done. You can run it with `npm start`.',
    'Done. I suggest a review.',
    'Everything is done and ready for review.',
    'Done. Please check the page.',
    'Done. Over to you!',
    "Done. Just say the word and I'll merge.",
    'Done. Feel free to try it.',
    'Done.\n\n> Tip: consider a review.',
    'DONE. LET ME KNOW.',
  ])('%j', (message) => {
    expect(kindOf(message)).toBe('offer');
  });
});

describe('a message that looks like it and says more, or something else', () => {
  it.each([
    'Done. The fix is not finished, tests fail.',
    'The fix is not done.',
    "It isn't finished.",
    'Almost done.',
    'Half of it is finished.',
    'Not everything works.',
    'Nothing works.',
    'Everything works except the tax.',
    'It works now, but the tests fail.',
    'The work is done, however the build is red.',
    'Done once the tests pass.',
    'It will be done.',
    'It must be finished by Friday.',
    'Done by Friday.',
    'Two tests fail.',
    'The tests pass.',
    'All 12 tests pass.',
    'The function returns the completed order.',
    'Here is what I have done so far:',
    'Done: `discount()` is in `src/cart.ts` and takes a percentage.',
    'Done — I added the discount to the cart.',
    'Done. I renamed `total` to `sum` in three files.',
    'Finished: 3 files changed.',
    'Done.\n\n| file | change |\n| --- | --- |\n| a.ts | done |',
    '- [x] code\n- [ ] Done',
    '~~Done.~~',
    'The log now ends with:\n\n> Done.',
    'The word "done" stands in the log.',
    'Easier said than done.',
    'Well done',
    'This is how it is done.',
    'I get it done.',
    'The answer is 42.',
    'Undone.',
    'Ready.',
    'Fertig.',
    '',
    '   \n\n',
    '🎉',
    '```\nDone.\n```',
    '    Done.',
  ])('%j', (message) => {
    expect(kindOf(message)).toBe('other');
  });
});

describe('words of the policy', () => {
  const words = { completions: ['Fertig', 'Alles erledigt!', '完了'], offers: ['soll ich', '次は'] };

  it.each([
    ['Fertig.', 'bare'],
    ['Die Tests laufen.\n\nAlles erledigt.', 'bare'],
    ['**Fertig!** 🎉', 'bare'],
    ['テストを書きました。完了。', 'bare'],
    ['Fertig. Soll ich es einspielen.', 'offer'],
    ['完了。次は税金です。', 'offer'],
    ['Fertig. Alles gut?', 'question'],
    ['Nicht fertig.', 'other'],
    ['Done.', 'bare'],
  ])('%j is %s', (message, kind) => {
    expect(kindOf(message, words)).toBe(kind);
  });
});

describe('what is told of it', () => {
  it('is the end of the paragraph and the words that decided', () => {
    expect(readClosing('I wrote it.\n\nAll of it is there. **Done.**', NO_WORDS)).toEqual({
      kind: 'bare',
      closing: 'All of it is there. **Done.**',
      mark: 'Done',
    });
    expect(readClosing('Done. Let me know.', NO_WORDS).mark).toBe('let me know');
    expect(readClosing(`${'x'.repeat(5000)}. Done.`, NO_WORDS).closing).toHaveLength(200);
  });

  it.each([
    ['one long line', `${'done, '.repeat(200_000)}done.`],
    ['many lines', 'Done.\n'.repeat(200_000)],
    ['many fences', '```\n~~~\n'.repeat(100_000)],
    ['many comments that are not closed', '<!-- '.repeat(200_000)],
    ['many brackets', '[('.repeat(200_000)],
    ['many backquotes', '`'.repeat(500_000)],
    ['many quotes', '> '.repeat(200_000)],
    ['many stars', '*'.repeat(500_000)],
    ['many question marks', '"?'.repeat(200_000)],
  ])('is found in bounded time in %s', (_what, message) => {
    const start = performance.now();
    readClosing(message, NO_WORDS);
    expect(performance.now() - start).toBeLessThan(2_000);
  });
});
