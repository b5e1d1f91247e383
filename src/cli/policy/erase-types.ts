import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/javascript';

/** TypeScript that is more than JavaScript with types, or that is not understood. The message says where. */
export class ErasureError extends Error {
  override readonly name = 'ErasureError';
}

/**
 * TypeScript without its types: blanks in their place, so that every line and column stays. Throws `ErasureError` for what
 * leaves something at run time (enums, namespaces, parameter properties), and for what cannot be read.
 */
export const eraseTypes = (text: string): string => {
  const tree = parser.configure({ dialect: 'ts' }).parse(text);
  const gone: [number, number][] = [];
  const cursor = tree.cursor();
  const refuse = (node: SyntaxNode, what: string): never => {
    const line = text.slice(0, node.from).split('\n').length;
    throw new ErasureError(`line ${line}: ${what}`);
  };
  for (let more = true; more; ) {
    const { node } = cursor;
    if (node.type.isError) refuse(node, 'it is no TypeScript that docket can take the types out of');
    const refused = REFUSED[node.name] ?? (isParameterProperty(node) ? 'a parameter property' : undefined);
    const found =
      refused === undefined || isAmbient(node) ? erasedAt(node) : refuse(node, `${refused} is more than a type`);
    gone.push(...found);
    const isWhole = found.some(([from, to]) => from <= node.from && to >= node.to);
    more = cursor.next(!isWhole);
  }
  return withBlanks(text, gone);
};

const REFUSED: Readonly<Record<string, string>> = { EnumDeclaration: 'an enum', NamespaceDeclaration: 'a namespace' };

const isParameterProperty = ({ name, parent }: SyntaxNode): boolean =>
  (name === 'Privacy' || name === 'readonly') && parent?.name === 'ParamList';

const isAmbient = ({ parent }: SyntaxNode): boolean => parent?.name === 'AmbientDeclaration';

/** Nodes of which nothing is left. */
const TYPES: ReadonlySet<string> = new Set([
  'AmbientDeclaration',
  'InterfaceDeclaration',
  'Optional',
  'Privacy',
  'TypeAliasDeclaration',
  'TypeAnnotation',
  'TypeArgList',
  'TypeParamList',
  'TypePredicate',
  'abstract',
  'override',
  'readonly',
]);

type Span = [number, number];

const erasedAt = (node: SyntaxNode): Span[] => {
  if (TYPES.has(node.name)) return [[node.from, node.to]];
  switch (node.name) {
    case 'ExportDeclaration':
    case 'ImportDeclaration':
      return isOfTypes(node) ? [[node.from, node.to]] : [];
    case 'ImportGroup':
    case 'ExportGroup':
      return children(node).flatMap((child) => (child.name === 'type' ? [untilComma(child, node.to - 1)] : []));
    case 'FunctionDeclaration':
    case 'MethodDeclaration':
      return node.getChild('Block') === null ? [[node.from, node.to]] : [];
    case 'PropertyDeclaration':
      return node.getChild('declare') === null ? [] : [[node.from, node.to]];
    case 'ClassDeclaration':
    case 'ClassExpression': {
      const from = node.getChild('implements')?.from;
      return from === undefined ? [] : [[from, node.getChild('ClassBody')?.from ?? node.to]];
    }
    case 'BinaryExpression': {
      const word = node.getChild('as') ?? node.getChild('satisfies');
      return word === null ? [] : [[word.from, node.to]];
    }
    case 'PostfixExpression': {
      const mark = node.getChild('LogicOp');
      return mark === null ? [] : [[mark.from, mark.to]];
    }
    case 'PrefixCast':
      return [[node.from, node.getChild('>')?.to ?? node.from]];
    case 'ParamList':
      return children(node).flatMap((child) => (child.name === 'this' ? [untilComma(child, node.to - 1)] : []));
    default:
      return [];
  }
};

const isOfTypes = (node: SyntaxNode): boolean =>
  ['type', 'InterfaceDeclaration', 'TypeAliasDeclaration', 'AmbientDeclaration'].some(
    (name) => node.getChild(name) !== null,
  ) || children(node).some(({ name, lastChild }) => name === 'FunctionDeclaration' && lastChild?.name !== 'Block');

const children = (node: SyntaxNode): SyntaxNode[] => {
  const found: SyntaxNode[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
  return found;
};

/** From a node with what follows it up to the next comma, which goes as well. */
const untilComma = (node: SyntaxNode, end: number): Span => {
  for (let next = node.nextSibling; next !== null; next = next.nextSibling) {
    if (next.name === ',') return [node.from, next.to];
  }
  return [node.from, end];
};

const withBlanks = (text: string, gone: readonly Span[]): string => {
  let left = '';
  let at = 0;
  for (const [from, to] of gone.toSorted(([one], [other]) => one - other)) {
    if (to <= at) continue;
    left += text.slice(at, Math.max(at, from)) + text.slice(Math.max(at, from), to).replace(/[^\n\r]/g, ' ');
    at = to;
  }
  return left + text.slice(at);
};
