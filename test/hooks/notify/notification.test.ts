import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Notification, notificationFor, notifyOptions } from '../../../src/hooks/notify/notification.ts';

type Env = Readonly<Record<string, string>>;

const PERMISSION = 'permission_prompt';
const LINUX = { DISPLAY: ':0', CLAUDE_CODE_ENTRYPOINT: 'cli' };

const told = (
  type: string,
  message: string,
  env: Env,
  platform: NodeJS.Platform = 'linux',
  options: Readonly<Record<string, unknown>> = {},
): Notification => notificationFor({ type, message, project: '/work/shop' }, notifyOptions(options), { env, platform });

const argsOf = ({ programs }: Notification, name: string): readonly string[] =>
  programs.find((program) => program.name === name)?.args ?? [];

describe('seed 001, notify.sh: "Desktop notification when Claude needs attention"', () => {
  it('uses terminal-notifier, which activates the terminal on click, with osascript behind it', () => {
    const notification = told(
      PERMISSION,
      'Claude needs your permission',
      { __CFBundleIdentifier: 'com.acme.Term' },
      'darwin',
    );
    expect(notification.programs.map(({ name }) => name)).toEqual(['terminal-notifier', 'osascript']);
    expect(argsOf(notification, 'terminal-notifier')).toEqual([
      ...['-title', 'Claude Code', '-subtitle', 'in shop', '-message', 'Permission: Claude needs your permission'],
      ...['-sound', 'Ping', '-activate', 'com.acme.Term'],
    ]);
  });

  it.each([
    [PERMISSION, 'Ping', '--urgency=critical', '--hint=string:sound-name:dialog-warning'],
    ['idle_prompt', 'Glass', '--urgency=normal', '--hint=string:sound-name:message-new-instant'],
  ])('sound and urgency vary: %s has %s', (type, sound, urgency, hint) => {
    expect(argsOf(told(type, 'x', {}, 'darwin'), 'terminal-notifier')).toContain(sound);
    expect(argsOf(told(type, 'x', {}, 'darwin'), 'osascript').at(-1)).toBe(sound);
    expect(argsOf(told(type, 'x', LINUX), 'notify-send')).toEqual(
      expect.arrayContaining([urgency, hint, '--app-name=docket']),
    );
  });

  it.each(['auth_success', 'elicitation_dialog', 'agent_completed', '__proto__', ''])(
    'says nothing of %s, unless the policy names it',
    (type) => {
      expect(told(type, 'x', LINUX).programs).toEqual([]);
      expect(told(type, 'x', LINUX, 'linux', { types: [type] }).programs).toHaveLength(1);
    },
  );
});

