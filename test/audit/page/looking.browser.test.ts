import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { describeInChromium, eventually, expectAccessible } from '../../kit/chromium.ts';
import { htmlOf } from '../../kit/page-html.ts';
import { patient } from '../../kit/patience.ts';
import { madePostmortem } from '../../kit/postmortems.ts';

const made = madePostmortem({ entries: 100 });

const backgroundOf = (page: Page): Promise<unknown> => page.evaluate('getComputedStyle(document.body).backgroundColor');
const LIGHT = 'rgb(251, 251, 249)';
const DARK = 'rgb(21, 23, 26)';
const overflow = (page: Page): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

describeInChromium('looking at the page', ({ open, openHtml }) => {
  it('opens from a file, with the answers before anything else', async () => {
    const { page, complaints } = await open(made);
    expect(await page.title()).toBe('Postmortem: shop, session 36a90987-4f1e-4c1b-9d55-0c2f5b8e7a11');
    const headings = await page.locator('main h2, main h3').allTextContents();
    expect(headings.slice(0, 4)).toEqual([
      'Three questions',
      'What was allowed that should not have been?',
      'Who said so?',
      'Can this record be trusted?',
    ]);
    expect(complaints).toEqual([]);
  });

  it('tells everything without its script, and links work', async () => {
    const { page } = await open(made, { javaScriptEnabled: false });
    expect(await page.locator('.toolbar').isVisible()).toBe(false);
    expect(await page.locator('.timeline').isVisible()).toBe(true);
    const denied = made.firings.findIndex(({ decision }) => decision === 'deny');
    const card = page.locator(`#f${denied}`);
    expect(await card.getByText(made.firings[denied]?.reason ?? '').isVisible()).toBe(true);
    const cause = card.locator('.because a').first();
    const target = (await cause.getAttribute('href')) ?? '';
    await cause.click();
    expect(new URL(page.url()).hash).toBe(target);
    await page.locator(`${target} > details > summary`).click();
    expect(await page.locator(`${target} .part pre`).first().isVisible()).toBe(true);
    expect(await page.locator('#evidence').getByText('the code changed since').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('details.file .diff').first().isVisible()).toBe(true);
  });

  it('is light or dark as the system is, and as the reader wants', async () => {
    const dark = await open(made, { colorScheme: 'dark' });
    expect(await backgroundOf(dark.page)).toBe(DARK);
    const { page, complaints } = await open(made, { colorScheme: 'light' });
    expect(await backgroundOf(page)).toBe(LIGHT);
    await page.getByRole('button', { name: 'Theme: auto' }).click();
    expect(await backgroundOf(page)).toBe(LIGHT);
    await page.keyboard.press('t');
    expect(await page.getByRole('button', { name: 'Theme: dark' }).isVisible()).toBe(true);
    expect(await backgroundOf(page)).toBe(DARK);
    await page.keyboard.press('t');
    expect(await backgroundOf(page)).toBe(LIGHT);
    expect(await page.evaluate('localStorage.length + document.cookie.length')).toBe(0);
    expect(complaints).toEqual([]);
  });

  it.each([360, 390, 700, 900, 1440, 2200])('needs no scrolling sideways %i pixels wide', async (width) => {
    const { page, complaints } = await open(made, { viewport: { width, height: 800 } });
    for (const summary of await page.locator('ol.rows > li:nth-child(-n + 8) > details > summary').all())
      await summary.click();
    for (const summary of await page.locator('details.file > summary').all()) await summary.click();
    expect(await overflow(page)).toBe(0);
    await page.locator('#facet-turn').selectOption({ label: '1' });
    await page.locator('#search').fill('a');
    expect(await overflow(page)).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('moves nothing for who wants no motion', async () => {
    const { page } = await open(made, { reducedMotion: 'reduce', hash: '#e3' });
    expect(await page.evaluate("getComputedStyle(document.querySelector('.is-at')).animationName")).toBe('none');
  });

  it('prints with what can be opened open, on white, without what only a screen can do', async () => {
    const { page, complaints } = await open(made, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light');
    expect(await page.locator('.toolbar, nav, dialog, .zoom').filter({ visible: true }).count()).toBe(0);
    expect(await page.locator('details.file .diff').first().isVisible()).toBe(true);
    expect(await page.locator('article.firing.advise .reason').first().isVisible()).toBe(true);
    const pdf = await page.pdf();
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(complaints).toEqual([]);
    // Where styles cannot open what is closed, the script does, and closes it again.
    const closed = page.locator('article.firing.advise > details:not([open]), details.file:not([open])');
    const before = await closed.count();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect([before > 0, await closed.count()]).toEqual([true, 0]);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await closed.count()).toBe(before);
  });

  it('shows what was logged, and does nothing that it says', async () => {
    const says = `<script>alert(1)</script><img src="https://example.com/x.png" onerror="alert(2)">\u202e"' </script></style></title>&lt;`;
    const plain = await open(madePostmortem({ entries: 60, says: 'x' }));
    const { page, complaints } = await open(madePostmortem({ entries: 60, says }));
    const elements = 'document.querySelectorAll("*").length';
    expect(await page.evaluate(elements)).toBe(await plain.page.evaluate(elements));
    expect(await page.locator('script').count()).toBe(2);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('h1').textContent()).toBe(
      `Postmortem shop<script>alert(1)</script><img src="https://example.com/x.png" onerror="alert(2)">⟨U+202E⟩"' </script></style></title>&lt;`,
    );
    for (const summary of await page.locator('ol.rows > li:nth-child(-n + 5) > details > summary').all())
      await summary.click();
    await page.locator('#search').fill('<script>');
    await page.locator('#facet-turn').selectOption({ label: '1' });
    await eventually(() => page.evaluate(elements)).toBeGreaterThan(0);
    expect(await page.locator('script').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('would tell of a breach of its policy', async () => {
    const html = (await htmlOf(made)).replace(
      '</body>',
      '<script>document.title = "changed"</script><img src="x.png"></body>',
    );
    const { page, complaints } = await openHtml(html);
    expect(await page.title()).not.toBe('changed');
    expect(complaints.filter((one) => one.includes('Content Security Policy'))).toHaveLength(2);
  });

  it('lays out only what is near of 10,000 entries, and finds one of them', { timeout: patient(120_000) }, async () => {
    const { page, complaints } = await open(madePostmortem({ entries: 10_000 }));
    expect(await page.locator('ol.rows > li').count()).toBe(10_000);
    const laidOut =
      "[...document.querySelectorAll('ol.rows > li')].filter((row) => row.checkVisibility({ contentVisibilityAuto: true })).length";
    expect(await page.evaluate(laidOut)).toBeLessThan(1000);
    await page.locator('#search').fill('needle-9');
    await eventually(() => page.locator('#counts').textContent()).toMatch(/^\d{2,3} of 10,000 entries/);
    await page.keyboard.press('Escape');
    await page.evaluate("document.getElementById('evidence').scrollIntoView()");
    await page.evaluate("location.hash = '#e9876'");
    await eventually(() => page.evaluate("document.activeElement.closest('li')?.id")).toBe('e9876');
    await eventually(() =>
      page.evaluate(
        "(() => { const { top } = document.getElementById('e9876').getBoundingClientRect(); return top > 0 && top < innerHeight; })()",
      ),
    ).toBe(true);
    expect(complaints).toEqual([]);
  });

  describe('for everybody', () => {
    const options = { bypassCSP: true };

    it.each([
      ['light', { colorScheme: 'light' as const }],
      ['dark', { colorScheme: 'dark' as const }],
      ['narrow', { viewport: { width: 390, height: 844 } }],
      ['narrow and dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }],
      ['without entries', {}],
    ])('is accessible: %s', async (name, more) => {
      const { page } = await open(name === 'without entries' ? madePostmortem({ entries: 0 }) : made, {
        ...options,
        ...more,
      });
      await expectAccessible(page);
    });

    it('is accessible with everything open, filtered, zoomed, and searched', async () => {
      const { page } = await open(made, { ...options, hash: '#q=src&turn=2' });
      await page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })");
      await expectAccessible(page);
    });

    it('is accessible with the keys shown, and on paper', async () => {
      const { page } = await open(made, options);
      await page.keyboard.press('?');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.emulateMedia({ media: 'print' });
      await expectAccessible(page);
    });
  });
});
