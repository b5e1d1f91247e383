import type { Call } from './calls.ts';
import { foundBy } from './fed-paths.ts';
import type { Run } from './run.ts';
import type { Found, ShellWord } from './simple-command.ts';
import { asksNobody } from './starting-points.ts';
import { replacedWord } from './wrappers.ts';

const ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** What find runs for what it finds (find(1), "ACTIONS"): `{}` is an unknown word, one of what it finds. */
export const findCalls = (run: Run): Call[] => {
  const { args, input } = run;
  const found = foundBy(run);
  const calls: Call[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const action = args[at]?.value ?? '';
    if (!ACTIONS.has(action)) continue;
    const rest = args.slice(at + 1);
    const length = rest.findIndex(
      ({ value }, index) => value === ';' || (value === '+' && rest[index - 1]?.value === '{}'),
    );
    const program = length < 0 ? rest : rest.slice(0, length);
    at += program.length;
    if (asksNobody(action, program, { args, input })) continue;
    const words = program.map((word) => foundWord(word, found));
    if (words.length > 0) calls.push({ kind: 'words', words, extended: true, elsewhere: action.endsWith('dir') });
  }
  return calls;
};

const foundWord = (word: ShellWord, found: Found): ShellWord => {
  const replaced = replacedWord(word, '{}');
  return replaced === word ? word : { ...replaced, found: isWhole(word) ? found : { ...found, narrowed: true } };
};

/** The path of what was found, and nothing made of it. */
const isWhole = ({ value }: ShellWord): boolean => value === '{}' || value === './{}';
