import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completes, type Payload, requests, type Scenario } from './scenario.ts';

export interface Asked {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: boolean;
}

/** A question with options by their labels; without any the first of two is recommended. */
export const question = (
  text = 'Which store should the cart use?',
  labels: readonly string[] = ['A) SQLite (recommended)', 'B) Postgres'],
  more: Partial<Asked> = {},
): Asked => ({
  question: text,
  header: 'Choice',
  options: labels.map((label) => ({ label, description: '' })),
  multiSelect: false,
  ...more,
});

/** The host's tool, and one of a server. */
export const NATIVE = 'AskUserQuestion';
export const OF_SERVER = 'mcp__conductor__AskUserQuestion';

export const asks = (questions: readonly Asked[], call: string, tool = NATIVE): Payload =>
  requests(tool, { questions }, { tool_use_id: call });

/** The host's result where questions were answered. */
export const answers = (
  questions: readonly Asked[],
  given: Readonly<Record<string, string>>,
  call: string,
  tool = NATIVE,
): Payload =>
  completes(tool, { questions, answers: given }, { questions, answers: given, annotations: {} }, { tool_use_id: call });

export const failsWith = (questions: readonly Asked[], error: string, call: string, tool = OF_SERVER): Payload => ({
  hook_event_name: 'PostToolUseFailure',
  tool_name: tool,
  tool_input: { questions },
  tool_use_id: call,
  error,
});

type Answerings = Readonly<Record<string, string>>;

/** The user's preferences for questions: for all projects, and for this one. */
export const prefers = ({ project, deps }: Scenario, questions: Answerings, own?: Answerings): void => {
  const folder = join(deps.env['HOME'] ?? project, '.config', 'docket');
  mkdirSync(folder, { recursive: true });
  const projects = own === undefined ? {} : { projects: { [project]: { questions: own } } };
  writeFileSync(join(folder, 'preferences.json'), JSON.stringify({ questions, ...projects }));
};
