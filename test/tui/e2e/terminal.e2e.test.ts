import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { patient } from '../../kit/patience.ts';
import { describeInTmux, openWindow, type Window, type WindowOptions } from './tmux.ts';

const DOCKET = join(import.meta.dirname, '..', '..', '..', 'dist', 'docket.cjs');

describeInTmux('docket replay in a terminal', () => {
  let project = '';
  let failing = '';

  beforeAll(() => {
    const said = execFileSync(process.execPath, [DOCKET, 'demo', '--keep'], { encoding: 'utf8' });
    project = /^Project: (.*)$/m.exec(said)?.[1] ?? '';
    failing = join(project, 'failing.mjs');
    const nothing = join(project, 'nothing.mjs');
    writeFileSync(nothing, 'export default {};\n');
    buildSync({
      entryPoints: [join(import.meta.dirname, 'failing-entry.tsx')],
      outfile: failing,
      bundle: true,
      platform: 'node',
      format: 'esm',
      jsx: 'automatic',
      // Loaded only where somebody develops Ink.
      alias: { 'react-devtools-core': nothing },
      define: { 'process.env.NODE_ENV': '"production"' },
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
  }, patient(60_000));

  afterAll(() => rmSync(project, { recursive: true, force: true }));

  /** A shell in the project, in which `docket` is there. Its terminal's settings are told from afterwards. */
  const shell = async (options?: WindowOptions): Promise<Window> => {
    const window = await openWindow(options);
    window.run(`cd ${project}; docket() { '${process.execPath}' '${DOCKET}' "$@"; }; clear; echo 'what was' 'there'`);
    await window.until('what was there');
    window.run('stty -a > before.stty; echo before');
    await window.until(/^before$/m);
    return window;
  };

  /** The process that said its number before it became docket. */
  const shownBy = (): number => Number(readFileSync(join(project, 'pid'), 'utf8'));

  /** The first screen with what stood on it, the cursor, and the settings of the terminal. */
  const expectIntact = async (window: Window): Promise<void> => {
    await window.until('what was there');
    // What is typed before the shell asks for it may be taken by what is just ending.
    await window.until(/shell>\s*$/);
    expect(window.isGivenBack()).toBe(true);
    window.run('stty -a | cmp - before.stty && echo same "settings"');
    await window.until('same settings');
  };

  it('goes from the list to a deny, its cause, back and what if, and leaves the terminal as it was', async () => {
    const window = await shell();
    window.run('docket replay; echo "ended $?"');
    await window.until('sessions (1)');
    window.press('Enter');
    await window.until('Pushed.');
    window.press('}', '}', '}');
    await window.until(/› Write src\/discount\.js/);
    window.press('w');
    // Whole: what comes later moves the rows.
    const why = await window.until(/← ToolFailed[\s\S]*gates said nothing/);
    // Into the detail, and down to the cause; its first line is below the tabs.
    const rows = why.split('\n');
    const down =
      rows.findIndex((row) => row.includes('← ToolFailed')) - rows.findIndex((row) => row.includes('4 why')) - 1;
    window.press('Tab', ...Array<string>(down).fill('j'), 'Enter');
    await window.until(/› Bash npm test/);
    window.press('C-o');
    await window.until(/› Write src\/discount\.js/);
    window.press('x');
    await window.until('What if it had been otherwise');
    window.press('Escape');
    await window.without('What if it had been otherwise');
    window.press('q');
    await window.until('sessions (1)');
    window.press('q');
    await window.until('ended 0');
    await expectIntact(window);
  });

  it('takes a deny by name from the palette, and a filter of chips', async () => {
    const window = await shell();
    window.run('docket replay 5d0f; echo "ended $?"');
    await window.until('Pushed.');
    window.press(':');
    await window.until('Commands');
    window.press(...'next-gate');
    window.press('Enter');
    await window.until(/^2\/|^3\//m);
    window.press('f', ...'verdict:deny', 'Enter', 'Enter');
    await window.until('only verdict:deny');
    window.press('Escape');
    await window.without('only verdict:deny');
    window.press('C-c');
    await window.until('ended 0');
    await expectIntact(window);
  });

  it('shows the demo session without any project', async () => {
    const window = await shell();
    window.run('cd /; docket replay --demo; echo "ended $?"; cd - > /dev/null');
    // It begins where there is something to ask.
    await window.until('What to do now: run the tests, and they pass');
    window.press('C-c');
    await window.until('ended 0');
    await expectIntact(window);
  });

  it('copies a command of the demo that can be pasted after the end', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-e2e-'));
    // However long the name of the folder is, what is said fits into a line.
    const window = await shell({ columns: 250, env: { TMPDIR: folder } });
    window.run('docket replay --demo; echo "ended $?"');
    await window.until('What to do now');
    window.press('y');
    await window.until('i copy-id');
    window.press('c');
    await window.until('printed after the end');
    window.press('C-c');
    const text = await window.until('ended 0');
    const command = /^DOCKET_DIR=\S+ docket why --all \w+/m.exec(text)?.[0] ?? 'nothing';
    expect(text).toContain('remove that folder when you are done');
    window.run(`clear; ${command} | head -3`);
    await window.until('guard denied Bash git add');
    rmSync(folder, { recursive: true });
  });

  it('is suspended by ctrl+z and goes on where it was', async () => {
    const window = await shell();
    window.run('docket replay 5d0f; echo "ended $?"');
    await window.until('Pushed.');
    window.press('C-z');
    await window.until('Stopped');
    await expectIntact(window);
    window.run('fg');
    await window.until(/1\/\d+ .*w why/);
    expect(window.isGivenBack()).toBe(false);
    window.press('G');
    await window.until(/(\d+)\/\1 /);
    window.press('C-c');
    await window.until('what was there');
    await expectIntact(window);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('gives the terminal back when it is ended by %s', async (signal, code) => {
    const window = await shell();
    window.run(`bash -c 'echo $$ > pid; exec "${process.execPath}" "${DOCKET}" replay'`);
    await window.until('sessions (1)');
    process.kill(shownBy(), signal);
    await window.until('what was there');
    await window.until(/shell>\s*$/);
    window.run('echo "ended $?"');
    await window.until(`ended ${code}`);
    await expectIntact(window);
  });

  it('goes on after another program stopped and continued it', async () => {
    const window = await shell();
    window.run(`bash -c 'echo $$ > pid; exec "${process.execPath}" "${DOCKET}" replay'`);
    await window.until('sessions (1)');
    process.kill(shownBy(), 'SIGTSTP');
    await window.until(/Stopped[\s\S]*shell>\s*$/);
    expect(window.isGivenBack()).toBe(true);
    window.run('fg');
    await window.until('sessions (1)');
    window.press('q');
    await expectIntact(window);
  });

  it('removes the demo project also when it is ended by a signal', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'docket-e2e-'));
    const window = await shell({ env: { TMPDIR: folder } });
    window.run(`bash -c 'echo $$ > pid; exec "${process.execPath}" "${DOCKET}" replay --demo'; echo "ended $?"`);
    await window.until('What to do now');
    expect(readdirSync(folder)).not.toEqual([]);
    process.kill(shownBy(), 'SIGTERM');
    await window.until('ended 143');
    expect(readdirSync(folder).filter((name) => name.startsWith('docket-demo-'))).toEqual([]);
    await expectIntact(window);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['v', 'a view'],
    ['k', 'a key'],
    ['t', 'a timer'],
    ['p', 'a promise'],
  ])('gives the terminal back before it says what failed (%s: in %s)', async (key, where) => {
    const window = await shell();
    window.run(`'${process.execPath}' '${failing}'; echo "ended $?"`);
    await window.until('all is well');
    window.press(key);
    const text = await window.until('ended 1');
    expect(text).toContain('docket: the terminal program failed, the log is as it was');
    expect(text).toContain(`Error: failed in ${where}`);
    await expectIntact(window);
  });

  it('takes keys from the terminal where something else is piped in', async () => {
    const window = await shell();
    window.run('echo qqqq | docket replay; echo "ended $?"');
    await window.until('sessions (1)');
    window.press('Enter');
    await window.until('Pushed.');
    window.press('C-c');
    await window.until('ended 0');
    await expectIntact(window);
  });

  it.each([
    ['a pipe', 'docket replay | cat'],
    ['a terminal that only goes on line by line', 'TERM=dumb docket replay'],
    ['a filter that is about text', 'docket replay --last 1'],
  ])('prints text for %s', async (_what, line) => {
    const window = await shell();
    window.run(`${line}; echo "ended $?"`);
    await window.until(/ended 0/);
    const text = window.screen();
    expect(text).toContain('5d0f6c1e');
    expect(text).toContain('what was there');
  });

  it('draws anew when the size changes, in every layout', async () => {
    const window = await shell();
    window.run('docket replay 5d0f; echo "ended $?"');
    await window.until('Pushed.');
    window.resize(70, 24);
    await window.until(/^─{70}$/m);
    window.resize(50, 14);
    await window.without('1 event');
    window.resize(130, 35);
    await window.until(/^.{58}│ 1 event/m);
    // A screen may be looked at while it is drawn; what the old one left would stay.
    const hasOne = (text: string, what: string): boolean => text.split(what).length === 2;
    await window.until((text) => hasOne(text, 'docket ›') && hasOne(text, 'w why'));
    window.press('C-c');
    await window.until('ended 0');
  });

  it('says one thing after another for people who listen', async () => {
    const window = await shell();
    window.run('docket replay 5d0f --screen-reader; echo "ended $?"');
    await window.until(/^1\/\d+ /m);
    window.press('j');
    const text = await window.until(/^2\/\d+ /m);
    expect(text).not.toMatch(/[│─]/);
    window.press('C-c');
    await window.until('ended 0');
  });

  it('copies to the clipboard of the terminal, and prints after the end what may not have arrived', async () => {
    const window = await shell();
    window.run('docket replay 5d0f; echo "ended $?"');
    await window.until('Pushed.');
    window.press('y');
    await window.until('i copy-id');
    window.press('c');
    await window.until('printed after the end');
    window.press('C-c');
    await window.until('ended 0');
    expect(window.screen()).toMatch(/^docket why --all \w+$/m);
    await expectIntact(window);
  });

  it('leaves nothing of the demo behind where its window is closed', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'docket-closed-'));
    onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
    const window = await shell();
    window.run(`TMPDIR=${temporary} docket replay --demo`);
    await window.until('guard denied');
    expect(readdirSync(temporary)).not.toEqual([]);
    window.close();
    await vi.waitFor(() => expect(readdirSync(temporary)).toEqual([]), patient(5_000));
  });
});
