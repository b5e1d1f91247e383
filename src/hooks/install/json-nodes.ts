import { findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';

/** The root of a text that is known to be JSON with comments; a byte order mark is white space. */
export const rootNode = (text: string): Node | undefined =>
  parseTree(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, [], { allowTrailingComma: true });

export const nodeAt = (text: string, path: JSONPath): Node | undefined => {
  const root = rootNode(text);
  return root && findNodeAtLocation(root, path);
};

export const endOf = (node: Node): number => node.offset + node.length;

/** The properties of an object, in order; nothing for anything else. */
export const objectEntries = (node: Node | undefined): [string, Node][] =>
  node?.type !== 'object'
    ? []
    : (node.children ?? []).flatMap(({ children: [key, value] = [] }): [string, Node][] =>
        key === undefined || value === undefined ? [] : [[String(key.value), value]],
      );

/** The items of a list; nothing for anything else. */
export const items = (node: Node | undefined): readonly Node[] => (node?.type === 'array' ? (node.children ?? []) : []);

/** The value of a property (the first of that name), or undefined. */
export const child = (node: Node, key: string): Node | undefined =>
  node.type === 'object' ? findNodeAtLocation(node, [key]) : undefined;
