import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { notify } from '../../../src/hooks/notify/notify.ts';
import { type ProcessResult, runDocket, runHook } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';

const STRICT = '{"preset":"strict"}';

interface Desk {
  readonly project: string;
  readonly bin: string;
  /** What the programs were given, one call after the other; null while nobody called. */
  readonly shown: () => string[] | null;
}

/** A project with a PATH of its own, on which programs note their arguments. */
const desk = (programs: readonly string[], policy = STRICT, script = ''): Desk => {
  const project = tempProject();
  project.write('docket.config.json', policy);
  const bin = join(project.path, 'programs');
  mkdirSync(bin);
  const shown = join(project.path, 'shown');
  for (const name of programs) {
    const note = `{ echo ${name}; printf '%s\\n' "$@"; } > '${shown}.tmp'; /bin/mv '${shown}.tmp' '${shown}'`;
    writeFileSync(join(bin, name), `#!/bin/sh\n${note}\n${script}\n`, { mode: 0o755 });
  }
  return {
    project: project.path,
    bin,
    shown: () => (existsSync(shown) ? readFileSync(shown, 'utf8').trimEnd().split('\n') : null),
  };
};

const notified = (
  { project, bin }: Pick<Desk, 'project' | 'bin'>,
  more: Readonly<Record<string, unknown>> = {},
  env: Readonly<Record<string, string>> = {},
): ProcessResult =>
  runHook(
    JSON.stringify({
      session_id: 's1',
      cwd: project,
      hook_event_name: 'Notification',
      message: 'Claude needs your permission',
      notification_type: 'permission_prompt',
      ...more,
    }),
    project,
    {
      env: {
        PATH: bin,
        DISPLAY: ':0',
        TERM: 'xterm',
        TERM_PROGRAM: '',
        TMUX: '',
        SSH_CONNECTION: '',
        SSH_TTY: '',
        CLAUDE_CODE_ENTRYPOINT: 'cli',
        ...env,
      },
    },
  );

const until = async (isSo: () => boolean): Promise<void> => {
  for (let looks = 0; looks < 200 && !isSo(); looks += 1) await delay(50);
  expect(isSo()).toBe(true);
};

const SILENT = { stdout: '', stderr: '', status: 0 };

describe('notify', () => {
  it('shows a permission prompt on the desktop, with nothing run by a shell', async () => {
    const at = desk(['notify-send']);
    expect(notified(at, { message: '--help $(id) <b> "quoted"' })).toEqual(SILENT);
    await until(() => at.shown() !== null);
    expect(at.shown()).toEqual([
      ...['notify-send', '--app-name=docket', '--urgency=critical', '--hint=string:sound-name:dialog-warning', '--'],
      expect.stringMatching(/^Claude Code in /),
      'Permission: --help $(id) &lt;b&gt; "quoted"',
    ]);
  });

  it('has answered before the program is done', async () => {
    const at = desk(['notify-send'], STRICT, 'while [ ! -e "$0.go" ]; do /bin/sleep 0.05; done; echo > "$0.over"');
    expect(notified(at).status).toBe(0);
    await until(() => at.shown() !== null);
    const program = join(at.bin, 'notify-send');
    expect(existsSync(`${program}.over`)).toBe(false);
    writeFileSync(`${program}.go`, '');
    await until(() => existsSync(`${program}.over`));
  });

  it.each([
    ['terminal-notifier', ['osascript', 'terminal-notifier']],
    ['osascript', ['osascript']],
  ])('runs %s on macOS, where there is %j', async (name, programs) => {
    const at = desk(programs);
    const notice = { type: 'idle_prompt', message: 'Claude is waiting', project: at.project };
    notify(notice, {}, { PATH: `programs:${at.bin}` }, 'darwin').start();
    await until(() => at.shown() !== null);
    expect(at.shown()?.[0]).toBe(name);
    expect(at.shown()).toContain('Idle: Claude is waiting');
    expect(at.shown()).toContain('Glass');
  });

  it('is quiet where no program is there, or what is there cannot run', () => {
    expect(notified(desk([]))).toEqual(SILENT);
    const at = desk([]);
    writeFileSync(join(at.bin, 'notify-send'), 'no program', { mode: 0o644 });
    expect(notified(at)).toEqual(SILENT);
    const broken = desk([]);
    writeFileSync(join(broken.bin, 'notify-send'), '\u007fELF nonsense', { mode: 0o755 });
    expect(notified(broken)).toEqual(SILENT);
  });

  it('writes to a terminal that is known to show it, and runs nothing', () => {
    const at = desk(['notify-send']);
    const { stdout } = notified(at, {}, { TERM_PROGRAM: 'WezTerm' });
    expect(JSON.parse(stdout)).toEqual({
      terminalSequence: expect.stringMatching(
        /^\u001b\]777;notify;Claude Code in .*;Permission: Claude needs your permission\u0007\u0007$/,
      ),
    });
  });

  it.each([
    ['observe', {}],
    ['standard', {}],
    ['strict', { notify: { mode: 'off' } }],
    ['strict', { notify: { mode: 'monitor' } }],
    ['strict', { notify: { mode: 'enforce', types: ['idle_prompt'] } }],
  ])('does nothing under %s with %j', (preset, gates) => {
    const at = desk([], JSON.stringify({ preset, gates }));
    // Whoever ran it would still be there to be seen: the answer shows it at once.
    expect(notified(at, {}, { TERM_PROGRAM: 'WezTerm' })).toEqual(SILENT);
  });

  it('tells once what two registrations deliver', async () => {
    const at = desk([]);
    const both = [0, 1].map(() => notified(at, { prompt_id: 'p1' }, { TERM_PROGRAM: 'WezTerm' }).stdout);
    expect(both.filter((stdout) => stdout !== '')).toHaveLength(1);
  });

  it.each([[{ message: undefined }], [{ message: { text: 'x' } }], [{ notification_type: 7 }]])(
    'takes %j for what it is: nothing to show',
    (more) => {
      expect(notified(desk([]), more, { TERM_PROGRAM: 'WezTerm' })).toEqual(SILENT);
    },
  );

  it('is a gate of the list, with its mode', () => {
    const { project } = desk([]);
    const list = JSON.parse(runDocket(['gates', '--json'], project).stdout);
    expect(JSON.stringify(list)).toContain('"notify"');
  });
});
