/**
 * Variables that hosts set for what their agents run, and for nothing else: Claude Code, Codex, Copilot, Cursor, Gemini
 * and Qwen. One is enough, so that taking one away is not. Terminals that a host only stands beside have none of them.
 */
export const AGENT_MARKS: readonly string[] = [
  'CLAUDECODE',
  'CLAUDE_CODE_CHILD_SESSION',
  'CLAUDE_CODE_ENTRYPOINT',
  'CLAUDE_CODE_SESSION_ID',
  'CLAUDE_PID',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'COPILOT_CLI',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'OPENCLAW_SESSION',
  'QWEN_CODE',
];

/** Programs that give others another environment, or run them where the agent's is not. */
const OTHER_ENVIRONMENTS: ReadonlySet<string | null> = new Set([
  null,
  ...(
    'env unset export declare typeset local readonly sudo su doas runuser run0 pkexec ssh systemd-run at batch crontab ' +
    'docker podman nerdctl docker-compose podman-compose kubectl oc lxc vagrant tmux screen chroot unshare nsenter machinectl'
  ).split(' '),
]);

/** Whether what a text runs may not show that an agent runs it: it names a mark, or a program that changes environments. */
export const mayHideAgent = (command: string, programs: readonly (string | null)[]): boolean =>
  AGENT_MARKS.some((name) => command.includes(name)) || programs.some((program) => OTHER_ENVIRONMENTS.has(program));
