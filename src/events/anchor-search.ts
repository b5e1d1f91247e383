import { bytesOf } from './text-bytes.ts';

/** Says which of many texts, lists of them by number, are somewhere in a text. */
export type AnchorSearch = (text: string) => ReadonlySet<number>;

/** Anchors are of the first half; from any other character a search begins anew. */
const ASCII = 128;
/** A state's row in the table, as a shift: every byte has a place, so that none needs to be compared first. */
const ROW = 8;

/**
 * Looks for all anchors of all lists in one pass (Aho and Corasick, 1975), which for a long text is an order of magnitude faster than one
 * search for each. Letters are the same in either case. Anchors are ASCII.
 */
export const anchorSearch = (lists: readonly (readonly string[])[]): AnchorSearch => {
  const { table, firstHit, hits } = automaton(lists);
  return (text) => {
    const seen = new Uint8Array(lists.length);
    const bytes = bytesOf(text);
    const { length } = text;
    let node = 0;
    for (let at = 0; at < length; at += 1) {
      node = table[(node << ROW) | (bytes[at] as number)] as number;
      if (node >= firstHit) for (const list of hits[node - firstHit] as readonly number[]) seen[list] = 1;
    }
    return new Set([...lists.keys()].filter((list) => seen[list] === 1));
  };
};

interface Automaton {
  /** For each state, where it goes on with each character. */
  readonly table: Uint16Array;
  /** The first state in which an anchor ends; so does one in all behind it. */
  readonly firstHit: number;
  /** For each of those, from the first on, which lists have such an anchor. */
  readonly hits: readonly (readonly number[])[];
}

const automaton = (lists: readonly (readonly string[])[]): Automaton => {
  const next: number[] = Array.from({ length: ASCII }, () => 0);
  const found: Set<number>[] = [new Set()];
  const nodeAt = (node: number, code: number): number => next[node * ASCII + code] as number;
  for (const [list, anchors] of lists.entries()) {
    for (const anchor of anchors) {
      let node = 0;
      for (const character of anchor.toLowerCase()) {
        const code = character.charCodeAt(0);
        if (nodeAt(node, code) === 0) {
          next[node * ASCII + code] = found.length;
          found.push(new Set());
          for (let at = 0; at < ASCII; at += 1) next.push(0);
        }
        node = nodeAt(node, code);
      }
      (found[node] as Set<number>).add(list);
    }
  }
  return hitsLast(withFallbacks(next, found), found);
};

/** The same with its states in another order, so that comparing numbers tells whether an anchor ends. */
const hitsLast = (table: Int32Array, found: readonly ReadonlySet<number>[]): Automaton => {
  const states = [...found.keys()];
  const silent = states.filter((state) => found[state]?.size === 0);
  const ending = states.filter((state) => found[state]?.size !== 0);
  const order = [...silent, ...ending];
  const places = new Uint16Array(found.length);
  for (const [place, state] of order.entries()) places[state] = place;
  const sorted = new Uint16Array(found.length << ROW);
  for (const [place, state] of order.entries()) {
    for (let code = 0; code < ASCII; code += 1) {
      // Letters are the same in either case.
      const next = table[state * ASCII + (LOWER[code] as number)] as number;
      sorted[(place << ROW) | code] = places[next] as number;
    }
  }
  return { table: sorted, firstHit: silent.length, hits: ending.map((state) => [...(found[state] as Set<number>)]) };
};

/** Where each state goes on with each character, those included where an anchor breaks off. */
const withFallbacks = (next: readonly number[], found: readonly Set<number>[]): Int32Array => {
  const table = Int32Array.from(next);
  const fallback = new Int32Array(found.length);
  const queue: number[] = [0];
  for (let at = 0; at < queue.length; at += 1) {
    const node = queue[at] as number;
    for (let code = 0; code < ASCII; code += 1) {
      const place = node * ASCII + code;
      const child = table[place] as number;
      const other = node === 0 ? 0 : (table[(fallback[node] as number) * ASCII + code] as number);
      if (child === 0) table[place] = other;
      else {
        fallback[child] = other;
        for (const list of found[other] as Set<number>) (found[child] as Set<number>).add(list);
        queue.push(child);
      }
    }
  }
  return table;
};

const LOWER = Uint8Array.from({ length: ASCII }, (_, code) => (code >= 0x41 && code <= 0x5a ? code + 0x20 : code));
