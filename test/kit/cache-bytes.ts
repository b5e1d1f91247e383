import type { CachePart } from '../../src/events/cache-part.ts';
import { piecesOf } from '../../src/events/cache-parts.ts';

/** The file of a cache with some parts. */
export const bytesOfParts = (parts: readonly CachePart[]): Buffer => Buffer.concat(piecesOf(parts));
