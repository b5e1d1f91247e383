import type { Actor } from '../../events/envelope.ts';
import { blocksOf, textOf, withoutPictures } from './content.ts';
import { unknownType } from './line-types.ts';
import { namelessKeys } from './nameless-keys.ts';
import { type OpenCalls, openCalls } from './open-calls.ts';
import { isRow, objectIn, type Row, textIn, timeIn } from './row.ts';
import { type Sidechains, sidechains } from './sidechains.ts';
import { draft, type ImportedDraft, type Source, tally } from './source.ts';
import { tokenCount } from './token-count.ts';
import { readResult } from './tool-results.ts';
import { isCaveat, queuedPrompt, readUserLine } from './user-lines.ts';

/** What is known of a file's lines before they are read. */
export interface LineFacts {
  /** Whether a line with the same id follows: it is the one that counts. Asked once a line. */
  readonly isSuperseded: (uuid: string) => boolean;
  readonly isKnownParent: (uuid: string) => boolean;
}

/** Turns the lines of a session into the events that hooks would have recorded of it. */
export interface Translator {
  readonly line: (source: Source, row: unknown, facts: LineFacts) => ImportedDraft[];
  /** What the end of a file says. */
  readonly end: (source: Source) => ImportedDraft[];
}

/**
 * One translator a session: calls are requested in one file and may be copied in another. It is a matter of the lines alone:
 * the same ones give the same drafts, however often and in how many parts they are imported.
 */
export const translator = (): Translator => {
  const session: Session = { calls: openCalls(), tokens: tokenCount(), sides: sidechains(), nameless: namelessKeys() };
  return {
    line: (source, row, facts) => readLine(session, source, row, facts),
    end: (source) => endOf(source),
  };
};

interface Session {
  readonly calls: OpenCalls;
  readonly tokens: ReturnType<typeof tokenCount>;
  readonly sides: Sidechains;
  readonly nameless: (row: Row) => string;
}

/** A line that is understood so far. */
interface Line {
  readonly source: Source;
  readonly row: Row;
  readonly key: string;
  readonly actor: Actor;
}

const readLine = (session: Session, source: Source, value: unknown, facts: LineFacts): ImportedDraft[] => {
  const { counts } = source;
  if (!isRow(value)) return skip(source, 'not an object');
  const row = value;
  const type = textIn(row, 'type');
  const uuid = textIn(row, 'uuid');
  if (uuid !== null && facts.isSuperseded(uuid)) return skip(source, 'written again later');
  const unknown = unknownType(type, textIn(row, 'subtype'));
  if (unknown !== null) tally(counts.unknownTypes, unknown);
  const parent = textIn(row, 'parentUuid');
  if (parent !== null && !facts.isKnownParent(parent)) counts.orphans += 1;
  source.at = timeIn(row['timestamp']) ?? source.at;
  source.permissionMode = textIn(row, 'permissionMode') ?? source.permissionMode;
  if (source.isCompaction) return readHelper(source, row, type, uuid);
  if (type === 'attachment') return readAttachment(session, source, row, uuid);
  if (type !== 'user' && type !== 'assistant' && type !== 'system') return [];
  const side = source.actor.id === 'main' && row['isSidechain'] === true;
  const key = uuid ?? session.nameless(row);
  const actor = side ? session.sides.actorOf(row, key) : source.actor;
  const line: Line = { source, row, key, actor };
  const before = side ? startSide(session, line) : [...started(session, line), ...moved(line)];
  if (type === 'assistant') return [...before, ...readAssistant(session, line)];
  if (type === 'user') return [...before, ...readUser(session, line)];
  return [...before, ...readSystem(line)];
};

const skip = ({ counts }: Source, reason: string): [] => {
  tally(counts.skipped, reason);
  return [];
};

/** The first line of a subagent's file. */
const started = (session: Session, line: Line): ImportedDraft[] => {
  const { source, row } = line;
  if (source.actor.id === 'main' || source.hasStarted) return [];
  source.hasStarted = true;
  if ((source.actor.type ?? '') === '') {
    const asked = session.calls.agentFor(textOf(objectIn(row, 'message')['content']) ?? '');
    if (asked !== null) source.actor = { ...source.actor, type: asked.type };
  }
  source.turn = textIn(row, 'promptId') ?? source.turn;
  source.cwd = textIn(row, 'cwd') ?? source.cwd;
  return [
    draft({ ...line, actor: source.actor }, 'SubagentStarted', {}, { key: `SubagentStarted ${source.actor.id}` }),
  ];
};

