import type { Gate } from './gate.ts';
import { lintRules } from './lint-rules.ts';
import { isWritten } from './triggers.ts';

/** Kinds of files that nobody wrote by hand. */
const NOT_LINTED: ReadonlySet<string> = new Set(['generated', 'vendored']);

/**
 * Tells the agent what the project's own linters say of the file it has just written (seed 001, lint.sh: exit 2, a feedback
 * loop). A deny of a call that is over undoes nothing: the host shows the reason beside the result. The same problems of
 * a file are told once.
 */
export const lint: Gate = {
  name: 'lint',
  summary: 'Runs the linters that the project configures on each written file and tells the agent what they find.',
  source: 'seed 001, PostToolUse lint.sh',
  on: isWritten,
  options: ['skip'],
  needs: (_trigger, facts) => {
    const kind = facts.file()?.data.kind;
    return kind === undefined || NOT_LINTED.has(kind) ? ['file'] : ['lint'];
  },
  // Most files have no linter.
  rulesAbout: (facts) => (facts.lints().length === 0 ? [] : lintRules()),
  get rules() {
    return lintRules();
  },
};