describe('where there is no desktop, or nobody at it', () => {
  it.each<[string, Env, NodeJS.Platform]>([
    ['no display', { CLAUDE_CODE_ENTRYPOINT: 'cli' }, 'linux'],
    ['an empty display', { ...LINUX, DISPLAY: '' }, 'linux'],
    ['SSH', { ...LINUX, SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, 'linux'],
    ['SSH to a Mac', { SSH_TTY: '/dev/ttys001' }, 'darwin'],
    ['CI', { DISPLAY: ':99', CI: 'true' }, 'linux'],
    ['a headless session', { ...LINUX, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }, 'linux'],
    ['a spawned session', { ...LINUX, OPENCLAW_SESSION: '1' }, 'linux'],
    ['another system', LINUX, 'win32'],
  ])('%s: nothing is done', (_name, env, platform) => {
    expect(told(PERMISSION, 'x', env, platform)).toEqual({ sequence: null, programs: [] });
  });

  it('Wayland alone is a desktop', () => {
    expect(told(PERMISSION, 'x', { WAYLAND_DISPLAY: 'wayland-0' }).programs).toHaveLength(1);
  });
});

describe('a terminal that shows notifications', () => {
  it.each<[Env, string, string | null]>([
    [{ TERM_PROGRAM: 'WezTerm' }, PERMISSION, '\u001b]777;notify;Claude Code in shop;Permission: x\u0007\u0007'],
    [{ TERM_PROGRAM: 'WezTerm' }, 'idle_prompt', '\u001b]777;notify;Claude Code in shop;Idle: x\u0007'],
    [{ TERM: 'foot' }, 'idle_prompt', '\u001b]777;notify;Claude Code in shop;Idle: x\u0007'],
    [{ TERM: 'foot', SSH_TTY: '/dev/pts/1' }, 'idle_prompt', '\u001b]777;notify;Claude Code in shop;Idle: x\u0007'],
    // The client tells these itself.
    [{ TERM_PROGRAM: 'ghostty' }, PERMISSION, '\u0007'],
    [{ TERM_PROGRAM: 'iTerm.app' }, 'idle_prompt', null],
  ])('%j, %s: %j', (env, type, sequence) => {
    expect(told(type, 'x', { ...LINUX, ...env })).toEqual({ sequence, programs: [] });
  });

  it.each<[Env]>([
    [{ TERM_PROGRAM: 'WezTerm', TMUX: '/tmp/tmux-1/default,1,0' }],
    [{ TERM_PROGRAM: 'tmux', TERM: 'tmux-256color' }],
    [{ TERM_PROGRAM: 'Apple_Terminal' }],
    [{ TERM_PROGRAM: 'constructor', TERM: '__proto__' }],
  ])('is not known in %j: a program tells', (env) => {
    expect(told(PERMISSION, 'x', { ...LINUX, ...env })).toMatchObject({ sequence: null, programs: [{}] });
  });

  it('is used, or not, as the policy says', () => {
    const env = { ...LINUX, TERM_PROGRAM: 'ghostty' };
    expect(told('idle_prompt', 'x', env, 'linux', { via: 'program' }).programs).toHaveLength(1);
    expect(told('idle_prompt', 'x', env, 'linux', { via: 'terminal' })).toEqual({
      sequence: '\u001b]9;Claude Code in shop: Idle: x\u0007',
      programs: [],
    });
    expect(told(PERMISSION, 'x', LINUX, 'linux', { via: 'terminal' })).toEqual({ sequence: null, programs: [] });
  });

  it('does not ring where the policy wants no sound', () => {
    const sounds = { [PERMISSION]: false };
    expect(told(PERMISSION, 'x', { ...LINUX, TERM_PROGRAM: 'ghostty' }, 'linux', { sounds }).sequence).toBeNull();
    expect(argsOf(told(PERMISSION, 'x', {}, 'darwin', { sounds }), 'terminal-notifier')).not.toContain('-sound');
    expect(argsOf(told(PERMISSION, 'x', {}, 'darwin', { sounds }), 'osascript').at(-1)).toBe('');
    expect(argsOf(told(PERMISSION, 'x', LINUX, 'linux', { sounds }), 'notify-send').join()).not.toContain('--hint');
  });
});

const HOSTILE = [
  '--help',
  '-execute touch /tmp/owned',
  '[["-execute", "x"]]',
  '" & (do shell script "touch /tmp/owned") & "',
  "'; touch /tmp/owned; '",
  '$(touch /tmp/owned) `touch /tmp/owned`',
  '<b>bold</b> & <a href="x">link</a>',
  '4;3;50',
  'a;b;c',
  '\u001b]0;title\u0007\u001b[2J\u009b31m',
  'one\ntwo\r\nthree\u0000four',
  '\u202egnp.exe',
  'x'.repeat(100_000),
  '😀'.repeat(200),
];

const expectHarmless = (message: string, project: string): void => {
  const notice = { type: PERMISSION, message, project };
  for (const platform of ['darwin', 'linux'] as const) {
    const { programs } = notificationFor(notice, notifyOptions({}), { env: LINUX, platform });
    for (const { name, args } of programs) {
      const fixed = argsOf(told(PERMISSION, 'x', LINUX, platform), name);
      expect(args).toHaveLength(fixed.length);
      const own = args.filter((arg, index) => arg !== fixed[index]);
      expect(own.length).toBeLessThanOrEqual(3);
      for (const arg of own) {
        expect(arg).toMatch(/^(?:Permission: |in |Claude Code in )/);
        expect(arg).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(arg.length).toBeLessThanOrEqual(name === 'notify-send' ? 1_100 : 220);
      }
      if (name === 'notify-send') expect(args.at(-1)).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
    }
  }
  for (const env of [{ TERM: 'foot' }, { TERM_PROGRAM: 'ghostty' }]) {
    const options = notifyOptions({ via: 'terminal', sounds: { [PERMISSION]: false } });
    const { sequence } = notificationFor(notice, options, { env, platform: 'linux' });
    // One sequence, which ends where it is to end.
    expect(sequence).toMatch(
      /^\u001b\](?:777;notify;Claude Code in [^;]*;Permission: |9;Claude Code in )[^\u0000-\u001f\u007f-\u009f]*\u0007$/,
    );
  }
};

describe('what the model or the project is called does not become a command', () => {
  it.each(HOSTILE)('%j', (text) => {
    expectHarmless(text, '/work/shop');
    expectHarmless('x', `/work/${text.replaceAll('/', ':')}`);
  });

  it('whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (message, name) =>
        expectHarmless(message, `/work/${name}`),
      ),
    );
  });

  it('nor does the name of the application', () => {
    for (const __CFBundleIdentifier of ['-execute', 'a b', 'x;y', '$(x)', '"']) {
      expect(argsOf(told(PERMISSION, 'x', { __CFBundleIdentifier }, 'darwin'), 'terminal-notifier')).not.toContain(
        '-activate',
      );
    }
  });
});
