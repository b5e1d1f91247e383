import type { Overlay } from '../model.ts';

/** The overlay of a kind. */
export type OverlayOf<Kind extends Overlay['kind']> = Extract<Overlay, { readonly kind: Kind }>;
