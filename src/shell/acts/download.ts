import { isDecoder } from '../decoders.ts';
import { inputText } from '../output.ts';
import { type Run, writesToSubstitution } from '../run.ts';
import { UNKNOWN_VALUE } from '../simple-command.ts';
import { type FoundAct, type Recognizer, shownRun } from './act.ts';
import { comesFrom, isDownload, type Source } from './download-sources.ts';
import { downloadedFile, ranFile } from './downloaded-files.ts';
import { type InterpreterCall, interpreterCall } from './interpreter.ts';

/**
 * Code from the network that runs here or on another machine: through a pipe, a substitution or a redirect
 * (`run-download`); code that only shows when it is decoded (`run-decoded`); and what is downloaded into a file
 * (`download`), or run from one (`run-file`), which a rule puts together. What runs in a container stays in it.
 */
export const downloads: Recognizer = {
  programs: ['*', 'curl', 'wget'],
  recognize: (run) => {
    const isHere = run.host !== 'container';
    if (runsWhat(run, isDownload) || fetchesCode(run) || handsToCode(run))
      return isHere ? [{ kind: 'run-download', ...shownPipe(run, isDownload) }] : [];
    const isHidden = isHere && runsWhat(run, isDecoder) && !isReadable(run);
    return [
      ...(isHidden ? [{ kind: 'run-decoded', ...shownPipe(run, isDecoder) }] : []),
      ...downloadedFile(run),
      ...ranFile(run),
    ];
  },
};

/** Whether a run runs what such a program prints. */
const runsWhat = (run: Run, is: Source): boolean => {
  const substituted = (): boolean => run.substitutions.some((inner) => comesFrom(inner, is));
  if (run.program === null) return run.args.every(({ value }) => value !== null) && substituted();
  const call = interpreterCall(run);
  if (call === undefined) return false;
  if (call.kind === 'input') return reads(run, is);
  const isUnknown = (call.code?.value ?? null) === null;
  return (isUnknown && substituted()) || (call.kind === 'inline' && isFed(run, call, is));
};

/** What is downloaded goes into a program that reads code: `curl … > >(sh)`. */
const handsToCode = (run: Run): boolean =>
  writesToSubstitution(run) &&
  comesFrom(run, isDownload) &&
  run.substitutions.some((inner) => inner.input.kind === 'inherited' && interpreterCall(inner)?.kind === 'input');

/** What is decoded can be read all the same when the text says what that gives; and what is only a part of the code is data. */
const isReadable = (run: Run): boolean => {
  const call = interpreterCall(run);
  if (call?.kind !== 'input') return !/^"?(?:<?\$?\(|`|\$)/.test(call?.code?.text ?? '$');
  const text = inputText(run);
  return text !== null && !text.includes(UNKNOWN_VALUE);
};

/** Inline code that fetches something and runs it. */
const fetchesCode = (run: Run): boolean => {
  const call = interpreterCall(run);
  const code = call?.kind === 'inline' && run.program !== 'eval' ? (call.code?.value ?? '') : '';
  return (
    /(?<![.\w])(?:exec|eval)\s*\(/.test(code) &&
    /\b(?:urlopen|requests\.get|httpx\.get|open-uri|URI\.open|LWP)\b/.test(code)
  );
};

/** With where it comes from: `sh` alone says little. */
const shownPipe = (run: Run, is: Source): Pick<FoundAct, 'shown'> => {
  const { input } = run;
  const source = input.kind === 'pipe' ? input.from.find((inner) => comesFrom(inner, is)) : undefined;
  if (input.kind !== 'pipe' || source === undefined) return {};
  const between = input.direct.includes(source) ? '' : '… | ';
  return { shown: `${shownRun(source)} | ${between}${shownRun(run)}` };
};

/** What standard input gives: the runs before it in its pipeline, or a redirect from what a substitution prints. */
const reads = (run: Run, is: Source): boolean => {
  const { input } = run;
  const substituted = (): boolean => run.substitutions.some((inner) => comesFrom(inner, is));
  // A redirect from the network, or of all that a shell says and hears to it.
  if (is === isDownload && isDownload(run)) return true;
  if (input.kind === 'pipe') return input.from.some((inner) => comesFrom(inner, is));
  if (input.kind === 'file') return input.path.value === null && substituted();
  return input.kind === 'text' && input.text === null && substituted();
};

/** Inline code that makes its input code: `xargs sh -c`, `eval "$line"`, `python -c 'exec(input())'`. */
const isFed = (run: Run, { code }: InterpreterCall, is: Source): boolean => {
  const text = code?.value ?? code?.text ?? '';
  const runsInput =
    (run.extended && /^\W*(?:\{\}|%|\$[0-9@*]|)\W*$/.test(text)) ||
    (run.program === 'eval' && code?.value === null) ||
    (/\b(?:exec|eval|vm\.run\w+|instance_eval)\b\s*\(?/.test(text) &&
      /stdin|input\(|STDIN|readFileSync\(\s*0|<>|gets/.test(text));
  return runsInput && reads(run, is);
};
