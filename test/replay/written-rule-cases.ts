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

const REVIEW = 'mcp__multi__codereview';

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
];
