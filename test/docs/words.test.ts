import { expect, it } from 'vitest';
import { PAGES, proseOf } from './examples/blocks.ts';

/** Words for which the documents have another one: one word for one thing. */
const OTHER_WORDS: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\bdirector(?:y|ies)\b/i, 'folder'],
  [/\btime ?outs?\b/i, 'time-out'],
  [/\bsub-agents?\b/i, 'subagent'],
  [/\bwork(?:ing)? trees?\b/i, 'worktree'],
  [/\bpost-mortems?\b/i, 'postmortem'],
  [/\bback-test/i, 'backtest'],
  [/\bevent[ -]log\b/i, 'log'],
  [/\b(?:white|allow)lists?\b/i, 'policy, waiver'],
  [/\bADRs?\b/, 'decision'],
  [/\b(?:log|journal) entr(?:y|ies)\b/i, 'event'],
  [/\b(?:exemption|dispensation)s?\b/i, 'waiver'],
  [/\bhuman(?:s|-)?\b/i, 'person'],
  [/\bbehavior/i, 'behaviour'],
];

/** Without code, and without the names that links lead to. */
const said = (page: string): string =>
  proseOf(page)
    .replace(/(`+)(?:(?!\1)[\s\S])+?\1/g, '`')
    .replace(/\]\([^)]*\)/g, ']');

it.each(PAGES)('%s has one word for one thing', (page) => {
  const text = said(page);
  const found = OTHER_WORDS.flatMap(([wrong, right]) => {
    const word = wrong.exec(text)?.[0];
    return word === undefined ? [] : [`"${word}" is "${right}"`];
  });
  expect(found).toEqual([]);
});
