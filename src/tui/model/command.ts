import type { WhatIfChange } from '../think/what-if.ts';
import type { ExportWhat, Model } from './model.ts';

/** What a command asks of the world; carried out outside of the model, which hears of the result. */
export type Effect =
  | { readonly kind: 'quit' }
  | { readonly kind: 'open-session'; readonly session: string }
  | { readonly kind: 'what-if'; readonly change: WhatIfChange | null }
  | { readonly kind: 'copy'; readonly what: CopyWhat }
  | { readonly kind: 'export'; readonly path: string; readonly what: ExportWhat }
  /** Reads the events of a row, to show them below it. */
  | { readonly kind: 'open-row'; readonly row: string }
  | { readonly kind: 'redraw' }
  | { readonly kind: 'suspend' };

/** What can be copied of the chosen row; of a session in the list its id and a command. */
export type CopyWhat = 'id' | 'event' | 'reason' | 'path' | 'command';

export interface Step {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

/** Where a command can be used; what lies over a session takes the keys alone. */
export type Where = 'sessions' | 'session' | 'what-if' | 'everywhere';

/**
 * Something a person can do: one table of these drives the keys, the palette, the help and the documentation. Keys are
 * named as `useKeys` names them; a key of two strokes is written with a blank between: `g d`. One without keys is done by name.
 */
export interface Command {
  readonly name: string;
  readonly keys: readonly string[];
  readonly does: string;
  readonly group: 'move' | 'jump' | 'look' | 'find' | 'what if' | 'take away' | 'program';
  readonly where: Where;
  /** `count` is what was typed before it, or null. */
  run(model: Model, count: number | null): Step;
}
