import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type GitHead, type GitLayout, readGitHead, readSmallFile } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { aboutAct, aboutPush } from '../../gates/facts.ts';
import { GIT_FACT_KINDS } from '../../gates/guard/git-kinds.ts';
import { USUAL_PLAN } from '../../gates/plan-place.ts';
import type { CallPlace } from '../place.ts';
import { gitFact } from './files.ts';
import { type GitConfig, readGitConfig } from './git-config.ts';

// A bundle of its own: only commands that change a repository ask for it.

type Command = EventData<'CommandUnderstood'>;
type Act = NonNullable<Command['acts']>[number];
type GitFact = EventData<'GitObserved'>;

/**
 * The repositories that a command's git acts and force pushes work in, read without running git. `plans`: the files that are
 * the project's plan, from the top of a worktree.
 */
export const observeGitFacts = (command: Command, place: CallPlace, plans: readonly string[]): GitFact[] => {
  const looks = startLooking();
  const isUsual = plans.length === 1 && plans[0] === USUAL_PLAN;
  return [
    ...command.forcePushes.map(({ directory, remote, branches }, index) => {
      const repository = repositoryAt(place.folderAt(directory), place);
      return {
        ...factOf(aboutPush(index), repository, place, looks),
        ...pushFacts(repository, remote, branches === null, looks),
      };
    }),
    ...(command.acts ?? []).flatMap((act, index): GitFact[] => {
      if (!GIT_FACT_KINDS.includes(act.kind)) return [];
      const repository = repositoryOf(act, place);
      return repository === null
        ? []
        : [
            {
              ...factOf(aboutAct(index), repository, place, looks),
              ...actFacts(act, repository, looks),
              ...(act.kind === 'git-commit' && !isUsual ? { plans: [...plans] } : {}),
            },
          ];
    }),
  ];
};

/** The repository that a folder is in, with what decides whether its branch is a place to work. */
export const observeFileRepository = (about: string, folder: string, place: CallPlace): GitFact => {
  const repository = repositoryAt(folder, place);
  const fact = factOf(about, repository, place, startLooking());
  const { layout } = repository;
  return layout === null ? fact : { ...fact, rebasing: fact.branch === null ? rebasedBranch(layout) : null };
};

/** The branch that a rebase under way goes back to (git-rebase(1)); `rebase-apply` is also that of `git am`. */
const rebasedBranch = ({ gitDir }: GitLayout): string | null => {
  for (const folder of ['rebase-merge', 'rebase-apply']) {
    const name = readSmallFile(join(gitDir, folder, 'head-name'))?.trim() ?? '';
    if (name.startsWith('refs/heads/')) return name.slice('refs/heads/'.length);
  }
  return null;
};

/** A folder, and the repository it is in. */
interface Repository {
  readonly folder: string;
  readonly layout: GitLayout | null;
}

/** What is read of repositories, each file once for all acts of a command. */
interface Looks {
  readonly head: (layout: GitLayout) => GitHead | null;
  readonly packedRefs: (layout: GitLayout) => string;
  readonly config: (layout: GitLayout) => GitConfig;
}

const startLooking = (): Looks => ({
  head: onceFor(({ gitDir }) => gitDir, readGitHead),
  packedRefs: onceFor(
    ({ commonDir }) => commonDir,
    ({ commonDir }) => readSmallFile(join(commonDir, 'packed-refs'), MOST_REFS) ?? '',
  ),
  config: onceFor(
    ({ commonDir }) => commonDir,
    ({ commonDir }) => readGitConfig(commonDir),
  ),
});

const onceFor = <Found>(keyOf: (layout: GitLayout) => string, read: (layout: GitLayout) => Found) => {
  const known = new Map<string, Found>();
  return (layout: GitLayout): Found => {
    const key = keyOf(layout);
    if (!known.has(key)) known.set(key, read(layout));
    return known.get(key) as Found;
  };
};

