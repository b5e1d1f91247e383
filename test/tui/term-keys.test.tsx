import { setImmediate as nextTurn } from 'node:timers/promises';
import { render } from 'ink-testing-library';
import { expect, it } from 'vitest';
import { Text } from '../../src/tui/term/elements.ts';
import { useKeys } from '../../src/tui/term/keys.ts';

const Listener = ({ onKey }: { readonly onKey: (name: string) => void }) => {
  useKeys(onKey);
  return <Text>…</Text>;
};

const namesOf = async (bytes: string): Promise<string[]> => {
  const names: string[] = [];
  const { stdin, unmount } = render(<Listener onKey={(name) => names.push(name)} />);
  await nextTurn();
  stdin.write(bytes);
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  unmount();
  return names;
};

it.each<[what: string, bytes: string, names: readonly string[]]>([
  ['a letter', 'j', ['j']],
  ['a capital', 'G', ['G']],
  ['the space bar', ' ', ['space']],
  ['the enter key', '\r', ['enter']],
  ['the tab key', '\t', ['tab']],
  ['tab with shift', '\u001b[Z', ['shift+tab']],
  ['the escape key', '\u001b', ['escape']],
  ['the backspace key', '\u007f', ['backspace']],
  ['an arrow', '\u001b[B', ['down']],
  ['an arrow of a terminal in application mode', '\u001bOA', ['up']],
  ['page down', '\u001b[6~', ['page-down']],
  ['home', '\u001b[H', ['home']],
  ['home of another terminal', '\u001b[1~', ['home']],
  ['end', '\u001b[F', ['end']],
  ['a letter with control', '\u0004', ['ctrl+d']],
  ['an arrow with alt', '\u001b[1;3D', ['alt+left']],
  ['a letter with alt', '\u001bx', ['alt+x']],
  ['a word and Enter at once', 'go\r', ['g', 'o', 'enter']],
  ['a pasted text with a tab and an umlaut', 'a\tü b', ['a', 'tab', 'ü', 'space', 'b']],
  ['a pasted letter with control', 'a\u000f', ['a', 'ctrl+o']],
  ['what no key sends', '\u0000\u001c', []],
])('names %s', async (_what, bytes, names) => {
  expect(await namesOf(bytes)).toEqual(names);
});
