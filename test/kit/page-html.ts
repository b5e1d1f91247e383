import { pageAssets } from '../../scripts/page-assets.mjs';
import { writePage } from '../../src/audit/page/page.ts';
import type { Postmortem } from '../../src/audit/postmortem/model.ts';

let assets: ReturnType<typeof pageAssets> | undefined;

/** The page of a postmortem, with style and script from the sources. */
export const htmlOf = async (postmortem: Postmortem): Promise<string> => {
  assets ??= pageAssets();
  return [...writePage(postmortem, await assets)].join('');
};
