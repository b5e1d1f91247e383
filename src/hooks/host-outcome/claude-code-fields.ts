import type { HostEventName } from '../../events/host-events.ts';
import type { JsonObject } from '../../events/json-object.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { PERMISSIONS } from './claude-code-events.ts';
import { knows, ruleHolds } from './client-versions.ts';
import type { EventRow, Field } from './event-row.ts';
import { shown } from './json-output.ts';
import { DRIVEN, documented, type Ground, type HostCall, measured, uncertain } from './outcome.ts';
import type { Draft } from './reading-draft.ts';

interface Facts {
  readonly call: HostCall;
  readonly event: HostEventName;
  readonly object: JsonObject;
  readonly exitCode: number;
  readonly version: string;
  readonly row: EventRow;
  readonly draft: Draft;
}

/** Reads every field of a valid object: those that decide first. */
export const readFields = (facts: Facts): void => {
  const { object, draft, event } = facts;
  readHalt(facts);
  readBlock(facts);
  const { hookSpecificOutput } = object;
  const nested = isJsonObject(hookSpecificOutput) ? hookSpecificOutput : {};
  readPermission(facts, nested);
  if (event === 'PermissionRequest') readDialog(facts, nested);
  readSpecific(facts, nested);
  readMessage(facts);
  ignoreUnknown(facts, nested);
  if (draft.reading().consequences.length > 0) return;
  const says =
    Object.keys(object).length === 0
      ? 'an empty object is no opinion'
      : 'nothing in the object says anything at this event';
  draft.adds({ effect: 'nothing', says, ...measured('hosts.md §0.1') });
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const readHalt = ({ object, row, draft }: Facts): void => {
  const { continue: goesOn, stopReason } = object;
  if (goesOn !== false) {
    if (textOf(stopReason) !== '')
      draft.ignores('stopReason', 'it is only read beside continue: false', measured(DRIVEN));
    return;
  }
  const { effect, says, reader = 'nobody', basis, source } = row.halt;
  if (effect === 'nothing') {
    draft.ignores('continue', says, { basis, source });
    return;
  }
  draft.decides({ effect, says, basis, source });
  draft.hears(reader, textOf(stopReason), 'stopReason', { basis, source });
};

const readBlock = ({ object, event, row, version, draft }: Facts): void => {
  const { decision, reason } = object;
  const { block } = row;
  if (decision === undefined) {
    if (textOf(reason) !== '') draft.ignores('reason', 'it is only read beside decision', measured(DRIVEN));
  } else if (decision === 'approve') {
    if (event === 'PreToolUse') allow(draft, version, { basis: 'documented', source: 'protocol §1.4' });
    else draft.ignores('decision', '"approve" says nothing at this event', documented('protocol §1.4'));
  } else if (block === null) {
    const ground = MEASURED_UNBLOCKABLE.has(event) ? measured(DRIVEN) : documented('protocol §1.1');
    draft.ignores('decision', `nothing can be blocked by it at ${event}`, ground);
  } else if (!knows(version, block.since)) {
    draft.ignores('decision', `it blocks nothing at ${event} before ${block.since}`, documented('protocol §1.11'));
  } else if (draft.isBlocked()) {
    draft.ignores('decision', 'continue: false stands above it', documented('protocol §1.4'));
  } else {
    const { effect, says, reader, basis, source } = block;
    draft.decides({ effect, says, basis, source });
    draft.hears(reader, textOf(reason) || 'Blocked by hook', 'the reason', { basis, source });
  }
};

const MEASURED_UNBLOCKABLE: ReadonlySet<HostEventName> = new Set([
  'SessionStart',
  'SubagentStart',
  'PermissionRequest',
]);

const allow = (draft: Draft, version: string, ground: Ground): void => {
  const limits = ruleHolds('denyRulesHold', version)
    ? 'deny and ask rules of the settings are judged all the same'
    : 'deny rules of the settings are passed over as well (before 2.1.77)';
  draft.decides({ effect: 'allowed', says: `the call needs no permission; ${limits}`, ...ground });
};

/** Tools of the host whose dialog a permission alone does not spare. */
const ASKING_TOOLS = new Set(['AskUserQuestion', 'ExitPlanMode']);

const readPermission = (facts: Facts, nested: JsonObject): void => {
  const { call, event, version, draft, exitCode } = facts;
  const { permissionDecision: decision, permissionDecisionReason: reason } = nested;
  if (decision === undefined) {
    if (textOf(reason) !== '')
      draft.ignores(
        `${NESTED}permissionDecisionReason`,
        'it is only read beside permissionDecision',
        documented('protocol §1.4'),
      );
    return;
  }
  if (PERMISSIONS[event] === undefined) {
    draft.ignores(
      `${NESTED}permissionDecision`,
      `${event} has none`,
      MEASURED_WITHOUT.has(event) ? measured(DRIVEN) : documented('protocol §1.4'),
    );
    return;
  }
  if (!knows(version, decision === 'defer' ? '2.1.89' : '1.0.59')) {
    draft.ignores(`${NESTED}permissionDecision`, 'this version does not know it yet', documented('protocol §1.11'));
    return;
  }
  if (draft.isBlocked()) {
    draft.ignores(`${NESTED}permissionDecision`, 'what blocks stands above it', measured(DRIVEN));
    return;
  }
  const ground = event === 'PreToolUse' ? measured('measured.md, Answers') : documented('protocol §1.1');
  const told = textOf(reason);
  if (decision === 'deny') {
    draft.decides({
      effect: 'denied',
      says: `${WHAT[event] ?? 'the call'} does not run; the model reads the reason`,
      ...ground,
    });
    draft.hears('model', told || 'Blocked by hook', 'the reason', ground);
  } else if (exitCode === 2) {
    draft.ignores(`${NESTED}permissionDecision`, `exit code 2 stands above ${shown(decision)}`, measured(DRIVEN));
  } else if (event === 'PreSkillShellCommand') {
    if (decision === 'allow') draft.ignores(`${NESTED}permissionDecision`, '"allow" says nothing here', ground);
    else draft.decides({ effect: 'denied', says: `${shown(decision)} refuses the command`, ...ground });
  } else if (decision === 'ask') ask(facts, told, ground);
  else if (decision === 'defer') defer(facts);
  else {
    const isAsking = ASKING_TOOLS.has(call.tool ?? '') && !isJsonObject(nested['updatedInput']);
    if (isAsking)
      draft.ignores(
        `${NESTED}permissionDecision`,
        `${call.tool} is only answered by "allow" with updatedInput beside it`,
        documented('protocol §1.4'),
      );
    else allow(draft, version, ground);
    draft.hears('nobody', told, 'the reason of a permission', uncertain('protocol §4.1, 6'));
  }
};

const NESTED = 'hookSpecificOutput.';
const WHAT: Readonly<Partial<Record<HostEventName, string>>> = {
  PreModelSwitch: 'the switch',
  PreSkillShellCommand: 'the command',
};
const MEASURED_WITHOUT: ReadonlySet<HostEventName> = new Set([
  'PostToolUse',
  'Stop',
  'SubagentStop',
  'UserPromptSubmit',
]);

const ask = ({ call, draft }: Facts, reason: string, ground: Ground): void => {
  if (call.headless === true) {
    draft.decides({
      effect: 'denied',
      says: 'nobody can be asked, so the call is denied; the model reads the reason',
      ...ground,
    });
    draft.hears('model', reason, 'the reason', ground);
  } else {
    draft.decides({
      effect: 'asked',
      says: 'the person is asked; where nobody can be (headless, dontAsk, bypassPermissions) the call is denied',
      ...ground,
    });
    draft.hears('person', reason, 'the reason, in the dialog', documented('protocol §1.4'));
  }
};

const defer = ({ call, draft }: Facts): void => {
  if (call.headless === true) {
    draft.decides({
      effect: 'halted',
      says: 'the session ends with stop_reason tool_deferred: "defer" is no way to have no opinion',
      ...measured('measured.md, Answers'),
    });
  } else
    draft.ignores(
      `${NESTED}permissionDecision`,
      '"defer" is only read in a headless session',
      documented('protocol §1.4'),
    );
};

/** The dialog of a permission has a decision of its own shape. */
const readDialog = ({ draft }: Facts, nested: JsonObject): void => {
  const { decision } = nested;
  if (!isJsonObject(decision)) return;
  const { behavior, message, updatedInput, interrupt } = decision;
  if (behavior === 'deny') {
    draft.decides({
      effect: 'denied',
      says: 'the call does not run, without a dialog; the model reads the message',
      ...measured(DRIVEN),
    });
    draft.hears('model', textOf(message), 'the message', measured(DRIVEN));
    if (interrupt === true) draft.adds({ effect: 'halted', says: 'the agent stops', ...documented('protocol §1.10') });
  } else if (behavior === 'allow') {
    draft.decides({ effect: 'allowed', says: 'the call runs without a dialog', ...measured(DRIVEN) });
    if (isJsonObject(updatedInput))
      draft.adds({ effect: 'rewritten', says: 'the call runs with that input', ...documented('protocol §1.4') });
  } else draft.ignores(`${NESTED}decision.behavior`, 'it is "allow" or "deny"', documented('protocol §1.4'));
};

const readSpecific = (facts: Facts, nested: JsonObject): void => {
  const { event, row, version, draft } = facts;
  const { additionalContext: context } = nested;
  if (typeof context === 'string' && context !== '') {
    if (row.context === null)
      draft.ignores(`${NESTED}additionalContext`, `${event} has none`, documented('protocol §1.4'));
    else if (!knows(version, row.context.since))
      draft.ignores(
        `${NESTED}additionalContext`,
        `this version does not know it yet at ${event} (${row.context.since} does)`,
        documented('protocol §1.11'),
      );
    else addContext(facts, row.context, context);
  }
  for (const [name, field] of Object.entries(row.fields)) {
    if (nested[name] === undefined) continue;
    const path = `${NESTED}${name}`;
    if (!knows(version, field.since))
      draft.ignores(path, `this version does not know it yet (${field.since} does)`, documented('protocol §1.11'));
    else if (name === 'updatedInput') readRewrite(facts, field, nested);
    else draft.adds({ effect: field.effect, says: `${name} ${field.says}`, basis: field.basis, source: field.source });
  }
};

const addContext = ({ draft, version }: Facts, field: Field, text: string): void => {
  const { effect, says, reader = 'nobody', basis, source } = field;
  const ground = { basis, source };
  if (effect === 'goes-on' && !draft.isBlocked()) draft.decides({ effect, says, ...ground });
  else draft.adds({ effect: effect === 'goes-on' ? 'context' : effect, says, ...ground });
  draft.hearsContext(reader, text, 'additionalContext', ground, ruleHolds('spill', version));
};

const readRewrite = ({ call, event, draft, exitCode }: Facts, field: Field, nested: JsonObject): void => {
  const path = `${NESTED}updatedInput`;
  const { effect, says, basis, source } = field;
  if (event !== 'PreToolUse') {
    draft.decides({ effect, says, basis, source });
    return;
  }
  if (draft.isBlocked() || exitCode === 2) {
    draft.ignores(path, 'a call that does not run is not rewritten', measured(DRIVEN));
    return;
  }
  const lost = isJsonObject(call.toolInput)
    ? Object.keys(call.toolInput).filter((name) => !Object.hasOwn(nested['updatedInput'] as JsonObject, name))
    : [];
  draft.decides({ effect, says: `${says}; of several hooks that rewrite, the last to end wins`, basis, source });
  if (lost.length === 0) return;
  const why = `it takes the place of the whole input, so ${lost.join(', ')} is gone; where that is needed the call fails`;
  draft.ignores('the rest of the input', why, measured(DRIVEN));
};

const readMessage = ({ object, row, version, draft }: Facts): void => {
  const { systemMessage } = object;
  if (typeof systemMessage !== 'string' || systemMessage === '') return;
  const { effect, says, reader = 'nobody', basis, source, since } = row.message;
  if (!knows(version, since)) {
    draft.ignores('systemMessage', `this version does not know it yet (${since} does)`, documented('protocol §1.11'));
    return;
  }
  if (effect === 'nothing') draft.ignores('systemMessage', says, { basis, source });
  else draft.adds({ effect, says, basis, source });
  draft.hears(reader, systemMessage, 'systemMessage', { basis, source });
};

const KNOWN_TOP = new Set([
  'continue',
  'stopReason',
  'decision',
  'reason',
  'systemMessage',
  'hookSpecificOutput',
  'suppressOutput',
  'terminalSequence',
  'async',
  'asyncTimeout',
]);
const KNOWN_NESTED = new Set(['hookEventName', 'additionalContext', 'permissionDecision', 'permissionDecisionReason']);

const ignoreUnknown = ({ object, event, row, version, draft }: Facts, nested: JsonObject): void => {
  const { suppressOutput, terminalSequence, async: inBackground } = object;
  if (suppressOutput !== undefined)
    draft.ignores('suppressOutput', 'it is accepted and does nothing', measured(DRIVEN));
  if (inBackground === true)
    draft.adds({
      effect: 'nothing',
      says: 'the hook goes on in the background, and decides nothing',
      ...documented('protocol §1.4'),
    });
  if (typeof terminalSequence === 'string') {
    if (!knows(version, '2.1.141'))
      draft.ignores(
        'terminalSequence',
        'this version does not know it yet (2.1.141 does)',
        documented('protocol §1.11'),
      );
    else
      draft.adds({
        effect: 'done',
        says: 'terminalSequence is written to the terminal of an interactive session',
        ...documented('protocol §1.4'),
      });
  }
  for (const name of Object.keys(object)) {
    if (KNOWN_TOP.has(name)) continue;
    const belongs = KNOWN_NESTED.has(name) || Object.hasOwn(row.fields, name);
    draft.ignores(
      name,
      belongs
        ? `it says nothing at the top: it belongs into hookSpecificOutput, beside hookEventName "${event}"`
        : 'nobody knows a field of that name',
      measured(DRIVEN),
    );
  }
  for (const name of Object.keys(nested)) {
    if (KNOWN_NESTED.has(name) || Object.hasOwn(row.fields, name)) continue;
    if (name === 'decision' && event === 'PermissionRequest') continue;
    const why =
      name === 'decision'
        ? 'it stands at the top of the object, not in hookSpecificOutput'
        : `${event} has no field of that name`;
    draft.ignores(`${NESTED}${name}`, why, measured(DRIVEN));
  }
};
