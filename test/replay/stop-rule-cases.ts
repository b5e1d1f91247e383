import { completes, type Payload, requests, stops } from '../kit/scenario.ts';
import type { Case } from './rule-case.ts';

let calls = 0;

const ran = (command: string, stdout: string): Payload[] => {
  const id = `stop-case-${++calls}`;
  return [
    requests('Bash', { command }, { tool_use_id: id }),
    completes('Bash', { command }, { stdout, stderr: '', interrupted: false }, { tool_use_id: id }),
  ];
};

const wrote = (path: string): Payload[] => {
  const input = { file_path: path, content: 'x' };
  const id = `stop-case-${++calls}`;
  return [requests('Write', input, { tool_use_id: id }), completes('Write', input, {}, { tool_use_id: id })];
};

const REVIEW = ran('codex-review-fast', '## Gate\n✅ Ready');
const PRECOMMIT = ran('node scripts/precommit-runner.js', '## Overall: ✅ PASS');
const DOC_REVIEW = ran('codex-review-doc', '✅ Mergeable');

const again = (): Payload => stops({ last_assistant_message: 'Reviewed.' });

/** Each rule of stop-guard about what the session changed. */
export const STOP_CASES: readonly Case[] = [
  {
    rule: 'stop-guard/code-unreviewed',
    decision: 'deny',
    past: [...wrote('src/a.ts'), ...PRECOMMIT],
    trigger: () => stops(),
    opens: ['review the code, and it passes'],
    remedies: { 'review it': () => [...REVIEW, again()] },
  },
  {
    rule: 'stop-guard/precommit-missing',
    decision: 'deny',
    past: [...wrote('src/a.ts'), ...REVIEW],
    trigger: () => stops(),
    opens: ['run precommit, and it passes'],
    remedies: { 'run precommit': () => [...PRECOMMIT, again()] },
  },
  {
    rule: 'stop-guard/docs-unreviewed',
    decision: 'deny',
    past: wrote('docs/a.md'),
    trigger: () => stops(),
    opens: ['review the documents, and they pass'],
    remedies: { 'review it': () => [...DOC_REVIEW, again()] },
  },
];
