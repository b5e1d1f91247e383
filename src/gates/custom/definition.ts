import { isJsonObject } from '../../events/json-object.ts';
import type { CustomGate, CustomGateEvent, CustomJudgement } from './gate-types.ts';

// Everything here is checked by hand: a gate's file may say anything, and the process it runs in is to start quickly.

/** What a gate says of itself, as plain data. */
export interface CustomDefinition {
  readonly summary: string;
  readonly events: readonly CustomGateEvent[];
  /** Null for all tools. */
  readonly tools: readonly string[] | null;
  /** Decisions of its rules, by the part of the id behind the slash. */
  readonly rules: Readonly<Record<string, 'deny' | 'ask' | 'advise'>>;
}

const EVENTS: readonly string[] = ['ToolRequested', 'ToolCompleted', 'PromptSubmitted'];
const DECISIONS: readonly unknown[] = ['deny', 'ask', 'advise'];
const NAME = /^[a-z][a-z0-9-]{0,39}$/;
const MOST_RULES = 20;
const MOST_CONDITIONS = 20;
const LONGEST_TEXT = 1_000;
const LONGEST_ACTUAL = 500;
const LONGEST_CONTEXT = 8_000;

/** Whether gates of projects judge events of a type. */
export const isCustomEvent = (type: string): boolean => EVENTS.includes(type);

/** Whether a gate is about an event: `tool` is null for a prompt, which no tools leave out. */
export const isAbout = ({ events, tools }: CustomDefinition, type: string, tool: string | null): boolean =>
  events.some((event) => event === type) &&
  (tools === null || tool === null || tools.some((pattern) => fits(pattern, tool)));

const fits = (pattern: string, tool: string): boolean =>
  new RegExp(`^${pattern.split('*').map(escaped).join('.*')}$`).test(tool);

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');

/** Reads what a file exports. Throws an `Error` that says what is wrong with it. */
export const definitionOf = (exported: unknown): CustomDefinition => {
  if (!isJsonObject(exported)) throw new Error('it exports no gate: export const gate = { summary, on, rules }');
  const { summary, on, rules } = exported as Partial<Record<keyof CustomGate, unknown>>;
  if (typeof summary !== 'string' || summary.trim() === '') throw new Error('summary is no text');
  if (!isJsonObject(on)) throw new Error('on is no object: { events, tools }');
  const { events = ['ToolRequested'], tools = null } = on;
  if (!isTextList(events) || events.length === 0 || !events.every(isCustomEvent)) {
    throw new Error(`on.events is no list of ${EVENTS.join(', ')}`);
  }
  if (tools !== null && !isTextList(tools)) throw new Error('on.tools is no list of names of tools');
  if (!isJsonObject(rules)) throw new Error('rules is no object');
  const named = Object.entries(rules);
  if (named.length === 0 || named.length > MOST_RULES) throw new Error(`it has no rules, or more than ${MOST_RULES}`);
  const decisions = named.map(([name, rule]) => [name, decisionOf(name, rule)] as const);
  const stopping = decisions.find(([, decision]) => decision !== 'advise');
  if (stopping !== undefined && events.some((event) => event !== 'ToolRequested')) {
    throw new Error(
      `the rule ${stopping[0]} is to ${stopping[1]}, and only ToolRequested can be stopped: advise, or leave the other events to another gate`,
    );
  }
  return {
    summary: cut(summary.trim(), LONGEST_TEXT),
    events: events as readonly CustomGateEvent[],
    tools,
    rules: Object.fromEntries(decisions),
  };
};

const decisionOf = (name: string, rule: unknown): 'deny' | 'ask' | 'advise' => {
  if (!NAME.test(name)) throw new Error(`"${cut(name, 50)}" is no name of a rule: letters, digits and hyphens`);
  if (!isJsonObject(rule) || typeof rule['judge'] !== 'function') throw new Error(`the rule ${name} has no judge()`);
  if (!DECISIONS.includes(rule['decision'])) throw new Error(`the decision of ${name} is not deny, ask or advise`);
  return rule['decision'] as 'deny';
};

/** A judgement as it is recorded: every text has an end, and `actual` is plain data. */
export interface SaidJudgement {
  readonly conditions: readonly {
    readonly name: string;
    readonly holds: boolean;
    readonly actual: unknown;
    readonly remedy: string | null;
  }[];
  readonly reason: string;
  readonly context?: string;
}

/** Reads what `judge` returned. Throws an `Error` that says what is wrong with it. */
export const judgementOf = (returned: unknown): SaidJudgement | null => {
  if (returned === null) return null;
  if (!isJsonObject(returned)) throw new Error('judge() returned neither null nor a judgement');
  const { conditions, reason, context } = returned as Partial<Record<keyof CustomJudgement, unknown>>;
  if (!Array.isArray(conditions) || conditions.length === 0 || conditions.length > MOST_CONDITIONS) {
    throw new Error(`judge() returned no conditions, or more than ${MOST_CONDITIONS}`);
  }
  if (typeof reason !== 'string' || reason.trim() === '') throw new Error('judge() returned no reason');
  if (context !== undefined && typeof context !== 'string')
    throw new Error('judge() returned a context that is no text');
  return {
    conditions: conditions.map(conditionOf),
    reason: cut(reason, LONGEST_TEXT),
    ...(context === undefined ? {} : { context: cut(context, LONGEST_CONTEXT) }),
  };
};

const conditionOf = (condition: unknown): SaidJudgement['conditions'][number] => {
  if (!isJsonObject(condition)) throw new Error('judge() returned a condition that is no object');
  const { name, holds, actual, remedy = null } = condition;
  if (typeof name !== 'string' || name === '') throw new Error('judge() returned a condition without a name');
  if (typeof holds !== 'boolean') throw new Error(`the condition ${cut(name, 100)} does not say whether it holds`);
  if (remedy !== null && typeof remedy !== 'string') throw new Error(`the remedy of ${cut(name, 100)} is no text`);
  return {
    name: cut(name, 100),
    holds,
    actual: plain(actual),
    remedy: remedy === null ? null : cut(remedy, LONGEST_TEXT),
  };
};

/** What is short and plain as it is, also in a list; anything else as a text, since the log's readers know no keys of it. */
const plain = (value: unknown): unknown => {
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) {
    const json = JSON.stringify(value);
    return json.length <= LONGEST_ACTUAL ? value : cut(typeof value === 'string' ? value : json, LONGEST_ACTUAL);
  }
  try {
    return cut(JSON.stringify(value) ?? 'null', LONGEST_ACTUAL);
  } catch {
    return cut(String(value), LONGEST_ACTUAL);
  }
};

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const cut = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);
