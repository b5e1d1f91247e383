import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, readLog, register } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { say, use } from './scripted-model.ts';
import { noTerminal, runInTerminal } from './terminal.ts';
import { describeWithClient } from './with-client.ts';

const why = noTerminal();
if (why !== null) console.warn(`skipped "a notification at a terminal": ${why}`);

/** A shop whose commands each wait for a person, judged under strict. */
const askingProject = (): Project => {
  const project = createProject();
  register(project, { scope: 'local' });
  writeFileSync(join(project.folder, 'docket.config.json'), '{"preset":"strict"}');
  mkdirSync(join(project.folder, '.claude'), { recursive: true });
  writeFileSync(join(project.folder, '.claude', 'settings.json'), '{"permissions":{"ask":["Bash"]}}');
  return project;
};

const PAYS = {
  scenario: { conversations: [{ turns: [[use('toolu_run', 'Bash', { command: 'touch paid' })], [say('done')]] }] },
  prompt: 'Pay for the cart',
};

describe.skipIf(why !== null)('at a terminal', () => {
  describeWithClient('a dialog that waits for a person at a terminal', (client) => {
    const seen: { project?: Project; shown?: string } = {};

    beforeAll(async () => {
      const project = askingProject();
      seen.project = project;
      const bin = join(project.root, 'bin');
      const shown = join(project.root, 'shown');
      mkdirSync(bin);
      const note = `printf '%s\\n' "$@" > '${shown}.tmp' && mv '${shown}.tmp' '${shown}'`;
      writeFileSync(join(bin, 'notify-send'), `#!/bin/sh\n${note}\n`, { mode: 0o755 });
      await runInTerminal(client, {
        project,
        ...PAYS,
        env: { DISPLAY: ':0', PATH: `${bin}:${process.env['PATH']}` },
        isOver: () => existsSync(shown),
      });
      seen.shown = existsSync(shown) ? readFileSync(shown, 'utf8') : '';
    });
    afterAll(() => {
      if (seen.project !== undefined) removeProject(seen.project);
    });

    it('is shown on the desktop, as what it is', () => {
      expect(seen.shown).toContain('--urgency=critical');
      expect(seen.shown).toContain('Claude Code in shop');
      expect(seen.shown).toMatch(/^Permission: .*permission/m);
    });

    it('is recorded as the host names it', () => {
      const [event] = eventsOf(readLog(seen.project as Project), 'NotificationShown');
      expect(event?.data).toMatchObject({ notification_type: 'permission_prompt' });
    });
  });

  describeWithClient('the same where the terminal shows notifications', (client) => {
    const seen: { project?: Project; written?: string } = {};
    const SEQUENCE = /\u001b\]777;notify;Claude Code in shop;Permission: [^\u0007\u001b]*(?:\u0007|\u001b\\)\u0007/;

    beforeAll(async () => {
      const project = askingProject();
      seen.project = project;
      const terminal = { TERM_PROGRAM: 'WezTerm', TERM: 'xterm-256color' };
      const isOver = (_requests: unknown, written: string): boolean => SEQUENCE.test(written);
      seen.written = (await runInTerminal(client, { project, ...PAYS, terminal, isOver })).written;
    });
    afterAll(() => {
      if (seen.project !== undefined) removeProject(seen.project);
    });

    it('the client writes the sequence and the bell behind it', () => {
      expect(seen.written).toMatch(SEQUENCE);
    });
  });
});
