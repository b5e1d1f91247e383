// The style and the script of the postmortem page, each as one text.
import { build } from 'esbuild';

const built = async (entry) => {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    logLevel: 'warning',
  });
  return outputFiles[0].text.trim();
};

/** Builds what the page carries; paths are those of the repository that holds this file. */
export const pageAssets = async () => {
  const folder = new URL('../src/audit/page/', import.meta.url).pathname;
  const [style, script] = await Promise.all([built(`${folder}styles/page.css`), built(`${folder}client/main.ts`)]);
  // Either would end the element it stands in.
  if (/<\/(?:style|script)|<!--/i.test(style + script)) throw new Error('the page would end its own style or script');
  return { style, script };
};
