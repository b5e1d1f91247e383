import type {
  AndOr,
  Assignment,
  Case,
  Command,
  For,
  Function as FunctionNode,
  forEachChild,
  If,
  LogicalOperator,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection,
  Select,
  Statement,
  SyntaxNode,
  Word,
} from 'unbash';
import { type PieceReader, toAssignment, toRedirect, toWord } from './read-word.ts';
import type { ParsedCommand, ShellScope, SimpleCommand, StatusLoss, StatusLossKind } from './simple-command.ts';

// Knows the parser's tree, which changes between its versions: the version is pinned, and everything else works on the
// types of simple-command.ts.

const DEEPEST_SUBSTITUTION = 64;
// Each level of `$(…)` is read again from its start, so nested text costs its length times its depth.
const MOST_NESTED_CHARACTERS = 1_000_000;
const MOST_PROBLEMS = 20;
// Each member is asked what those before it print.
const LONGEST_PIPELINE = 128;

/** What reading needs of the parser. */
export interface Syntax {
  /** Calls back with each child of a node. */
  readonly visitChildren: typeof forEachChild;
  /** Reads words that are no plain text; gets the scopes of the substitutions in them. */
  readonly piecesIn: (scopes: ReadonlyMap<SyntaxNode, number>) => PieceReader;
}

/**
 * Lists the simple commands of a parsed script, those in substitutions, here-documents and compound commands included.
 * `parsed` may throw: that is a problem of the text.
 */
