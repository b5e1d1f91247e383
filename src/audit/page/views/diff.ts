import { type Element, el } from '../shared/element.ts';

type LineKind = 'added' | 'removed' | 'hunk' | 'same';

/** A diff in which lines that belong together are one element each; the sign before each line stays. */
export const diff = (text: string): Element => {
  const runs: { readonly kind: LineKind; lines: string[] }[] = [];
  for (const line of text.split('\n')) {
    const kind = kindOf(line);
    const last = runs.at(-1);
    if (last?.kind === kind) last.lines.push(line);
    else runs.push({ kind, lines: [line] });
  }
  const [first] = runs;
  if (first?.lines[0] === '') first.lines.shift();
  return el(
    'pre',
    { class: 'diff', dir: 'ltr', tabindex: 0, role: 'group', 'aria-label': 'Changes' },
    ...runs.map(({ kind, lines }) => {
      const content = lines.map((line) => `${line}\n`).join('');
      return kind === 'same' ? content : el(TAGS[kind], { class: kind }, content);
    }),
  );
};

const TAGS = { added: 'ins', removed: 'del', hunk: 'span' } as const;

const kindOf = (line: string): LineKind => {
  if (/^(?:@@|diff |index |--- |\+\+\+ )/.test(line)) return 'hunk';
  if (line.startsWith('+')) return 'added';
  return line.startsWith('-') ? 'removed' : 'same';
};
