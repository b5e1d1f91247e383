import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { printable } from '../../cli/style.ts';
import type { Environment } from '../../events/location.ts';
import type { Terminal } from './terminal.ts';

export interface Clipboard {
  /** Copies a text. Returns what to tell of it. */
  readonly copy: (text: string) => string;
  /** What no tool of this machine took: the terminal may have refused it, so it is printed after the end. */
  readonly left: () => readonly string[];
}

/** The part of a copied text that terminals take; xterm and tmux refuse longer ones. */
const MOST_BYTES = 74_000;

/**
 * The clipboard of the terminal (OSC 52), which also works over ssh, and that of this machine where a tool for it is
 * there. A terminal does not say whether it took the text.
 */
export const clipboardFor = ({ stdout }: Pick<Terminal, 'stdout'>, env: Environment): Clipboard => {
  const tool = toolFor(env);
  const left: string[] = [];
  return {
    copy: (text) => {
      // What is pasted into a shell must not steer it.
      const safe = text.split('\n').map(printable).join('\n');
      const bytes = Buffer.from(safe, 'utf8');
      const fits = bytes.length <= MOST_BYTES;
      if (fits) stdout.write(`\u001b]52;c;${bytes.toString('base64')}\u0007`);
      if (tool !== null && run(tool, bytes)) return 'Copied';
      left.splice(0, left.length, ...left.filter((known) => known !== safe), safe);
      return fits ? 'Copied by the terminal if it does that, and printed after the end' : 'Printed after the end';
    },
    left: () => left,
  };
};

type Tool = readonly [program: string, ...args: string[]];

/** Tools for the clipboard, with what must be in the environment for them to work. */
const TOOLS: readonly { readonly needs: string | null; readonly tool: Tool }[] = [
  { needs: 'WAYLAND_DISPLAY', tool: ['wl-copy'] },
  { needs: 'DISPLAY', tool: ['xclip', '-selection', 'clipboard'] },
  { needs: 'DISPLAY', tool: ['xsel', '--clipboard', '--input'] },
  { needs: null, tool: ['pbcopy'] },
  { needs: null, tool: ['clip.exe'] },
];

/** Over ssh a tool would copy on the wrong machine. */
const toolFor = (env: Environment): Tool | null => {
  if ((env['SSH_CONNECTION'] ?? '') !== '') return null;
  for (const { needs, tool } of TOOLS) {
    if (needs !== null && (env[needs] ?? '') === '') continue;
    const [program, ...args] = tool;
    const path = placeOf(program, env);
    if (path !== undefined) return [path, ...args];
  }
  return null;
};

/** Where on the path a program is. */
const placeOf = (program: string, env: Environment): string | undefined =>
  (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** These tools stay to serve what they hold, or end at once. */
const run = ([program, ...args]: Tool, input: Buffer): boolean => {
  const { status, error } = spawnSync(program, args, { input, stdio: ['pipe', 'ignore', 'ignore'], timeout: 2000 });
  return error === undefined && status === 0;
};
