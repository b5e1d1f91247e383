import type { Run } from '../run.ts';
import { type Act, actOf, type Recognizer } from './act.ts';
import { changes } from './changes.ts';
import { codeFiles } from './code-files.ts';
import { databases } from './database.ts';
import { deletions } from './delete.ts';
import { devices } from './device.ts';
import { docketRecognizer } from './docket.ts';
import { downloads } from './download.ts';
import { emptied } from './emptied.ts';
import { findActions } from './find.ts';
import { forkBombs } from './fork-bomb.ts';
import { gh } from './gh.ts';
import { git } from './git.ts';
import { gitFiles } from './git-files.ts';
import { halts } from './halt.ts';
import { withMounted } from './mounted.ts';
import { ownCopies } from './own-copies.ts';
import { ownFinds } from './own-finds.ts';
import { permissions } from './permission.ts';
import { temporary } from './temporary.ts';
import { writes } from './writes.ts';

/** Everything that knows what some programs do; each is one file of this folder. */
const RECOGNIZERS: readonly Recognizer[] = [
  docketRecognizer,
  deletions,
  emptied,
  findActions,
  devices,
  forkBombs,
  permissions,
  halts,
  downloads,
  databases,
  git,
  gh,
  writes,
  temporary,
  gitFiles,
  codeFiles,
  ownCopies,
  ownFinds,
  changes,
];

/** What a run would do that rules are about. */
export const actsOf = (run: Run): Act[] =>
  RECOGNIZERS.filter(({ programs }) => programs.includes('*') || programs.includes(run.program ?? '')).flatMap(
    ({ recognize }) => recognize(run).flatMap((found) => withMounted(run, found).map((each) => actOf(run, each))),
  );

/** The programs that recognizers are about: a text that nobody can read is asked about when it names one. */
export const ruledPrograms = (): ReadonlySet<string> =>
  new Set(['git', ...RECOGNIZERS.flatMap(({ programs }) => programs.filter((program) => program !== '*'))]);