/** Older clients write what a subagent does among the lines of who asked for it. */
const startSide = (session: Session, line: Line): ImportedDraft[] => {
  const { actor, row } = line;
  if (!session.sides.isNew(actor.id)) return [];
  const asked = session.calls.agentFor(textOf(objectIn(row, 'message')['content']) ?? '');
  if (asked !== null) session.sides.name(actor.id, asked);
  const known = session.sides.actor(actor.id);
  return [draft({ ...line, actor: known }, 'SubagentStarted', {}, { key: `SubagentStarted ${actor.id}` })];
};

/** The working folder, which each line names. */
const moved = (line: Line): ImportedDraft[] => {
  const { source, row } = line;
  const cwd = textIn(row, 'cwd');
  if (cwd === null || cwd === source.cwd) return [];
  const before = source.cwd;
  source.cwd = cwd;
  return before === null ? [] : [draft(line, 'CwdChanged', { old_cwd: before, new_cwd: cwd })];
};

const readAssistant = (session: Session, line: Line): ImportedDraft[] => {
  const { source, row, key, actor } = line;
  const message = row['message'];
  const text = isRow(message) ? textOf(message['content']) : null;
  if (!isRow(message) || text === null) return skip(source, 'odd content');
  const id = textIn(message, 'id');
  const { isNew, tokens } = session.tokens.count(id, message['usage']);
  if (isNew) source.counts.messages += 1;
  source.counts.outputTokens += tokens;
  const drafts: ImportedDraft[] = compacted(line, null);
  const calls = blocksOf(message['content'], 'tool_use');
  if (actor.id === source.actor.id) {
    const isSame = source.last !== null && source.last.id !== null && source.last.id === id;
    if (!isSame) source.hasEnded = false;
    source.last = {
      id,
      // Of the first of its lines, so that it is the same while others of them are still to come.
      key: isSame ? (source.last?.key ?? key) : key,
      text: isSame ? [source.last?.text, text].filter((part) => part !== '').join('\n') : text,
      calls: calls.length > 0 || (isSame && source.last?.calls === true),
      isDone: DONE.has(message['stop_reason']),
    };
  }
  if (row['isApiErrorMessage'] === true) {
    source.hasEnded = true;
    return [...drafts, draft(line, 'TurnFailed', { error: row['error'] ?? 'unknown', last_assistant_message: text })];
  }
  for (const [at, block] of calls.entries()) {
    const call = textIn(block, 'id');
    const tool = textIn(block, 'name') ?? '';
    const input = block['input'];
    if (call !== null && !session.calls.open(call, tool, input)) continue;
    source.counts.calls += 1;
    const data = { tool_name: tool, tool_input: withoutPictures(input) };
    const named =
      call === null ? { key: `ToolRequested ${key} ${at}` } : { key: `ToolRequested ${call}`, delivery: call };
    drafts.push(draft(line, 'ToolRequested', data, { ...named, call }));
  }
  return drafts;
};

/** Reasons for which a model stops on its own; `max_tokens` and `tool_use` are none. */
const DONE: ReadonlySet<unknown> = new Set(['end_turn', 'stop_sequence']);

const readUser = (session: Session, line: Line): ImportedDraft[] => {
  const { source, row, actor } = line;
  const isMain = actor.id === 'main';
  const said = readUserLine(row, source.afterCaveat);
  if (said.is === 'odd') return skip(source, 'odd content');
  source.counts.messages += 1;
  source.afterCaveat = isCaveat(row);
  const summary = said.is === 'compact-summary' ? said.text : null;
  // A compaction has a prompt of its own.
  if (summary !== null) source.turn = textIn(row, 'promptId') ?? source.turn;
  const finished = isMain ? compacted(line, summary) : [];
  if (said.is === 'results')
    return [
      ...finished,
      ...said.results.flatMap((block) => readOutcome(session, line, block, said.results.length === 1)),
    ];
  if (actor.id !== source.actor.id) return [];
  if (said.is === 'interruption') {
    source.hasEnded = true;
    return finished;
  }
  const ended = said.is === 'prompt' || source.last?.isDone === true ? turnEnded(line) : [];
  source.turn = textIn(row, 'promptId') ?? source.turn;
  if (said.is !== 'prompt' || !isMain) return [...ended, ...finished];
  return [...ended, ...finished, draft(line, 'PromptSubmitted', { prompt: said.text })];
};