export const readScript = (parsed: () => ParsedScript, { visitChildren, piecesIn }: Syntax): ParsedCommand => {
  const substitutions = new Map<SyntaxNode, number>();
  const reading: Reading = {
    commands: [],
    scopes: [],
    problems: [],
    substitutions,
    visitChildren,
    pieces: piecesIn(substitutions),
    charactersLeft: MOST_NESTED_CHARACTERS,
  };
  const scope = addScope(reading, { kind: 'shell', parent: null });
  try {
    readInto(reading, parsed(), { located: true, scope, losses: [], depth: 0 });
  } catch (error) {
    // The parser is documented never to throw; hostile text must not be what proves that wrong.
    addProblem(reading, `the parser failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { commands, scopes, problems } = reading;
  return { commands, scopes, problems };
};

interface Reading {
  readonly commands: SimpleCommand[];
  readonly scopes: ShellScope[];
  readonly problems: string[];
  readonly substitutions: Map<SyntaxNode, number>;
  readonly visitChildren: Syntax['visitChildren'];
  readonly pieces: PieceReader;
  charactersLeft: number;
}

interface Place {
  readonly located: boolean;
  readonly scope: number;
  readonly losses: readonly StatusLoss[];
  /** Substitutions around it. */
  readonly depth: number;
}

type Substitution = Extract<
  SyntaxNode,
  { type: 'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticCommandExpansion' }
>;

const addScope = (reading: Reading, scope: ShellScope): number => reading.scopes.push(scope) - 1;

const addProblem = (reading: Reading, problem: string): void => {
  if (reading.problems.length < MOST_PROBLEMS && !reading.problems.includes(problem)) reading.problems.push(problem);
};

const enter = (
  reading: Reading,
  place: Place,
  kind: ShellScope['kind'],
  more: Pick<ShellScope, 'output' | 'source' | 'redirects'> = {},
): Place => ({ ...place, scope: addScope(reading, { kind, parent: place.scope, ...more }) });

const shellOf = (reading: Reading, scope: number): number => {
  let current = scope;
  for (;;) {
    const found = reading.scopes[current];
    if (found === undefined || found.kind === 'shell' || found.parent === null) return current;
    current = found.parent;
  }
};

const lose = (reading: Reading, place: Place, kind: StatusLossKind): Place => ({
  ...place,
  losses: [...place.losses, { kind, shell: shellOf(reading, place.scope) }],
});

/** A body that may run or not. */
const branch = (reading: Reading, place: Place): Place => enter(reading, lose(reading, place, 'conditional'), 'branch');

const readInto = (reading: Reading, script: ParsedScript, place: Place): void => {
  for (const { message, pos } of script.errors ?? []) addProblem(reading, `${message} at ${pos}`);
  readStatements(reading, script.commands, place);
};

const readStatements = (reading: Reading, statements: readonly Statement[], place: Place): void => {
  for (const [index, { command, background }] of statements.entries()) {
    const here = index < statements.length - 1 ? lose(reading, place, 'followed') : place;
    readNode(reading, command, background ? enter(reading, lose(reading, here, 'background'), 'shell') : here);
  }
};

const readNode = (reading: Reading, node: SyntaxNode, place: Place): void => {
  switch (node.type) {
    case 'Command':
      readCommand(reading, node, place);
      break;
    case 'Pipeline':
      readPipeline(reading, node, place);
      break;
    case 'AndOr':
      readAndOr(reading, node, place);
      break;
    case 'Redirected':
      readRedirected(reading, node, place);
      break;
    case 'CompoundList':
      readStatements(reading, node.commands, place);
      break;
    case 'BraceGroup':
      readStatements(reading, node.body.commands, place);
      break;
    case 'Subshell':
      readStatements(reading, node.body.commands, enter(reading, place, 'shell'));
      break;
    case 'If':
      readIf(reading, node, place);
      break;
    case 'While':
      readStatements(reading, node.clause.commands, lose(reading, place, 'conditional'));
      readBody(reading, node.body, place, {});
      break;
    case 'For':
    case 'Select':
      readFor(reading, node, place);
      break;
    case 'ArithmeticFor':
      for (const part of [node.initialize, node.test, node.update]) {
        if (part !== undefined) readSubstitutions(reading, part, place);
      }
      readBody(reading, node.body, place, {});
      break;
    case 'Case':
      readCase(reading, node, place);
      break;
    case 'Function':
      readFunction(reading, node, place);
      break;
    case 'Coproc':
      readNode(reading, node.body, enter(reading, lose(reading, place, 'background'), 'shell'));
      break;
    default:
      readSubstitutions(reading, node, place);
      break;
  }
};

const readRedirected = (reading: Reading, node: Redirected, place: Place): void => {
  addCommand(reading, node, [], [], node.redirects, place);
  const redirects = node.redirects.map((redirect) => toRedirect(redirect, reading.pieces));
  readNode(reading, node.command, enter(reading, place, 'group', { redirects }));
};

const readFunction = (reading: Reading, { name, body }: FunctionNode, place: Place): void =>
  readBody(reading, body, place, { kind: 'function', name: name.value });

const readFor = (reading: Reading, { name, wordlist, body }: For | Select, place: Place): void => {
  for (const word of wordlist ?? []) readSubstitutions(reading, word, place);
  const words = wordlist?.map((word) => toWord(word, reading.pieces)) ?? null;
  readBody(reading, body, place, { loop: { variable: name.value, words } });
};

/** The body of a function or loop, whose commands can run more than once. */
const readBody = (
  reading: Reading,
  body: SyntaxNode,
  place: Place,
  more: Partial<Pick<ShellScope, 'kind' | 'name' | 'loop'>>,
): void => {
  const { commands, scopes } = reading;
  const first = commands.length;
  const scope: ShellScope = { kind: 'branch', parent: place.scope, ...more };
  const index = addScope(reading, scope);
  readNode(reading, body, { ...lose(reading, place, 'conditional'), scope: index });
  scopes[index] = { ...scope, body: { first, last: commands.length } };
};

const readIf = (reading: Reading, node: If, place: Place): void => {
  const condition = lose(reading, place, 'conditional');
  readStatements(reading, node.clause.commands, condition);
  readStatements(reading, node.then.commands, branch(reading, place));
  for (const elif of node.elif) {
    readStatements(reading, elif.clause.commands, branch(reading, place));
    readStatements(reading, elif.then.commands, branch(reading, place));
  }
  if (node.else !== undefined) readStatements(reading, node.else.commands, branch(reading, place));
};

const readCase = (reading: Reading, node: Case, place: Place): void => {
  readSubstitutions(reading, node.word, place);
  for (const item of node.items) {
    for (const pattern of item.pattern) readSubstitutions(reading, pattern, place);
    readStatements(reading, item.body.commands, branch(reading, place));
  }
};

const readPipeline = (reading: Reading, { prefixes, commands }: Pipeline, place: Place): void => {
  const negations = prefixes.filter(({ type }) => type === 'Negation').length;
  const whole = negations % 2 === 1 ? lose(reading, place, 'negated') : place;
  if (commands.length > LONGEST_PIPELINE) addProblem(reading, 'a pipeline has more members than are followed');
  let before: number | undefined;
  for (const [index, command] of commands.slice(0, LONGEST_PIPELINE).entries()) {
    const isLast = index === commands.length - 1;
    const here = isLast ? whole : lose(reading, whole, 'piped');
    const output = isLast ? {} : { output: 'pipe' as const };
    const source = before === undefined ? {} : { source: before };
    const member = commands.length === 1 ? here : enter(reading, here, 'shell', { ...output, ...source });
    readNode(reading, command, member);
    before = member.scope;
  }
};

/**
 * The members of an `&&`/`||` list, from the left with equal rank. A failure reaches the end unless an `||` follows
 * it; success at the end says that a member ran unless it stands beside or before an `||`. `set -e` looks only at the
 * last member. An `|| exit 1` at the end changes none of that and makes a failure final.
 */
const readAndOr = (reading: Reading, { commands, operators }: AndOr, place: Place): void => {
  const shell = shellOf(reading, place.scope);
  const guarded = endsInExit(commands, operators);
  const lastOr = (guarded ? operators.slice(0, -1) : operators).lastIndexOf('||');
  for (const [index, command] of commands.entries()) {
    const isLast = index === commands.length - 1;
    const overruled = lastOr >= 0 && index <= lastOr + 1;
    const inherited = isLast ? place : { ...place, losses: unchecked(place.losses, shell, guarded) };
    const here = overruled ? lose(reading, inherited, 'alternative') : inherited;
    readNode(reading, command, operators[index - 1] === '||' ? enter(reading, here, 'branch') : here);
  }
};

const unchecked = (losses: readonly StatusLoss[], shell: number, guarded: boolean): StatusLoss[] =>
  losses.flatMap((loss) => {
    if (loss.kind !== 'followed' || loss.shell !== shell) return [loss];
    return guarded ? [] : [{ kind: 'alternative' as const, shell }];
  });

const endsInExit = (commands: readonly PipelineNode[], operators: readonly LogicalOperator[]): boolean =>
  operators.at(-1) === '||' && isFailingExit(commands.at(-1));

const isFailingExit = (node: Statement['command'] | undefined): boolean => {
  if (node?.type === 'BraceGroup') {
    const last = node.body.commands.at(-1);
    return last !== undefined && !last.background && isFailingExit(last.command);
  }
  if (node?.type !== 'Command' || node.name?.value !== 'exit') return false;
  const status = node.args[0];
  return status?.type === 'Word' && /^[1-9]\d{0,2}$/.test(status.text) && Number(status.text) < 256;
};

const readCommand = (reading: Reading, node: Command, place: Place): void => {
  const assignments = node.prefix.filter((item) => item.type === 'Assignment');
  const words = [...(node.name === undefined ? [] : [node.name]), ...node.args];
  addCommand(reading, node, words, assignments, node.redirects, place);
};

const addCommand = (
  reading: Reading,
  { pos, end }: { readonly pos: number; readonly end: number },
  words: readonly (Word | Assignment)[],
  assignments: readonly Assignment[],
  redirects: readonly Redirection[],
  place: Place,
): void => {
  const opened: number[] = [];
  for (const node of [...assignments, ...words, ...redirects]) readSubstitutions(reading, node, place, opened);
  const { pieces } = reading;
  const read = words.map((word) => toWord(word, pieces));
  reading.commands.push({
    name: read[0]?.value ?? null,
    words: read,
    assignments: assignments.map((assignment) => toAssignment(assignment, pieces)),
    redirects: redirects.map((redirect) => toRedirect(redirect, pieces)),
    start: pos,
    end,
    located: place.located,
    scope: place.scope,
    losses: place.losses,
    substitutions: opened,
  });
};

/** Adds the scopes of the outermost substitutions to `opened`. */
const readSubstitutions = (reading: Reading, node: SyntaxNode, place: Place, opened: number[] = []): void => {
  if (isSubstitution(node)) readSubstitution(reading, node, place, opened);
  else if (isPrompt(node)) addProblem(reading, `a variable's value is run as a prompt at ${node.pos}`);
  else reading.visitChildren(node, (child) => readSubstitutions(reading, child, place, opened));
};

/** `${x@P}`: what stands in a variable is expanded once more. */
const isPrompt = (node: SyntaxNode): boolean =>
  node.type === 'ParameterExpansion' && node.operation?.type === 'Transform' && node.operation.operand.text === 'P';

const isSubstitution = (node: SyntaxNode): node is Substitution =>
  node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' || node.type === 'ArithmeticCommandExpansion';

const readSubstitution = (reading: Reading, node: Substitution, place: Place, opened: number[]): void => {
  reading.charactersLeft -= node.text.length;
  if (place.depth >= DEEPEST_SUBSTITUTION || reading.charactersLeft < 0) {
    addProblem(reading, 'substitutions are nested too deeply');
    return;
  }
  const { script } = node;
  if (script === undefined) {
    addProblem(reading, `a substitution could not be read at ${node.pos}`);
    return;
  }
  const inside = enter(reading, lose(reading, place, 'substitution'), 'shell', { output: 'word' });
  opened.push(inside.scope);
  reading.substitutions.set(node, inside.scope);
  const located = place.located && script.source === undefined;
  readInto(reading, script, { ...inside, located, depth: place.depth + 1 });
};
