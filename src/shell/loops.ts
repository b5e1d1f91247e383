import { asChosen, bodyBehind, bodyStart } from './chosen.ts';
import { expandWord } from './expand.ts';
import type { Frame } from './frame.ts';
import { outputOfRuns } from './output.ts';
import { type ShellState, unknownVariable } from './shell-state.ts';
import type { ShellWord } from './simple-command.ts';
import { withVariable } from './variables.ts';

/** Words of a loop that are followed one by one. */
const MOST_ROUNDS = 16;
/** Words of which it is looked at how they begin. */
const MOST_COMPARED = 256;

/**
 * Follows the body of a loop once for each of its words, when those are in the text; `round` follows it in a state.
 * Otherwise says false, and the body is to be followed once, in a state that knows nothing of what it sets.
 */
export const followLoop = (frame: Frame, scope: number, round: (state: ShellState) => ShellState): boolean => {
  const { states, text } = frame;
  const { loop } = text.parsed.scopes[scope] ?? {};
  let state = states.get(scope);
  if (loop === undefined) {
    states.set(scope, forgetting(frame, scope));
    return false;
  }
  const outputOf = (inner: number) => outputOfRuns(frame.runs.get(inner) ?? []);
  const expansion = { state, outputOf, uses: () => {} };
  const words = loop.words?.flatMap((word) => expandWord(word, expansion)) ?? state.positional ?? [];
  if (words.length === 0 || words.length > MOST_ROUNDS) {
    const isUnknown = words.length === 0 || words.length > MOST_COMPARED;
    const variable = isUnknown ? unknownVariable() : { word: common(words), runs: [], exported: false };
    states.set(scope, withVariable(forgetting(frame, scope), loop.variable, variable));
    return false;
  }
  const body = words.some(({ found }) => found !== undefined) ? bodyOf(frame, scope) : '';
  for (const each of words) {
    const word = asChosen(each, body);
    state = round(withVariable(state, loop.variable, { word, runs: [], exported: false }));
  }
  states.set(scope, state);
  return true;
};

/** The text of a body, with the word in front of it. */
const bodyOf = ({ text }: Frame, scope: number): string => {
  const { source, parsed } = text;
  const first = parsed.commands[parsed.scopes[scope]?.body?.first ?? -1];
  return first?.located === true ? bodyBehind(source, bodyStart(source, first.start)) : source;
};

/** What many words have in common: how they begin. */
const common = (words: readonly ShellWord[]): ShellWord => {
  const begins = words.map(({ value, prefix }) => value ?? prefix ?? '');
  const [first = ''] = begins;
  let length = first.length;
  while (!begins.every((beginning) => beginning.startsWith(first.slice(0, length)))) length -= 1;
  const tilde = words.every((word) => word.tilde);
  const prefix = tilde || words.every((word) => !word.tilde) ? first.slice(0, length) : '';
  return { value: null, text: '', tilde: tilde && prefix !== '', start: 0, end: 0, prefix, expanded: true };
};

/** The state in a body that runs again after it has set its variables. */
const forgetting = ({ states, text }: Frame, scope: number): ShellState => {
  const { body } = text.parsed.scopes[scope] ?? {};
  let state = states.get(scope);
  if (body === undefined) return state;
  for (const command of text.parsed.commands.slice(body.first, body.last)) {
    const declared = command.words.flatMap(({ assignment }) => (assignment === undefined ? [] : [assignment]));
    for (const { name } of command.words.length === 0 ? command.assignments : declared) {
      if (state.variables.has(name)) state = withVariable(state, name, unknownVariable());
    }
  }
  return state;
};
