import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runHook } from '../../kit/hook-process.ts';
import { tempProject } from '../../kit/temp-project.ts';
import { BASH, type CompletingShell, FISH, ZSH } from './shells.ts';

/** A project with a session in its log, and a file whose name has to be quoted. */
const project = (): string => {
  const { path, write } = tempProject();
  write('a file.ndjson', '');
  runHook(JSON.stringify({ hook_event_name: 'SessionStart', session_id: 'b1c2d3-e4', source: 'startup' }), path);
  return path;
};

/** Whether it is there; where not, the name of the test says so in every report. */
const inShell = ({ name, isThere }: CompletingShell) =>
  isThere ? describe.each([name]) : describe.skip.each([`${name}, which is not installed here:`]);

/** What is typed, and the one word that can stand in place of its last one. */
const SURE: readonly (readonly [readonly string[], string])[] = [
  [['why-n'], 'why-not'],
  [['policy', 'explain', '--js'], '--json'],
  [['log', '--session', ''], 'b1c2d3-e4'],
  [['export', '--format', 'clo'], 'cloudevents'],
  [['why-not', 'guard/rm-ro'], 'guard/rm-root'],
  [['policy', 'show', 'promptC'], 'promptCommands'],
];

for (const shell of [BASH, ZSH, FISH]) {
  inShell(shell)('%s', () => {
    it.each(SURE)('completes docket %j by %s', (words, word) => {
      expect(shell.offers(words, project())).toEqual([word]);
    });
  });
}

inShell(BASH)('%s', () => {
  it('puts in only what stands behind the = at which it parts words', () => {
    expect(BASH.offers(['export', '--format=cs'], project())).toEqual(['csv']);
    expect(BASH.offers(['export', '--format='], project())).toContain('sarif');
    expect(BASH.offers(['why', '--at', '14:02', '--last'], project())).toEqual(['--last-deny']);
  });

  it('offers files where a file can stand, with presets where both can, and nowhere else', () => {
    const here = project();
    expect(BASH.offers(['verify', 'a'], here)).toEqual(['a file.ndjson']);
    writeFileSync(join(here, 'strict.json'), '{}');
    expect(BASH.offers(['policy', 'diff', 'str'], here)).toEqual(['strict', 'strict.json']);
    expect(BASH.offers(['log', '--since', 'a'], here)).toEqual([]);
  });

  it('evaluates nothing of what stands in the log or on the line', () => {
    const here = project();
    const bad = '$(touch evil)';
    runHook(JSON.stringify({ hook_event_name: 'SessionStart', session_id: bad, source: 'startup' }), here);
    expect(BASH.offers(['log', '--session', ''], here)).toEqual(['b1c2d3-e4']);
    expect(BASH.offers(['verify', '$(touch evil)'], here)).toEqual([]);
    expect(BASH.offers(['verify', 'evil'], here)).toEqual([]);
  });
});

inShell(ZSH)('%s', () => {
  it('completes values behind =, and files', () => {
    const here = project();
    writeFileSync(join(here, 'session.ndjson'), '');
    expect(ZSH.offers(['export', '--format=cs'], here)).toEqual(['--format=csv']);
    expect(ZSH.offers(['verify', 'sess'], here)).toEqual(['session.ndjson']);
    expect(ZSH.offers(['gates', '--policy=sess'], here)).toEqual(['--policy=session.ndjson']);
  });
});

inShell(FISH)('%s', () => {
  it('completes values behind =, and files', () => {
    const here = project();
    writeFileSync(join(here, 'session.ndjson'), '');
    expect(FISH.offers(['export', '--format=cs'], here)).toEqual(['--format=csv']);
    expect(FISH.offers(['verify', 'sess'], here)).toEqual(['session.ndjson']);
    expect(FISH.offers(['gates', '--policy=sess'], here)).toEqual(['--policy=session.ndjson']);
  });
});
