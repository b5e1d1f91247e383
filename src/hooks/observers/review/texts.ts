/**
 * The texts that a tool's result holds, in order; null for a value of no shape that tools are known to answer with. A
 * text is what stands in one block: blocks are never joined, so that no word comes of two. Shapes: a text, a list of
 * texts or blocks, `{content}`, `{stdout, stderr}`, one block, and JSON of these in a text.
 */
export const textsIn = (result: unknown, depth = 0): readonly string[] | null => {
  if (depth > DEEPEST) return null;
  if (typeof result === 'string') return textsOfText(result, depth);
  if (Array.isArray(result)) {
    return result.slice(0, MOST_BLOCKS).flatMap((block) => (isText(block) ? (textsIn(block, depth + 1) ?? []) : []));
  }
  if (typeof result !== 'object' || result === null) return null;
  const { content, stdout, stderr, type, text } = result as Record<string, unknown>;
  if (typeof stdout === 'string' || typeof stderr === 'string') {
    return [stdout, stderr].filter((output) => typeof output === 'string');
  }
  if (typeof content === 'string' || Array.isArray(content)) return textsIn(content, depth + 1);
  return type === 'text' && typeof text === 'string' ? textsIn(text, depth + 1) : null;
};

/** Tools put results into results: a list of blocks whose text is JSON of blocks. */
const DEEPEST = 6;
const MOST_BLOCKS = 1_000;

/** An image, a link or an embedded file is nothing that the tool says. */
const isText = (block: unknown): boolean =>
  typeof block === 'string' ||
  (typeof block === 'object' && block !== null && (block as { type?: unknown }).type === 'text');

const textsOfText = (text: string, depth: number): readonly string[] => {
  const start = text.trimStart().charAt(0);
  if (start !== '{' && start !== '[' && start !== '"') return [text];
  try {
    return textsIn(JSON.parse(text), depth + 1) ?? [text];
  } catch {
    return [text];
  }
};
