import type { Envelope } from '../../events/envelope.ts';
import { relativeTo } from '../../projections/paths.ts';
import { fileKind } from '../../projections/source-files.ts';
import { writtenPath } from '../../projections/tools.ts';
import { diffOf } from './call-parts.ts';
import type { ChangedFile } from './model.ts';
import type { Shown } from './shown.ts';
import type { TextReader } from './texts.ts';
import type { Timeline } from './timeline.ts';
import type { Walked } from './walk.ts';

type Edit = ChangedFile['edits'][number];

interface OpenFile {
  path: string;
  kind: string;
  added: number;
  removed: number;
  readonly edits: Edit[];
}

/** Characters of all diffs together, and edits in all; more is in the log. */
const MOST_DIFF_TEXT = 2 * 1024 * 1024;
const MOST_EDITS = 5_000;

/** The files that the session is known to have written, in the order of their first write, and how many edits were left out. */
export const changedFiles = (
  { items }: Walked,
  { entries, entryOf }: Timeline,
  shown: Shown,
  reader: TextReader,
): { readonly files: ChangedFile[]; readonly leftOut: number } => {
  const files = new Map<string, OpenFile>();
  const kinds = new Map<string, string>();
  let room = MOST_DIFF_TEXT;
  let edits = 0;
  let leftOut = 0;

  const add = (path: string, edit: Edit, counts: { readonly added: number; readonly removed: number }): void => {
    const file = files.get(path) ?? {
      path,
      kind: kinds.get(path) ?? fileKind(path),
      added: 0,
      removed: 0,
      edits: [],
    };
    files.set(path, file);
    file.added += counts.added;
    file.removed += counts.removed;
    edits += 1;
    if (edits > MOST_EDITS) leftOut += 1;
    else file.edits.push(edit);
  };

  const written = (event: Envelope): void => {
    const path = writtenPath(event.data['tool_name'], event.data['tool_input']);
    if (path === null) return;
    const entry = entries[entryOf(event) ?? -1];
    const diff = diffOf(entry === undefined || entry.events.length === 0 ? [event] : entry.events, reader);
    const isRoom = room > 0;
    if (diff !== null && isRoom) room -= diff.text.length;
    add(
      relativeTo(event.worktree, path),
      {
        event: entry?.event ?? event.id,
        at: event.at,
        actor: event.actor.id === 'main' ? 'main' : (event.actor.type ?? event.actor.id),
        diff: diff === null || !isRoom ? null : diff.text,
        note: diff === null ? 'nobody recorded what changed' : isRoom ? diff.note : 'left out: the log has it',
      },
      diff ?? NOTHING,
    );
  };

  for (const item of items) {
    if ('finding' in item || item.isRepeat) continue;
    const event = shown.event(item.line.event);
    if (event.type === 'FileObserved') {
      const { path, kind, worktree } = event.data;
      if (typeof path === 'string' && typeof kind === 'string')
        kinds.set(relativeTo(typeof worktree === 'string' ? worktree : event.worktree, path), kind);
    } else if (event.type === 'ToolCompleted') written(event);
    else if (event.type === 'ChangesObserved' && Array.isArray(event.data['paths'])) {
      const call = entries[entryOf(event) ?? -1];
      for (const path of event.data['paths']) {
        if (typeof path !== 'string') continue;
        const note = `written by ${String(event.data['by'] ?? 'a command')}: what it held then nobody recorded`;
        const actor = event.actor.id === 'main' ? 'main' : (event.actor.type ?? event.actor.id);
        add(path, { event: call?.event ?? event.id, at: event.at, actor, diff: null, note }, NOTHING);
      }
    }
  }
  return { files: [...files.values()].map((file) => ({ ...file, kind: kinds.get(file.path) ?? file.kind })), leftOut };
};

const NOTHING = { added: 0, removed: 0 };
