import { isIn } from '../../../../projections/paths.ts';
import { boundary, internal, type Placed, unknown } from '../found-mock.ts';
import type { ProjectFiles } from '../project-files.ts';
import { aliasOf } from './aliases.ts';
import { NODE_MODULES } from './globals.ts';
import { beside, moduleAt, packageName, packagePlace, workspaceFolder } from './packages.ts';

/** What a specifier leads to, and the file where one of the project is there. */
export interface Resolved extends Placed {
  readonly found: string | null;
}

/** Aliases that lead to others are followed so far. */
const MOST_HOPS = 4;

/** Tells a module of the project from others, by where its specifier leads from a file. */
export const resolveSpecifier = (files: ProjectFiles, file: string, specifier: string, hops = 0): Resolved => {
  const bare = specifier.replace(/[?].*$/, '');
  if (/^\.{1,2}(?:\/|$)/.test(bare)) return atPath(files, beside(file, bare), 'a relative path');
  if (bare.startsWith('/')) {
    if (isIn(files.top, bare)) return atPath(files, bare, 'a path');
    const inTop = files.foldersUp(file).map((folder) => folder + bare);
    const there = inTop.find((path) => moduleAt(files, path) !== null);
    return there === undefined
      ? nowhere('a path outside of the project')
      : atPath(files, there, 'a path from the root');
  }
  if (/^(?:node|bun|deno|npm|jsr|https?|data|virtual|cloudflare|astro):/.test(bare)) {
    return { ...boundary('a module of the runtime', bare), found: null };
  }
  const name = packageName(bare);
  const aliased = hops < MOST_HOPS ? aliasOf(files, file, bare) : null;
  if (aliased !== null && 'path' in aliased) return atPath(files, aliased.path, 'a path alias');
  if (aliased !== null && aliased.specifier !== bare) return resolveSpecifier(files, file, aliased.specifier, hops + 1);
  const known = packagePlace(files, file, name);
  if (known !== null) {
    const { place, why } = known;
    const folder = place === 'internal' ? workspaceFolder(files, file, name) : null;
    const inside = bare.slice(name.length + 1);
    const found =
      folder === null
        ? null
        : (moduleAt(files, `${folder}/${inside || 'src/index'}`) ?? moduleAt(files, `${folder}/src/${inside}`));
    return { place, why, module: name, found };
  }
  if (NODE_MODULES.has(bare.split('/', 1)[0] ?? '')) return { ...boundary('a module of Node', name), found: null };
  // `src/cart`, where a test runner looks in the project's own folders.
  const fromRoot = bare.includes('/')
    ? files.foldersUp(file).find((folder) => moduleAt(files, `${folder}/${bare}`) !== null)
    : undefined;
  if (fromRoot !== undefined) return atPath(files, `${fromRoot}/${bare}`, 'a path from a folder above');
  // No package can be called so: it is an alias, wherever it is set.
  if (/^(?:@|~|~~|@@|\$lib|\$src)(?:\/|$)/.test(bare)) return { ...internal('a path alias', bare), found: null };
  return nowhere('no alias, package of the project or dependency is called so');
};

const nowhere = (why: string): Resolved => ({ ...unknown(why), found: null });

const atPath = (files: ProjectFiles, path: string, why: string): Resolved => {
  if (path.includes('/node_modules/')) return { ...boundary('an installed package', files.shown(path)), found: null };
  const module = files.shown(path);
  if (NO_CODE.test(path)) return { ...boundary('a file without code', module), found: null };
  return { ...internal(why, module), found: moduleAt(files, path) };
};

/** What bundlers turn into modules; replacing it replaces no behaviour. */
const NO_CODE =
  /\.(?:css|scss|sass|less|styl|svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|eot|mp[34]|wasm|txt|md|json|ya?ml|html)$/i;
