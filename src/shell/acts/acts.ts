import type { Run } from '../run.ts';
import { type Act, actOf, type Recognizer } from './act.ts';
import { temporary } from './temporary.ts';
import { writes } from './writes.ts';

/** Everything that knows what some programs do; each is one file of this folder. */
const RECOGNIZERS: readonly Recognizer[] = [writes, temporary];

/** What a run would do that rules are about. */
export const actsOf = (run: Run): Act[] =>
  RECOGNIZERS.filter(({ programs }) => programs.includes('*') || programs.includes(run.program ?? '')).flatMap(
    ({ recognize }) => recognize(run).map((found) => actOf(run, found)),
  );
