import { describe, expect, it } from 'vitest';
import { MARKER_LINE, SHELL_HOOKS, shellHookName } from '../../../src/hooks/install/shell-hooks.ts';

const PROJECT = '$' + '{CLAUDE_PROJECT_DIR}';

const named = (event: string, command: string, args?: string[]) =>
  shellHookName({ event, handler: { type: 'command', command, ...(args === undefined ? {} : { args }) } });

describe('shellHookName', () => {
  it('knows each script by its name, in each event it was registered for and in no other', () => {
    for (const [name, { events }] of Object.entries(SHELL_HOOKS)) {
      const command = `$HOME/.claude/hooks/${name}${name.endsWith('-hook') ? '' : '.sh'}`;
      for (const event of events) expect(named(event, command), name).toBe(name);
      expect(named('WorktreeCreate', command), name).toBeNull();
    }
  });

  it.each([
    ['"$CLAUDE_PROJECT_DIR"/.claude/hooks/guard.sh'],
    [`"${PROJECT}/.claude/hooks/guard.sh"`],
    ['~/.claude/hooks/guard.sh'],
    ["'/home/dev/my app/.claude/hooks/guard.sh'"],
    ['bash ~/.claude/hooks/guard.sh'],
    ['/bin/bash -e hooks/guard.sh'],
    ['/usr/bin/env hooks/guard.sh'],
    ['C:\\\\Users\\\\dev\\\\.claude\\\\hooks\\\\guard.sh'],
    ['hooks/guard.sh --verbose'],
    ['/usr/bin/env bash ~/.claude/hooks/guard.sh'],
    ['/usr/bin/env -S bash -e ~/.claude/hooks/guard.sh'],
    ['env DEBUG=1 bash ~/.claude/hooks/guard.sh'],
    ['DEBUG=1 ~/.claude/hooks/guard.sh'],
    ['bash -euo pipefail .claude/hooks/guard.sh'],
    ['/opt/homebrew/bin/bash .claude/hooks/guard.sh'],
    ['dash .claude/hooks/guard.sh'],
    ["sh -c '~/.claude/hooks/guard.sh'"],
    ['bash -lc "exec \\"$HOME/.claude/hooks/guard.sh\\""'],
    ['exec .claude/hooks/guard.sh'],
    ['. .claude/hooks/guard.sh'],
    ['timeout 5s bash .claude/hooks/guard.sh'],
    ['cd "$CLAUDE_PROJECT_DIR" && .claude/hooks/guard.sh'],
    ['cd ~/shop && bash .claude/hooks/guard.sh'],
    ['  .claude/hooks//guard.sh ; '],
    ['.claude/hooks/./guard.sh\n'],
    ['bun run hooks/guard.ts'],
    ['npx tsx hooks/guard.ts'],
  ])('reads the line %s', (command) => {
    expect(named('PreToolUse', command)).toBe('guard');
  });

  it('reads a call without a shell', () => {
    expect(named('PreToolUse', 'bash', [`${PROJECT}/.claude/hooks/guard.sh`])).toBe('guard');
    expect(named('PreToolUse', '/x/hooks/guard.sh', [])).toBe('guard');
    expect(named('PreToolUse', '/usr/bin/env', ['bash', '-e', '/my app/hooks/guard.sh'])).toBe('guard');
    expect(named('PreToolUse', 'bash', ['-c', '"$HOME"/.claude/hooks/guard.sh'])).toBe('guard');
  });

  it.each([
    ['another folder', './scripts/guard.sh'],
    ['another name', '~/.claude/hooks/my-guard.sh'],
    ['a name that begins so', '~/.claude/hooks/guard.sh.bak'],
    ['the script and more', '~/.claude/hooks/guard.sh && ./mine.sh'],
    ['the script in a pipe', '~/.claude/hooks/guard.sh | tee log'],
    ['a script that is told of it', './run.sh ~/.claude/hooks/guard.sh'],
    ['words about it', "echo 'hooks/guard.sh'"],
    ['what formats, too', '~/.claude/hooks/post-edit-format.sh'],
    ['nothing', ''],
    ['the script and more in a shell', "bash -c 'hooks/guard.sh; ./mine.sh'"],
    ['a line of a line that does more', 'cd x && hooks/guard.sh && ./mine.sh'],
    ['a folder that a program names', 'cd "`./mine.sh`" && hooks/guard.sh'],
    ['a path that a program names', '"$(./mine.sh)/hooks/guard.sh"'],
    ['a shell alone', 'bash -c'],
    ['a script that is told of it behind env', 'env ./run.sh hooks/guard.sh'],
    ['a line that does not end', "bash 'hooks/guard.sh"],
    ['another property of objects', 'hooks/constructor.sh'],
  ])('leaves %s', (_what, command) => {
    expect(named('PreToolUse', command)).toBeNull();
  });

  it('leaves what is no command', () => {
    for (const handler of [{ type: 'http', url: 'hooks/guard.sh' }, { type: 'command' }, {}]) {
      expect(shellHookName({ event: 'PreToolUse', handler })).toBeNull();
    }
  });

  it.each([
    [
      'PreToolUse',
      "test -f .x-analysis-done && test -f .x-plan-approved || (echo 'Analysis and approval required' && exit 1)",
    ],
    ['PreToolUse', "test -f .x-plan-approved || (echo 'approval required' && exit 1)"],
    ['PreToolUse', '[ -f .x-plan-approved ] || exit 2'],
    ['PostToolUse', "touch .x-analysis-done && echo 'Analysis phase complete'"],
    ['PostToolUse', 'touch .{workflow}-analysis-done'],
    ['PostToolUse', "if [ -f .x-audit-failed ]; then echo 'Fix and try again.' && rm -f .x-audit-passed; fi"],
    [
      'PostToolUse',
      "if [ -f .x-audit-passed ]; then rm -f .x-analysis-done .x-plan-approved .x-execution-done && echo 'cleaned'; fi",
    ],
    ['Stop', "if [ -f .x-execution-done ]; then echo 'Run the audit.'; fi"],
  ])('knows lines about markers of phases: %s %s', (event, command) => {
    expect(named(event, command)).toBe(MARKER_LINE);
  });

  it.each([
    ['PreToolUse', 'test -f .x-plan-approved || ./ask.sh'],
    ['PostToolUse', 'touch .x-analysis-done && curl http://localhost/done'],
    ['PostToolUse', 'touch .x-analysis-done src/a.ts'],
    ['PostToolUse', 'rm -rf .x-analysis-done build'],
    ['PostToolUse', 'echo $(date) > .x-analysis-done'],
    ['PreToolUse', "echo '.x-plan-approved'"],
    ['PreToolUse', 'test -f .env'],
    ['SessionStart', 'touch .x-analysis-done'],
  ])('leaves lines that do something else: %s %s', (event, command) => {
    expect(named(event, command)).toBeNull();
  });
});
