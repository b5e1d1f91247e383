import { PROOF } from '../../projections/evidence-kinds.ts';
import type { View } from '../../projections/fold.ts';
import { atWords, quotedList, shortened } from '../gate.ts';
import { type EvidenceRule, evidenceRule, type Found } from './evidence-rule.ts';
import { basisWords, changedWords, contentOf, folderWords, leftOutWords } from './evidence-words.ts';
import { EVIDENCE_KINDS } from './git-kinds.ts';

const reasonOf = (found: Found): string => {
  const { standing, state } = found;
  const content = contentOf(found);
  if (standing.status !== 'stale') return `No person has confirmed that ${content} works.${leftOutWords(found)}`;
  const note = state.proof.proof?.note ?? '';
  const seen = note === '' ? '' : ` (${quotedList([shortened(note, 120)])})`;
  const when = standing.at === null ? 'once' : atWords(standing.at);
  return `A person saw it work ${when}${seen}, before the code became ${content}.${leftOutWords(found)}`;
};

/** Only the ways that the policy leaves open. */
const remedyOf = ({ policy }: View): string => {
  const line =
    policy.policy?.promptCommands === false ? '' : 'write the line docket prove: WHAT WAS SHOWN in a prompt, or ';
  return `Show the user that it works; then the user can ${line}run docket prove "WHAT WAS SHOWN" in a terminal.`;
};

const words: EvidenceRule['words'] = (found, { state }) => {
  if (found.asked.changed.length > 0) {
    return {
      reason: changedWords(found, `nobody can have seen that ${contentOf(found)} works`),
      remedy: `Make the change in a call of its own. ${remedyOf(state)}${folderWords(found)}`,
    };
  }
  return { reason: `${reasonOf(found)}${basisWords(found)}`, remedy: `${remedyOf(state)}${folderWords(found)}` };
};

/** Seed 001, guard check 8: a person saw the feature work before its code is committed. */
export const commitUnproven = evidenceRule({
  id: 'guard/commit-unproven',
  decision: 'deny',
  kinds: EVIDENCE_KINDS,
  kind: PROOF,
  requires: 'a-person-saw-what-is-committed-work',
  words,
  opens: {
    todo: () => 'the user confirms that it works: docket prove',
    event: ({ asked }) => ({
      type: 'ProofRecorded',
      worktree: asked.worktree,
      provenance: 'person',
      data: {
        note: 'assumed',
        standing: 'evidence',
        ...(asked.tree === null ? {} : { tree: asked.tree.data.tree }),
      },
    }),
  },
});
