import type { Envelope } from '../../events/envelope.ts';
import { summaryOf } from '../../replay/summary.ts';
import { counted } from '../counted.ts';
import type { Intervention, Voice } from './model.ts';
import type { Shown } from './shown.ts';
import { oneLine } from './texts.ts';
import type { OpenEntry, Timeline } from './timeline.ts';
import type { Walked } from './walk.ts';

/** What people did about the session besides prompts, and what an agent says that they did, in the order of the log. */
export const interventionsOf = ({ items }: Walked, { entries, entryOf }: Timeline, shown: Shown): Intervention[] =>
  items.flatMap((item): Intervention[] => {
    if ('finding' in item || item.isRepeat) return [];
    const event = shown.event(item.line.event);
    const said = saidIn(event, entries[entryOf(event) ?? -1]);
    if (said === null) return [];
    const { id, at, provenance } = event;
    return [
      {
        event: id,
        at,
        provenance,
        voice: said.voice ?? voiceOf(event),
        kind: said.kind,
        text: oneLine(said.text, 400),
      },
    ];
  });

interface Said {
  readonly kind: string;
  readonly text: string;
  readonly voice?: Voice;
}

const VOICES: Readonly<Partial<Record<Envelope['provenance'], Voice>>> = {
  person: 'terminal',
  prompt: 'prompt',
  agent: 'claim',
};

const voiceOf = ({ provenance }: Envelope): Voice => VOICES[provenance] ?? 'client';

const saidIn = (event: Envelope, entry: OpenEntry | undefined): Said | null => {
  const { type, data, provenance } = event;
  const summary = summaryOf(event);
  const isPerson = provenance === 'person' || provenance === 'prompt';
  switch (type) {
    case 'ProofRecorded':
      return { kind: 'proof', text: `saw it work: ${summary}` };
    case 'ProofRevoked':
      return { kind: 'proof', text: `took back that it works: ${summary}` };
    case 'WaiverGranted':
      return { kind: 'waiver', text: `waived ${summary}` };
    case 'WaiverRevoked':
      return { kind: 'waiver', text: `took back the waiver of ${summary}` };
    case 'PhaseEntered':
      return isPerson ? { kind: 'approval', text: `moved a workflow on: ${summary}` } : null;
    case 'ApprovalRefused':
      return { kind: 'approval', text: `tried to approve, and could not: ${summary}` };
    case 'WorkflowReset':
      return { kind: 'approval', text: `ended a workflow: ${summary}` };
    case 'QuestionAnswered':
      return data['by'] === 'person' || data['by'] === 'other'
        ? { kind: 'answer', text: `answered a question: ${summary}`, voice: 'client' }
        : null;
    case 'ElicitationAnswered':
      return {
        kind: 'answer',
        text: `answered a form of ${String(data['mcp_server_name'] ?? 'a server')}`,
        voice: 'client',
      };
    case 'PermissionRequested':
      return { kind: 'permission', text: permissionWords(summary, entry), voice: 'client' };
    case 'PermissionDenied':
      return { kind: 'permission', text: `refused: ${summary}`, voice: 'client' };
    case 'ToolFailed':
      return data['is_interrupt'] === true
        ? { kind: 'interrupt', text: `interrupted ${summary}`, voice: 'client' }
        : null;
    case 'TestRunFinished':
      if (data['source'] === 'claim') return { kind: 'tests', text: `said that tests ran: ${summary}`, voice: 'claim' };
      return data['source'] === 'recorded' ? { kind: 'tests', text: `recorded a test run: ${summary}` } : null;
    case 'ReviewRecorded':
      return data['standing'] === 'claim'
        ? { kind: 'review', text: `said that there was a review: ${summary}`, voice: 'claim' }
        : null;
    default:
      return null;
  }
};

/** The client tells that it asked, and not what was said: that shows by what came of the call. */
const permissionWords = (summary: string, entry: OpenEntry | undefined): string => {
  if (entry?.outcome === 'completed' || entry?.outcome === 'failed')
    return `the client asked for permission, and it ran: ${summary}`;
  return `the client asked for permission, and nothing says that it ran: ${summary}`;
};

/** `2 at a terminal, 1 in a prompt` */
export const voicesIn = (interventions: readonly Intervention[]): string[] =>
  (['terminal', 'prompt', 'client', 'claim'] as const).flatMap((voice) => {
    const count = interventions.filter((one) => one.voice === voice).length;
    return count === 0 ? [] : [VOICE_WORDS[voice](count)];
  });

const VOICE_WORDS: Readonly<Record<Voice, (count: number) => string>> = {
  terminal: (count) => `${count} at a terminal`,
  prompt: (count) => `${counted(count, 'line')} in prompts`,
  client: (count) => `${count} in the client`,
  claim: (count) => `${counted(count, 'claim')} by agents, which count for nothing`,
};
