import { atTime, clock, fitTo } from '../../cli/style.ts';
import type { Envelope } from '../../events/envelope.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { fileChangeOf } from '../../replay/file-change.ts';
import { keptText } from '../../replay/kept-text.ts';
import { summaryOf, verdictsIn } from '../../replay/summary.ts';
import { decisionMark, decisionTone } from '../look/decision.ts';
import { type Line, line, type Span } from '../look/line.ts';
import { commandLines } from './command-lines.ts';
import { dangersIn } from './dangers.ts';
import { fileChangeLines } from './file-change-lines.ts';
import { atMost, codeLines, heading, type Page, parts, wrapped } from './page.ts';
import { treeLines } from './tree-lines.ts';

/** What happened in a row: what was asked, what was said of it, what came of it, and the events that say so. */
export const eventLines = (events: readonly Envelope[], page: Page): Line[] => {
  const [first] = events;
  if (first === undefined) return [];
  return parts(headLines(first, events, page), askedLines(first, events, page), outcomeLines(events, page), [
    heading(events.length === 1 ? 'One event' : `${events.length} events`),
    ...events.map(listedLine),
  ]);
};

const headLines = (event: Envelope, events: readonly Envelope[], page: Page): Line[] => {
  const { type, actor, call, id, redacted } = event;
  const who = actor.id === 'main' ? 'the main agent' : `${actor.type ?? 'subagent'} ${actor.id}`;
  const facts = [atTime(event.at), who, ...(call === null ? [] : [call]), id];
  return [
    ...wrapped(
      `${type} ${type === 'ToolRequested' ? String(event.data['tool_name'] ?? '') : ''}`.trim(),
      page,
      '',
      'strong',
    ),
    ...wrapped(facts.join(' · '), page, '', 'dim'),
    ...(redacted.length === 0
      ? []
      : wrapped(`Redacted before it was written: ${redacted.join(', ')}`, page, '', 'warn')),
    ...events.flatMap((each) => (each.type === 'GatesRuled' ? [decidedLine(each)] : [])),
  ];
};

/** `✗ deny by test-gate/failing-tests`, and that Why tells more. */
const decidedLine = ({ data }: Envelope): Line => {
  const verdicts = verdictsIn(data);
  const fired = verdicts.filter(({ decision }) => decision !== undefined && decision !== 'pass');
  const decision = String(data['decision'] ?? '?');
  if (fired.length === 0) {
    return line({
      text: `${decisionMark('pass')} ${verdicts.length === 1 ? '1 gate' : `${verdicts.length} gates`} let it pass`,
      tone: 'dim',
    });
  }
  const said = fired.flatMap(({ rule, decision: each, mode }): Span[] => [
    { text: `${rule ?? '?'}${saidOtherwise(each, mode, decision)}  `, tone: decisionTone(each ?? '') },
  ]);
  return line({ text: `${decisionMark(decision)} ${decision}: `, tone: decisionTone(decision) }, ...said);
};

/** What a rule said, where that is not what was decided. */
const saidOtherwise = (said: string | undefined, mode: string | undefined, decision: string): string => {
  if (mode === 'monitor') return ` would ${said ?? '?'}`;
  return said === decision ? '' : ` ${said ?? '?'}`;
};

const askedLines = (event: Envelope, events: readonly Envelope[], page: Page): Line[] => {
  const { data, type, redacted } = event;
  const input = data['tool_input'];
  if (type === 'PromptSubmitted') return textLines('The prompt', data['prompt'], page);
  if (type === 'TurnEnded' || type === 'SubagentStopped') {
    return textLines('Its last words', data['last_assistant_message'], page);
  }
  if (input === undefined) return [heading('What it says'), ...treeLines(data, page, 'event')];
  const change = fileChangeOf(events);
  if (change !== null) return fileChangeLines(change, page);
  const command = isJsonObject(input) ? keptText(input['command']) : null;
  if (command !== null) {
    const isOriginal = command.cutFrom === null && redacted.length === 0;
    const dangers = dangersIn(command.text, events, isOriginal);
    return [heading('The command'), ...commandLines(command.text, dangers, page), ...riskLines(events, page)];
  }
  return [heading('What it was given'), ...treeLines(input, page, 'event.input')];
};

/** What the reading of the command says of each part that is not safe. */
const riskLines = (events: readonly Envelope[], page: Page): Line[] => {
  const review = events.find(({ type }) => type === 'CommandUnderstood')?.data['review'];
  const segments =
    isJsonObject(review) && Array.isArray(review['segments']) ? review['segments'].filter(isJsonObject) : [];
  return segments.flatMap(({ shown, safe, reason, tier }) =>
    safe === true
      ? []
      : wrapped(
          `${String(shown)}: ${String(reason ?? 'not known to be safe')}`,
          page,
          `  tier ${String(tier)}  `,
          'warn',
        ),
  );
};

const MOST_LINES = 60;

const textLines = (title: string, value: unknown, page: Page): Line[] => {
  const kept = keptText(value);
  if (kept === null) return [];
  const size = kept.cutFrom === null ? '' : ` (its beginning and end, of ${kept.cutFrom} bytes)`;
  return [heading(`${title}${size}`), ...atMost(codeLines(kept.text, page, '  '), MOST_LINES)];
};

const outcomeLines = (events: readonly Envelope[], page: Page): Line[] => {
  const outcome = events.find(({ type }) => type === 'ToolCompleted' || type === 'ToolFailed');
  if (outcome === undefined) {
    if (events[0]?.type !== 'ToolRequested') return [];
    const isDenied = events.some(({ type, data }) => type === 'AnswerSent' && data['decision'] === 'deny');
    return wrapped(isDenied ? 'It did not run: it was denied.' : 'What came of it is not in the log.', page, '', 'dim');
  }
  const { error, tool_response: response } = outcome.data;
  if (outcome.type === 'ToolFailed') return textLines('It failed', error, page).map(redden);
  const text = keptText(response) ?? (isJsonObject(response) ? keptText(response['stdout']) : null);
  const wrong = isJsonObject(response) ? keptText(response['stderr']) : null;
  if (text !== null) {
    return parts(
      text.text.trim() === '' ? [heading('It said nothing')] : textLines('It said', text.text, page),
      wrong === null || wrong.text.trim() === '' ? [] : textLines('And as errors', wrong.text, page),
    );
  }
  // What it did to the file stands above.
  if (fileChangeOf(events) !== null) return [];
  return response === undefined ? [] : [heading('What came of it'), ...treeLines(response, page, 'event.response')];
};

const redden = (one: Line, index: number): Line =>
  index === 0 ? { ...one, spans: one.spans.map((span) => ({ ...span, tone: 'bad' as const })) } : one;

const listedLine = (event: Envelope): Line =>
  line({ text: `  ${clock(event.at)} `, tone: 'dim' }, `${fitTo(event.type, 17)}  `, {
    text: summaryOf(event),
    tone: 'dim',
  });
