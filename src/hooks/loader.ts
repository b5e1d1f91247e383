// dist/hook.cjs: as little as possible, since it runs before every hook call.
import { loadBundle } from './code-cache.ts';

declare const BUILD_STAMP: string;

const { main } = loadBundle(__dirname, 'hook-core.cjs', BUILD_STAMP) as typeof import('./main.ts');
void main(process.argv.slice(2));
