/** What can be done by key. */
export type Action = 'search' | 'next' | 'previous' | 'next-firing' | 'previous-firing' | 'theme' | 'reset' | 'help';

interface Binding {
  readonly keys: readonly string[];
  /** Null where the browser does it. */
  readonly action: Action | null;
  readonly does: string;
}

/** Every key of the page, for the script and for the help. */
export const KEYS: readonly Binding[] = [
  { keys: ['/'], action: 'search', does: 'Search in everything' },
  { keys: ['j'], action: 'next', does: 'Next entry' },
  { keys: ['k'], action: 'previous', does: 'Previous entry' },
  { keys: ['n'], action: 'next-firing', does: 'Next gate that fired' },
  { keys: ['p'], action: 'previous-firing', does: 'Previous gate that fired' },
  {
    keys: ['Enter'],
    action: null,
    does: 'Open or close what has the focus; follow a link; go to the first that was found',
  },
  { keys: ['Alt', '←'], action: null, does: 'Back to where you came from' },
  { keys: ['←', '→'], action: null, does: 'In the timeline: previous, next turn or mark' },
  { keys: ['t'], action: 'theme', does: 'Light, dark, or as the system has it' },
  { keys: ['Escape'], action: 'reset', does: 'Show everything again' },
  { keys: ['?'], action: 'help', does: 'These keys' },
];
