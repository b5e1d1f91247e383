import { basename, dirname, join, resolve } from 'node:path';
import { type GitLayout, realFolder } from '../events/git-layout.ts';
import { type Environment, type Location, OWN_FOLDERS, userConfigFolder, userStateFolder } from '../events/location.ts';
import type { LogFs } from '../events/log-fs.ts';
import type { EventData } from '../events/schemas.ts';
import { isIn } from '../projections/paths.ts';
import { globMatches } from './observers/glob.ts';

/** What of docket's own a path names or lies in. */
export type Protected = NonNullable<EventData<'FileObserved'>['protected']>;

/** Where docket's own files are, for calls in one place. Paths are absolute; their case is not looked at. */
export interface OwnPlaces {
  /** What a path names or lies in. Ask for it as it is spelled and as links lead. */
  readonly named: (path: string) => Protected | null;
  /** What there is in a folder. */
  readonly heldBy: (folder: string) => Protected | null;
  /** What there is of this project's and this user's. */
  readonly files: () => readonly OwnFile[];
}

export interface OwnFile {
  readonly path: string;
  readonly kind: Protected;
}

export interface OwnPlacesInput {
  readonly location: Location;
  readonly env: Environment;
  readonly home: string;
  readonly fs: Pick<LogFs, 'existsSync'>;
  /** The folder of the bundles that run now; null where that is not protected. */
  readonly program: string | null;
  readonly gitOf: (folder: string) => GitLayout | null;
  /** Top folder of the worktree the call works in. */
  readonly worktree: string;
}

/**
 * Where a log, a policy and a registration are looked for (docs/hooks.md, "self-protection"): by name at the top of any
 * worktree, since another project's are no agent's either, and where the environment says.
 */
