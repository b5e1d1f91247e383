import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';

/** What a gate can ask to be observed before it judges. */
export type FactRequest =
  | { readonly fact: 'command' }
  | { readonly fact: 'file'; readonly path: string }
  | { readonly fact: 'git'; readonly path: string };

/** A fact and the event that recorded it. */
export interface Fact<Data> {
  readonly id: string;
  readonly data: Data;
}

/** The facts observed for one trigger. Null means: not observed, or it could not be. */
export interface Facts {
  command(): Fact<EventData<'CommandUnderstood'>> | null;
  file(path: string): Fact<EventData<'FileObserved'>> | null;
  git(path: string): Fact<EventData<'GitObserved'>> | null;
}

/** Reads facts from the events that record them; of several about the same thing the last one counts. */
export const factsFrom = (events: readonly Envelope[]): Facts => {
  const find = <Data>(type: string, matches: (event: Envelope) => boolean): Fact<Data> | null => {
    const event = events.findLast((candidate) => candidate.type === type && matches(candidate));
    return event === undefined ? null : { id: event.id, data: event.data as Data };
  };
  return {
    command: () => find('CommandUnderstood', () => true),
    file: (path) => find('FileObserved', (event) => event.data['path'] === path),
    git: (path) => find('GitObserved', (event) => event.data['path'] === path),
  };
};

/** Event types that record facts. */
export const FACT_TYPES: ReadonlySet<string> = new Set(['CommandUnderstood', 'FileObserved', 'GitObserved']);
