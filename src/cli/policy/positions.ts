import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';

/** A place in a file, both from 1, as editors count. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export type Path = readonly (string | number)[];

/** The place of an offset, in UTF-16 units; a byte order mark takes no column. */
export const positionAt = (text: string, offset: number): Position => {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  const last = lines.at(-1) ?? '';
  const mark = lines.length === 1 && last.startsWith('\uFEFF') ? 1 : 0;
  return { line: lines.length, column: last.length - mark + 1 };
};

/** The tree of a text, or of what can be read of it; a byte order mark is white space. Undefined where there is nothing. */
export const treeOf = (text: string): Node | undefined => {
  try {
    return parseTree(text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text, [], { allowTrailingComma: true });
  } catch (error) {
    // Nested deeper than anybody writes.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

/** Where a value stands, by the name of its key where it has one; the nearest thing around it that is there. */
export const positionOf = (text: string, tree: Node | undefined, path: Path): Position => {
  for (let length = path.length; tree !== undefined && length >= 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length));
    if (node === undefined) continue;
    const named = node.parent?.type === 'property' ? node.parent.children?.[0] : node;
    return positionAt(text, (named ?? node).offset);
  }
  return { line: 1, column: 1 };
};

/** Where exactly this value stands; null where it is not there. */
export const exactPosition = (text: string, path: Path): Position | null => {
  const tree = treeOf(text);
  const isThere = tree !== undefined && findNodeAtLocation(tree, [...path]) !== undefined;
  return isThere ? positionOf(text, tree, path) : null;
};
