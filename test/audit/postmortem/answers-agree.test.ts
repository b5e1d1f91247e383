import { describe, expect, it } from 'vitest';
import type { Allowed, AllowedKind, Postmortem } from '../../../src/audit/postmortem/model.ts';
import { htmlOf } from '../../kit/page-html.ts';
import { madePostmortem } from '../../kit/postmortems.ts';
import { markdownOf } from './made.ts';

const went = (kind: AllowedKind, by: string, title = `call that is ${kind}`): Allowed => ({
  ...{ kind, by, title, event: 'none', at: '2026-03-02T09:12:04.000Z' },
  ...{ rule: 'guard/some', reason: null, firing: null },
});

const postmortemWith = (allowed: readonly Allowed[], trust: Postmortem['answers']['trust']['answer']): Postmortem => {
  const made = madePostmortem({ entries: 3 });
  return { ...made, interventions: [], answers: { allowed, trust: { answer: trust, because: ['It is sealed.'] } } };
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
};

/** The three cards of the page as text. */
const cardsOf = async (postmortem: Postmortem): Promise<string[]> =>
  [...(await htmlOf(postmortem)).matchAll(/<article class="answer[\s\S]*?<\/article>/g)].map(([card]) =>
    card.replace(/<[^>]*>/g, '\n').replace(/&(?:#39|quot|amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity),
  );

/** The three answers of the document as text. */
const answersIn = (markdown: string): string[] =>
  (markdown.split('## What a reviewer asks')[1]?.split('\n## ')[0] ?? '').split('\n### ').slice(1);

const WARNED = went('warned', 'the policy: guard/some warns before it denies');
const WATCHED = went('only-watched', 'the policy: guard only watches');
const WAIVED = went('waived', 'a person at a terminal, by a waiver');
const RAN = went('denied-but-ran', 'nobody: it was denied, and the host ran it');

describe('the three answers are the same in the document and on the page', () => {
  it.each<{ name: string; allowed: readonly Allowed[]; trust: 'yes' | 'partly' | 'no'; says: readonly RegExp[][] }>([
    {
      ...{ name: 'nothing went on', allowed: [], trust: 'yes' },
      says: [[/Nothing that a rule spoke against/], [/Nobody had to/], [/Yes, as far as seals go/]],
    },
    {
      ...{ name: 'only warnings were passed over', allowed: [WARNED, { ...WARNED, event: 'b' }], trust: 'partly' },
      says: [
        [/Nothing that a rule spoke against/, /2 calls went on after a warning/],
        [/Nobody had to: nothing was let through/],
        [/In part/],
      ],
    },
    {
      ...{ name: 'a gate only watched', allowed: [WATCHED, WARNED], trust: 'no' },
      says: [
        [/Only watched/, /1 call went on after a warning/],
        [/the policy: guard only watches/i],
        [/No: it was changed/],
      ],
    },
    {
      ...{ name: 'grave things', allowed: [RAN, WAIVED], trust: 'yes' },
      says: [[/Denied, and it ran/, /Waived/], [/nobody: it was denied/i, /a person at a terminal/i], [/Yes/]],
    },
  ])('$name', async ({ allowed, trust, says }) => {
    const postmortem = postmortemWith(allowed, trust);
    const cards = await cardsOf(postmortem);
    const answers = answersIn(markdownOf(postmortem));
    for (const said of [cards, answers]) {
      expect(said).toHaveLength(3);
      for (const [place, words] of says.entries()) for (const word of words) expect(said[place]).toMatch(word);
    }
    const isThrough = allowed.some(({ kind }) => kind !== 'warned');
    for (const said of [cards, answers]) {
      expect(/Nothing that/.test(said[0] ?? '')).toBe(!isThrough);
      expect(/Nobody had to/.test(said[1] ?? '')).toBe(!isThrough);
      expect(said[1]).not.toMatch(/warns before it denies/);
      expect(said[1]).toMatch(/People stepped in 0 times besides prompts/);
    }
    expect(cards.map((card) => card.trim().split('\n')[0])).toEqual(answers.map((answer) => answer.split('\n')[0]));
  });
});
