import type { JsonObject } from '../../events/json-object.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { shown } from './json-output.ts';
import type { DenyForm, HostDialect, HostRow, Moment } from './other-hosts.ts';
import { type Effect, type Ground, type HookRun, type HostCall, measured, uncertain } from './outcome.ts';
import { type Draft, startDraft } from './reading-draft.ts';

/** What one of the other hosts makes of a run. */
export const readByOtherHost = (call: HostCall, run: HookRun, dialect: HostDialect): Draft => {
  const draft = startDraft();
  const moment = Object.hasOwn(dialect.events, call.event) ? dialect.events[call.event] : undefined;
  if (moment === undefined) {
    draft.adds({
      effect: 'uncertain',
      says: `what ${dialect.name} makes of answers to ${call.event} was not measured`,
      ...uncertain('hosts.md §7'),
    });
    return draft;
  }
  const row = dialect.rows[moment];
  const { stdout, stderr } = run;
  const object = objectIn(stdout) ?? (dialect.readsStderr && stdout.trim() === '' ? objectIn(stderr) : null);
  const exitCode = run.ended === 'missing' ? 127 : run.ended === 'killed' ? 137 : run.exitCode;
  const facts = { call, run, dialect, moment, row, object, exitCode, draft, ground: measured(row.source) };
  if (run.ended === 'timeout') {
    draft.adds({
      effect: 'nothing',
      says: 'the hook is killed, and the host goes on as if it had said nothing',
      ...facts.ground,
    });
  } else if (exitCode === 0) afterSuccess(facts);
  else if (exitCode === 2) afterExit2(facts);
  else afterFailure(facts);
  return draft;
};

interface Facts {
  readonly call: HostCall;
  readonly run: HookRun;
  readonly dialect: HostDialect;
  readonly moment: Moment;
  readonly row: HostRow;
  readonly object: JsonObject | null;
  readonly exitCode: number;
  readonly draft: Draft;
  readonly ground: Ground;
}

const objectIn = (text: string): JsonObject | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
};

const SAYS: Readonly<Partial<Record<Effect, string>>> = {
  denied: 'what was about to happen does not; the reason is told',
  replaced: 'the model sees the reason in place of the result; nothing is undone',
  'goes-on': 'the agent goes on; the reason is what it is told',
  halted: 'the agent stops',
  error: 'a hook error is shown, and the host goes on as if the hook had said nothing',
  nothing: 'the host goes on as if the hook had said nothing',
  shown: 'a warning is shown to the person, and the host goes on',
};

const says = (effect: Effect): string => SAYS[effect] ?? effect;

const denies: Readonly<Record<DenyForm, (object: JsonObject, nested: JsonObject) => boolean>> = {
  nested: (_, nested) => nested['permissionDecision'] === 'deny',
  'flat-permission': (object) => object['permissionDecision'] === 'deny',
  'flat-deny': (object) => object['decision'] === 'deny',
  'flat-block': (object) => object['decision'] === 'block',
};

const nestedIn = (object: JsonObject): JsonObject => {
  const nested = object['hookSpecificOutput'];
  return isJsonObject(nested) ? nested : {};
};

const reasonIn = (object: JsonObject): string => {
  const nested = nestedIn(object);
  const found = [nested['permissionDecisionReason'], object['permissionDecisionReason'], object['reason']];
  return found.find((value): value is string => typeof value === 'string' && value !== '') ?? '';
};

const refuses = ({ object, row }: Facts): boolean => {
  if (object === null) return false;
  const nested = nestedIn(object);
  return row.deny.some((form) => denies[form](object, nested));
};

const decide = (
  { draft, ground }: Facts,
  effect: Effect,
  reason: string,
  reader: 'model' | 'person' | 'nobody' = 'model',
): void => {
  draft.decides({ effect, says: says(effect), ...ground });
  draft.hears(reader, reason, 'the reason', ground);
};

