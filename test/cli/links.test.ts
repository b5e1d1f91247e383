import { mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

const TRANSCRIPT = join(process.cwd(), 'fixtures/client-transcripts/headless-permissions.jsonl');
const COMMANDS = ['seal', 'archive --before 1s', 'repair', 'repair --dry-run', `import ${TRANSCRIPT}`];

describe.each(COMMANDS)('docket %s', (command) => {
  it.each(['.docket', '.docket/index', '.docket/blobs'])('writes nowhere through a link at %s', (name) => {
    const { path } = tempProject();
    runHook(JSON.stringify({ hook_event_name: 'Notification', message: 'x', cwd: path }), path);
    const elsewhere = tempProject().path;
    if (name === '.docket') {
      renameSync(join(path, name), join(elsewhere, 'moved'));
      symlinkSync(join(elsewhere, 'moved'), join(path, name));
    } else {
      mkdirSync(join(elsewhere, 'moved'));
      symlinkSync(join(elsewhere, 'moved'), join(path, name));
    }
    const before = readdirSync(join(elsewhere, 'moved'), { recursive: true });
    const { status, stderr, stdout } = runDocket(command.split(' '), path);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/is a link or a special file.*move it away/);
    expect(readdirSync(join(elsewhere, 'moved'), { recursive: true })).toEqual(before);
  });
});
