import type { Envelope } from '../../events/envelope.ts';

/** Something that must have been and is not in the log. */
export interface Loss {
  /** What is missing, in a word that tells it from what else may be missing of the same row. */
  readonly name: 'ruling' | 'result' | 'answer';
  readonly text: string;
  /** Index of the row that it is missing of. */
  readonly of: number;
}

/** A call that is not over. */
interface OpenCall {
  readonly row: number;
  readonly tool: string;
  readonly actor: string;
  readonly isOfHook: boolean;
  isRuled: boolean;
  isDenied: boolean;
  isAnswered: boolean;
}

export interface Losses {
  readonly requested: (row: number, event: Envelope) => void;
  /** An event that belongs to a row. Returns what shows to be missing by it. */
  readonly noted: (row: number, event: Envelope) => readonly Loss[];
  /** An event with a row of its own. Returns what is missing of the calls that it ends. */
  readonly endedBy: (event: Envelope) => readonly Loss[];
}

/**
 * Finds what a lost hook leaves: a call that was never ruled on, though others of its tool were; one that ran although it
 * was denied; one that nothing was heard of any more when the next prompt came, its subagent ended or the session did.
 */
export const startLosses = (): Losses => {
  const open = new Map<number, OpenCall>();
  const judgedTools = new Set<string>();

  const lacksRuling = ({ isRuled, isOfHook, tool }: OpenCall): boolean => isOfHook && !isRuled && judgedTools.has(tool);

  const atResult = (call: OpenCall): Loss[] => {
    const { row: of } = call;
    if (lacksRuling(call)) return [{ name: 'ruling', text: 'No gate ruled on it: its hook did not end', of }];
    if (!call.isDenied) return [];
    const text = call.isAnswered ? 'It ran although it was denied' : 'It ran: the denial never reached the host';
    return [{ name: 'answer', text, of }];
  };

  const atEnd = (call: OpenCall): Loss => ({
    name: 'result',
    text: lacksRuling(call) ? 'Neither a ruling nor a result of it' : 'Nobody knows what became of it',
    of: call.row,
  });

  return {
    requested: (row, { actor, provenance, data }) => {
      const tool = typeof data['tool_name'] === 'string' ? data['tool_name'] : '';
      const isOfHook = provenance === 'hook';
      open.set(row, { row, tool, actor: actor.id, isOfHook, isRuled: false, isDenied: false, isAnswered: false });
    },
    noted: (row, { type, data }) => {
      const call = open.get(row);
      if (call === undefined) return [];
      if (type === 'GatesRuled') {
        call.isRuled = true;
        call.isDenied = data['decision'] === 'deny';
        judgedTools.add(call.tool);
      } else if (type === 'AnswerSent') call.isAnswered = true;
      else if (type === 'ToolCompleted' || type === 'ToolFailed') {
        open.delete(row);
        return atResult(call);
      }
      return [];
    },
    endedBy: (event) => {
      const ended = [...open.values()].filter(({ actor }) => isEnd(event, actor));
      for (const { row } of ended) open.delete(row);
      return ended.filter(({ isDenied }) => !isDenied).map(atEnd);
    },
  };
};

const isEnd = ({ type, provenance, actor }: Envelope, of: string): boolean =>
  type === 'SessionEnded' ||
  (type === 'PromptSubmitted' && (provenance === 'prompt' || provenance === 'import')) ||
  (type === 'SubagentStopped' && actor.id === of);