const afterSuccess = (facts: Facts): void => {
  const { object, run, row, draft, ground, dialect } = facts;
  if (object === null) {
    const text = run.stdout.trim();
    draft.adds({
      effect: row.plain === 'model' ? 'context' : 'nothing',
      says: text === '' ? 'nothing is said, which is no opinion' : 'stdout is plain text',
      ...ground,
    });
    draft.hears(row.plain, text, 'plain text', ground);
    return;
  }
  const fault = dialect.isStrict ? strictFault(facts, object) : null;
  if (fault !== null) {
    draft.adds({ effect: 'error', says: 'hook failed: the whole answer is dropped, and the host goes on', ...ground });
    draft.ignores('stdout', fault, ground);
    return;
  }
  if (refuses(facts)) decide(facts, row.denied, reasonIn(object));
  else if (object['continue'] === false && row.halt !== null)
    decide(facts, row.halt, typeof object['stopReason'] === 'string' ? object['stopReason'] : '');
  else readRest(facts, object);
};

/** A permission, a question, a rewrite and context, and what is not read. */
const readRest = (facts: Facts, object: JsonObject): void => {
  const { call, dialect, moment, row, draft, ground } = facts;
  const nested = nestedIn(object);
  const flat = object['permissionDecision'] ?? object['decision'];
  const said = nested['permissionDecision'] ?? flat;
  const isRead = (form: 'nested' | 'flat'): boolean =>
    form === 'nested' ? nested['permissionDecision'] !== undefined : flat !== undefined;
  if (moment === 'before' && said === 'allow') {
    if (dialect.allows.some(isRead))
      draft.decides({ effect: 'allowed', says: 'the call runs without a dialog', ...ground });
    else draft.ignores('permissionDecision', 'it spares no dialog on this host', ground);
  } else if (said === 'ask') readQuestion(facts, nested['permissionDecision'] !== undefined);
  else if (said !== undefined)
    draft.ignores('the decision', `not in a form that ${dialect.name} reads at ${call.event}`, ground);
  for (const path of dialect.rewrites) {
    const [name = '', at = object] = path.includes('.') ? [path.split('.')[1], nested] : [path];
    if (moment === 'before' && isJsonObject((at as JsonObject)[name]))
      draft.decides({ effect: 'rewritten', says: 'the call runs with that input', ...ground });
  }
  for (const [form, at] of [
    ['nested', nested],
    ['flat', object],
  ] as const) {
    const text = at['additionalContext'];
    if (typeof text !== 'string' || text === '') continue;
    if (row.context.includes(form)) {
      draft.adds({ effect: 'context', says: 'context for the model', ...ground });
      draft.hears('model', text, 'additionalContext', ground);
    } else
      draft.ignores(
        form === 'flat' ? 'additionalContext' : 'hookSpecificOutput.additionalContext',
        `${dialect.name} does not read it there at ${call.event}`,
        ground,
      );
  }
  if (isJsonObject(nested['updatedInput']) && !dialect.rewrites.some((path) => path.endsWith('updatedInput'))) {
    draft.ignores('hookSpecificOutput.updatedInput', `${dialect.name} does not read it`, ground);
  }
  if (draft.reading().consequences.length === 0) draft.adds({ effect: 'nothing', says: says('nothing'), ...ground });
};

const readQuestion = ({ call, dialect, row, draft, ground }: Facts, isNested: boolean): void => {
  if (!row.deny.some((form) => (isNested ? form === 'nested' : form !== 'nested'))) {
    draft.ignores('the question', `${dialect.name} does not read it in that form: the call runs`, ground);
  } else if (call.headless !== true)
    draft.decides({ effect: 'asked', says: 'the person is asked', ...uncertain('hosts.md §0.1') });
  else if (dialect.name === 'Gemini CLI')
    draft.decides({ effect: 'error', says: 'in a headless run it waits for ever (--yolo), or is an error', ...ground });
  else draft.decides({ effect: 'denied', says: 'nobody can be asked, so the call is denied', ...ground });
};

const STRICT_TOP = new Set(['hookSpecificOutput', 'decision', 'reason', 'continue', 'stopReason', 'systemMessage']);
const STRICT_NESTED = new Set([
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'updatedInput',
  'additionalContext',
  'decision',
]);

