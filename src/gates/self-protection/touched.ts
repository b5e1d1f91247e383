import type { EventData } from '../../events/schemas.ts';
import { ABOUT_CALL, aboutAct, type Facts } from '../facts.ts';

/** What of docket's own a path is about. */
export type Protected = NonNullable<EventData<'FileObserved'>['protected']>;

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];
type ObservedPath = EventData<'PathsObserved'>['paths'][number];

/** Something of docket's own that a call would change. */
export interface Touched {
  readonly kind: Protected;
  /** The file or folder as the call names it, or the command that takes it along with others. */
  readonly shown: string;
  readonly because: readonly string[];
  /** The act of the command that does it; null for a file tool. */
  readonly act: number | null;
}

/**
 * Acts that change the files they name (their recognizers in src/shell/acts/), and under which of their details they take
 * away what lies in a folder as well.
 */
const CHANGING: Readonly<Record<string, ((details: Act['details']) => boolean) | null>> = {
  'code-write': null,
  delete: ({ recursive, matching }) => recursive === true && matching !== true,
  found: null,
  link: null,
  move: () => true,
  place: null,
  restore: null,
  sweep: () => true,
  write: null,
};

/** Everything of docket's own that a call would change, whatever the tool. */
export const touchedBy = (facts: Facts): readonly Touched[] => [
  ...touchedByFileTool(facts),
  ...touchedByArguments(facts),
  ...touchedByCommand(facts),
];

const touchedByFileTool = (facts: Facts): Touched[] => {
  const file = facts.file();
  const kind = file?.data.protected;
  // A settings file has much that is an agent's to change.
  if (file === null || kind === undefined || file.data.registration === 'kept') return [];
  return [{ kind, shown: file.data.path, because: [file.id], act: null }];
};

const touchedByArguments = (facts: Facts): Touched[] => {
  const paths = facts.paths(ABOUT_CALL);
  return (paths?.data.paths ?? []).flatMap((path) =>
    path.protected === undefined
      ? []
      : [{ kind: path.protected, shown: shownPath(path) ?? '', because: [paths?.id ?? ''], act: null }],
  );
};

const touchedByCommand = (facts: Facts): Touched[] => {
  const command = facts.command();
  return (command?.data.acts ?? []).flatMap((act, index): Touched[] => {
    const takesAll = Object.hasOwn(CHANGING, act.kind) ? CHANGING[act.kind] : undefined;
    const paths = takesAll === undefined ? null : facts.paths(aboutAct(index));
    return (paths?.data.paths ?? []).flatMap((path): Touched[] => {
      const kind = path.protected ?? (takesAll?.(act.details) === true ? path.holds : undefined);
      const because = [command?.id ?? '', paths?.id ?? ''];
      // `.` says less than `git stash --all` where docket's files are only among others.
      const shown = (path.protected === undefined ? null : shownPath(path)) ?? act.shown;
      return kind === undefined ? [] : [{ kind, shown, because, act: index }];
    });
  });
};

const shownPath = ({ written, path }: ObservedPath): string | null => written ?? path;
