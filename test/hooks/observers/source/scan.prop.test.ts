// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of programs, not templates
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { annotationsIn } from '../../../../src/hooks/observers/source/annotations.ts';
import { languageOf } from '../../../../src/hooks/observers/source/languages.ts';
import { scan } from '../../../../src/hooks/observers/source/scan.ts';
import { patient } from '../../../kit/patience.ts';

const NAMES =
  'ts tsx py rb go rs java kt swift c cpp cs php sh ps1 pl lua sql ex hs elm ml fs scala groovy dart clj lisp erl r jl zig ' +
  'graphql proto css scss vue astro';
const ENDINGS = NAMES.split(' ');

const syntaxOf = (ending: string) => {
  const syntax = languageOf(`a.${ending}`);
  if (syntax === null) throw new Error(ending);
  return syntax;
};

/** Marks that open, close or escape something in some language. */
const MARKS =
  '/* */ // # -- --[[ ]] [==[ {- -} (* *) <!-- --> <# #> " \' ` """ \'\'\' ${ #{ \\( $( { } ( ) [ ] < > </ /> <a <script> ' +
  '</script> <?php ?> << <<EOF <<~A <<<EOT EOF A EOT =begin =end =pod =cut %w[ ~r/ r#" R"( )" @" $" ##" \\ \r\n \n @decision';
const soup = fc
  .array(
    fc.oneof(fc.constantFrom(...MARKS.split(' '), ' ', '\n', '\t'), fc.string({ unit: 'grapheme', maxLength: 3 })),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

describe('a scan', () => {
  test('gives pieces that together are the text, whatever it holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ENDINGS), soup, (ending, text) => {
        const pieces = scan(text, syntaxOf(ending));
        expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        expect(pieces.every(({ start, end }, index) => end > start && start === (pieces[index - 1]?.end ?? 0))).toBe(
          true,
        );
        expect(pieces.map(({ line }) => line)).toEqual(
          pieces.map(({ start }) => text.slice(0, start).split('\n').length),
        );
        annotationsIn(text, pieces);
      }),
      { numRuns: 1500 },
    );
  });

  test('takes time in proportion to the text, whatever nothing closes', { timeout: patient(60_000) }, () => {
    const usual = Math.max(...[0, 1, 2].map(() => timeOf('ts', '"" ')));
    fc.assert(
      fc.property(fc.constantFrom(...ENDINGS), fc.constantFrom(...UNITS), (ending, unit) => {
        // What looks at the rest of the text again and again takes hundreds of times as long as many short strings do.
        const isSlow = () => timeOf(ending, unit) > usual * 20;
        expect(isSlow() && isSlow() && isSlow()).toBe(false);
      }),
      { numRuns: 80 },
    );
  });
});

const UNITS = ['', ' ', '\n'].flatMap((end) => MARKS.split(' ').map((mark) => mark + end));
const SIZE = 256 * 1024;

/** Milliseconds that a text of one unit takes. */
const timeOf = (ending: string, unit: string): number => {
  const text = unit.repeat(Math.ceil(SIZE / unit.length));
  const from = performance.now();
  annotationsIn(text, scan(text, syntaxOf(ending)));
  return performance.now() - from;
};
