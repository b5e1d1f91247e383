import type { Parser, SyntaxNode, Tree } from '@lezer/common';
import type { Span } from './found-mock.ts';

/** Steps of the parser that a text may take, beside some for each character of it: errors in hostile ones cost many. */
const STEPS_PER_CHARACTER = 8;
const FREE_STEPS = 20_000;

/** A syntax tree, whatever is wrong with the text. Throws where that would take too long. */
export const parseText = (parser: Parser, text: string): Tree => {
  const parse = parser.startParse(text);
  const most = FREE_STEPS + text.length * STEPS_PER_CHARACTER;
  for (let steps = 0; steps < most; steps += 1) {
    const tree = parse.advance();
    if (tree !== null) return tree;
  }
  throw new Error('the text could not be parsed in time');
};

/** All comments of a tree, and where its first other token stands. */
export const commentsIn = (tree: Tree, names: readonly string[]): { comments: Span[]; codeFrom: number } => {
  const comments: Span[] = [];
  let codeFrom = tree.length;
  tree.iterate({
    enter: ({ name, from, to, node }) => {
      if (names.includes(name)) comments.push({ from, to });
      else if (from < codeFrom && to > from && node.firstChild === null) codeFrom = from;
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