/** Where an act works; null when that only shows at run time. */
const repositoryOf = ({ directory, directoryKnown, details }: Act, place: CallPlace): Repository | null => {
  const { gitDir } = details;
  if (gitDir === undefined) return directoryKnown ? repositoryAt(place.folderAt(directory), place) : null;
  if (typeof gitDir !== 'string' || !(directoryKnown || /^[/~]/.test(gitDir))) return null;
  const named = gitDir.startsWith('~') ? place.folderAt(gitDir) : resolve(place.folderAt(directory), gitDir);
  return basename(named) === '.git'
    ? repositoryAt(place.folderAt(dirname(named)), place)
    : { folder: named, layout: layoutOf(named) };
};

const repositoryAt = (folder: string, place: CallPlace): Repository => ({ folder, layout: place.gitOf(folder) });

/** A git directory that no worktree is looked up for. */
const layoutOf = (gitDir: string): GitLayout | null => {
  if (!existsSync(join(gitDir, 'HEAD'))) return null;
  const commonDir = resolve(gitDir, readSmallFile(join(gitDir, 'commondir'))?.trim() ?? '.');
  return { worktree: gitDir, gitDir, commonDir, mainWorktree: null };
};

const factOf = (about: string, { folder, layout }: Repository, place: CallPlace, looks: Looks): GitFact => {
  const fact = gitFact(about, folder, layout, place, layout === null ? null : looks.head(layout));
  if (layout === null) return fact;
  return {
    ...fact,
    mainWorktree: layout.mainWorktree,
    hostConfig: holdsHostConfig(layout, place),
    isNew: fact.branch !== null && fact.commit === null && !hasBranches(layout, looks),
  };
};

const holdsHostConfig = ({ worktree, commonDir }: GitLayout, place: CallPlace): boolean => {
  const config = place.folderAt('~/.claude');
  if (!existsSync(config) || place.gitOf(config)?.commonDir !== commonDir) return false;
  // A home folder that is a repository holds much else; a link leads to where the configuration is kept.
  return worktree === config || config !== join(place.folderAt('~'), '.claude');
};

const hasBranches = (layout: GitLayout, looks: Looks): boolean => {
  const heads = join(layout.commonDir, 'refs', 'heads');
  return looks.packedRefs(layout).includes(' refs/heads/') || (existsSync(heads) && readdirSync(heads).length > 0);
};

const actFacts = ({ kind, details }: Act, repository: Repository, looks: Looks): Partial<GitFact> => {
  const { operand, remote, repo } = details;
  if (kind === 'git-merge') return mergeFacts(repository, looks);
  if (kind === 'gh-pr-merge') return typeof repo === 'string' ? namedProject(repository, repo, looks) : {};
  if (kind === 'git-push-lease' || kind === 'git-remote-delete') {
    return pushFacts(repository, typeof remote === 'string' ? remote : null, details['current'] === true, looks);
  }
  const isAsked = typeof operand === 'string' && (repository.layout !== null || kind !== 'git-branch-move');
  return isAsked ? { names: whatNames(operand, kind, repository, looks) } : {};
};

/** Which names are those of a remote's branches, and which of them everybody begins from. */
const mergeFacts = ({ layout }: Repository, looks: Looks): Partial<GitFact> =>
  layout === null
    ? {}
    : {
        remotes: looks
          .config(layout)
          .names('remote')
          .slice(0, MOST_REMOTES)
          .map((name) => ({ name, defaultBranch: defaultBranchOf(layout, name) })),
        fetched: fetchedBranches(layout),
      };

/** The branches that `FETCH_HEAD` stands for (git-fetch(1)); null for what is no branch. */
const fetchedBranches = ({ gitDir }: GitLayout): (string | null)[] =>
  (readSmallFile(join(gitDir, 'FETCH_HEAD')) ?? '')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('\tnot-for-merge\t'))
    .slice(0, MOST_REMOTES)
    .map((line) => /\tbranch '(.+)' of /.exec(line)?.[1] ?? null);

