import { placesOf } from '../shared/search.ts';

const NAME = 'found';
/** More marks than anybody looks at would only cost time. */
const MOST = 3000;

/**
 * Marks the words of a search in what is laid out. The marks are ranges beside the document: no text is taken apart for
 * them. Browsers that have none show no marks.
 */
export const createHighlights = (): ((words: readonly string[]) => void) => {
  if (typeof Highlight === 'undefined' || !CSS.highlights) return () => {};
  const found = new Highlight();
  CSS.highlights.set(NAME, found);
  let wanted: readonly string[] = [];
  /** Blocks of rows that are near what is in sight. */
  const laidOut = new Set<Element>();

  const markIn = (root: Element): void => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && found.size < MOST; node = walker.nextNode()) {
      for (const [from, to] of placesOf(node.nodeValue ?? '', wanted)) found.add(rangeOf(node, from, to));
    }
  };

  document.addEventListener(
    'contentvisibilityautostatechange',
    (event) => {
      const { skipped } = event as ContentVisibilityAutoStateChangeEvent;
      const block = event.target as Element;
      if (!block.matches('.rows')) return;
      if (skipped) laidOut.delete(block);
      else laidOut.add(block);
      if (!skipped && wanted.length > 0) markIn(block);
    },
    { capture: true },
  );

  return (words) => {
    wanted = words;
    found.clear();
    if (words.length === 0) return;
    for (const block of laidOut) markIn(block);
    for (const section of document.querySelectorAll('main > section:not(#entries)')) markIn(section);
  };
};

const rangeOf = (node: Node, from: number, to: number): StaticRange =>
  new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to });
