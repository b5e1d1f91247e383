import type { PostmortemWriter } from '../postmortem/writers.ts';
import { writePage } from './page.ts';

/** The page's style and script as the build made them. */
declare const PAGE_STYLE: string;
declare const PAGE_SCRIPT: string;

/** One HTML file that needs nothing else. */
export const htmlWriter: PostmortemWriter = {
  name: 'html',
  write: (postmortem) => writePage(postmortem, { style: PAGE_STYLE, script: PAGE_SCRIPT }),
};
