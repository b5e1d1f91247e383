import { withEslint, written } from '../kit/linters.ts';
import { completes, requests } from '../kit/scenario.ts';
import { asksTheUser, type Case } from './rule-case.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, i) => `export const a${i} = ${i};\n`).join('');

let calls = 0;
const writesLines = (count: number) =>
  completes(
    'Write',
    { file_path: 'src/a.ts', content: lines(count) },
    { type: 'create', originalFile: null, structuredPatch: [], content: lines(count) },
    { tool_use_id: `lines-${++calls}` },
  );

const LONG = lines(60);
const HEADER = '/** Sixty numbers. */\n';
const DECISION = '// @decision DEC-NUMBERS-001\n// @title Sixty\n// @status accepted\n// @rationale Enough.\n';

const writesText = (content: string) => requests('Write', { file_path: 'src/a.ts', content });
const editsFirst = (to: string) => requests('Edit', { file_path: 'src/a.ts', old_string: FIRST, new_string: to });
const FIRST = 'export const a0 = 0;\n';

const REVIEW = 'mcp__multi__codereview';

/** Where there is no plan, nothing of this length is written at all. */
const WITHOUT_PLAN = { preset: 'strict', gates: { 'plan-check': { mode: 'off' } } };

/** A way out for each rule about a file that was written. */
export const WRITTEN_CASES: readonly Case[] = [
  {
    rule: 'lint/problems',
    decision: 'deny',
    // What was written has no review, which is another gate's concern.
    options: { policy: { preset: 'strict', gates: { 'stop-guard': { mode: 'off' } } } },
    prepare: (s) => {
      withEslint(s);
      s.write('src/a.js', 'debugger;\n');
    },
    trigger: () => written('src/a.js'),
    opens: ['mend what eslint found'],
    remedies: {
      'mended in the file': (s) => {
        s.write('src/a.js', 'export {};\n');
        return [written('src/a.js')];
      },
      'left, and told to the user': () => [
        ...asksTheUser('The debugger statement stays: it is what you asked for.'),
        written('src/a.js'),
      ],
    },
  },
  {
    rule: 'code-review/large-change',
    decision: 'advise',
    past: [requests('mcp__multi__chat', { prompt: 'hello' })],
    prepare: (s) => void s.write('src/a.ts', lines(30)),
    trigger: () => writesLines(30),
    opens: ['change fewer than 20 lines at a time'],
    remedies: {
      'the tool reviews it': () => [
        requests(REVIEW, { prompt: 'review src/a.ts' }, { tool_use_id: 'review' }),
        completes(REVIEW, { prompt: 'review src/a.ts' }, [{ type: 'text', text: 'Fine.' }], { tool_use_id: 'review' }),
        writesLines(30),
      ],
      'a smaller change': () => [writesLines(19)],
    },
  },
  {
    rule: 'doc-gate/no-header',
    decision: 'deny',
    options: { policy: WITHOUT_PLAN },
    trigger: () => writesText(DECISION.replace(/^/, 'export {};\n') + LONG),
    opens: ['begin it with a comment that says what it is for'],
    remedies: {
      'a comment before the first statement': () => [writesText(HEADER + DECISION + LONG)],
      'the same below a licence': () => [writesText(`// Copyright 2026 Acme\n\n${HEADER}${DECISION}${LONG}`)],
    },
  },
  {
    rule: 'doc-gate/no-decision',
    decision: 'deny',
    options: { policy: WITHOUT_PLAN },
    trigger: () => writesText(HEADER + LONG),
    opens: ['state in a comment what was decided'],
    remedies: { 'an annotation with its lines': () => [writesText(HEADER + DECISION + LONG)] },
  },
  {
    rule: 'doc-gate/no-header',
    decision: 'advise',
    prepare: (s) => void s.write('src/a.ts', LONG),
    trigger: () => editsFirst('export const a0 = 1;\n'),
    opens: ['begin it with a comment that says what it is for'],
    remedies: { 'an edit that brings both': () => [editsFirst(HEADER + DECISION)] },
  },
  {
    rule: 'doc-gate/no-decision',
    decision: 'advise',
    prepare: (s) => void s.write('src/a.ts', HEADER + LONG),
    trigger: () => editsFirst('export const a0 = 1;\n'),
    opens: ['state in a comment what was decided'],
    remedies: { 'an edit that brings it': () => [editsFirst(DECISION)] },
  },
  {
    rule: 'doc-gate/new-root-markdown',
    decision: 'advise',
    trigger: () => requests('Write', { file_path: 'NOTES.md', content: '# Notes\n' }),
    opens: ['put it under docs/'],
    remedies: {
      'under docs/': () => [requests('Write', { file_path: 'docs/notes.md', content: '# Notes\n' })],
      'in a document that is there': () => [requests('Write', { file_path: 'README.md', content: '# Notes\n' })],
    },
  },
];