/** Why a host that refuses what it does not know drops an answer; null where it does not. */
const strictFault = ({ moment }: Facts, object: JsonObject): string | null => {
  const nested = nestedIn(object);
  const unknown = [
    ...Object.keys(object).filter((key) => !STRICT_TOP.has(key)),
    ...Object.keys(nested).filter((key) => !STRICT_NESTED.has(key)),
  ];
  if (unknown.length > 0) return `it does not know ${unknown.join(', ')}`;
  if ('hookSpecificOutput' in object && typeof nested['hookEventName'] !== 'string')
    return 'hookEventName is missing in hookSpecificOutput';
  if (object['decision'] !== undefined && object['decision'] !== 'block')
    return `decision is not ${shown(object['decision'])}`;
  const isRefusal = nested['permissionDecision'] === 'deny' || object['decision'] === 'block';
  if (isRefusal && reasonIn(object) === '') return 'a refusal needs a reason';
  if (moment === 'end' && nested['additionalContext'] !== undefined) return 'the end of a turn takes no context';
  if (moment !== 'before') return null;
  const { permissionDecision: decision } = nested;
  if (decision === 'ask' || decision === 'defer') return `it does not know "${decision}"`;
  if (object['continue'] === false) return 'continue: false is not for a call';
  if (decision === 'allow' && nested['updatedInput'] === undefined)
    return 'allow is only read with updatedInput beside it';
  if (decision !== 'allow' && nested['updatedInput'] !== undefined)
    return 'updatedInput is only read with "allow" beside it';
  return null;
};

const afterExit2 = (facts: Facts): void => {
  const { object, run, row, dialect, moment, draft, ground } = facts;
  const stderr = run.stderr.trim();
  if (moment === 'before' && dialect.otherExit === 'denied') {
    const isFlat = object !== null && object['permissionDecision'] === 'deny';
    decide(facts, 'denied', isFlat ? reasonIn(object) : stderr, isFlat ? 'model' : 'nobody');
    if (!isFlat && stderr !== '') draft.ignores('stderr', 'the call is denied, and the reason is lost', ground);
  } else if (dialect.otherExit === 'denied-with-text' && object !== null) {
    if (refuses(facts)) decide(facts, row.denied, reasonIn(object));
    else
      draft.adds({
        effect: 'nothing',
        says: 'JSON without a decision counts as a permission, whatever the exit code',
        ...ground,
      });
  } else {
    const text = stderr === '' && dialect.otherExit === 'denied-with-text' ? run.stdout.trim() : stderr;
    if (row.exit2 === 'nothing') draft.adds({ effect: 'nothing', says: 'exit code 2 blocks nothing here', ...ground });
    else if (text === '')
      draft.adds({ effect: 'nothing', says: 'exit code 2 without a text on stderr blocks nothing', ...ground });
    else if (row.exit2 === 'shown' || row.exit2 === 'error') {
      draft.adds({ effect: row.exit2, says: says(row.exit2), ...ground });
      draft.hears('person', text, 'a warning', ground);
    } else decide(facts, row.exit2, text);
  }
};

const afterFailure = (facts: Facts): void => {
  const { object, run, exitCode, dialect, moment, row, draft, ground } = facts;
  const text = run.stderr.trim() || run.stdout.trim();
  if (moment !== 'before') {
    draft.adds({
      effect: 'uncertain',
      says: `exit code ${exitCode} at this event was not measured`,
      ...uncertain('hosts.md §7'),
    });
  } else if (dialect.otherExit === 'denied') decide(facts, 'denied', text, 'nobody');
  else if (dialect.otherExit === 'denied-with-text' && exitCode !== 1) {
    if (text === '') draft.adds({ effect: 'nothing', says: says('nothing'), ...ground });
    else decide(facts, 'denied', text);
  } else if (dialect.otherExit !== 'runs' && object !== null && refuses(facts))
    decide(facts, row.denied, reasonIn(object));
  else draft.adds({ effect: 'error', says: says('error'), ...ground });
};