export const ownPlaces = ({ location, env, home, fs, program, gitOf, worktree }: OwnPlacesInput): OwnPlaces => {
  const { projectDir, policyDir, root } = location;
  const claude = resolve(projectDir, env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'));
  const config = userConfigFolder(env);
  const spelled: readonly OwnFolder[] = [
    { path: root, kind: 'log', isShared: true },
    { path: userStateFolder(env), kind: 'log' },
    { path: config, kind: 'policy' },
    { path: `${claude}/settings.json`, kind: 'registration' },
    ...MANAGED,
    ...(program === null ? [] : [{ path: packageOf(program), kind: 'program' as const }]),
  ];
  let real: readonly OwnFolder[] | undefined;
  const isTop = (folder: string): boolean =>
    folder === projectDir || folder === policyDir || folder === home || gitOf(folder)?.worktree === folder;

  const named: OwnPlaces['named'] = (path) => {
    const byText = namedByText(path);
    if (byText === 'log') return 'log';
    if (byText === 'policy' && isTop(dirname(path))) return 'policy';
    const gates = customGatesAround(path);
    if (gates !== null && isTop(dirname(gates))) return 'policy';
    if (byText === 'registration' && isTop(dirname(dirname(path)))) return 'registration';
    const folded = path.toLowerCase();
    if (isPluginHooks(folded, claude)) return 'registration';
    const found = kindIn(spelled, folded);
    if (found !== null || isPlainlyTheProjects(folded, projectDir)) return found;
    // Looking where these lead costs more than everything before.
    real ??= spelled.map((folder) => ({ ...folder, path: realFolder(folder.path) }));
    return kindIn(real, folded);
  };

  let there: readonly OwnFile[] | undefined;
  const files = (): readonly OwnFile[] => {
    const tops = new Set([projectDir, policyDir, worktree]);
    const found: OwnFile[] = [
      { path: root, kind: 'log' },
      { path: userStateFolder(env), kind: 'log' },
      { path: config, kind: 'policy' },
      { path: `${claude}/settings.json`, kind: 'registration' },
      // Package managers take all of node_modules away and bring it back.
      ...(program === null || isInstalled(program) ? [] : [{ path: program, kind: 'program' as const }]),
    ];
    for (const top of tops)
      found.push(
        ...[...POLICY_FILES, CUSTOM_GATES].map((name): OwnFile => ({ path: `${top}/${name}`, kind: 'policy' })),
      );
    for (const top of [...tops, home]) {
      found.push(...SETTINGS_FILES.map((name): OwnFile => ({ path: `${top}/${name}`, kind: 'registration' })));
    }
    there ??= found.filter(({ path }) => fs.existsSync(path));
    return there;
  };
  const heldBy: OwnPlaces['heldBy'] = (folder) => {
    const folded = folder.toLowerCase();
    return files().find(({ path }) => path.toLowerCase() !== folded && isIn(folded, path.toLowerCase()))?.kind ?? null;
  };
  return { named, heldBy, files };
};

/** What a text names, wherever that is. */
export const namedByText = (text: string): Protected | null => {
  const parts = text.toLowerCase().split(/[\\/]/);
  if (parts.some((part) => part === '.docket' || isDocketPattern(part))) return 'log';
  const name = parts.findLast((part) => part !== '');
  if (name === undefined) return null;
  if (POLICY_FILES.includes(name) || name === CUSTOM_GATES) return 'policy';
  const folder = parts[parts.lastIndexOf(name) - 1];
  return folder !== undefined && SETTINGS_FILES.includes(`${folder}/${name}`) ? 'registration' : null;
};

/** A pattern of a shell that is about no other folder: `.dock*`. */
const isDocketPattern = (part: string): boolean =>
  (part.includes('*') || part.includes('?') || part.includes('[')) &&
  part.replace(/[^a-z]/g, '').length >= 3 &&
  globMatches(part, '.docket');

/** The folder of custom gates that a path lies in, as it is spelled; null for one that lies in none. */
const customGatesAround = (path: string): string | null => {
  const at = `${path.toLowerCase()}/`.indexOf(`/${CUSTOM_GATES}/`);
  return at < 0 ? null : path.slice(0, at + 1 + CUSTOM_GATES.length);
};

/** The folder of the project's own gates. */
const CUSTOM_GATES = 'docket.gates';
const POLICY_FILES = ['docket.config.json', 'docket.config.local.json'];
const SETTINGS_FILES = ['.claude/settings.json', '.claude/settings.local.json'];

interface OwnFolder {
  readonly path: string;
  readonly kind: Protected;
  /** It may hold files of others as well. */
  readonly isShared?: boolean;
}

/** Claude Code's settings for a whole machine. */
const MANAGED: readonly OwnFolder[] = [
  { path: '/etc/claude-code', kind: 'registration' },
  { path: '/Library/Application Support/ClaudeCode', kind: 'registration' },
];

const kindIn = (folders: readonly OwnFolder[], folded: string): Protected | null =>
  folders.find(({ path, isShared }) => {
    const folder = path.toLowerCase();
    return isShared === true ? isOwnIn(folder, folded) : isIn(folder, folded);
  })?.kind ?? null;

/** `DOCKET_DIR` can name a folder with files of others. */
const isOwnIn = (root: string, path: string): boolean =>
  path === root || (isIn(root, path) && OWN_FOLDERS.has(path.slice(root.length + 1).split('/')[0] ?? ''));

const isPluginHooks = (folded: string, claude: string): boolean =>
  folded.endsWith('/hooks/hooks.json') && isIn(`${claude}/plugins`.toLowerCase(), folded);

/** Folders of docket's or the host's that are links into the project keep their names there. */
const isPlainlyTheProjects = (folded: string, projectDir: string): boolean =>
  isIn(projectDir.toLowerCase(), folded) && !folded.includes('docket') && !folded.includes('claude');

/** The whole package where docket was installed, else its build alone. */
const packageOf = (program: string): string => (isInstalled(program) ? dirname(program) : program);

const isInstalled = (program: string): boolean => basename(dirname(dirname(program))) === 'node_modules';
