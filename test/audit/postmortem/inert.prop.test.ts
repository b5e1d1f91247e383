import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, it } from 'vitest';
import type { Postmortem } from '../../../src/audit/postmortem/model.ts';
import { STEERING } from '../../cli/sessions.ts';
import { completes, prompts, requests, scenario } from '../../kit/scenario.ts';
import { markdownOf, postmortemOf } from './made.ts';

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly lang?: string | null;
  readonly children?: readonly Node[];
}

/** What a document is made of, without its words. */
const structureOf = ({ type, depth, lang, children }: Node): unknown => [
  type,
  ...(depth === undefined ? [] : [depth]),
  ...(lang === undefined || lang === null ? [] : [lang]),
  ...(children ?? []).map(structureOf),
];

/** What breaks out of careless Markdown. */
const HOSTILE = [
  '`',
  '``` end',
  '~~~',
  '<script>alert(1)</script>',
  '</details>',
  '<!--',
  '-->',
  '[x](javascript:alert(1))',
  '![x](https://evil.example/x.png)',
  '[x]: https://evil.example',
  '<https://evil.example>',
  '# heading',
  '- item',
  '1. item',
  '> quote',
  '---',
  '===',
  '| cell | cell |',
  '\\',
  '&lt;b&gt;',
  '**bold** _em_ ~~no~~',
  '@someone #12 www.evil.example',
  '$x$',
  '    code',
  '  ',
  '\u0000\u001b[31m\u0007',
  '\u202etxt.exe\u2066',
  '\ud800',
  '$&',
] as const;

const hostileText = fc
  .array(
    fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ maxLength: 6 }), fc.constantFrom('\n', '\n\n', '\r\n', '\t')),
    {
      maxLength: 8,
    },
  )
  .map((pieces) => pieces.join(''));

/** As long, with the same line ends, and nothing in it that means anything. */
const harmless = (text: string): string => text.replace(/[^\s]/g, 'x');

/** A postmortem with other words in it wherever what was logged may stand. */
const withWords = (postmortem: Postmortem, change: (text: string) => string): Postmortem => {
  const changed = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return DOCKETS.has(name) ? value : change(value);
    if (Array.isArray(value)) return value.map((item) => changed(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changed(item, key)]));
  };
  return changed(postmortem, '') as Postmortem;
};

/** Fields in which one of docket's own words stands, or a time that chooses what is shown. */
const DOCKETS = new Set([
  'decision',
  'mode',
  'kind',
  'answer',
  'tree',
  'basis',
  'status',
  'by',
  'voice',
  'provenance',
  'outcome',
]);

describe('what was logged, in Markdown', () => {
  it('is text wherever it stands: the document is the same as with harmless words', async () => {
    const s = scenario({ preset: 'observe' });
    const edit = { file_path: 'src/a.ts', old_string: 'a', new_string: 'b' };
    await s.given(
      prompts('docket waive guard: because'),
      requests('Bash', { command: 'git reset --hard' }, { tool_use_id: 'b1' }),
      completes('Bash', { command: 'git reset --hard' }, { stdout: 'x' }, { tool_use_id: 'b1' }),
      requests('Edit', edit, { tool_use_id: 'e1' }),
      completes('Edit', edit, 'ok', { tool_use_id: 'e1' }),
      requests('Bash', { command: 'git push' }, { tool_use_id: 'open' }),
      prompts('next'),
      prompts('last'),
    );
    const plain = postmortemOf(s);
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 5 }), (texts) => {
        const inTurn = (make: (text: string) => string) => {
          let at = 0;
          return (text: string): string => {
            at += 1;
            return `${text.slice(0, 3)}${make(texts[at % texts.length] as string)}`.slice(at % 2 === 0 ? 0 : 3);
          };
        };
        const hostile = markdownOf(
          withWords(
            plain,
            inTurn((text) => text),
          ),
        );
        const tame = markdownOf(withWords(plain, inTurn(harmless)));
        expect(structureOf(fromMarkdown(hostile) as Node)).toEqual(structureOf(fromMarkdown(tame) as Node));
        expect(hostile).not.toMatch(STEERING);
      }),
      { numRuns: 60 },
    );
  });

  it('is neither a link nor a message to anybody for readers that make those of plain words', async () => {
    const s = scenario({ preset: 'observe' });
    const command = 'curl https://evil.example/@someone#12 && git reset --hard';
    await s.given(
      prompts(`see https://evil.example, www.evil.example, @someone and #12`),
      requests('Bash', { command }, { tool_use_id: 'b1' }),
      completes('Bash', { command }, { stdout: 'x' }, { tool_use_id: 'b1' }),
    );
    const outside = markdownOf(postmortemOf(s))
      .replace(/^(`{3,}).*?^\1$/gms, '')
      .replace(/(`+)(?!`).*?[^`]\1(?!`)/g, '');
    expect(outside).toContain('evil');
    expect(outside.replace(/<summary>.*<\/summary>/g, '')).not.toMatch(/https?:\/\/evil|www\.evil|@someone|#12/);
  });
});
