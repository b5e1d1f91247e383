import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { htmlOf } from '../../kit/page-html.ts';
import { madePostmortem } from '../../kit/postmortems.ts';

const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** What a browser would take for markup, in order; texts and values cannot hold `<` or `>`. */
const tagsOf = (html: string): string[] =>
  [...html.replace(/<(style|script)[^>]*>[\s\S]*?<\/\1>/g, '').matchAll(/<[^>]*>?/g)].map(([tag]) =>
    tag.replace(/"[^"]*"/g, '""'),
  );

describe('the page of a postmortem', () => {
  it('is the same for the same postmortem', async () => {
    const made = madePostmortem({ entries: 150 });
    expect(await htmlOf(made)).toBe(await htmlOf(structuredClone(made)));
  });

  it('allows its own style and script, and nothing else', async () => {
    const html = await htmlOf(madePostmortem({ entries: 5 }));
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.replaceAll('&#39;', "'");
    const style = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? '';
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');
    expect(scripts).toHaveLength(1);
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `style-src '${sha256(style)}'`,
      `script-src '${sha256(scripts[0] ?? '')}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<title>'));
  });

  it('names nothing outside of itself', async () => {
    const html = await htmlOf(madePostmortem({ entries: 150 }));
    expect(html).not.toMatch(/\s(?:src|srcset|action|data|poster|style|on\w+)=/);
    expect(html).not.toMatch(/url\(|@import/);
    expect([...html.matchAll(/href="([^"]*)"/g)].filter(([, target]) => !/^#[\w-]+$/.test(target ?? ''))).toEqual([]);
  });

  it('leads only to what it holds, and names each thing once', async () => {
    const html = await htmlOf(madePostmortem({ entries: 150 }));
    const ids = [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const targets = [...html.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it.each([0, 1])('is whole with %i entries', async (entries) => {
    const html = await htmlOf(madePostmortem({ entries }));
    expect(html).toMatch(/^<!doctype html>/);
    expect(html.trimEnd().endsWith('</html>')).toBe(true);
  });

  it('takes nothing that was logged for markup', async () => {
    const plain = tagsOf(await htmlOf(madePostmortem({ entries: 30, says: 'x' })));
    const pieces = fc.constantFrom(...HOSTILE);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 5 }),
        async (said) => {
          const html = await htmlOf(madePostmortem({ entries: 30, says: `x${said.join('')}` }));
          expect(tagsOf(html)).toEqual(plain);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('holds its data whatever that says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...HOSTILE), { maxLength: 5 }), async (said) => {
        const html = await htmlOf(madePostmortem({ entries: 30, says: said.join('') }));
        const [, json = '', rest = ''] =
          /<script type="application\/json" id="data">(.*?)<\/script>\n<script>([\s\S]*)/.exec(html) ?? [];
        expect(json).not.toMatch(/[<>&\u2028\u2029]/);
        expect(JSON.parse(json).judged).toBeInstanceOf(Array);
        expect(rest.match(/<\/script>/g)).toHaveLength(1);
      }),
      { numRuns: 20 },
    );
  });

  it('shows what would turn the text around, or not be seen at all', async () => {
    const html = await htmlOf(madePostmortem({ entries: 30, says: '\u202egpj.exe\u200b\u0007\u2028\ud800\u{e0041}' }));
    expect(html).toContain('⟨U+202E⟩gpj.exe⟨U+200B⟩␇⟨U+2028⟩⟨U+D800⟩⟨U+E0041⟩');
    expect(html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b\u2028\u0007]|\p{Surrogate}|[\u{e0000}-\u{e007f}]/u);
  });
});

const HOSTILE = [
  '<script>alert(1)</script>',
  '</script><img src=x onerror=alert(1)>',
  '</title><svg onload=alert(1)>',
  '</style><b>',
  '<!--',
  '--><i>',
  ']]>',
  '<![CDATA[',
  '"><a href="javascript:alert(1)">',
  "' onclick='alert(1)",
  '&lt;b&gt;',
  '&#x3c;u>',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u0000',
  '\ud800',
  '\udc00<',
  '{{x}}',
  '<plaintext>',
  '</textarea></template></noscript>',
];
