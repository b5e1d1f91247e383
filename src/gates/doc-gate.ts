import { longFrom } from './doc-gate-options.ts';
import { docGateRules } from './doc-gate-rules.ts';
import type { Gate } from './gate.ts';
import { isWriteRequest } from './triggers.ts';

/**
 * A source file that is not small says at its top what it is for, and in a comment what was decided in it; documents do not
 * pile up at the top of the project (seed 001, doc-gate.sh). Judged by what the call leaves of the file.
 */
export const docGate: Gate = {
  name: 'doc-gate',
  summary:
    'Denies writing a long source file without a header or a decision, advises on edits and on new documents at the top.',
  source: 'seed 001, PreToolUse doc-gate.sh',
  on: isWriteRequest,
  options: ['lines', 'rootDocuments'],
  // Short files are told from their line breaks, and not read.
  needs: (_trigger, facts, options) => {
    const { kind, linesAtMost } = facts.file()?.data ?? {};
    const isLong = linesAtMost === null || (linesAtMost !== undefined && linesAtMost >= longFrom(options));
    return kind === 'source' && isLong ? ['content'] : ['file'];
  },
  rulesAbout: (facts) => (facts.content() === null && facts.file()?.data.newAtTop !== true ? [] : docGateRules()),
  get rules() {
    return docGateRules();
  },
};
