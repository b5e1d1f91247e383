import type { JsonObject } from '../../events/json-object.ts';
import { isJsonObject } from '../../events/json-object.ts';
import type { Effect, HookRun, HostCall, Intention, Reading, Want } from './outcome.ts';

interface Sign {
  readonly intention: Intention;
  readonly because: string;
}

/**
 * What an answer visibly is for, whether the host reads it or not: words of hosts for a refusal anywhere in its JSON, also in
 * JSON with other text around it and on stderr; exit code 2; and words for a refusal beside a failure or at the beginning of
 * what it prints.
 */
export const signsIn = (call: HostCall, run: HookRun): Sign[] => {
  const signs: Sign[] = [];
  const objects = [...objectsIn(run.stdout), ...objectsIn(run.stderr)];
  for (const object of objects) signs.push(...signsOf(object, ''));
  if (objects.length === 0) signs.push(...signsInDamaged(run.stdout.slice(0, LOOKED_AT)));
  if (run.ended === 'exit' && run.exitCode === 2) signs.push({ intention: 'block', because: 'exit code 2' });
  const printed = objects.length > 0 ? '' : `${run.stdout.slice(0, LOOKED_AT)}\n${run.stderr.slice(0, LOOKED_AT)}`;
  const hasFailed = run.ended === 'exit' && run.exitCode !== 0;
  const word = (hasFailed ? REFUSAL : REFUSAL_FIRST).exec(printed)?.[1];
  if (word !== undefined) signs.push({ intention: 'block', because: `it says "${word}"` });
  const isContext = PLAIN_CONTEXT.has(call.event) && objects.length === 0 && run.stdout.trim() !== '';
  if (isContext && !signs.some(({ intention }) => intention === 'block')) {
    signs.push({ intention: 'context', because: 'it prints text' });
  }
  const seen = new Set<Intention>();
  return signs.filter(({ intention }) => !seen.has(intention) && seen.add(intention));
};

const PLAIN_CONTEXT = new Set(['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion', 'PostModelSwitch']);

/** Characters of each stream in which words are looked for. */
const LOOKED_AT = 20_000;

const WORDS =
  'block(?:ed|ing)?|den(?:y|ied)|refus(?:e|ed|ing)|reject(?:ed)?|forbidden|not allowed|prohibited|disallowed|not permitted|must not';
const REFUSAL = new RegExp(`\\b(${WORDS})\\b`, 'i');
const REFUSAL_FIRST = new RegExp(`^[^\\p{L}\\n]{0,20}(?:error|hook)?[^\\p{L}\\n]{0,20}(${WORDS})\\b`, 'iu');

/** Every JSON object that a text holds: the whole of it, one a line, or what stands between its outer braces. */
const objectsIn = (text: string): JsonObject[] => {
  const whole = parsed(text.replace(/^\uFEFF/, ''));
  if (whole !== null) return [whole];
  const lines = text.split('\n').flatMap((line): JsonObject[] => {
    const object = parsed(line);
    return object === null ? [] : [object];
  });
  if (lines.length > 0) return lines;
  const inside = parsed(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
  return inside === null ? [] : [inside];
};

const parsed = (text: string): JsonObject | null => {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    return isJsonObject(first) ? first : null;
  } catch {
    return null;
  }
};

const DECIDING = new Set(['permissionDecision', 'decision', 'behavior', 'permission']);
const NO = new Set(['deny', 'denied', 'block', 'blocked', 'reject', 'rejected', 'refuse']);
const YES = new Set(['allow', 'approve', 'allowed', 'approved']);
const REWRITES = new Set(['updatedInput', 'updated_input', 'modifiedArgs', 'tool_input']);
const REPLACES = new Set(['updatedToolOutput', 'updatedMCPToolOutput', 'modifiedResult', 'displayContent']);
const CONTEXTS = new Set(['additionalContext', 'additional_context']);
const MESSAGES = new Set(['systemMessage']);

/** Hosts read two levels. */
const DEEPEST = 3;

const signsOf = (object: JsonObject, at: string, depth = 0): Sign[] =>
  Object.entries(object).flatMap(([name, value]): Sign[] => {
    const path = `${at}${name}`;
    const sign = (intention: Intention): Sign[] => [{ intention, because: path }];
    if (DECIDING.has(name) && typeof value === 'string') {
      const word = value.toLowerCase();
      const because = `${path}: "${value}"`;
      if (NO.has(word)) return [{ intention: 'block', because }];
      if (word === 'ask') return [{ intention: 'ask', because }];
      return YES.has(word) ? [{ intention: 'allow', because }] : [];
    }
    if (name === 'continue' && (value === false || value === 'false'))
      return [{ intention: 'halt', because: 'continue: false' }];
    if ((name === 'ok' || name === 'approved') && value === false)
      return [{ intention: 'block', because: `${path}: false` }];
    if (REWRITES.has(name)) return sign('rewrite');
    if (REPLACES.has(name)) return sign('replace');
    if (CONTEXTS.has(name) && typeof value === 'string' && value !== '') return sign('context');
    if (MESSAGES.has(name) && value !== '') return sign('message');
    const isRead = depth < DEEPEST && (name === 'hookSpecificOutput' || name === 'decision');
    return isJsonObject(value) && isRead ? signsOf(value, `${path}.`, depth + 1) : [];
  });

/** What JSON says that is cut or broken. */
const signsInDamaged = (text: string): Sign[] =>
  [...text.matchAll(/"(\w{1,30})"\s*:\s*"(\w{1,20})"/g)].flatMap(([, name = '', value = '']) =>
    DECIDING.has(name) ? signsOf({ [name]: value }, '') : [],
  );

const MEETS: Readonly<Record<Exclude<Intention, 'context' | 'message'>, readonly Effect[]>> = {
  block: ['denied', 'goes-on', 'halted', 'fed-back'],
  halt: ['halted', 'denied'],
  ask: ['asked'],
  allow: ['allowed'],
  rewrite: ['rewritten'],
  replace: ['replaced'],
};

/** Holds what an answer is for against what it comes to. What is stopped need not be asked about, allowed or rewritten as well. */
export const wantsOf = (call: HostCall, run: HookRun, reading: Reading): Want[] => {
  const signs = signsIn(call, run);
  const effects = reading.consequences.map(({ effect }) => effect);
  const isStopped =
    signs.some(({ intention }) => intention === 'block' || intention === 'halt') &&
    effects.some((effect) => STOPS.has(effect));
  return signs
    .filter(({ intention }) => !(isStopped && MOOT.has(intention)))
    .map((sign) => {
      const met = isMet(sign, reading) ? true : effects.includes('uncertain') ? null : false;
      return { ...sign, met };
    });
};

const STOPS: ReadonlySet<Effect> = new Set(['denied', 'halted']);
const MOOT: ReadonlySet<Intention> = new Set(['ask', 'allow', 'rewrite', 'replace']);

const isMet = ({ intention, because }: Sign, { consequences, heard }: Reading): boolean => {
  if (intention === 'context')
    return heard.some(({ by, as }) => by === 'model' && /additionalContext|plain text/.test(as));
  if (intention === 'message') return heard.some(({ by, as }) => by !== 'nobody' && as === 'systemMessage');
  return consequences.some(({ effect }) => {
    // A call that ran cannot be denied: who says so of it wants more than to comment.
    if (intention === 'block' && effect === 'fed-back') return !/deny|denied|it says/.test(because);
    return MEETS[intention].includes(effect);
  });
};
