import type { Postmortem } from '../postmortem/model.ts';
import { writePage } from './page.ts';

/** The page's style and script as the build made them. */
declare const PAGE_STYLE: string;
declare const PAGE_SCRIPT: string;

/** A postmortem as one HTML file that needs nothing else. */
export const writeBuiltPage = (postmortem: Postmortem): Iterable<string> =>
  writePage(postmortem, { style: PAGE_STYLE, script: PAGE_SCRIPT });
