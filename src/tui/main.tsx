// dist/tui.mjs: loaded only when somebody looks.
import type { TuiProgram } from '../cli/tui-program.ts';
import { ThemeContext, themeFor } from './look/theme.ts';
import { logSource } from './source/log-source.ts';
import { clipboardFor } from './term/clipboard.ts';
import { mount } from './term/mount.ts';
import { thinkAside } from './think/think-aside.ts';
import { App } from './views/app.tsx';
import type { World } from './views/world.ts';

/** Shows the sessions of a log until the person quits. Returns what was to be copied and may not have been. */
export const openTui: TuiProgram['openTui'] = async (options) => {
  const { folder, env, terminal, session, row, isAscii, isLinear, commandPrefix, onCommandCopied } = options;
  const source = logSource(folder, thinkAside(folder, new URL('./tui-thinking.cjs', import.meta.url)));
  const clipboard = clipboardFor(terminal, env);
  const { ended } = mount(
    (screen) => {
      const world: World = {
        ...{ screen, copy: clipboard.copy, now: Date.now, cwd: process.cwd(), isLinear, place: folder.path },
        ...{ commandPrefix, onCommandCopied },
      };
      return (
        <ThemeContext value={themeFor(env, isAscii)}>
          <App source={source} world={world} open={session} row={row} />
        </ThemeContext>
      );
    },
    terminal,
    { isLinear },
  );
  await ended;
  return clipboard
    .left()
    .map((text) => `${text}\n`)
    .join('');
};
