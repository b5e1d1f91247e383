import type { FollowedText, Frame } from './frame.ts';
import type { ShellScope, SimpleCommand } from './simple-command.ts';

/** A function that a text defines. */
export interface FoundFunction {
  readonly name: string;
  readonly text: FollowedText;
  readonly scope: number;
}

/** The functions that a command calls: several when a name was given twice. Those it only may call are among them. */
export const calledFunctions = (frame: Frame, command: SimpleCommand, position: number): FoundFunction[] => {
  const [head] = command.words;
  // A path names a program.
  if (head === undefined || head.value === null || head.value.includes('/')) return [];
  const name = head.value;
  const found: FoundFunction[] = [];
  let at: Frame | null = frame;
  let before = position;
  let scope = command.scope;
  while (at !== null) {
    found.push(...definedBefore(at, name, before, scope));
    const { caller }: Frame = at;
    if (found.length > 0 || caller === null || !caller.sharesShell) break;
    ({ position: before } = caller);
    scope = caller.command.scope;
    at = caller.frame;
  }
  return found;
};

/** The functions of a text that nothing in it called. Asks anew for each, since one can call the others. */
export function* uncalledFunctions({ text }: Frame): Generator<FoundFunction> {
  for (const [name, scopes] of text.functions) {
    for (const scope of scopes) {
      if (!text.called.has(scope)) yield { name, text, scope };
    }
  }
}

const definedBefore = ({ text }: Frame, name: string, position: number, from: number): FoundFunction[] => {
  const found: FoundFunction[] = [];
  for (const scope of text.functions.get(name) ?? []) {
    const { body, parent } = text.parsed.scopes[scope] as ShellScope;
    const isDefined = body !== undefined && body.first <= position;
    if (isDefined && isSeen(text, parent, from)) found.push({ name, text, scope });
    if (found.length > MOST_DEFINITIONS) break;
  }
  return found;
};

/** Definitions of one name that are followed. */
export const MOST_DEFINITIONS = 16;

/** A subshell's functions end with it. */
const isSeen = ({ parsed: { scopes } }: FollowedText, definedIn: number | null, from: number): boolean => {
  let shell = definedIn;
  while (shell !== null && scopes[shell]?.kind !== 'shell') shell = scopes[shell]?.parent ?? null;
  for (let at: number | null = from; at !== null; at = scopes[at]?.parent ?? null) {
    if (at === shell) return true;
  }
  return false;
};