/** A prompt that came while the agent was at work. It ends no turn that is not at its end. */
const readAttachment = (session: Session, source: Source, row: Row, uuid: string | null): ImportedDraft[] => {
  const prompt = source.actor.id === 'main' && row['isSidechain'] !== true ? queuedPrompt(row) : null;
  if (prompt === null) return [];
  const line = { source, row, key: uuid ?? session.nameless(row), actor: source.actor };
  const ended = source.last?.isDone === true ? turnEnded(line) : [];
  return [...moved(line), ...ended, draft(line, 'PromptSubmitted', { prompt })];
};

const readOutcome = (session: Session, line: Line, block: Row, isAlone: boolean): ImportedDraft[] => {
  const call = textIn(block, 'tool_use_id');
  if (call === null) return skip(line.source, 'a result of no call');
  const known = session.calls.close(call);
  const about = known === undefined ? {} : { tool_name: known.tool, tool_input: withoutPictures(known.input) };
  const outcome = readResult(line.row, block, isAlone);
  const side = session.sides.ended(call);
  const before =
    side === null
      ? []
      : [draft({ ...line, actor: side }, 'SubagentStopped', {}, { key: `SubagentStopped ${side.id}` })];
  const given = { call, delivery: call };
  switch (outcome.is) {
    case 'completed': {
      const data = { ...about, tool_response: outcome.response };
      return [...before, draft(line, 'ToolCompleted', data, { ...given, key: `ToolCompleted ${call}` })];
    }
    case 'failed':
      return [
        ...before,
        draft(line, 'ToolFailed', { ...about, error: outcome.error }, { ...given, key: `ToolFailed ${call}` }),
      ];
    case 'refused': {
      const batch = [{ ...about, tool_use_id: call, tool_response: outcome.response }];
      const key = `ToolBatchCompleted ${call}`;
      return [...before, draft(line, 'ToolBatchCompleted', { tool_calls: batch }, { key, delivery: call })];
    }
  }
};

const readSystem = (line: Line): ImportedDraft[] => {
  const { source, row, key } = line;
  switch (row['subtype']) {
    case 'compact_boundary': {
      const trigger = textIn(objectIn(row, 'compactMetadata'), 'trigger');
      source.counts.compactions += 1;
      const before = compacted(line, null);
      source.compaction = { key, trigger };
      return [...before, draft(line, 'CompactionStarted', trigger === null ? {} : { trigger }, { turn: null })];
    }
    case 'stop_hook_summary':
      return turnEnded(line, true);
    case 'turn_duration':
      return source.last?.isDone === true ? turnEnded(line) : [];
    default:
      return [];
  }
};

/** The session goes on after a compaction: with its summary where that follows. */
const compacted = (line: Line, summary: string | null): ImportedDraft[] => {
  const { source } = line;
  if (source.compaction === null) return [];
  const { key, trigger } = source.compaction;
  source.compaction = null;
  const about = { ...(trigger === null ? {} : { trigger }), ...(summary === null ? {} : { compact_summary: summary }) };
  return [
    draft(line, 'SessionStarted', { source: 'compact' }, { key: `SessionStarted ${key}` }),
    draft(line, 'CompactionFinished', about, { key: `CompactionFinished ${key}` }),
  ];
};

/** The end of what the model said last, told once; `isToldAgain`: where the client itself says that its hooks ran. */
const turnEnded = (line: Line, isToldAgain = false): ImportedDraft[] => {
  const { source } = line;
  const { last } = source;
  if (last === null || last.calls || (source.hasEnded && !isToldAgain)) return [];
  const type = source.actor.id === 'main' ? 'TurnEnded' : 'SubagentStopped';
  const key = source.hasEnded ? `${type} ${line.key}` : `${type} ${last.key}`;
  source.hasEnded = true;
  const where = type === 'SubagentStopped' ? { agent_transcript_path: source.path } : {};
  return [draft({ ...line, actor: source.actor }, type, { ...where, last_assistant_message: last.text }, { key })];
};

const endOf = (source: Source): ImportedDraft[] => {
  const { last, actor } = source;
  const isOver = last !== null && (last.isDone || actor.id !== 'main');
  return isOver ? turnEnded({ source, row: {}, key: last.key, actor }) : [];
};

/** The file that a model was given to sum up a conversation: its summary is the only thing in it that is new. */
const readHelper = (source: Source, row: Row, type: string | null, uuid: string | null): [] => {
  if (type === 'user') source.counts.messages += 1;
  if (type !== 'assistant') return [];
  source.counts.messages += 1;
  const message = objectIn(row, 'message');
  const text = textOf(message['content']) ?? '';
  source.last = { id: null, key: uuid ?? source.actor.id, text, calls: false, isDone: true };
  source.hasEnded = false;
  return [];
};
