import { join } from 'node:path';
import { type GitProject, gitProject } from './git-project.ts';
import { completes, type Outcome, requests, type ScenarioOptions } from './scenario.ts';

/** Work in a real repository, on `feature/x`, where evidence is made and asked for. */
export interface EvidenceProject extends GitProject {
  /** The agent runs the tests in a worktree, by its folder beside the project; they end so. */
  readonly tests: (result: 'green' | 'red' | 'piped' | 'some', folder?: string) => Promise<Outcome>;
  /** The agent writes a file. */
  readonly edits: (path: string, text: string) => Promise<Outcome>;
  /** What a rule about evidence says of a command; null where it is met or has nothing to say. */
  readonly says: (command: string, folder?: string) => Promise<Said | null>;
}

export interface Said {
  readonly decision: string;
  readonly reason: string;
  readonly remedies: readonly (string | null)[];
  readonly statuses: readonly unknown[];
  readonly basis: readonly unknown[];
}

const RED = 'Exit code 1\nnot ok 1 - total\n# tests 3\n# pass 1\n# fail 2';
const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';

let calls = 0;

/** Proof is not asked for unless `rule` is about it. */
export const evidenceProject = (
  rule = 'commit-untested',
  preset: 'strict' | 'standard' = 'strict',
  more: Pick<ScenarioOptions, 'deps'> = {},
): EvidenceProject => {
  const others = ['commit-untested', 'commit-unproven', 'commit-on-protected'].filter((name) => name !== rule);
  const rules = Object.fromEntries(others.map((name) => [name, 'off']));
  const project = gitProject({ policy: { preset, gates: { guard: { rules } } }, ...more });
  project.write('app/src/b.ts', 'export const b = 1;\n');
  project.write('app/README.md', '# App\n');
  project.write('app/.gitignore', 'docket.config.json\nout/\n');
  project.git('app', 'add', '.');
  project.git('app', 'commit', '--quiet', '-m', 'more');
  project.git('app', 'switch', '--quiet', '-c', 'feature/x');
  const { outer, sends, runs } = project;
  const at = (folder: string): string => join(outer, folder);
  return {
    ...project,
    tests: async (result, folder = 'app') => {
      const command =
        result === 'piped' ? 'npm test | tail -1' : result === 'some' ? 'npm test -- -t adds' : 'npm test';
      const call = { tool_use_id: `tests-${++calls}`, cwd: at(folder) };
      await sends({ ...requests('Bash', { command }), ...call });
      const failed = { hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', tool_input: { command }, error: RED };
      const stdout = result === 'piped' ? 'done' : GREEN;
      const passed = completes('Bash', { command }, { stdout, stderr: '', interrupted: false });
      return sends({ ...(result === 'red' ? failed : passed), ...call });
    },
    edits: async (path, text) => {
      const input = { file_path: at(path), content: text };
      const call = { tool_use_id: `edit-${++calls}` };
      await sends({ ...requests('Write', input), ...call });
      project.write(path, text);
      return sends({ ...completes('Write', input, { type: 'update' }), ...call });
    },
    says: async (command, folder = 'app') => {
      const { verdicts } = await runs(command, { cwd: at(folder) });
      const verdict = verdicts.find((each) => each.rule === `guard/${rule}` && each.decision !== 'pass');
      if (verdict === undefined) return null;
      const { decision, reason, conditions } = verdict;
      const actual = conditions.map((each) => each.actual as { status: unknown; basis: unknown });
      return {
        decision,
        reason,
        remedies: conditions.map(({ remedy }) => remedy),
        statuses: actual.map(({ status }) => status),
        basis: actual.map(({ basis }) => basis),
      };
    },
  };
};
