import type { Data, Envelope } from '../events/envelope.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import { relativeTo } from '../projections/paths.ts';
import { writtenPath } from '../projections/tools.ts';
import { agentSummary } from './agent-summary.ts';
import { contextSummary } from './context-summary.ts';
import { endingSummary } from './ending-summary.ts';

import { evidenceSummary } from './evidence-summary.ts';
import { mocksSummary } from './mocks-summary.ts';
import { questionSummary } from './question-summary.ts';
import { todoSummary } from './todo-summary.ts';
import { writingSummary } from './writing-summary.ts';

/** What an event says, in a few words on one line: the command, the file, the decision. */
export const summaryOf = (event: Envelope): string => oneLine(words(event));

/** The verdicts in an event's data. A reader of logs cannot rely on them: none where the data has no list of them. */
export const verdictsIn = (data: Data): readonly Partial<Verdict>[] =>
  listIn(data, 'verdicts').filter((item): item is Partial<Verdict> => typeof item === 'object' && item !== null);

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
      const { failures } = data as Partial<EventData<'TestRunFinished'>>;
      const failed = typeof failures === 'number' ? ` (${failures} failed)` : '';
      const claim = text('source') === 'claim' ? 'claim: ' : '';
      return `${claim}${text('runner') || '?'}: ${text('status') || '?'}${failed}, ${text('reason')}`;
    }
    case 'TestRunSuperseded':
      return `run ${text('run')}, by the write ${text('by')}`;
    case 'TestRunSkipped':
      return data['reason'] === 'monitor' ? `only watched: ${text('would')}` : 'nothing says how the tests are run';
    case 'GatesRuled': {
      const verdicts = verdictsIn(data);
      const passed = verdicts.filter((verdict) => verdict.decision === 'pass');
      const fired = verdicts.filter((verdict) => verdict.decision !== 'pass');
      const said = [...fired, ...passed].map(
        (v) =>
          ` ${v.gate ?? '?'}:${v.waived === undefined ? (v.decision ?? '?') : 'waived'}${v.mode === 'monitor' ? '*' : ''}`,
      );
      return `${text('decision') || '?'}${said.join('')}`;
    }
    case 'AnswerSent':
      return `${text('decision') || '?'}${verdictsIn(data)
        .map((v) => ` ${v.rule ?? '?'}`)
        .join('')}`;
    case 'PolicyLoaded': {
      const { policy } = data as Partial<EventData<'PolicyLoaded'>>;
      const problems = listIn(data, 'problems').length;
      const mode = policy?.mode === 'monitor' ? ', in monitor mode' : '';
      return `preset ${policy?.preset ?? '?'}${mode}${problems > 0 ? `, ${problems} problems` : ''}`;
    }
    case 'GitObserved':
      return `${text('branch') || 'no branch'} in ${text('worktree') || text('path')}`;
    case 'FileObserved':
      return `${text('kind')} ${relativeTo(event.worktree, text('path'))}`;
    case 'LintFinished': {
      const { count } = data as Partial<EventData<'LintFinished'>>;
      const found = text('status') === 'problems' && typeof count === 'number' ? ` (${count})` : '';
      const why = text('status') === 'broken' ? `, ${text('reason')}` : '';
      return `${text('linter') || '?'} ${text('status') || '?'}${found} ${relativeTo(event.worktree, text('path'))}${why}`;
    }
    case 'LintSkipped':
      return data['reason'] === 'monitor'
        ? `only watched: ${listIn(data, 'linters').join(', ')}`
        : 'none is configured';
    case 'PathsObserved':
      return listIn(data, 'paths').map(pathWords).join(', ');
    case 'CommandUnderstood': {
      const programs = listIn(data, 'programs').map((name) => (typeof name === 'string' ? name : '?'));
      return `${data['understood'] === true ? '' : 'not understood: '}${programs.join(', ')}`;
    }
    case 'FolderRefused':
      return `${text('path')}: ${text('code')}`;
    case 'LlmReviewed':
      return text('unasked') === ''
        ? listIn(data, 'answers').map(answerWords).join(', ')
        : `not asked: ${text('unasked')}`;
    case 'CustomGatesJudged':
      return listIn(data, 'gates').map(customWords).join(', ');
    case 'LogSealed': {
      const { n } = data as Partial<EventData<'LogSealed'>>;
      return `${n ?? '?'} line${n === 1 ? '' : 's'} up to ${text('to') || '?'}${text('signature') === '' ? '' : ', signed'}`;
    }
    case 'SegmentArchived': {
      const { segment, lines } = data as Partial<EventData<'SegmentArchived'>>;
      return `segment ${segment ?? '?'}, ${lines ?? '?'} line${lines === 1 ? '' : 's'}`;
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
      return (
        evidenceSummary(event, text) ??
        agentSummary(event, text) ??
        writingSummary(event, text) ??
        endingSummary(event, text) ??
        contextSummary(event, text) ??
        questionSummary(event, text) ??
        mocksSummary(event, text) ??
        todoSummary(event, text) ??
        (text('hook_event_name') || text('message') || text('file_path') || text('error'))
      );
  }
};

const listIn = (data: Data, field: string): readonly unknown[] => {
  const value = data[field];
  return Array.isArray(value) ? value : [];
};

/** `build: inside`, `*.json: docket's policy`, `.: holds docket's log` */
const pathWords = (observed: unknown): string => {
  if (typeof observed !== 'object' || observed === null) return '?';
  const { written, path, place, protected: own, holds } = observed as Partial<ObservedPath>;
  const where =
    own === undefined ? (holds === undefined ? (place ?? '?') : `holds docket's ${holds}`) : `docket's ${own}`;
  return `${written ?? path ?? '?'}: ${where}`;
};

type ObservedPath = EventData<'PathsObserved'>['paths'][number];

/** `gemini unsafe`, `openai: timeout` */
const answerWords = (answer: unknown): string => {
  if (typeof answer !== 'object' || answer === null) return '?';
  const { provider, verdict, failure } = answer as Partial<EventData<'LlmReviewed'>['answers'][number]>;
  const said = verdict === null || verdict === undefined ? `: ${failure ?? '?'}` : verdict.safe ? ' safe' : ' unsafe';
  return `${provider ?? '?'}${said}${verdict?.aligned === false ? ', not aligned' : ''}`;
};

/** `ticket-id: no-ticket`, `slow-gate: failed, it did not come to an end`, `quiet: nothing to say` */
const customWords = (said: unknown): string => {
  if (typeof said !== 'object' || said === null) return '?';
  const { gate, failure, rules = [] } = said as Partial<EventData<'CustomGatesJudged'>['gates'][number]>;
  const open = rules.filter(({ judgement }) => judgement?.conditions.some(({ holds }) => !holds) === true);
  const found = open.length === 0 ? 'nothing to say' : open.map(({ rule }) => rule).join(' and ');
  return `${gate ?? '?'}: ${typeof failure === 'string' ? `failed, ${failure}` : found}`;
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
