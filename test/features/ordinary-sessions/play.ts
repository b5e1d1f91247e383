import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitEnv } from '../../kit/git-template.ts';
import { runHook } from '../../kit/hook-process.ts';
import type { Step, Story } from './story.ts';

/** What docket said to one step of a story, as its log has it. */
export interface Said {
  /** The step in the words of the story. */
  readonly step: string;
  readonly decision: 'deny' | 'ask' | 'rewrite' | 'advise';
  readonly rules: readonly string[];
  readonly reason: string;
}

/** They tell where things stand, and hold nothing up. */
const TELLING: ReadonlySet<string> = new Set([
  'session-init',
  'prompt-submit',
  'subagent-start',
  'compact-preserve',
  'session-summary',
]);

/**
 * Plays a story through processes of the built hook, in a repository of its own with a remote beside it. A step that is denied does
 * not happen; one that is asked about happens, as after a yes; one that is rewritten happens as rewritten.
 */
export const play = (story: Story, preset: 'standard' | 'strict'): Said[] => {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'docket-story-')));
  onTestFinished(() => rmSync(outer, { recursive: true, force: true }));
  const path = join(outer, 'app');
  const home = join(outer, 'home');
  mkdirSync(home);
  const env = gitEnv(home);
  const shell = (command: string): { stdout: string } | { error: string } => {
    const done = spawnSync('sh', ['-c', command], {
      cwd: path,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return done.status === 0
      ? { stdout: done.stdout }
      : { error: `Exit code ${done.status}\n${done.stdout}${done.stderr}` };
  };
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  // When a run in the background ends, and what it changes of what follows, is a matter of luck.
  put('docket.config.json', `${JSON.stringify({ preset, gates: { 'test-runner': { mode: 'off' } } })}\n`);
  start(story, { outer, put, git: (args) => execFileSync('git', args, { cwd: path, env, stdio: 'ignore' }) });
  const logs = join(path, '.docket', 'log');
  const said: Said[] = [];
  let calls = 0;

  const send = (payload: Readonly<Record<string, unknown>>): Answer => {
    const done = runHook(JSON.stringify({ session_id: 's1', cwd: path, ...payload }), path, {
      args: ['--host', 'claude-code', '--timeout', '60'],
      env: { HOME: home, CLAUDE_CODE_ENTRYPOINT: 'cli', CLAUDE_CODE_SESSION_ATTENDED: '1' },
    });
    return done.stdout.startsWith('{') ? (JSON.parse(done.stdout) as Answer) : {};
  };

  const use = (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    act: (input: Record<string, unknown>) => object,
  ): void => {
    calls += 1;
    const call = { tool_name: tool, tool_use_id: `toolu_${calls}` };
    const { permissionDecision, updatedInput } =
      send({ hook_event_name: 'PreToolUse', ...call, tool_input: input }).hookSpecificOutput ?? {};
    if (permissionDecision === 'deny') return;
    const used = updatedInput ?? input;
    const result = act(used);
    const event = 'error' in result ? 'PostToolUseFailure' : 'PostToolUse';
    send({ hook_event_name: event, ...call, tool_input: used, ...result });
  };

  const take = (step: Step): void => {
    if ('prompt' in step) {
      calls += 1;
      send({ hook_event_name: 'UserPromptSubmit', prompt: step.prompt, prompt_id: `prompt-${calls}` });
    } else if ('run' in step) {
      use('Bash', { command: step.run }, ({ command }) => {
        for (const [name, text] of Object.entries(step.leaves ?? {})) put(name, text);
        const done = step.prints ?? shell(command as string);
        if ('error' in done) return done;
        return { tool_response: { stdout: done.stdout, stderr: '', interrupted: false } };
      });
    } else if ('write' in step) {
      use('Write', { file_path: join(path, step.write), content: step.text }, () => {
        put(step.write, step.text);
        return { tool_response: { type: 'create' } };
      });
    } else if ('edit' in step) {
      const file = join(path, step.edit);
      use('Edit', { file_path: file, old_string: step.from, new_string: step.to }, () => {
        writeFileSync(file, readFileSync(file, 'utf8').replace(step.from, step.to));
        return { tool_response: { filePath: file } };
      });
    } else if ('outside' in step) shell(step.outside);
    else
      send({
        hook_event_name: 'Stop',
        stop_hook_active: false,
        last_assistant_message: step.stop,
        background_tasks: step.running ?? [],
      });
  };

  send({ hook_event_name: 'SessionStart', source: 'startup' });
  let seen = rulingsIn(logs).length;
  for (const step of story.steps) {
    take(step);
    const rulings = rulingsIn(logs);
    said.push(...rulings.slice(seen).flatMap((ruling) => saidBy(ruling, step)));
    seen = rulings.length;
  }
  return said;
};

interface Answer {
  readonly hookSpecificOutput?: {
    readonly permissionDecision?: string;
    readonly updatedInput?: Record<string, unknown>;
  };
}

interface Begun {
  readonly outer: string;
  readonly put: (name: string, text: string) => void;
  readonly git: (args: readonly string[]) => void;
}

/** The repository as the story finds it: what it has is committed on `main` and pushed, and a branch is checked out. */
const start = ({ has, branch }: Story, { outer, put, git }: Begun): void => {
  put('.gitignore', 'node_modules/\ndist/\n.docket/\n.env\n*.log\n');
  for (const [name, text] of Object.entries(has)) put(name, text);
  if (branch === null) return;
  const remote = join(outer, 'remote.git');
  git(['init', '--quiet', '--initial-branch=main']);
  git(['add', '.']);
  git(['commit', '--quiet', '-m', 'start']);
  git(['init', '--quiet', '--bare', '--initial-branch=main', remote]);
  git(['remote', 'add', 'origin', remote]);
  git(['push', '--quiet', '-u', 'origin', 'main']);
  git(['remote', 'set-head', 'origin', 'main']);
  if (branch !== 'main') git(['switch', '--quiet', '-c', branch]);
};

interface Ruling {
  readonly decision: Said['decision'] | 'allow' | 'none';
  readonly verdicts: readonly { gate: string; rule: string; decision: string; mode: string; reason: string }[];
}

const rulingsIn = (folder: string): Ruling[] =>
  readFileSync(join(folder, '000001.ndjson'), 'utf8')
    .split('\n')
    .flatMap((line) => (line.includes('"type":"GatesRuled"') ? [(JSON.parse(line) as { data: Ruling }).data] : []));

const saidBy = ({ decision, verdicts }: Ruling, step: Step): Said[] => {
  if (decision === 'none' || decision === 'allow') return [];
  const own = verdicts.filter(
    ({ gate, mode, decision: one }) => mode === 'enforce' && one === decision && !TELLING.has(gate),
  );
  if (own.length === 0) return [];
  return [
    {
      step: wordsOf(step),
      decision,
      rules: own.map(({ rule }) => rule),
      reason: own.map(({ reason }) => reason).join(' '),
    },
  ];
};

const wordsOf = (step: Step): string => {
  if ('prompt' in step) return `> ${step.prompt}`;
  if ('run' in step) return step.run;
  if ('write' in step) return `write ${step.write}`;
  if ('edit' in step) return `edit ${step.edit}`;
  return 'outside' in step ? step.outside : 'end of the turn';
};
