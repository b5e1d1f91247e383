import type { HostEventName } from '../../events/host-events.ts';
import { CLAUDE_CODE_EVENTS } from './claude-code-events.ts';
import { knows } from './client-versions.ts';
import { dialectOf, type HostRow } from './other-hosts.ts';
import type { HostCall, Intention } from './outcome.ts';

/** How to say something so that the host does it: one way a line. Protocol sheet §1.10, hosts.md §0.1. */
export const rightWays = (call: HostCall, intention: Intention, version: string): string[] =>
  call.host === 'claude-code' ? onClaudeCode(call, intention, version) : onOtherHost(call, intention);

const json = (value: unknown): string => `exit code 0, and on stdout nothing but ${JSON.stringify(value)}`;
const nested = (event: string, fields: object): string =>
  json({ hookSpecificOutput: { hookEventName: event, ...fields } });

const onClaudeCode = ({ event, headless }: HostCall, intention: Intention, version: string): string[] => {
  const row = Object.hasOwn(CLAUDE_CODE_EVENTS, event) ? CLAUDE_CODE_EVENTS[event as HostEventName] : null;
  if (row === null) return [];
  const context = row.context !== null && row.context.effect !== 'uncertain' && knows(version, row.context.since);
  switch (intention) {
    case 'block':
      return blocking(event, version);
    case 'halt':
      return row.halt.effect === 'halted'
        ? [json({ continue: false, stopReason: '…' })]
        : [`nothing stops the agent at ${event}`];
    case 'ask':
      if (event !== 'PreToolUse' && event !== 'PreModelSwitch') return ['only PreToolUse and PreModelSwitch can ask'];
      return headless === true
        ? ['deny, with what a person has to do in the reason: nobody can be asked']
        : [nested(event, { permissionDecision: 'ask', permissionDecisionReason: '…' })];
    case 'allow':
      if (event === 'PermissionRequest') return [nested(event, { decision: { behavior: 'allow' } })];
      return event === 'PreToolUse'
        ? [nested(event, { permissionDecision: 'allow' })]
        : ['say nothing: exit code 0 and no output'];
    case 'rewrite':
      return event === 'PreToolUse'
        ? [nested(event, { updatedInput: { '…': 'the full input' } })]
        : event === 'PermissionRequest'
          ? [nested(event, { decision: { behavior: 'allow', updatedInput: { '…': 'the full input' } } })]
          : [`nothing is rewritten at ${event}: PreToolUse can`];
    case 'replace':
      return event === 'PostToolUse'
        ? [nested(event, { updatedToolOutput: { '…': 'in the shape of that tool’s results' } })]
        : [];
    case 'context':
      if (context) return [nested(event, { additionalContext: 'at most 10,000 characters' })];
      return row.plain.reader === 'model'
        ? ['exit code 0, and plain text on stdout']
        : [`the model is told nothing at ${event}: UserPromptSubmit or PostToolUse can`];
    case 'message':
      return row.message.effect === 'nothing'
        ? [`nothing is shown at ${event}: Stop and UserPromptSubmit can`]
        : [json({ systemMessage: '…' })];
  }
};

const blocking = (event: string, version: string): string[] => {
  const { block, exit2 } = CLAUDE_CODE_EVENTS[event as HostEventName];
  const byExit = 'exit code 2, the reason on stderr, and nothing on stdout';
  if (event === 'PreToolUse' || event === 'PreModelSwitch' || event === 'PreSkillShellCommand') {
    return [nested(event, { permissionDecision: 'deny', permissionDecisionReason: '…' }), byExit];
  }
  if (event === 'PermissionRequest') return [nested(event, { decision: { behavior: 'deny', message: '…' } })];
  if (event === 'Elicitation' || event === 'ElicitationResult') return [nested(event, { action: 'decline' })];
  if (event === 'PostToolUse' || event === 'PostToolUseFailure') return ['PreToolUse: what ran is not undone'];
  const ways = block !== null && knows(version, block.since) ? [json({ decision: 'block', reason: '…' })] : [];
  const canExit =
    knows(version, exit2.since) &&
    exit2.effect !== 'shown' &&
    exit2.effect !== 'nothing' &&
    exit2.effect !== 'uncertain';
  if (canExit) ways.push(byExit);
  return ways.length > 0 ? ways : [`nothing can be blocked at ${event}`];
};

const onOtherHost = (call: HostCall, intention: Intention): string[] => {
  const dialect = dialectOf(call.host, call.event);
  const moment = dialect?.events[call.event];
  if (dialect === null || moment === undefined) return [];
  const row: HostRow = dialect.rows[moment];
  if (intention === 'block') return refusals(row, call.event);
  if (intention === 'context') {
    const [form] = row.context;
    if (form === 'flat') return [json({ additionalContext: '…' })];
    return form === 'nested'
      ? [nested(call.event, { additionalContext: '…' })]
      : [`${dialect.name} tells the model nothing at ${call.event}`];
  }
  if (intention === 'rewrite') {
    const [path] = dialect.rewrites;
    return [
      path === undefined
        ? `${dialect.name} rewrites nothing`
        : `${path.replace('allow+', 'permissionDecision "allow" and ')}, with the full input`,
    ];
  }
  return [];
};

const refusals = (row: HostRow, event: string): string[] => {
  const [form] = row.deny;
  const ways =
    form === undefined
      ? []
      : form === 'nested'
        ? [nested(event, { permissionDecision: 'deny', permissionDecisionReason: '…' })]
        : form === 'flat-permission'
          ? [json({ permissionDecision: 'deny', permissionDecisionReason: '…' })]
          : [json({ decision: form === 'flat-deny' ? 'deny' : 'block', reason: '…' })];
  if (!['nothing', 'shown', 'error'].includes(row.exit2)) ways.push('exit code 2, the reason on stderr');
  return ways.length > 0 ? ways : [`nothing can be blocked at ${event}`];
};
