import { changeDirectories } from './directory.ts';
import type { Findings } from './findings.ts';
import { forcePushOf } from './force-push-of-run.ts';
import type { Run } from './run.ts';
import { isTestName } from './test-names.ts';
import { recognizeTestRun } from './test-run.ts';

/** How a run is followed. */
interface Circumstances {
  /** Its status is lost. */
  readonly masked: boolean;
  /** It stands in a body that can be followed several times. */
  readonly repeats: boolean;
}

/** Adds what a run would do to `found`. */
export const findInRun = (run: Run, { masked, repeats }: Circumstances, found: Findings): void => {
  const isNew = (thing: unknown): boolean => {
    if (!repeats) return true;
    const key = JSON.stringify(thing);
    const known = found.seen.has(key);
    found.seen.add(key);
    return !known;
  };
  found.acts.push(...found.actsOf(run).filter(isNew));
  const forced = forcePushOf(run);
  if (forced !== undefined && isNew(forced)) {
    if (!forced.directoryKnown) found.problems.push('the folder of a force push only shows at run time');
    found.forcePushes.push(forced.push);
  }
  // Tests on another machine are those of another content.
  if (run.program === null || run.host === 'remote') return;
  const tests = recognizeTestRun(run.program, run.args) ?? environmentScript(run);
  if (tests === undefined) return;
  const directory = changeDirectories(run.directory, tests.directories);
  if (!directory.known) found.problems.push('the folder of a test run only shows at run time');
  found.testRuns.push({
    runner: tests.runner,
    masked: masked || tests.optional,
    directory: directory.path,
    ...(tests.partial === undefined ? {} : { partial: tests.partial }),
  });
};

/** `hatch run test`, `pdm run test`: a script of the project, where the shell would have its own `test`. */
const environmentScript = ({ program, wrappers }: Run): ReturnType<typeof recognizeTestRun> => {
  const by = wrappers.at(-1) ?? '';
  if (!['hatch', 'pdm', 'pixi'].includes(by) || program === null || !isTestName(program)) return undefined;
  return { runner: `${by} run ${program}`, directories: [], optional: false };
};
