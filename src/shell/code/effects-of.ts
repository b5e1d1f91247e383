import { UNKNOWN_VALUE } from '../simple-command.ts';
import { homeFolderAt } from './home-folder.ts';
import type { Effect, Language } from './languages.ts';
import { type Token, tokensOf } from './tokens.ts';

/** A call of a function that runs or deletes something. */
export interface CodeEffect {
  readonly effect: Exclude<Effect, 'exec' | 'delete-maybe'>;
  /** A command line, words of one, or files, each with marks for what only shows at run time. */
  readonly texts: readonly string[];
}

/** An argument: a text, a list of texts, or something else. */
type Argument = string | readonly string[] | null;

/** What a program's text does by the functions that are known, with texts that it spells out itself. */
export const effectsOf = (code: string, language: Language): CodeEffect[] => {
  const tokens = tokensOf(code, language.spelling);
  const reading: Reading = { tokens, language, constants: constantsIn(tokens), modules: modulesIn(tokens) };
  const found: CodeEffect[] = [];
  let called = 0;
  for (const [at, token] of tokens.entries()) {
    if (token.isCommand || (language.pipes && isPiped(tokens, at))) found.push({ effect: 'run', texts: [token.value] });
    if (token.kind !== 'name' || tokens[at + 1]?.kind === 'name') continue;
    called += tokens[at + 1]?.value === '(' ? 1 : 0;
    // Each call is read to its end.
    if (called > MOST_CALLS) break;
    found.push(...effectAt(reading, at));
  }
  return found;
};

const MOST_CALLS = 512;

const isPiped = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.kind === 'text' &&
  [tokens[at - 1], tokens[at + 1]].some((token) => token?.kind === 'mark' && token.value === '|');

interface Reading {
  readonly tokens: readonly Token[];
  readonly language: Language;
  /** Variables that are given one text. */
  readonly constants: ReadonlyMap<string, string>;
  /** What other names of modules and functions stand for. */
  readonly modules: ReadonlyMap<string, string>;
}

const effectAt = (reading: Reading, at: number): CodeEffect[] => {
  const { tokens, language } = reading;
  const next = tokens[at + 1];
  const isCalled = next?.value === '(' && next.kind === 'mark';
  // `$` is a function of some libraries that takes the text behind it.
  const isText = next?.kind === 'text' || (next?.value === '[' && tokens[at + 2]?.kind === 'text');
  const isBare = !isCalled && isText && (language.bareCalls || tokens[at]?.value === '$');
  if (!isCalled && !isBare) return [];
  const path = pathTo(reading, at);
  const effect = Object.hasOwn(language.effects, path.name)
    ? language.effects[path.name]
    : language.effects[`*.${path.name.split('.').at(-1) ?? ''}`];
  if (effect === undefined) return [];
  const end = isCalled || next?.value === '[' ? closing(tokens, at + 1) : endOfStatement(tokens, at + 1);
  const own = argumentsIn(reading, isCalled ? at + 2 : at + 1, isCalled ? end : end + Number(next?.value === '['));
  const given =
    path.receiver === null ? own : argumentsIn(reading, path.receiver + 2, closing(tokens, path.receiver + 1));
  const names = tokens.slice(at, end).map(({ value }) => value);
  return done(effect, given, names.includes('recursive'));
};

const done = (effect: Effect, given: readonly Argument[], isRecursive: boolean): CodeEffect[] => {
  if (effect === 'run' || effect === 'exec') {
    const texts = commandWords(effect, given);
    return texts.length === 0 ? [] : [{ effect: 'run', texts }];
  }
  const texts = given.flatMap((argument) => (typeof argument === 'string' ? [argument] : (argument ?? [])));
  if (texts.length === 0) return [];
  if (effect !== 'delete-maybe') return [{ effect, texts }];
  return [{ effect: isRecursive ? 'delete-tree' : 'delete', texts }];
};

