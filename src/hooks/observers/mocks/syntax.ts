import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import type { Span } from './found-mock.ts';
import type { ProjectFiles } from './project-files.ts';

/** Steps of the parser that a text may take, beside some for each character of it: errors in hostile ones cost many. */
const STEPS_PER_CHARACTER = 8;
const FREE_STEPS = 20_000;
/** Steps between two looks at the clock. */
const STEPS_PER_LOOK = 500;

/** A syntax tree, whatever is wrong with the text. Throws where that would take too long. */
export const parseText = (parser: Parser, text: string, { isTimeUp }: Pick<ProjectFiles, 'isTimeUp'>): Tree => {
  const parse = parser.startParse(text);
  const most = FREE_STEPS + text.length * STEPS_PER_CHARACTER;
  for (let steps = 0; steps < most; steps += 1) {
    const tree = parse.advance();
    if (tree !== null) return tree;
    if (steps % STEPS_PER_LOOK === 0 && isTimeUp()) break;
  }
  throw new Error('the text could not be parsed in time');
};

/** Looks at the nodes of these names, from the first to the last; a call that returns false ends it. */
export const eachNode = (tree: Tree, names: readonly string[], look: (node: SyntaxNode) => unknown): void => {
  const wanted = new Set(names);
  let isOver = false;
  tree.iterate({
    // An object for each node would cost more than reading the tree.
    enter: (at) => {
      if (isOver) return false;
      if (wanted.has(at.name) && look(at.node) === false) isOver = true;
      return undefined;
    },
  });
};

/** All comments of a tree, and where its first other token stands. */
export const commentsIn = (tree: Tree, names: readonly string[]): { comments: Span[]; codeFrom: number } => {
  const comments: Span[] = [];
  let codeFrom = tree.length;
  let isFound = false;
  tree.iterate({
    enter: (at) => {
      if (names.includes(at.name)) comments.push({ from: at.from, to: at.to });
      else if (!isFound && at.to > at.from && at.node.firstChild === null) {
        codeFrom = at.from;
        isFound = true;
      }
    },
  });
  return { comments, codeFrom };
};

/** The children of a node; punctuation is among them. */
export const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child);
  return children;
};

/** The arguments in a list of them: all but brackets, commas and comments. */
export const argumentsIn = (list: SyntaxNode | null): SyntaxNode[] =>
  list === null ? [] : childrenOf(list).filter(({ name }) => !NO_ARGUMENT.has(name));

const NO_ARGUMENT = new Set(['(', ')', ',', '⚠', 'Comment', 'LineComment', 'BlockComment']);
