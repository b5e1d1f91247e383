// dist/tui.mjs: loaded only when somebody looks.
import type { TuiProgram } from '../cli/tui-program.ts';
import { ThemeContext, themeFor } from './look/theme.ts';
import { logSource } from './source/log-source.ts';
import { mount } from './term/mount.ts';
import { thinkAside } from './think/think-aside.ts';
import { App } from './views/app.tsx';

/** Shows the sessions of a log until the person quits. */
export const openTui: TuiProgram['openTui'] = async ({ folder, env, terminal, isAscii }) => {
  const source = logSource(folder, thinkAside(folder, new URL('./tui-thinking.cjs', import.meta.url)));
  const { ended } = mount(
    (end) => (
      <ThemeContext value={themeFor(env, isAscii)}>
        <App source={source} onQuit={end} now={Date.now} />
      </ThemeContext>
    ),
    terminal,
  );
  await ended;
};