const commandWords = (effect: 'run' | 'exec', [first, ...others]: readonly Argument[]): readonly string[] => {
  if (first === undefined || first === null) return [];
  if (typeof first !== 'string') return first;
  const until = others.findIndex((argument) => typeof argument !== 'string');
  const rest = Array.isArray(others[0])
    ? others[0]
    : ((until < 0 ? others : others.slice(0, until)) as readonly string[]);
  return [first, ...(effect === 'exec' ? rest.slice(1) : rest)];
};

/** The name by which a function is called, and the call whose result it belongs to. */
const pathTo = ({ tokens, modules, language }: Reading, at: number): { name: string; receiver: number | null } => {
  const names = [tokens[at]?.value ?? ''];
  let current = at;
  for (;;) {
    const link = tokens[current - 1]?.value;
    if (link !== '.' && link !== '::' && link !== '->') break;
    const before = tokens[current - 2];
    if (before?.value === ')' && before.kind === 'mark') {
      const open = opening(tokens, current - 2);
      const caller = tokens[open - 1];
      if (caller?.kind !== 'name') return { name: `().${names.join('.')}`, receiver: null };
      const name = `${caller.value}().${names.join('.')}`;
      return { name, receiver: caller.value === 'Path' ? open - 1 : null };
    }
    if (before?.kind !== 'name') return { name: `.${names.join('.')}`, receiver: null };
    names.unshift(link === '::' ? `${before.value}::${names.shift()}` : before.value);
    current -= 2;
  }
  const [head = '', ...rest] = names;
  const meant = modules.get(head) ?? head;
  // `fs.promises.rm` and `promises.rm` are the same.
  const full = [meant, ...rest].join('.');
  const short = full.split('.').slice(-2).join('.');
  return { name: Object.hasOwn(language.effects, full) ? full : short, receiver: null };
};

const PAIRS: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

const depthOf = (token: Token | undefined): number => (token?.kind === 'mark' ? (PAIRS[token.value] ?? 0) : 0);

const closing = (tokens: readonly Token[], open: number): number => {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    depth += depthOf(tokens[at]);
    if (depth === 0) return at;
  }
  return tokens.length;
};

const opening = (tokens: readonly Token[], close: number): number => {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    depth += depthOf(tokens[at]);
    if (depth === 0) return at;
  }
  return 0;
};

const endOfStatement = (tokens: readonly Token[], from: number): number => {
  let at = from;
  while (at < tokens.length && tokens[at]?.value !== ';' && depthOf(tokens[at]) >= 0) at += 1;
  return at;
};

/** What stands between commas. */
const argumentsIn = (reading: Reading, first: number, end: number): Argument[] => {
  const found: Argument[] = [];
  let depth = 0;
  let begin = first;
  for (let at = first; at <= end; at += 1) {
    const token = reading.tokens[at];
    if (at === end || (depth === 0 && token?.kind === 'mark' && token.value === ',')) {
      if (at > begin) found.push(argumentOf(reading, begin, at));
      begin = at + 1;
    } else depth += depthOf(token);
  }
  return found;
};

const argumentOf = (reading: Reading, first: number, end: number): Argument => {
  const { tokens } = reading;
  const head = tokens[first];
  const opens = head?.kind === 'mark' ? head.value : '';
  if (opens === '[' && closing(tokens, first) === end - 1) {
    const items = argumentsIn(reading, first + 1, end - 1);
    return items.map((item) => (typeof item === 'string' ? item : UNKNOWN_VALUE));
  }
  if (opens === '{') return listNamed(reading, 'args', first, end);
  const isNamed = head?.kind === 'name' && /^(?:=|:|=>)$/.test(tokens[first + 1]?.value ?? '');
  if (isNamed) return NAMED.has(head.value) ? argumentOf(reading, first + 2, end) : null;
  return joinedText(reading, first, end);
};

/** Arguments that may be given by name and say what is run or deleted. */
const NAMED = new Set(['args', 'cmd', 'command', 'path']);

