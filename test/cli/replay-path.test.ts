import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { asks, result, said, writeTranscript } from '../kit/transcripts.ts';
import { GOLDENS } from '../replay/goldens.ts';
import { deniedSession, filesIn } from './sessions.ts';

const GOLDEN = 'force-pushes-are-rewritten-denied-or-asked-about.ndjson';

describe('docket replay of a path', () => {
  it('shows a transcript, a golden and a folder with a log, and leaves nothing behind', async () => {
    const { path } = tempProject();
    writeTranscript(path, 'old.jsonl', [
      said('add a discount'),
      asks('c1', 'Read', { file_path: 'a' }),
      result('c1', ''),
    ]);
    cpSync(join(GOLDENS, GOLDEN), join(path, GOLDEN));
    const before = filesIn(path);
    const shown = (name: string): string => {
      const { stdout, stderr, status } = runDocket(['replay', name], path);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      return stdout;
    };
    expect(shown('old.jsonl')).toContain('add a discount');
    expect(shown(GOLDEN)).toContain('guard/force-push-protected');
    expect(filesIn(path)).toEqual(before);
    const s = await deniedSession();
    expect(shown(s.project)).toBe(runDocket(['replay', 's1'], s.project).stdout);
  });

  it('says one thing of what it cannot show', () => {
    const { path, write } = tempProject();
    cpSync(join(GOLDENS, GOLDEN), join(path, 'goldens', GOLDEN));
    write('empty/README.md', '');
    const told = (name: string): string => {
      const { stdout, stderr, status } = runDocket(['replay', name], path);
      expect({ stdout, status, rows: stderr.trim().split('\n').length }).toEqual({ stdout: '', status: 1, rows: 1 });
      return stderr;
    };
    expect(told('goldens')).toMatch(
      /holds goldens, and each is a recording of its own: docket replay \S+\.ndjson shows one/,
    );
    expect(told('empty')).toContain('has none in it. docket replay takes');
    expect(told('gone.jsonl')).toContain('There is no ');
  });
});
