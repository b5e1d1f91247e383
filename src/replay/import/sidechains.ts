import type { Actor } from '../../events/envelope.ts';
import { type Row, textIn } from './row.ts';

/** Who speaks on lines of subagents that stand in the session's own file, as clients before 2.0 wrote them. */
export interface Sidechains {
  /** By the line from which its parents lead up, which has none. */
  readonly actorOf: (row: Row, key: string) => Actor;
  /** True once for each. */
  readonly isNew: (id: string) => boolean;
  readonly name: (id: string, asked: { readonly call: string; readonly type: string }) => void;
  readonly actor: (id: string) => Actor;
  /** The subagent that a call had asked for, once. */
  readonly ended: (call: string) => Actor | null;
}

/** Lines of one subagent follow each other closely. */
const MOST_LINES = 20_000;

export const sidechains = (): Sidechains => {
  const roots = new Map<string, string>();
  const actors = new Map<string, Actor>();
  const asked = new Map<string, string>();
  return {
    actorOf: (row, key) => {
      const own = textIn(row, 'agentId');
      const root = own ?? roots.get(textIn(row, 'parentUuid') ?? '') ?? key;
      roots.set(key, root);
      if (roots.size > MOST_LINES) roots.delete(roots.keys().next().value as string);
      return actors.get(root) ?? { id: root };
    },
    isNew: (id) => {
      if (actors.has(id)) return false;
      actors.set(id, { id });
      return true;
    },
    name: (id, { call, type }) => {
      actors.set(id, type === '' ? { id } : { id, type });
      asked.set(call, id);
    },
    actor: (id) => actors.get(id) ?? { id },
    ended: (call) => {
      const id = asked.get(call);
      if (id === undefined) return null;
      asked.delete(call);
      return actors.get(id) ?? { id };
    },
  };
};
