import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { relativeTo } from '../projections/paths.ts';
import { writtenPath } from '../projections/tools.ts';

/** What an event says, in a few words on one line: the command, the file, the decision. */
export const summaryOf = (event: Envelope): string => oneLine(words(event));

const words = (event: Envelope): string => {
  const { data } = event;
  const text = (field: string): string => {
    const value = data[field];
    if (typeof value === 'string') return value;
    return typeof value === 'object' && value !== null && 'head' in value ? String(value.head) : '';
  };
  switch (event.type) {
    case 'PromptSubmitted':
      return `"${text('prompt')}"`;
    case 'ToolRequested':
    case 'ToolCompleted':
    case 'ToolFailed':
    case 'PermissionRequested':
    case 'PermissionDenied':
      return `${text('tool_name')} ${target(event)}`;
    case 'TestRunStarted':
      return text('runner');
    case 'TestRunFinished': {
      const { status, failures, runner, reason } = data as EventData<'TestRunFinished'>;
      return `${runner}: ${status}${failures === null ? '' : ` (${failures} failed)`}, ${reason}`;
    }
    case 'GatesRuled': {
      const { decision, verdicts } = data as EventData<'GatesRuled'>;
      const passed = verdicts.filter((verdict) => verdict.decision === 'pass');
      const fired = verdicts.filter((verdict) => verdict.decision !== 'pass');
      const said = [...fired, ...passed].map((v) => ` ${v.gate}:${v.decision}${v.mode === 'monitor' ? '*' : ''}`);
      return `${decision}${said.join('')}`;
    }
    case 'AnswerSent': {
      const { decision, verdicts } = data as EventData<'AnswerSent'>;
      return `${decision}${verdicts.map((v) => ` ${v.rule}`).join('')}`;
    }
    case 'PolicyLoaded': {
      const { policy, problems } = data as EventData<'PolicyLoaded'>;
      return `preset ${policy.preset}${problems.length > 0 ? `, ${problems.length} problems` : ''}`;
    }
    case 'GitObserved':
      return `${text('branch') || 'no branch'} in ${text('worktree') || text('path')}`;
    case 'FileObserved':
      return `${text('kind')} ${relativeTo(event.worktree, text('path'))}`;
    case 'CommandUnderstood': {
      const { programs, understood } = data as EventData<'CommandUnderstood'>;
      return `${understood ? '' : 'not understood: '}${programs.map((name) => name ?? '?').join(', ')}`;
    }
    case 'HookFailed':
      return `${text('stage')}: ${text('code')}, ${text('message')}`;
    case 'HostObserved':
      return `${text('kind')} (${text('because')})`;
    case 'SessionStarted':
      return text('source');
    case 'SessionEnded':
      return text('reason');
    case 'SubagentStarted':
    case 'SubagentStopped':
      return event.actor.type ?? event.actor.id;
    case 'TurnEnded':
    case 'MessageDisplayed':
      return text('last_assistant_message') || text('delta');
    default:
      return text('hook_event_name') || text('message') || text('file_path') || text('error');
  }
};

const target = (event: Envelope): string => {
  const input = event.data['tool_input'];
  const path = writtenPath(event.data['tool_name'], input);
  if (path !== null) return relativeTo(event.worktree, path);
  if (typeof input !== 'object' || input === null) return '';
  const { command, file_path: file, pattern, description, prompt, url } = input as Record<string, unknown>;
  const shown = [command, file, pattern, description, prompt, url].find((value) => typeof value === 'string');
  return typeof shown === 'string' ? shown : '';
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
