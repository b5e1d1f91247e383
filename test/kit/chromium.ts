import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Postmortem } from '../../src/audit/postmortem/model.ts';
import { htmlOf } from './page-html.ts';
import { patient } from './patience.ts';

const EXECUTABLE = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** It asks nobody for anything, and needs neither a screen nor rights of its own. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A page in the browser, and what it should not have done. */
export interface OpenedPage {
  readonly page: Page;
  /** Requests of anything but files, messages on the console, uncaught errors, breaches of the content policy. */
  readonly complaints: readonly string[];
}

export interface Browsing {
  /** Opens a postmortem's page. The browser forgets it after the test. */
  readonly open: (postmortem: Postmortem, options?: OpenOptions) => Promise<OpenedPage>;
  /** Opens the same file with another address. */
  readonly openHtml: (html: string, options?: OpenOptions) => Promise<OpenedPage>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** The part of the address behind `#`. */
  readonly hash?: string;
}

/** Tests in a real browser: they say so where there is none, and fail there where it must be there. */
export const describeInChromium = (name: string, tests: (browsing: Browsing) => void): void => {
  if (!existsSync(EXECUTABLE)) {
    if (!inject('isCi')) {
      describe.skip(`${name} (skipped: there is no Chromium at ${EXECUTABLE}; CHROMIUM names another)`, () => {});
      return;
    }
    it(`${name}: Chromium`, () => {
      throw new Error(`There is no Chromium at ${EXECUTABLE}: install it (apt-get install chromium) or set CHROMIUM.`);
    });
    return;
  }
  describe(name, () => {
    let browser: Browser;
    let folder: string;
    let pages = 0;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'docket-page-'));
      browser = await chromium.launch({ executablePath: EXECUTABLE, headless: true, args: ARGUMENTS });
    }, patient(60_000));
    afterAll(async () => {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const openHtml: Browsing['openHtml'] = async (html, { hash = '', ...options } = {}) => {
      pages += 1;
      const file = join(folder, `${pages}.html`);
      writeFileSync(file, html);
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => complaints.push(`${message.type()}: ${message.text()}`));
      page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
      page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
      page.on('request', (request) => {
        if (!request.url().startsWith('file:')) complaints.push(`request: ${request.url()}`);
      });
      await page.goto(`${pathToFileURL(file).href}${hash}`);
      return { page, complaints };
    };
    tests({ openHtml, open: async (postmortem, options) => await openHtml(await htmlOf(postmortem), options) });
  });
};

/** What a page comes to, however busy the machine is. */
export const eventually = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(async () => await read(), { timeout: patient(20_000) });

/** Looks for what keeps people from using a page, and fails with it. The page must not forbid scripts (`bypassCSP`). */
export const expectAccessible = async (page: Page): Promise<void> => {
  await page.evaluate(axe.source);
  const found = await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 5).map(({ target, failureSummary }) => target + ' ' + failureSummary).join('; ')))`,
  );
  expect(found).toEqual([]);
};
