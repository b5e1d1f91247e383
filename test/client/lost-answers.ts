import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotedWord } from '../../src/hooks/quoted-word.ts';
import type { Project } from './project.ts';

export const DENIED = 'toolu_denied';
export const UNHEARD = 'toolu_unheard';
export const KILLED = 'toolu_killed';

interface Handler {
  readonly command: string;
  readonly args?: readonly string[];
  readonly timeout?: number;
}

/**
 * Puts a script between the client and docket that loses what docket answers to one call, keeps another one from it, and
 * kills it while it waits for git in a third.
 */
export const putBetween = ({ root, folder }: Project): void => {
  const file = join(folder, '.claude', 'settings.local.json');
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, { hooks: Handler[] }[]> };
  const [registered] = settings.hooks['PreToolUse']?.[0]?.hooks ?? [];
  if (registered === undefined) throw new Error('docket is not registered');
  const docket = [registered.command, ...(registered.args ?? [])];
  const line = docket.length === 1 ? registered.command : docket.map(quotedWord).join(' ');
  const slow = join(root, 'slow');
  const script = join(root, 'between.sh');
  const lines = [
    '#!/bin/sh',
    'payload=$(cat)',
    'case "$payload" in',
    `*'"PreToolUse"'*${DENIED}* | *${DENIED}*'"PreToolUse"'*) printf %s "$payload" | ${line} >/dev/null ;;`,
    `*'"PreToolUse"'*${UNHEARD}* | *${UNHEARD}*'"PreToolUse"'*) ;;`,
    `*'"PreToolUse"'*${KILLED}* | *${KILLED}*'"PreToolUse"'*) printf %s "$payload" | PATH="${slow}:$PATH" timeout -s KILL 2 ${line}; exit 0 ;;`,
    `*) printf %s "$payload" | ${line} ;;`,
    'esac',
  ];
  writeFileSync(script, `${lines.join('\n')}\n`);
  spawnSync('mkdir', [slow]);
  writeFileSync(join(slow, 'git'), '#!/bin/sh\nexec sleep 10\n');
  for (const name of [script, join(slow, 'git')]) chmodSync(name, 0o755);
  const hooks = Object.fromEntries(
    Object.keys(settings.hooks).map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: script, timeout: 30 }] }],
    ]),
  );
  writeFileSync(
    file,
    JSON.stringify({
      ...settings,
      hooks,
      permissions: { allow: ['Bash(git push:*)', 'Bash(echo:*)', 'Bash(git commit:*)'] },
    }),
  );
};
