import { basename } from 'node:path';
import type { Environment } from '../../events/location.ts';
import { sessionKind } from '../observers/session-kind.ts';

/** What a notification of the host says, and of which project. */
export interface Notice {
  /** The host's `notification_type`: an open set. */
  readonly type: string;
  readonly message: string;
  /** The project's folder. */
  readonly project: string;
}

/** What the policy says of notifications. */
export interface NotifyOptions {
  readonly types: readonly string[];
  readonly sounds: Readonly<Record<string, string | false>>;
  readonly via: 'auto' | 'terminal' | 'program';
}

/** What reaches the person: a sequence for the terminal that the host writes, or programs of which the first that is there is run. */
export interface Notification {
  readonly sequence: string | null;
  readonly programs: readonly { readonly name: string; readonly args: readonly string[] }[];
}

const NOTHING: Notification = { sequence: null, programs: [] };

/** The options of the gate, or the seed's: sounds for the two kinds of waiting. */
export const notifyOptions = (options: Readonly<Record<string, unknown>>): NotifyOptions => {
  const { types, sounds, via } = options;
  return {
    types: Array.isArray(types) ? (types as string[]) : [PERMISSION, IDLE],
    sounds: { [PERMISSION]: 'Ping', [IDLE]: 'Glass', ...(sounds as NotifyOptions['sounds'] | undefined) },
    via: via === 'terminal' || via === 'program' ? via : 'auto',
  };
};

const PERMISSION = 'permission_prompt';
const IDLE = 'idle_prompt';

/**
 * How the person in front of a session is told. Nothing where nobody sits there. With `auto` the terminal shows it where it
 * is known to, else a program of the desktop; where the client itself tells the terminal, a bell is all that is added.
 */
export const notificationFor = (
  notice: Notice,
  options: NotifyOptions,
  { env, platform }: { readonly env: Environment; readonly platform: NodeJS.Platform },
): Notification => {
  if (!options.types.includes(notice.type) || sessionKind(env).kind !== 'interactive') return NOTHING;
  const urgent = notice.type !== IDLE;
  const sound = options.sounds[notice.type] ?? false;
  const words = wordsOf(notice);
  const bell = urgent && sound !== false ? BELL : '';
  const terminal = options.via === 'program' ? null : terminalIn(env);
  if (terminal === 'told-by-client' && options.via === 'auto')
    return { sequence: bell === '' ? null : bell, programs: [] };
  if (terminal !== null) return { sequence: `${sequenceOf(terminal, words)}${bell}`, programs: [] };
  if (options.via === 'terminal' || !hasDesktop(env, platform)) return NOTHING;
  return {
    sequence: null,
    programs: platform === 'darwin' ? macPrograms(words, sound, env) : linuxPrograms(words, sound, urgent),
  };
};

interface Words {
  readonly title: string;
  readonly project: string;
  readonly text: string;
}

/**
 * What is shown. The texts are the model's and the project's, so each begins with a word of ours: none is an option to a
 * program, a property list to terminal-notifier or another command to a terminal.
 */
const wordsOf = ({ type, message, project }: Notice): Words => ({
  title: 'Claude Code',
  project: `in ${plain(basename(project), MOST_NAME)}`,
  text: `${LEADS[type] ?? 'Waiting'}: ${plain(message, MOST_TEXT)}`,
});

const LEADS: Readonly<Record<string, string>> = { [PERMISSION]: 'Permission', [IDLE]: 'Idle' };

const MOST_TEXT = 200;
const MOST_NAME = 60;

/** One line, without what steers a terminal or turns the direction of writing. */
const plain = (text: string, most: number): string => {
  const line = text
    .slice(0, 10 * most)
    .replace(STEERING, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
};

const STEERING = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const BELL = '\u0007';

/** How a terminal is told, by what it says of itself; `told-by-client`: the client does so by itself (measured for Ghostty). */
type Terminal = 'osc9' | 'osc777' | 'told-by-client';

const terminalIn = (env: Environment): Terminal | null => {
  const term = env['TERM'] ?? '';
  // What stands between passes it on only where its user said so, and hides which terminal it is.
  if ((env['TMUX'] ?? '') !== '' || (env['STY'] ?? '') !== '' || /^(?:tmux|screen)/.test(term)) return null;
  return TERMINALS[env['TERM_PROGRAM'] ?? ''] ?? TERMINALS[term] ?? null;
};

const TERMINALS: Readonly<Record<string, Terminal>> = {
  __proto__: null as never,
  'iTerm.app': 'told-by-client',
  ghostty: 'told-by-client',
  'xterm-ghostty': 'told-by-client',
  'xterm-kitty': 'told-by-client',
  WezTerm: 'osc777',
  wezterm: 'osc777',
  foot: 'osc777',
  'foot-extra': 'osc777',
  'rxvt-unicode-256color': 'osc777',
};

/** Sequences that the host lets through: protocol sheet, `terminalSequence`. */
const sequenceOf = (terminal: Terminal, { title, project, text }: Words): string =>
  terminal === 'osc777'
    ? `\u001b]777;notify;${title} ${project.replaceAll(';', ',')};${text}${BELL}`
    : `\u001b]9;${title} ${project}: ${text}${BELL}`;

/** Over SSH programs would show it on another desk. */
const hasDesktop = (env: Environment, platform: NodeJS.Platform): boolean => {
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  if (['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].some(isSet)) return false;
  return platform === 'darwin' || (platform === 'linux' && (isSet('DISPLAY') || isSet('WAYLAND_DISPLAY')));
};

/** The script takes what is shown as arguments: no text is ever a part of it. */
const SCRIPT = [
  'on run argv',
  'display notification (item 1 of argv) with title (item 2 of argv) subtitle (item 3 of argv) sound name (item 4 of argv)',
  'end run',
];

const macPrograms = ({ title, project, text }: Words, sound: string | false, env: Environment) => {
  const app = env['__CFBundleIdentifier'] ?? '';
  const activate = /^[A-Za-z][\w.-]{0,200}$/.test(app) ? ['-activate', app] : [];
  const noise = sound === false ? [] : ['-sound', sound];
  return [
    {
      name: 'terminal-notifier',
      args: ['-title', title, '-subtitle', project, '-message', text, ...noise, ...activate],
    },
    {
      name: 'osascript',
      args: [...SCRIPT.flatMap((line) => ['-e', line]), text, title, project, sound === false ? '' : sound],
    },
  ];
};

/** Names of the freedesktop.org sound theme for those of macOS. */
const SOUNDS: Readonly<Record<string, string>> = { Ping: 'dialog-warning', Glass: 'message-new-instant' };

const linuxPrograms = ({ title, project, text }: Words, sound: string | false, urgent: boolean) => {
  const noise = sound === false ? [] : [`--hint=string:sound-name:${SOUNDS[sound] ?? sound}`];
  const urgency = `--urgency=${urgent ? 'critical' : 'normal'}`;
  return [
    { name: 'notify-send', args: ['--app-name=docket', urgency, ...noise, '--', `${title} ${project}`, markup(text)] },
  ];
};

/** Servers read the body as markup. */
const markup = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
