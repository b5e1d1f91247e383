import { listSegments } from '../events/segments.ts';
import { loadState } from '../hooks/load-state.ts';
import {
  observePreferences,
  type PreferencesFile,
  preferencesPath,
  preferredIn,
  readPreferences,
} from '../hooks/observers/preferences.ts';
import { type ExitCode, type Io, UsageError } from './io.ts';
import { changePreferences, PreferencesError } from './preferences-store.ts';
import { findProject, type Project } from './project.ts';
import { recordAtTerminal } from './record.ts';
import { printable, wrap } from './style.ts';

export interface CarefulOptions {
  readonly project?: boolean;
  readonly user?: boolean;
  readonly json?: boolean;
}

/** Whether careful mode is on here, and who says so. */
interface Shown {
  readonly careful: boolean;
  /** Null where nobody said anything. */
  readonly from: 'project' | 'user' | null;
  readonly project: string;
  readonly file: string;
}

/**
 * `docket careful`: says whether careful mode is on in this project; `on` and `off` switch it, for the project or with
 * `--user` for all that say nothing themselves. Throws `UsageError` and `PreferencesError`.
 */
export const runCareful = (action: string | undefined, options: CarefulOptions, io: Io): ExitCode => {
  if (options.project === true && options.user === true) {
    throw new UsageError('docket careful takes --project or --user: it is switched for this project or for all');
  }
  const project = findProject(io);
  const { policyDir } = project.location;
  switch (action) {
    case undefined:
    case 'status':
      return show(shownIn(policyDir, io), options, io);
    case 'on':
    case 'off': {
      const scope = options.user === true ? 'user' : { project: policyDir };
      changePreferences(io.env, scope, (own) => ({ ...own, careful: action === 'on' }));
      record(project, io);
      return show(shownIn(policyDir, io), options, io);
    }
    default:
      throw new UsageError(`docket careful ${printable(action)} is not known: on, off and status are`);
  }
};

/** What changed for this project stands in its log at once, with who said it. */
const record = (project: Project, io: Io): void => {
  const { folder, location } = project;
  if (listSegments(folder).length === 0) return;
  const { preferences } = loadState(folder, location.root, null).fold.view('', null);
  for (const { data } of observePreferences(preferences, location.policyDir, io.env)) {
    recordAtTerminal(project, io.env, 'PreferencesLoaded', data);
  }
};

const shownIn = (project: string, { env }: Io): Shown => {
  const read = readPreferences(env);
  if (typeof read === 'string') throw new PreferencesError(`${read}. Gates keep to what held before.`);
  const file = read ?? {};
  return {
    careful: preferredIn(file, project).careful,
    from: whoSays(file, project),
    project,
    file: preferencesPath(env),
  };
};

const whoSays = ({ careful, projects = {} }: PreferencesFile, project: string): Shown['from'] => {
  const own = Object.hasOwn(projects, project) ? projects[project] : undefined;
  if (own?.careful !== undefined) return 'project';
  return careful === undefined ? null : 'user';
};

const show = (shown: Shown, { json }: CarefulOptions, io: Io): ExitCode => {
  if (json === true) io.stdout(`${JSON.stringify(shown)}\n`);
  else io.stdout(`${wrap(printable(wordsOf(shown)), io.width).join('\n')}\n`);
  return 0;
};

const wordsOf = ({ careful, from, project }: Shown): string => {
  const who = from === 'user' ? 'for all your projects' : `for ${project}`;
  if (!careful) return from === null ? 'off' : `off, ${who}`;
  return `on, ${who}: what gates would ask about, change or only warn of is denied. Gates that the policy only watches still stop nothing.`;
};
