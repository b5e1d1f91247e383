import { onTestFinished } from 'vitest';
import type { LogFolder } from '../../../src/events/segments.ts';
import { ThemeContext, themeFor } from '../../../src/tui/look/theme.ts';
import { logSource } from '../../../src/tui/source/log-source.ts';
import { mount } from '../../../src/tui/term/mount.ts';
import { App } from '../../../src/tui/views/app.tsx';
import { type VirtualTerminal, virtualTerminal } from './virtual-terminal.ts';

export interface ShowOptions {
  readonly columns: number;
  readonly rows: number;
  readonly open?: string;
  readonly row?: string;
  readonly isAscii?: boolean;
  readonly isLinear?: boolean;
  readonly cwd?: string;
  readonly place?: string;
  readonly commandPrefix?: string;
}

export interface Shown extends VirtualTerminal {
  readonly ended: Promise<void>;
  /** What was copied. */
  readonly copies: readonly string[];
}

/** A day after the last of the sessions that are shown. */
const NOW = Date.parse('2026-01-05T12:00:00.000Z');

/** The whole program on a terminal without a window. */
export const show = (folder: LogFolder, options: ShowOptions): Shown => {
  const {
    columns,
    rows,
    open = null,
    row = null,
    isAscii = false,
    isLinear = false,
    cwd = '/nowhere',
    place = '/nowhere/.docket/log',
    commandPrefix = '',
  } = options;
  const terminal = virtualTerminal(columns, rows);
  const copies: string[] = [];
  const copy = (text: string): string => {
    copies.push(text);
    return 'Copied';
  };
  const { end, ended } = mount(
    (screen) => (
      <ThemeContext value={themeFor({}, isAscii)}>
        <App
          source={logSource(folder)}
          world={{
            ...{ screen, copy, now: () => NOW, cwd, isLinear, commandPrefix, place },
            onCommandCopied: () => {},
          }}
          open={open}
          row={row}
        />
      </ThemeContext>
    ),
    terminal,
    { isLinear },
  );
  onTestFinished(async () => {
    end();
    await ended.catch(() => {});
  });
  return { ...terminal, ended, copies };
};
