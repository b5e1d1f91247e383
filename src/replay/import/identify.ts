import { shortDigest } from '../../events/digest.ts';
import { isKnownType } from './line-types.ts';
import { readRows } from './read-rows.ts';
import { isRow, objectIn, type Row, textIn, timeIn } from './row.ts';
import { readUserLine } from './user-lines.ts';

/** What a transcript is, from its beginning. */
export interface Identity {
  /** Null of a file that is no transcript. */
  readonly format: 'claude-code' | 'codex' | null;
  readonly session: string | null;
  /** Names the conversation, whatever files it is continued in: its first prompt. */
  readonly root: string | null;
  readonly firstAt: number | null;
  readonly agent: string | null;
  readonly agentType: string | null;
  readonly isSidechain: boolean;
  readonly cwd: string | null;
  readonly model: string | null;
  readonly version: string | null;
  readonly entrypoint: string | null;
  readonly gitBranch: string | null;
  /** How the session began, where a hook's trace says so. */
  readonly source: string | null;
}

type Open = { -readonly [Field in keyof Identity]: Identity[Field] };

const MOST_ROWS = 300;
const MOST_BYTES = 8 * 1024 * 1024;

/**
 * Reads as much of a file as it takes to know what it is: the first lines may be the client's own notes, which name no session.
 * Throws the system's error when the file cannot be read.
 */
export const identify = async (path: string): Promise<Identity> => {
  const rows = readRows(path);
  const known: Open = { ...UNKNOWN };
  try {
    for (let count = 0; count < MOST_ROWS && rows.bytes() < MOST_BYTES; count += 1) {
      const row = await rows.next();
      if (row === undefined) break;
      if (isRow(row)) note(known, row);
      if (isEnough(known)) break;
    }
  } finally {
    rows.close();
  }
  return known;
};

const UNKNOWN: Identity = {
  format: null,
  session: null,
  root: null,
  firstAt: null,
  agent: null,
  agentType: null,
  isSidechain: false,
  cwd: null,
  model: null,
  version: null,
  entrypoint: null,
  gitBranch: null,
  source: null,
};

const isEnough = ({ format, session, root, model, cwd }: Open): boolean =>
  format === 'codex' ? cwd !== null : session !== null && root !== null && model !== null && cwd !== null;

const note = (known: Open, row: Row): void => {
  const type = textIn(row, 'type');
  if (type === null) return;
  if (type === 'session_meta' && isRow(row['payload'])) {
    noteRollout(known, row, row['payload']);
    return;
  }
  if (!isKnownType(type)) return;
  known.format ??= 'claude-code';
  known.session ??= textIn(row, 'sessionId') ?? textIn(row, 'session_id');
  known.firstAt ??= timeIn(row['timestamp']);
  known.agent ??= textIn(row, 'agentId');
  known.agentType ??= textIn(row, 'attributionAgent');
  if (row['isSidechain'] === true && known.root === null) known.isSidechain = true;
  known.cwd ??= textIn(row, 'cwd');
  known.version ??= textIn(row, 'version');
  known.entrypoint ??= textIn(row, 'entrypoint');
  known.gitBranch ??= textIn(row, 'gitBranch');
  known.source ??= sourceIn(row);
  if (type === 'assistant') known.model ??= textIn(objectIn(row, 'message'), 'model');
  const uuid = textIn(row, 'uuid');
  if (type === 'user' && uuid !== null && readUserLine(row, false).is === 'prompt') {
    known.root ??= `${uuid} ${shortDigest(JSON.stringify(row['message']))}`;
  }
};

/** `SessionStart:resume`, in what the client notes of hooks that ran. */
const sourceIn = (row: Row): string | null => {
  const name = textIn(objectIn(row, 'data'), 'hookName') ?? textIn(objectIn(row, 'attachment'), 'hookName');
  return /^SessionStart:(\w+)$/.exec(name ?? '')?.[1] ?? null;
};

const noteRollout = (known: Open, row: Row, payload: Row): void => {
  known.format = 'codex';
  known.session ??= textIn(payload, 'id');
  known.root ??= known.session;
  known.firstAt ??= timeIn(row['timestamp']);
  known.cwd ??= textIn(payload, 'cwd');
  known.version ??= textIn(payload, 'cli_version');
  known.entrypoint ??= textIn(payload, 'originator');
  known.gitBranch ??= textIn(objectIn(payload, 'git'), 'branch');
};
