import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { describeInChromium, eventually } from '../../kit/chromium.ts';
import { madePostmortem } from '../../kit/postmortems.ts';

const made = madePostmortem({ entries: 150 });

const hashOf = (page: Page): string => new URL(page.url()).hash;
/** The row, card or section that has the focus. */
const focused = (page: Page): Promise<unknown> =>
  page.evaluate("document.activeElement.closest('ol.rows > li, article, section')?.id ?? null");
const isInSight = (page: Page, id: string): Promise<unknown> =>
  page.evaluate(
    `(() => { const { top, bottom } = document.getElementById('${id}').getBoundingClientRect(); return bottom > 0 && top < innerHeight; })()`,
  );

/** A firing that is shown open, with causes. */
const firing = made.firings.findIndex(
  ({ decision, conditions }) => decision !== 'advise' && (conditions[0]?.because.length ?? 0) > 0,
);
const causeOf = made.firings[firing]?.conditions[0]?.because[0]?.event;
const causeEntry = made.entries.findIndex(({ event }) => event === causeOf);

describeInChromium('going from one thing to another', ({ open }) => {
  it('jumps from a verdict to its cause, and back', async () => {
    const { page, complaints } = await open(made);
    await page.locator(`#f${firing} .because a`).first().click();
    expect(hashOf(page)).toBe(`#at=e${causeEntry}`);
    expect(await focused(page)).toBe(`e${causeEntry}`);
    expect(await page.locator(`#e${causeEntry} > details`).getAttribute('open')).not.toBeNull();
    await eventually(() => isInSight(page, `e${causeEntry}`)).toBe(true);
    await page.goBack();
    expect(hashOf(page)).toBe(`#at=f${firing}`);
    await eventually(() => focused(page)).toBe(`f${firing}`);
    await eventually(() => isInSight(page, `f${firing}`)).toBe(true);
    await page.goForward();
    await eventually(() => focused(page)).toBe(`e${causeEntry}`);
    expect(complaints).toEqual([]);
  });

  it('jumps from a call to why a gate fired', async () => {
    const entry = made.firings[firing]?.entry;
    const { page } = await open(made, { hash: `#e${entry}` });
    expect(await focused(page)).toBe(`e${entry}`);
    await page.locator(`#e${entry} .fired a`).click();
    expect(await focused(page)).toBe(`f${firing}`);
  });

  it('jumps from an answer to what shows it', async () => {
    const { page } = await open(made);
    await page.locator('#answers a').first().click();
    expect(await focused(page)).toBe('e2');
  });

  it('removes filters that hide where it goes, and says so; back brings them again', async () => {
    const { page } = await open(made, { hash: '#decision=deny&kind=call&at=e0' });
    const deny = made.firings.findIndex(({ decision }) => decision === 'deny');
    await page.locator(`#f${deny} .because a`).first().click();
    await eventually(() => page.locator('#counts').textContent()).toMatch(
      /^Filters were removed to show this\. 150 entries/,
    );
    expect(await page.locator('#chips button').count()).toBe(0);
    await page.goBack();
    await eventually(() => page.locator('#chips button').count()).toBe(3);
  });

  it('leads to each section, whose heading gets the focus', async () => {
    const { page } = await open(made);
    await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Commands, by risk' }).click();
    expect(hashOf(page)).toBe('#at=commands');
    expect(await page.evaluate('document.activeElement.id')).toBe('commands-h');
    await eventually(() => isInSight(page, 'commands-h')).toBe(true);
  });

  it('steps through entries and gates by key, leaving out what is hidden', async () => {
    const { page, complaints } = await open(made, { hash: '#kind=prompt' });
    const prompts = made.entries.flatMap(({ kind }, place) => (kind === 'prompt' ? [`e${place}`] : []));
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(prompts[0]);
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(prompts[1]);
    await page.keyboard.press('k');
    expect(await focused(page)).toBe(prompts[0]);
    await page.keyboard.press('k');
    await eventually(() => page.locator('#counts').textContent()).toContain('That was the first one.');
    await page.keyboard.press('Enter');
    expect(await page.locator(`#${prompts[0]} > details`).getAttribute('open')).not.toBeNull();
    await eventually(() => hashOf(page)).toBe(`#kind=prompt&at=${prompts[0]}`);

    await page.keyboard.press('Escape');
    await page.keyboard.press('n');
    expect(await focused(page)).toBe('f0');
    await page.keyboard.press('n');
    expect(await focused(page)).toBe('f1');
    await page.keyboard.press('p');
    expect(await focused(page)).toBe('f0');
    await page.keyboard.press('j');
    expect(await focused(page)).toBe(`e${(made.firings[0]?.entry ?? 0) + 1}`);
    await page.keyboard.press('p');
    expect(await focused(page)).toBe('f0');
    expect(complaints).toEqual([]);
  });

  it('goes to the search by key, where keys are letters', async () => {
    const { page } = await open(made);
    await page.keyboard.press('/');
    expect(await page.evaluate('document.activeElement.id')).toBe('search');
    await page.keyboard.type('jk?');
    expect(await page.locator('#search').inputValue()).toBe('jk?');
    expect(await page.locator('dialog').isVisible()).toBe(false);
  });

  it('tells the keys, and gives the focus back', async () => {
    const { page } = await open(made);
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keys' });
    expect(await help.isVisible()).toBe(true);
    expect(await help.getByText('Next gate that fired').isVisible()).toBe(true);
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    expect(await help.isVisible()).toBe(false);
    expect(await focused(page)).toBe('e0');
    await page.getByRole('button', { name: 'Keys ( ? )' }).click();
    await help.getByRole('button', { name: 'Close' }).click();
    expect(await help.isVisible()).toBe(false);
  });

  it('shows a turn alone by click, steps to the next, and shows the whole again', async () => {
    const { page, complaints } = await open(made);
    const cells = page.locator('#drawing .turn-cell');
    expect(await cells.count()).toBe(made.turns.length);
    // The middle of the cell may be under a mark.
    await cells.nth(1).click({ position: { x: 4, y: 8 } });
    expect(hashOf(page)).toBe('#turn=2');
    expect(await cells.count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Remove filter turn 2' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: '‹ Turn before' }).click();
    expect(hashOf(page)).toBe('#turn=1');
    expect(await page.getByRole('button', { name: '‹ Turn before' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Whole session' }).click();
    expect(await cells.count()).toBe(made.turns.length);
    expect(await page.evaluate("document.activeElement.getAttribute('data-turn')")).toBe('1');
    expect(complaints).toEqual([]);
  });

  it('walks through the drawing by key', async () => {
    const { page } = await open(made);
    await page.locator('#drawing .turn-cell').first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate("document.activeElement.getAttribute('data-turn')")).toBe('2');
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate("document.activeElement.getAttribute('data-turn')")).toBe('1');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(hashOf(page)).toBe(`#turn=${made.turns.length}`);
    expect(await page.evaluate("document.activeElement.getAttribute('data-turn')")).toBe(`${made.turns.length}`);
    await page.keyboard.press('Enter');
    expect(hashOf(page)).toBe(`#turn=${made.turns.length}&at=t${made.turns.length}`);
    expect(await page.locator('#drawing a[tabindex="0"]').count()).toBeLessThanOrEqual(2);
  });

  it('leads from a mark to the gate that fired', async () => {
    const { page } = await open(made);
    const mark = page.locator('#drawing .mark').first();
    const target = await mark.getAttribute('href');
    await mark.focus();
    await page.keyboard.press('Enter');
    expect(hashOf(page)).toBe(`#at=${target?.slice(1)}`);
    expect(`#${await focused(page)}`).toBe(target);
  });
});
