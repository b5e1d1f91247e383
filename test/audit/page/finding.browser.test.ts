import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, eventually } from '../../kit/chromium.ts';
import { madePostmortem } from '../../kit/postmortems.ts';

const made = madePostmortem({ entries: 150 });

const shownEntries = (page: Page): Promise<number> => page.locator('ol.rows > li:not([hidden])').count();
const counts = (page: Page) => page.locator('#counts');
const hashOf = (page: Page): string => new URL(page.url()).hash;

describeInChromium('finding something in the page', ({ open }) => {
  it('searches in every text as one types, marks what it found, and says how much that is', async () => {
    const { page, complaints } = await open(made);
    await eventually(() => counts(page).textContent()).toMatch(/^150 entries, \d+ gates that fired$/);
    await page.locator('#search').pressSequentially('NEEDLE-7');
    const expected = made.entries.filter(({ parts }) => parts.some(({ text }) => text.includes('needle-7'))).length;
    expect(expected).toBeGreaterThan(2);
    await eventually(() => counts(page).textContent()).toMatch(new RegExp(`^${expected} of 150 entries, 0 of `));
    expect(await shownEntries(page)).toBe(expected);
    expect(await page.locator('ol.rows > li.inside:not([hidden])').count()).toBe(expected);
    await eventually(() => hashOf(page)).toBe('#q=NEEDLE-7');
    const first = page.locator('ol.rows > li:not([hidden]) summary').first();
    await page.keyboard.press('Enter');
    expect(await first.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Enter');
    await eventually(() => page.evaluate('CSS.highlights.get("found").size')).toBeGreaterThanOrEqual(expected);
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await eventually(() => shownEntries(page)).toBe(150);
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);
    expect(await page.locator('#search').inputValue()).toBe('');
    await eventually(() => page.evaluate('CSS.highlights.get("found").size')).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('says when nothing matches', async () => {
    const { page } = await open(made, { hash: '#q=no+such+word' });
    await eventually(() => counts(page).textContent()).toMatch(/^0 of 150 entries, 0 of \d+ gates that fired$/);
    expect(await page.getByText('No entry matches.').isVisible()).toBe(true);
    expect(await page.getByText('No gate that fired matches.').isVisible()).toBe(true);
    expect(await page.locator('section.turn:not([hidden])').count()).toBe(0);
  });

  it.each([
    ['kind', 'prompt', made.entries.filter(({ kind }) => kind === 'prompt').length],
    ['decision', 'deny', made.entries.filter(({ decision }) => decision === 'deny').length],
    [
      'gate',
      'guard',
      made.entries.filter(({ firings }) => firings.some((at) => made.firings[at]?.gate === 'guard')).length,
    ],
    ['actor', 'main', made.entries.filter(({ actor }) => actor === 'main').length],
    ['turn', '2', (made.turns[1]?.entries[1] ?? 0) - (made.turns[1]?.entries[0] ?? 0)],
  ])('chooses by %s', async (facet, value, expected) => {
    const { page, complaints } = await open(made);
    await page.locator(`#facet-${facet}`).selectOption({ label: value });
    expect(expected).toBeGreaterThan(0);
    expect(await shownEntries(page)).toBe(expected);
    expect(hashOf(page)).toBe(`#${facet}=${value}`);
    await page.getByRole('button', { name: `Remove filter ${facet} ${value}` }).click();
    expect(await shownEntries(page)).toBe(150);
    expect(await page.evaluate('document.activeElement.id')).toBe('search');
    expect(complaints).toEqual([]);
  });

  it('combines choices and the search, and a link shows the same to others', async () => {
    const { page } = await open(made);
    await page.locator('#facet-kind').selectOption({ label: 'call' });
    await page.locator('#facet-gate').selectOption({ label: 'guard' });
    await page.locator('#facet-gate').selectOption({ label: 'test-gate' });
    await page.locator('#search').fill('src');
    const isExpected = ({ kind, firings, title, parts }: (typeof made.entries)[number]): boolean =>
      kind === 'call' &&
      firings.some((at) => ['guard', 'test-gate'].includes(made.firings[at]?.gate ?? '')) &&
      [title, ...parts.map(({ text }) => text)].some((text) => text.includes('src'));
    const expected = made.entries.filter(isExpected).length;
    expect(expected).toBeGreaterThan(0);
    await eventually(() => hashOf(page)).toBe('#q=src&kind=call&gate=guard&gate=test-gate');
    await eventually(() => shownEntries(page)).toBe(expected);
    const other = await open(made, { hash: hashOf(page) });
    expect(await shownEntries(other.page)).toBe(expected);
    expect(await other.page.locator('#search').inputValue()).toBe('src');
    expect(await other.page.locator('#chips button').allTextContents()).toEqual([
      'kind: call ×',
      'gate: guard ×',
      'gate: test-gate ×',
      'Show everything',
    ]);
    await other.page.getByRole('button', { name: 'Show everything' }).click();
    expect(await shownEntries(other.page)).toBe(150);
  });

  it('keeps choices that hide what was looked at before', async () => {
    const { page } = await open(made, { hash: '#kind=prompt&at=e1' });
    expect(await page.locator('#chips button').allTextContents()).toEqual(['kind: prompt ×', 'Show everything']);
  });

  it('goes back through the choices', async () => {
    const { page } = await open(made);
    await page.locator('#facet-kind').selectOption({ label: 'prompt' });
    const prompts = await shownEntries(page);
    await page.locator('#facet-turn').selectOption({ label: '1' });
    expect(await shownEntries(page)).toBe(1);
    await page.goBack();
    await eventually(() => shownEntries(page)).toBe(prompts);
    await page.goBack();
    await eventually(() => shownEntries(page)).toBe(150);
  });

  it('shows the gates that fired about what was chosen', async () => {
    const { page } = await open(made);
    await page.locator('#facet-turn').selectOption({ label: '2' });
    const [from = 0, to = 0] = made.turns[1]?.entries ?? [];
    const expected = made.firings.filter(({ entry }) => entry >= from && entry < to).length;
    expect(expected).toBeGreaterThan(0);
    expect(await page.locator('article.firing:not([hidden])').count()).toBe(expected);
  });
});
