import { isPlace, type SealPlace } from './seal.ts';

/** A seal in one line, to be kept where the log cannot reach: a commit trailer, a ticket. */
export const formatAnchor = ({ chain, seal }: SealPlace): string => `Docket-Seal: ${seal} ${chain}`;

/** The anchors in a text, such as a commit message, each once. */
export const parseAnchors = (text: string): SealPlace[] => {
  const found = [...text.matchAll(/(?:^|\s)Docket-Seal:\s*(\S+)\s+([0-9a-f]{64})(?![0-9a-f])/gi)].map(
    ([, seal = '', chain = '']) => ({ seal, chain: chain.toLowerCase() }),
  );
  return found.filter(
    (place, index) => isPlace(place) && found.findIndex(({ chain }) => chain === place.chain) === index,
  );
};
