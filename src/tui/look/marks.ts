/** Signs that stand beside words, and what stands for them where a terminal has only ASCII. */
export interface Marks {
  readonly deny: string;
  readonly ask: string;
  readonly rewrite: string;
  readonly advise: string;
  readonly allow: string;
  readonly pass: string;
  readonly failed: string;
  readonly open: string;
  readonly lane: string;
  readonly rule: string;
  readonly live: string;
  readonly crumb: string;
  readonly caret: string;
}

export const UNICODE_MARKS: Marks = {
  deny: '✗',
  ask: '?',
  rewrite: '↻',
  advise: '!',
  allow: '✓',
  pass: '·',
  failed: '×',
  open: '…',
  lane: '│',
  rule: '─',
  live: '●',
  crumb: '›',
  caret: '▏',
};

export const ASCII_MARKS: Marks = {
  deny: 'X',
  ask: '?',
  rewrite: '~',
  advise: '!',
  allow: 'v',
  pass: '.',
  failed: 'x',
  open: '_',
  lane: '|',
  rule: '-',
  live: '*',
  crumb: '/',
  caret: '_',
};
