import type { Position } from '../../events/position.ts';

/** No segment is as long as this many bytes. */
const SEGMENT_ROOM = 2 ** 32;

/** A position as one number, in the same order: a long session keeps many of them. */
export const placeOf = ({ segment, offset }: Position): number => segment * SEGMENT_ROOM + offset;

export const positionOf = (place: number): Position => ({
  segment: Math.floor(place / SEGMENT_ROOM),
  offset: place % SEGMENT_ROOM,
});