/** `{ args: [...] }` */
const listNamed = (reading: Reading, name: string, first: number, end: number): Argument => {
  const at = reading.tokens.slice(first, end).findIndex(({ kind, value }) => kind === 'name' && value === name);
  const open = first + at + 2;
  return at >= 0 && reading.tokens[open]?.value === '['
    ? argumentOf(reading, open, closing(reading.tokens, open) + 1)
    : null;
};

/** `'rm ' + x`: the texts, with a mark in the place of everything else; null without any text. */
const joinedText = ({ tokens, constants }: Reading, first: number, end: number): string | null => {
  let text = '';
  let hasText = false;
  for (let at = first; at < end; at += 1) {
    const token = tokens[at] as Token;
    const home = token.kind === 'name' ? homeFolderAt(tokens, at) : null;
    if (home !== null) {
      hasText = true;
      text += home.text;
      at = home.last;
      continue;
    }
    const known = token.kind === 'text' ? token.value : token.kind === 'name' ? constants.get(token.value) : undefined;
    if (known !== undefined) {
      hasText = true;
      text += isFormatted(tokens, at) ? known.replace(/%[-\d.]*[a-z]|\{[^}]*\}/g, UNKNOWN_VALUE) : known;
    } else if (token.kind !== 'mark' || !'+.%'.includes(token.value)) {
      if (!text.endsWith(UNKNOWN_VALUE)) text += UNKNOWN_VALUE;
      // What is inside is no part of the text.
      if (depthOf(token) > 0) at = closing(tokens, at);
    }
  }
  return hasText ? text : null;
};

const isFormatted = (tokens: readonly Token[], at: number): boolean => {
  const next = tokens[at + 1];
  return next?.kind === 'mark' && (next.value === '%' || (next.value === '.' && tokens[at + 2]?.value === 'format'));
};

/** `NAME = TEXT`, and nothing more. */
const constantsIn = (tokens: readonly Token[]): Map<string, string> => {
  const constants = new Map<string, string>();
  for (const [at, { kind, value }] of tokens.entries()) {
    const [equals, text, next] = tokens.slice(at + 1, at + 4);
    if (kind !== 'name' || equals?.value !== '=' || equals.kind !== 'mark' || text?.kind !== 'text') continue;
    if (next === undefined || !/^[.+%*]$/.test(next.value) || next.kind === 'text') constants.set(value, text.value);
  }
  return constants;
};

/** `{ execSync: run }` taken apart from a module: what the names used below stand for. */
const renamedIn = (tokens: readonly Token[], names: Map<string, string>): void => {
  for (const [at, { kind, value }] of tokens.entries()) {
    const [colon, name, next] = tokens.slice(at + 1, at + 4);
    const isTaken =
      kind === 'name' && colon?.value === ':' && name?.kind === 'name' && /^[,}]$/.test(next?.value ?? '');
    if (isTaken && /^[{,]$/.test(tokens[at - 1]?.value ?? '') && !names.has(name.value)) names.set(name.value, value);
  }
};

/** `import X as Y`, `from X import Y, Z as W`: what the names used below stand for. */
const modulesIn = (tokens: readonly Token[]): Map<string, string> => {
  const modules = new Map<string, string>();
  for (const [at, { value }] of tokens.entries()) {
    if (value !== 'import') continue;
    const from = tokens[at - 2]?.value === 'from' ? tokens[at - 1]?.value : undefined;
    for (let name = at + 1; tokens[name]?.kind === 'name'; name += 2) {
      const meant = from === undefined ? tokens[name]?.value : `${from}.${tokens[name]?.value}`;
      const hasOther = tokens[name + 1]?.value === 'as';
      if (hasOther) name += 2;
      modules.set(tokens[name]?.value ?? '', meant ?? '');
      if (tokens[name + 1]?.value !== ',') break;
    }
  }
  renamedIn(tokens, modules);
  return modules;
};
