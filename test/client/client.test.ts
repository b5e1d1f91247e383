import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClient, runClient } from './client.ts';
import { createProject, type Project, removeProject } from './project.ts';

const NOTHING_TO_SAY = { conversations: [] };

describe('driving a client', () => {
  let project: Project;
  beforeEach(() => {
    project = createProject();
  });
  afterEach(() => removeProject(project));

  const program = (...lines: readonly string[]): string => {
    const path = join(project.root, 'program');
    writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
    chmodSync(path, 0o700);
    return path;
  };

  it('says why there is no client where npm cannot install it', () => {
    const found = findClient({ PATH: project.home, CLIENT_CACHE: join(project.home, 'cache') });
    expect(found).toEqual({ reason: expect.stringMatching(/npm cannot install|is for Linux/) });
  });

  it('ends a client that does not come back, with everything it started', async () => {
    const pidFile = join(project.root, 'pid');
    const client = program('sleep 600 &', `echo $! > ${pidFile}`, 'echo waiting >&2', 'wait');
    const run = runClient(client, { project, scenario: NOTHING_TO_SAY, prompt: 'Wait', timeoutMs: 1_000 });
    await expect(run).rejects.toThrow(/still running after 1000 ms: waiting/);
    const pid = Number(readFileSync(pidFile, 'utf8'));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('passes on what a client says when it ends without a result', async () => {
    const client = program('echo no such model >&2');
    const run = runClient(client, { project, scenario: NOTHING_TO_SAY, prompt: 'Go' });
    await expect(run).rejects.toThrow(/no JSON result: no such model/);
  });

  it('keeps the client away from the settings and tokens of whoever runs it', async () => {
    const client = program('env > seen', `echo '{"result":"ok"}'`);
    const outcome = await runClient(client, { project, scenario: NOTHING_TO_SAY, prompt: 'Go', env: { EXTRA: '1' } });
    expect(outcome.result.result).toBe('ok');
    const seen = readFileSync(join(project.folder, 'seen'), 'utf8').split('\n');
    expect(seen).toEqual(expect.arrayContaining([`HOME=${project.home}`, 'EXTRA=1']));
    expect(seen.filter((line) => /^(CLAUDECODE|VITEST|NODE_OPTIONS|NODE_EXTRA_CA_CERTS|XDG_\w+)=/.test(line))).toEqual(
      [],
    );
    expect(existsSync(join(project.home, '.claude.json'))).toBe(true);
  });
});

/** Whether a process still runs; one that ended and waits for its parent to notice does not. */
const isRunning = (pid: number): boolean => {
  const stat = `/proc/${pid}/stat`;
  return existsSync(stat) && !/\) Z /.test(readFileSync(stat, 'utf8'));
};
