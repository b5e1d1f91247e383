import { createHash } from 'node:crypto';
import type { Postmortem } from '../postmortem/model.ts';
import { answerCards } from './answers.ts';
import { pageDataOf } from './page-data.ts';
import { el } from './shared/element.ts';
import { DATA_ID } from './shared/page-data.ts';
import { BLOCK, entriesView, turnViews } from './views/entries.ts';
import { firingsView, firingViews } from './views/firings.ts';
import { helpView, navigationView, toolbarView } from './views/frame.ts';
import { placesIn } from './views/places.ts';
import {
  deniedButRanView,
  integrityView,
  interventionsView,
  policyView,
  redactionsView,
  unknownView,
  waiversView,
} from './views/record.ts';
import { timelineView } from './views/timeline.ts';
import { answersView, headerView, summaryView } from './views/top.ts';
import { commandsView, evidenceView, filesView } from './views/work.ts';
import { writeAround, writeHtml, writeJson } from './write-html.ts';

/** How the page looks and what it does: built from `styles` and `client`. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/**
 * A postmortem as one HTML file that needs nothing else: piece by piece, in order, the same for the same postmortem. The
 * file itself forbids everything but its own style and script, so that nothing a log says can run or reach out.
 */
export const writePage = function* (postmortem: Postmortem, assets: PageAssets): Generator<string> {
  const places = placesIn(postmortem);
  const data = pageDataOf(postmortem, places);
  const style = `${assets.style}${blockSizes}`;
  const { project, id } = postmortem.session;

  yield '<!doctype html>\n<html lang="en">\n<head>\n';
  // Before anything that a log could have a say in.
  yield writeHtml(el('meta', { charset: 'utf-8' }));
  yield writeHtml(
    el('meta', { 'http-equiv': 'Content-Security-Policy', content: contentPolicy(style, assets.script) }),
  );
  yield writeHtml(el('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }));
  yield writeHtml(el('meta', { name: 'referrer', content: 'no-referrer' }));
  yield writeHtml(el('meta', { name: 'color-scheme', content: 'light dark' }));
  yield writeHtml(el('title', {}, `Postmortem: ${project}, session ${id}`));
  yield `<style>${style}</style>\n</head>\n<body>\n`;

  const first = [answersView(answerCards(postmortem), places), summaryView(postmortem)];
  const timeline = timelineView(data.timeline);
  const firings = firingsView(postmortem, places);
  const entries = entriesView(postmortem);
  const rest = [
    evidenceView(postmortem, places),
    filesView(postmortem, places),
    commandsView(postmortem, places),
    deniedButRanView(postmortem, places),
    waiversView(postmortem, places),
    interventionsView(postmortem, places),
    integrityView(postmortem, places),
    policyView(postmortem, places),
    redactionsView(postmortem),
    unknownView(postmortem, places),
  ];
  yield writeHtml(el('a', { class: 'skip', href: '#main' }, 'Skip to the content'));
  yield writeHtml(headerView(postmortem));
  yield '\n<div class="columns">';
  yield writeHtml(navigationView([...first, timeline, firings, entries, ...rest]));
  yield '\n<main id="main" tabindex="-1">\n';
  for (const one of first) yield `${writeHtml(one)}\n`;
  yield `${writeHtml(toolbarView(data))}\n`;
  yield `${writeHtml(timeline)}\n`;
  yield* writeAround(firings, firingViews(postmortem, places));
  yield* writeAround(entries, turnViews(postmortem, places));
  for (const one of rest) yield `${writeHtml(one)}\n`;
  yield '</main>\n</div>\n';
  yield writeHtml(helpView());
  yield `\n<script type="application/json" id="${DATA_ID}">${writeJson(data)}</script>\n<script>${assets.script}</script>\n</body>\n</html>\n`;
};

/** How high a block of rows is before it is laid out. */
const blockSizes = Array.from({ length: BLOCK }, (_, rows) => `.n${rows + 1}{--rows:${rows + 1}}`).join('');

const contentPolicy = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src '${digest(style)}'`,
    `script-src '${digest(script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    // No text can become markup by script, whatever the script does.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const digest = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
