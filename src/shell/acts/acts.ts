import type { Run } from '../run.ts';
import { type Act, actOf, type Recognizer } from './act.ts';

/** Everything that knows what some programs do; each is one file of this folder. */
const RECOGNIZERS: readonly Recognizer[] = [];

/** What a run would do that rules are about. */
export const actsOf = (run: Run): Act[] =>
  RECOGNIZERS.filter(({ programs }) => programs.includes('*') || programs.includes(run.program ?? '')).flatMap(
    ({ recognize }) => recognize(run).map((found) => actOf(run, found)),
  );

/** The programs that recognizers are about: a text that nobody can read is asked about when it names one. */
export const ruledPrograms = (): ReadonlySet<string> =>
  new Set(['git', ...RECOGNIZERS.flatMap(({ programs }) => programs.filter((program) => program !== '*'))]);
