// dist/docket.cjs: the hook must not wait for the command, nor the command for being compiled.
import { loadBundle } from '../hooks/code-cache.ts';
import type { TuiProgram } from './tui-program.ts';

declare const CLI_STAMP: string;

if (process.argv[2] === 'hook' && !process.argv.includes('--help')) {
  process.argv.splice(2, 1);
  require('./hook.cjs');
} else {
  const { main } = loadBundle(__dirname, 'cli.cjs', CLI_STAMP) as typeof import('./main.ts');
  void main(() => import('./tui.mjs' as string) as Promise<TuiProgram>);
}
