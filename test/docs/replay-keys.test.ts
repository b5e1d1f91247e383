import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyText, TITLES } from '../../src/tui/frame/help-lines.ts';
import type { Command } from '../../src/tui/model/command.ts';
import { COMMANDS } from '../../src/tui/model/commands.ts';
import { KEY_NOTES } from '../../src/tui/model/key-notes.ts';
import { GROUPS } from '../../src/tui/model/overlays/help-rows.ts';

const DOCUMENT = join(import.meta.dirname, '..', '..', 'docs', 'replay.md');

const WHERE: Readonly<Record<Command['where'], string>> = {
  sessions: 'list',
  session: 'session',
  'what-if': 'what if',
  everywhere: '',
};

const code = (key: string): string => (key.includes('`') ? `\`\` ${key} \`\`` : `\`${key.replaceAll('|', '\\|')}\``);

const tableOf = (group: Command['group']): string => {
  const notes = KEY_NOTES.map((note) => ({ ...note, name: null }));
  const rows = [...COMMANDS, ...notes]
    .filter((command) => command.group === group)
    .map(({ keys, name, does, where }) => {
      // What lies over a session is no place for the palette.
      const typed = name === null || where === 'what-if' ? '' : `\`:${name}\``;
      return `| ${keys.map((key) => code(keyText(key))).join(' ')} | ${does.replaceAll('|', '\\|')} | ${typed} | ${WHERE[where]} |`;
    });
  return rows.length === 0
    ? ''
    : [`### ${TITLES[group]}`, '', '| keys | | name | where |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
};

const PLACE = /(<!-- keys:[^\n]*-->\n)[\s\S]*(<!-- \/keys -->)/;

it('lists in the document every command with its keys', async () => {
  const before = readFileSync(DOCUMENT, 'utf8');
  expect(before).toMatch(PLACE);
  const tables = GROUPS.map(tableOf)
    .filter((table) => table !== '')
    .join('\n');
  const document = before.replace(PLACE, (_all, begin: string, end: string) => `${begin}\n${tables}\n${end}`);
  await expect(document).toMatchFileSnapshot(DOCUMENT);
});
