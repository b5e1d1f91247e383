import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLIENT_VERSION } from './client.ts';
import { docket } from './docket-command.ts';
import { playedSession } from './played-session.ts';
import { cleanEnv, type Project, REPOSITORY } from './project.ts';
import { say, use } from './scripted-model.ts';
import { describeWithClient } from './with-client.ts';

interface Told {
  readonly ok: boolean;
  readonly findings: readonly { readonly id: string; readonly evidence: readonly string[] }[];
  readonly canaries: readonly { readonly effect: string }[];
  readonly lastSeen: { readonly events: Readonly<Record<string, string | null>> };
}

const doctor = (project: Project): Told => {
  const args = ['doctor', '--json', '--client-version', CLIENT_VERSION];
  const { stdout } = spawnSync(process.execPath, [join(REPOSITORY, 'dist', 'docket.cjs'), ...args], {
    cwd: project.folder,
    env: cleanEnv(project),
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Told;
};

describeWithClient('docket doctor beside the real client', (client) => {
  const session = playedSession(client, {
    registrations: [{ scope: 'local', preset: 'standard' }],
    scenario: () => ({
      conversations: [
        { turns: [[use('toolu_look', 'Bash', { command: 'git status --short' })], [say('Nothing new.')]] },
      ],
    }),
    prompt: 'Look around',
  });

  it('finds nothing after a session, and knows what was seen', () => {
    const { ok, findings, canaries, lastSeen } = doctor(session.project);
    expect(findings).toEqual([]);
    expect(ok).toBe(true);
    expect(canaries).toMatchObject([{ effect: 'denied' }]);
    const seen = Object.entries(lastSeen.events).flatMap(([name, at]) => (at === null ? [] : [name]));
    expect(seen).toEqual(
      expect.arrayContaining(['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SessionEnd']),
    );
  });

  it('finds what the client would stumble over, and nothing once docket is registered again', () => {
    const path = join(session.project.folder, '.claude', 'settings.local.json');
    const text = readFileSync(path, 'utf8');
    const hook = join(REPOSITORY, 'dist', 'hook.cjs');
    writeFileSync(path, text.replaceAll(hook, '/gone/dist/hook.cjs'));
    const broken = doctor(session.project);
    expect(broken.findings.map(({ id }) => id)).toEqual(['registration/dangling', 'canary/failed']);
    docket(session.project, 'init', '--yes', '--scope', 'local', '--client-version', CLIENT_VERSION);
    expect(doctor(session.project).findings).toEqual([]);
  });
});
