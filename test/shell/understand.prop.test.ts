// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { understand } from '../../src/shell/understand.ts';
import { applyEdits } from './apply-edits.ts';

const COMMANDS = [
  'git push --force origin feature/x',
  'cd a && git -C b push -fu origin HEAD:main | tee log',
  `bash -c 'git push -f origin x' && npm test`,
  'git push origin +x +HEAD:y && git push -f origin +z',
  'sudo -u me env A=b timeout 5 git push -f "$X"; npx vitest run || true',
  'for f in $(ls); do echo "$f"; done <<EOF\ngit push -f\nEOF',
  'eval git push -f; X=`npm test`; echo ${X:-$(pytest -q)}',
];

const SHELL_PIECES = [
  ...'"\'`$(){}[]|&;<>\\#*?~=! \n\t-',
  '$(',
  '<<',
  'fi',
  'do',
  'git push -f',
  ' +x',
  '🌍',
  '\ud800',
  '\0',
  '--',
];

/** A command with pieces inserted, removed and doubled. */
const mutated = fc
  .tuple(
    fc.constantFrom(...COMMANDS),
    fc.array(fc.tuple(fc.nat(120), fc.nat(6), fc.constantFrom('', ...SHELL_PIECES)), { maxLength: 5 }),
  )
  .map(([command, changes]) =>
    changes.reduce((text, [at, length, piece]) => `${text.slice(0, at)}${piece}${text.slice(at + length)}`, command),
  );

const anyText = fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ maxLength: 200 }));

const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

describe('understanding any text', () => {
  it('never throws, and says why when it does not understand', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { understood, problems, mentions } = understand(text);
        if (!understood) expect(problems).not.toEqual([]);
        else expect(mentions).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  it('edits nothing but force flags and +, in order and inside the text', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const edits = understand(text).forcePushes.flatMap((push) => push.edits);
        const ordered = [...edits].sort((a, b) => a.start - b.start);
        let end = 0;
        let kept = '';
        for (const edit of ordered) {
          expect(edit.start).toBeGreaterThanOrEqual(end);
          expect(edit.end).toBeLessThanOrEqual(text.length);
          const [before, after] = [text.slice(edit.start, edit.end), edit.text];
          if (after === '') expect(before).toBe('+');
          else if (before === '') expect(after).toBe('--force-with-lease ');
          else {
            expect(before).toMatch(/-[\s\S]*f/);
            expect(after).toMatch(/^--force-with-lease(?: -[\w@%+=:,./-]+)?$/);
          }
          kept += text.slice(end, edit.start) + edit.text;
          end = edit.end;
        }
        expect(applyEdits(text, edits)).toBe(kept + text.slice(end));
      }),
      { numRuns: 1500 },
    );
  });

  it('finds no force push where its own edits were applied', () => {
    fc.assert(
      fc.property(mutated, (text) => {
        const { understood, forcePushes } = understand(text);
        if (!understood || forcePushes.some(({ edits }) => edits.length === 0)) return;
        const edited = applyEdits(
          text,
          forcePushes.flatMap(({ edits }) => edits),
        );
        expect(understand(edited).forcePushes).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });

  it('finds nothing in an argument of echo', () => {
    fc.assert(
      fc.property(
        anyText.filter((text) => text.length < 10_000),
        fc.constantFrom('echo', 'echo -e', 'printf %s', 'gh issue create --body'),
        (text, program) => {
          const understood = understand(`${program} ${singleQuoted(text)}`);
          expect(understood).toMatchObject({ understood: true, forcePushes: [], testRun: null });
          expect(understood.programs).toHaveLength(1);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('sees the same push through quotes that the shell takes away', () => {
    const spelled = (word: string, style: number): string =>
      [word, `'${word}'`, `"${word}"`, `${word.slice(0, 1)}''${word.slice(1)}`, `\\${word}`][style] ?? word;
    const words = ['git', 'push', '--force', 'origin', 'main'];
    fc.assert(
      fc.property(fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }), (styles) => {
        const text = words.map((word, index) => spelled(word, styles[index] ?? 0)).join(' ');
        expect(understand(text)).toMatchObject({ programs: ['git'], forcePushes: [{ branches: ['main'] }] });
        const edited = applyEdits(text, understand(text).forcePushes[0]?.edits ?? []);
        expect(edited.split(' ')[2]).toBe('--force-with-lease');
      }),
    );
  });
});