const MOST_REMOTES = 16;

/** A repository that is named beside the folder is the project's where one of the folder's remotes leads to it. */
const namedProject = ({ layout }: Repository, repo: string, looks: Looks): Partial<GitFact> => {
  if (layout === null) return {};
  const config = looks.config(layout);
  const name = nameOfRepository(repo);
  const urls = config.names('remote').map((remote) => config.get(`remote.${remote}.url`) ?? '');
  return urls.some((url) => nameOfRepository(url) === name) ? {} : { project: false };
};

/** `owner/name` of an address, of `host/owner/name`, or of itself. */
const nameOfRepository = (address: string): string =>
  address
    .toLowerCase()
    .replace(/(?:\.git)?\/?$/, '')
    .split(/[/:]/)
    .slice(-2)
    .join('/');

const whatNames = (word: string, kind: string, { folder, layout }: Repository, looks: Looks): GitFact['names'] => {
  const refs = kind === 'git-branch-move' ? ['heads'] : ['heads', 'tags', 'remotes'];
  const isWorktree = kind.startsWith('git-worktree');
  if (!isWorktree && layout !== null && refs.some((kindOf) => hasRef(layout, `refs/${kindOf}/${word}`, looks)))
    return 'branch';
  return kind !== 'git-branch-move' && isThere(resolve(folder, word)) ? 'path' : null;
};

const hasRef = (layout: GitLayout, ref: string, looks: Looks): boolean =>
  existsSync(join(layout.commonDir, ref)) ||
  looks.packedRefs(layout).includes(` ${ref}
`);

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** Bytes of a list of packed refs that are read. */
const MOST_REFS = 64 * 1024 * 1024;

const pushFacts = ({ layout }: Repository, named: string | null, byConfig: boolean, looks: Looks): Partial<GitFact> => {
  if (layout === null) return {};
  const config = looks.config(layout);
  const branch = looks.head(layout)?.branch ?? null;
  const remote = named ?? defaultRemote(config, branch);
  const defaultBranch = defaultBranchOf(layout, remote);
  const pushes = byConfig ? configuredPush(config, remote, branch) : undefined;
  return {
    pushRemote: { shared: isShared(config, remote), defaultBranch },
    ...(pushes === undefined ? {} : { pushes }),
  };
};

const defaultBranchOf = ({ commonDir }: GitLayout, remote: string): string | null => {
  const head = readSmallFile(join(commonDir, 'refs', 'remotes', remote, 'HEAD'))?.trim();
  const prefix = `ref: refs/remotes/${remote}/`;
  return head?.startsWith(prefix) === true ? head.slice(prefix.length) : null;
};

const defaultRemote = (config: GitConfig, branch: string | null): string =>
  config.get(`branch.${branch}.pushremote`) ??
  config.get('remote.pushdefault') ??
  config.get(`branch.${branch}.remote`) ??
  'origin';

/** One that branches come from or go to by themselves, by its name or its address. */
const isShared = (config: GitConfig, remote: string): boolean => {
  const used = config.names('branch').map((branch) => config.get(`branch.${branch}.remote`));
  const remotes = config.names('remote');
  const shared = ['origin', config.get('remote.pushdefault'), ...used, ...(remotes.length === 1 ? remotes : [])];
  const addressOf = (name: string | undefined) => config.get(`remote.${name}.url`) ?? name;
  return shared.some((name) => name === remote || (name !== undefined && addressOf(name) === addressOf(remote)));
};

/** Undefined where it is the branch of the same name. */
const configuredPush = (config: GitConfig, remote: string, branch: string | null): string | null | undefined => {
  if (config.get(`remote.${remote}.push`) !== undefined) return null;
  const mode = config.get('push.default');
  if (mode === 'matching') return null;
  if (mode !== 'upstream' && mode !== 'tracking') return undefined;
  return config.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '') ?? null;
};
