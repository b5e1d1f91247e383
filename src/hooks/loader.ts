// dist/hook.cjs: as little as possible, since it runs before every hook call.
import { loadBundle } from './code-cache.ts';

declare const BUILD_STAMP: string;

try {
  const { main } = loadBundle(__dirname, 'hook-core.cjs', BUILD_STAMP) as typeof import('./main.ts');
  void main(process.argv.slice(2));
} catch (error) {
  // Half an installation (a package manager at work): some hosts read a crash as a block, so nothing is said.
  if (process.env['DOCKET_DEBUG'] === '1') throw error;
}
