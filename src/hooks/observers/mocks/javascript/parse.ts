import type { SyntaxNode, Tree } from '@lezer/common';
import { parser } from '@lezer/javascript';
import type { ProjectFiles } from '../project-files.ts';
import { parseText } from '../syntax.ts';

/** A parsed text of JavaScript or TypeScript. */
export interface Script {
  readonly tree: Tree;
  readonly text: string;
}

/** Parses by the ending of a file's name: types and elements of JSX exclude each other in some places. */
export const parseScript = (text: string, file: string, files: ProjectFiles): Script => {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  const dialect = ending === 'tsx' ? 'ts jsx' : ending.endsWith('ts') ? 'ts' : 'jsx';
  return { tree: parseText(parser.configure({ dialect }), withoutTypeofImport(text), files), text };
};

/** `vi.mock<typeof import('./x')>(…)` is beyond the grammar; the type says nothing that counts. */
const withoutTypeofImport = (text: string): string =>
  text.replace(/<\s{0,20}typeof\s{1,20}import\s{0,20}\(\s{0,20}(['"])[^'"\n]{0,500}\1\s{0,20}\)\s{0,20}>/g, (type) =>
    ' '.repeat(type.length),
  );

/** A node's own text, at most so much of it. */
export const textOf = ({ text }: Script, { from, to }: { from: number; to: number }, most = 200): string =>
  text.slice(from, Math.min(to, from + most));

/** Takes off what changes nothing about a value: brackets, `await`, `!`, `as T`, type arguments. */
export const bare = (node: SyntaxNode): SyntaxNode => {
  let at = node;
  for (let steps = 0; steps < 20; steps += 1) {
    const inner = innerOf(at);
    if (inner === null) return at;
    at = inner;
  }
  return at;
};

const innerOf = (node: SyntaxNode): SyntaxNode | null => {
  switch (node.name) {
    case 'ParenthesizedExpression':
    case 'AwaitExpression':
    case 'TypeAssertion':
      return node.lastChild?.name === ')' ? (node.lastChild.prevSibling ?? null) : node.lastChild;
    case 'InstantiationExpression':
    case 'PostfixExpression':
      return node.firstChild;
    case 'BinaryExpression': {
      const { firstChild } = node;
      const word = firstChild?.nextSibling?.name;
      return word === 'as' || word === 'satisfies' ? firstChild : null;
    }
    default:
      return null;
  }
};

/** The value of a string literal, or of a template without anything put in. */
export const literal = (script: Script, node: SyntaxNode): string | null => {
  if (node.name !== 'String' && (node.name !== 'TemplateString' || node.firstChild !== null)) return null;
  const inner = script.text.slice(node.from + 1, node.to - 1);
  return inner.includes('\\') ? inner.replace(/\\(.)/g, '$1') : inner;
};
