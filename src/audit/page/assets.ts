import type { PageAssets } from './page.ts';

declare const PAGE_STYLE: string;
declare const PAGE_SCRIPT: string;

/** The page's style and script as the build made them. */
export const builtAssets = (): PageAssets => ({ style: PAGE_STYLE, script: PAGE_SCRIPT });
