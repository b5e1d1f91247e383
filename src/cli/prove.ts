import { loadState } from '../hooks/load-state.ts';
import { PROOF } from '../projections/evidence-kinds.ts';
import { type Standing, standingOf } from '../projections/standing.ts';
import { TERMINAL } from '../projections/test-results.ts';
import { type ExitCode, type Io, NotFoundError } from './io.ts';
import { LOOKED, lookNow } from './look-now.ts';
import { findLoggedProject, findWritableProject, type Project } from './project.ts';
import { recordAtTerminal } from './record.ts';
import { atTime, printable, wrap } from './style.ts';

export interface ProveOptions {
  readonly revoke?: boolean;
  readonly json?: boolean;
}

/** What anybody can know of the proof in a worktree. */
interface Shown {
  readonly status: 'verified' | 'pending' | 'missing';
  readonly note: string | null;
  readonly at: string | null;
  /** `tree`: by the content; `order`: by what was written since. */
  readonly basis: Standing['basis'];
  /** The write that made it pending, where docket saw one. */
  readonly undoneBy: string | null;
  readonly worktree: string;
  /** Of the code as it is now; null where git could not say, and why. */
  readonly tree: string | null;
  readonly problem: string | null;
}

/**
 * A person's word that the work was seen to work: records it for the code as it is now, takes it back, or without
 * either shows what there is. Throws `NotFoundError` without a log, or where there is nothing to take back.
 */
export const runProve = async (words: readonly string[], options: ProveOptions, io: Io): Promise<ExitCode> => {
  const note = words.join(' ').trim();
  if (options.revoke !== true && note === '') return show(await proofIn(findLoggedProject(io), io), options, io);
  const project = findWritableProject(io);
  if (options.revoke === true) {
    if ((await proofIn(project, io)).status === 'missing') throw new NotFoundError('There is no proof to take back.');
    recordAtTerminal(project, io.env, 'ProofRevoked', { note });
  } else {
    const { tree } = await lookNow(project.worktree, io);
    recordAtTerminal(project, io.env, 'ProofRecorded', { note, standing: 'evidence', tree });
  }
  return show(await proofIn(project, io), options, io);
};

const proofIn = async (project: Project, io: Pick<Io, 'env'>): Promise<Shown> => {
  const { tree, problem } = await lookNow(project.worktree, io);
  const { fold } = loadState(project.folder, project.location.root, null);
  const view = fold.view(TERMINAL, project.worktree);
  const { status, at, basis, because, undone } = standingOf(view, PROOF, { event: LOOKED, tree }, TERMINAL);
  const { proof } = view.proof;
  return {
    status: status === 'pass' ? 'verified' : status === 'stale' ? 'pending' : 'missing',
    // Of a proof that was given in another worktree nothing but the time is kept.
    note: proof !== null && because.includes(proof.event) ? proof.note : null,
    at,
    basis,
    undoneBy: undone === null || undone.by === LOOKED ? null : undone.by,
    worktree: project.worktree,
    tree: tree.code,
    problem,
  };
};

const show = (shown: Shown, { json }: ProveOptions, io: Io): ExitCode => {
  if (json === true) io.stdout(`${JSON.stringify(shown)}\n`);
  else io.stdout(`${wrap(wordsOf(shown), io.width).join('\n')}\n`);
  return 0;
};

const wordsOf = ({ status, note, at, undoneBy, worktree, problem }: Shown): string => {
  const basis =
    problem === null ? '' : ` Git cannot say which code there is (${problem}), so only writes that docket sees count.`;
  if (status === 'missing') {
    return `missing: nobody confirmed that the code in ${worktree} works. docket prove "WHAT WAS SHOWN" does.${basis}`;
  }
  const seen = `${note === null ? '' : `"${printable(note)}", `}${at === null ? '' : atTime(at)}`;
  if (status === 'verified') return `verified: ${seen}, for the code in ${worktree} as it is now.${basis}`;
  const by = undoneBy === null ? '' : ` (event ${undoneBy})`;
  return `pending: ${seen}, but the code is another one since${by}. Going back to it, or docket prove "WHAT WAS SHOWN", makes it verified.${basis}`;
};
