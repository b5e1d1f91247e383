import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cleanEnv, DIST } from './hook-process.ts';
import { tempProject } from './temp-project.ts';

/** What the host reads out of one hook call. */
export interface Answered {
  /** `block` is what a Stop says for deny; `none` is silence. */
  readonly decision: 'deny' | 'ask' | 'allow' | 'block' | 'none';
  /** What the agent is told. */
  readonly said: string;
  readonly stdout: string;
}

/** One agent's session, played through processes of the built hook in a real folder. */
export interface HookSession {
  readonly path: string;
  /** Sends one payload through a process of its own. */
  readonly send: (payload: Readonly<Record<string, unknown>>) => Promise<Answered>;
  readonly prompt: (text: string) => Promise<Answered>;
  /** The agent's edit tool: asks, writes unless it was denied, reports. */
  readonly edit: (name: string, text: string) => Promise<Answered>;
  /** A shell command: asks, runs it unless it was denied, reports. `prints` stands for what it would print. */
  readonly bash: (
    command: string,
    prints?: { readonly stdout: string } | { readonly error: string },
  ) => Promise<Answered>;
  readonly redRun: () => Promise<Answered>;
  readonly greenRun: () => Promise<Answered>;
  /** A review tool of a server answers. */
  readonly review: (words: string, tool?: string) => Promise<Answered>;
  readonly precommit: (words?: string) => Promise<Answered>;
  readonly stop: (more?: Readonly<Record<string, unknown>>) => Promise<Answered>;
  /** What happens outside the hooks. */
  readonly put: (name: string, text: string) => void;
  readonly git: (...args: readonly string[]) => string;
  /** Another session in the same folder. */
  readonly other: (id: string) => HookSession;
}

export interface HookSessionOptions {
  readonly policy?: Readonly<Record<string, unknown>>;
  /** Without a repository: false. */
  readonly isRepository?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

const RED = 'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1';
const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';

/** On branch `feature/x`, with one commit that holds a source file, a document, a manifest and the policy. */
export const hookSession = ({ policy, isRepository = true, env = {} }: HookSessionOptions = {}): HookSession => {
  const { path, write } = tempProject();
  write('src/cart.js', 'export const total = 1;\n');
  write('README.md', '# Shop\n');
  write('package.json', '{ "scripts": { "test": "node --test" } }\n');
  write('docket.config.json', JSON.stringify(policy ?? { preset: 'strict' }));
  write('.gitignore', '.docket\n.claude\n');
  const who = ['a', 'a@example.org'];
  const gitEnv = cleanEnv({
    HOME: path,
    GIT_CONFIG_NOSYSTEM: '1',
    ...Object.fromEntries(['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_NAME`, who[0] ?? ''])),
    ...Object.fromEntries(['AUTHOR', 'COMMITTER'].map((role) => [`GIT_${role}_EMAIL`, who[1] ?? ''])),
  });
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: path, env: gitEnv, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  if (isRepository) {
    git('init', '--quiet', '--initial-branch=main');
    git('add', '.');
    git('commit', '--quiet', '-m', 'start');
    git('checkout', '--quiet', '-b', 'feature/x');
  }
  const hookEnv = cleanEnv({ HOME: path, CLAUDE_PROJECT_DIR: path, CLAUDE_CODE_ENTRYPOINT: 'cli', ...env });
  const shell = (command: string): { stdout: string } | { error: string } => {
    try {
      return {
        stdout: execFileSync('sh', ['-c', command], { cwd: path, env: gitEnv, encoding: 'utf8', stdio: 'pipe' }),
      };
    } catch (error) {
      return { error: `Exit code 1\n${String((error as { stderr?: unknown }).stderr)}` };
    }
  };
  return sessionIn({ path, git, shell, hookEnv }, 's1');
};

interface Place extends Pick<HookSession, 'path' | 'git'> {
  readonly shell: (command: string) => { readonly stdout: string } | { readonly error: string };
  readonly hookEnv: Record<string, string>;
}

let calls = 0;

const sessionIn = (place: Place, id: string): HookSession => {
  const { path, git } = place;
  const send: HookSession['send'] = (payload) =>
    runHookProcess(JSON.stringify({ session_id: id, cwd: path, ...payload }), place);
  const put: HookSession['put'] = (name, text) => {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), text);
  };
  /** Asks, does it unless that was denied, and reports. */
  const use = async (tool: string, input: object, act: () => { response: unknown } | { error: string }) => {
    calls += 1;
    const call = { tool_name: tool, tool_input: input, tool_use_id: `toolu_${id}_${calls}` };
    const asked = await send({ hook_event_name: 'PreToolUse', ...call });
    if (asked.decision === 'deny') return asked;
    const done = act();
    if ('error' in done) await send({ hook_event_name: 'PostToolUseFailure', ...call, error: done.error });
    else await send({ hook_event_name: 'PostToolUse', ...call, tool_response: done.response });
    return asked;
  };
  const bash: HookSession['bash'] = (command, prints) =>
    use('Bash', { command }, () => {
      const done = prints ?? place.shell(command);
      return 'error' in done ? done : { response: { stdout: done.stdout, stderr: '', interrupted: false } };
    });
  return {
    path,
    git,
    put,
    send,
    bash,
    prompt: (text) => {
      calls += 1;
      return send({ hook_event_name: 'UserPromptSubmit', prompt: text, prompt_id: `prompt-${calls}` });
    },
    edit: (name, text) =>
      use('Write', { file_path: join(path, name), content: text }, () => {
        put(name, text);
        return { response: { type: 'update' } };
      }),
    redRun: () => bash('npm test', { error: RED }),
    greenRun: () => bash('npm test', { stdout: GREEN }),
    review: (words, tool = 'mcp__codex__codex') =>
      use(tool, { prompt: 'Review the diff' }, () => ({ response: [{ type: 'text', text: words }] })),
    precommit: (words = '## Overall: ✅ PASS') => bash('node scripts/precommit-runner.js', { stdout: words }),
    stop: (more = {}) => {
      calls += 1;
      const message = { stop_hook_active: false, last_assistant_message: `Done ${calls}.`, background_tasks: [] };
      return send({ hook_event_name: 'Stop', ...message, ...more });
    },
    other: (name) => sessionIn(place, name),
  };
};

const runHookProcess = (input: string, { path, hookEnv }: Place): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code', '--timeout', '60'], {
      cwd: path,
      env: hookEnv,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => resolve(readAnswer(stdout)));
    child.stdin.end(input);
  });

const readAnswer = (stdout: string): Answered => {
  if (stdout === '') return { decision: 'none', said: '', stdout };
  const answer = JSON.parse(stdout) as {
    decision?: 'block';
    reason?: string;
    hookSpecificOutput?: {
      permissionDecision?: 'deny' | 'ask' | 'allow';
      permissionDecisionReason?: string;
      additionalContext?: string;
    };
  };
  const { permissionDecision, permissionDecisionReason, additionalContext } = answer.hookSpecificOutput ?? {};
  const said = [answer.reason, permissionDecisionReason, additionalContext].filter((text) => text !== undefined);
  return { decision: permissionDecision ?? answer.decision ?? 'none', said: said.join('\n'), stdout };
};
