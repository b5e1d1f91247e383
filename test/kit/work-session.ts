import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EventData } from '../../src/events/schemas.ts';
import { observeTree } from '../../src/hooks/observers/tree/tree.ts';
import { type GitProject, gitProject } from './git-project.ts';
import { completes, type Outcome, type Payload, prompts, requests, type ScenarioOptions, stops } from './scenario.ts';

/** An agent's work in a real repository: what it writes, has reviewed and commits, and how its turns end. */
export interface WorkSession extends GitProject {
  /** Writes a file, named from the outer folder, and says so as the host does. */
  readonly edits: (name: string, text: string, more?: Payload) => Promise<void>;
  /** A shell command that the agent ran, and what it did. */
  readonly ran: (command: string, does: () => void, more?: Payload) => Promise<void>;
  /** A review of the content that is there now. */
  readonly reviewed: (
    kind: 'code' | 'precommit' | 'doc',
    outcome?: EventData<'ReviewRecorded'>['outcome'],
    folder?: string,
  ) => Promise<void>;
  /** Which content the project holds now. */
  readonly observed: (folder?: string) => ReturnType<typeof observeTree>;
  /** The project is no repository any more. */
  readonly breakGit: () => void;
  /** The end of a turn, as the rules of stop-guard that fire. */
  readonly stop: (more?: Payload) => Promise<Outcome & { owed: string[] }>;
}

let calls = 0;

/** Begins a session on a branch of its own, with the file `src/a.ts` and a document, `docs/a.md`, committed. */
export const workSession = async (options: ScenarioOptions = { preset: 'strict' }): Promise<WorkSession> => {
  const project = gitProject(options);
  const { git, write, sends, scenario, outer, path } = project;
  write('app/docs/a.md', '# A\n');
  write('app/.gitignore', 'ignored/\ndocket.config.json\n');
  git('app', 'add', 'docs', '.gitignore');
  git('app', 'commit', '--quiet', '-m', 'documents');
  git('app', 'switch', '--quiet', '-c', 'work');
  const call = (): string => `work-${++calls}`;
  const observed: WorkSession['observed'] = (folder = path) =>
    observeTree(folder, 'now', { env: process.env, timeLeft: () => 5_000 });
  return {
    ...project,
    observed,
    breakGit: () => rmSync(join(path, '.git'), { recursive: true }),
    edits: async (name, text, more = {}) => {
      write(name, text);
      const input = { file_path: join(outer, name), content: text };
      const id = call();
      await sends({ ...requests('Write', input, { tool_use_id: id }), ...more });
      await sends({ ...completes('Write', input, { type: 'update' }, { tool_use_id: id }), ...more });
    },
    ran: async (command, does, more = {}) => {
      const id = call();
      await sends({ ...requests('Bash', { command }, { tool_use_id: id }), ...more });
      does();
      const response = { stdout: '', stderr: '', interrupted: false };
      await sends({ ...completes('Bash', { command }, response, { tool_use_id: id }), ...more });
    },
    reviewed: async (kind, outcome = 'pass', folder = path) => {
      const { tree } = await observed(folder);
      await scenario.given({
        type: 'ReviewRecorded',
        worktree: folder,
        data: {
          kind,
          plane: kind === 'doc' ? 'docs' : 'code',
          outcome,
          sentinel: null,
          by: 'reviewer',
          reason: 'it says so',
          standing: 'evidence',
          tree,
        },
      });
    },
    stop: async (more = {}) => {
      const outcome = await sends(stops({ last_assistant_message: `stop ${++calls}`, ...more }));
      const fired = outcome.verdicts.filter(({ gate, decision }) => gate === 'stop-guard' && decision === 'deny');
      return { ...outcome, owed: fired.map(({ rule }) => rule.replace('stop-guard/', '')) };
    },
  };
};

/** The host begins the session. */
export const starts = (source = 'startup', more: Payload = {}): Payload => ({
  hook_event_name: 'SessionStart',
  source,
  ...more,
});

/** A session that began, and a prompt. */
export const workingSession = async (options?: ScenarioOptions): Promise<WorkSession> => {
  const session = await workSession(options);
  await session.sends(starts());
  await session.sends(prompts('add a discount'));
  return session;
};
