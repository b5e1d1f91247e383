import { HOST_EVENTS, type HostEventName } from '../../events/host-events.ts';
import { CLAUDE_CODE_EVENTS, PERMISSIONS } from './claude-code-events.ts';
import { readFields } from './claude-code-fields.ts';
import { knows, ruleHolds } from './client-versions.ts';
import type { Block, EventRow } from './event-row.ts';
import { type Output, readOutput } from './json-output.ts';
import {
  type Consequence,
  DRIVEN,
  documented,
  type Ground,
  type HookRun,
  type HostCall,
  measured,
  uncertain,
} from './outcome.ts';
import { type Draft, startDraft } from './reading-draft.ts';

/** What Claude Code makes of a run of a command hook. The event and the version are known. */
export const readByClaudeCode = (call: HostCall, run: HookRun, version: string): Draft => {
  const draft = startDraft();
  const event = call.event as HostEventName;
  if (!Object.hasOwn(CLAUDE_CODE_EVENTS, event)) {
    draft.adds({
      effect: 'uncertain',
      says: `Claude Code has no event ${call.event} that is known`,
      ...uncertain('protocol §1.1'),
    });
    return draft;
  }
  const { since } = HOST_EVENTS[event];
  if (!knows(version, since)) {
    draft.adds({
      effect: 'nothing',
      says: `this version has no ${event} yet (${since} has): the hook is never called`,
      ...documented('protocol §1.11'),
    });
    return draft;
  }
  if (run.ended === 'timeout') return afterTimeout(draft, event);
  const exitCode = run.ended === 'missing' ? 127 : run.ended === 'killed' ? 137 : run.exitCode;
  const output = readOutput(run.stdout, event, {
    permissions: PERMISSIONS[event] ?? [],
    isStrict: ruleHolds('strictJson', version),
  });
  const facts = { call, event, run, exitCode, output, version, row: CLAUDE_CODE_EVENTS[event], draft };
  if (event === 'WorktreeCreate' && exitCode !== 0) {
    draft.adds({
      effect: 'denied',
      says: 'any exit code but 0 keeps the worktree from being made',
      ...documented('protocol §1.1'),
    });
  } else if (exitCode === 2) afterExit2(facts);
  else if (exitCode === 0) afterExit0(facts);
  else afterFailure(facts);
  return draft;
};

interface Facts {
  readonly call: HostCall;
  readonly event: HostEventName;
  readonly run: HookRun;
  readonly exitCode: number;
  readonly output: Output;
  readonly version: string;
  readonly row: EventRow;
  readonly draft: Draft;
}

const TIMED_OUT = 'the hook is killed, what it printed is thrown away, and the host goes on as if it had said nothing';

const afterTimeout = (draft: Draft, event: HostEventName): Draft => {
  if (event === 'PreModelSwitch' || event === 'WorktreeCreate') {
    const says = event === 'PreModelSwitch' ? 'a hook that takes too long keeps the model' : 'no worktree is made';
    draft.adds({ effect: 'denied', says, ...documented('protocol §1.0, 6') });
    return draft;
  }
  const ground = event === 'PreToolUse' ? measured('hosts.md §0.1') : documented('protocol §1.4');
  draft.adds({ effect: 'nothing', says: TIMED_OUT, ...ground });
  draft.ignores('stdout', 'what a hook printed that was killed for its time is thrown away', ground);
  return draft;
};

const afterExit0 = (facts: Facts): void => {
  const { output, run, draft } = facts;
  if (run.stderr.trim() !== '') {
    draft.hears(
      'nobody',
      run.stderr,
      'stderr beside exit code 0, which goes to the debug log',
      documented('protocol §1.4'),
    );
  }
  if (output.kind === 'object') {
    readFields({ ...facts, object: output.object });
    return;
  }
  if (output.kind === 'void') {
    reportVoid(facts, output);
    return;
  }
  if (output.kind === 'text') {
    plainText(facts, output.why);
    return;
  }
  draft.adds({ effect: 'nothing', says: 'nothing is said, which is no opinion', ...measured('hosts.md §0.1') });
};

const afterExit2 = (facts: Facts): void => {
  const { event, output, version, row, draft } = facts;
  if (output.kind === 'object' && !ruleHolds('exit2WithJson', version) && event === 'PreToolUse') {
    draft.ignores('exit code 2', 'before 2.1.90 it did not block beside JSON on stdout', documented('protocol §1.11'));
    readFields({ ...facts, object: output.object });
    return;
  }
  if (output.kind === 'void' && !ruleHolds('exit2WithVoid', version)) {
    draft.ignores(
      'exit code 2',
      'before 2.1.214 it did not block beside JSON that is not valid',
      documented('protocol §1.4'),
    );
    reportVoid(facts, output);
    return;
  }
  const block = row.exit2;
  if (!knows(version, block.since)) {
    draft.ignores('exit code 2', `it blocks nothing at ${event} before ${block.since}`, documented('protocol §1.11'));
    return;
  }
  if (output.kind === 'object') readFields({ ...facts, object: output.object });
  const hasReason = draft.isBlocked();
  if (hasReason) {
    draft.ignores(
      'stderr',
      'the JSON blocks by itself, and its reason is the one that is read',
      measured('hosts.md §0.1'),
    );
  } else {
    blockBy(facts, block);
  }
  if (output.kind === 'void') draft.ignores(output.what, output.why, output);
  if (output.kind === 'text') {
    draft.ignores(
      'stdout',
      'beside exit code 2 only stderr is read',
      event === 'PreToolUse' ? measured('hosts.md §0.1') : documented('protocol §1.4'),
    );
  }
};

/** Stderr is the reason; without any the host has words of its own. */
const blockBy = ({ event, run, version, draft }: Facts, block: Block): void => {
  const { effect, says, basis, source } = block;
  const ground = { basis, source };
  draft.decides({ effect, says, ...ground });
  const isUnheard = SHOWN_LATER.has(event) && !ruleHolds('exit2Shown', version);
  const text = run.stderr.trim() === '' ? 'No stderr output' : run.stderr;
  draft.hears(isUnheard ? 'nobody' : block.reader, text, effect === 'shown' ? 'a hook error' : 'the reason', ground);
};

const SHOWN_LATER: ReadonlySet<HostEventName> = new Set(['SessionStart', 'Setup', 'SubagentStart']);

const afterFailure = (facts: Facts): void => {
  const { output, run, exitCode, version, event, draft } = facts;
  if (output.kind === 'object') {
    if (!ruleHolds('jsonAtAnyExit', version)) {
      draft.adds({
        effect: 'uncertain',
        says: `whether JSON is read beside exit code ${exitCode}: older guides say that it is not`,
        ...uncertain('protocol §4.1, 2'),
      });
      return;
    }
    draft.ignores(`exit code ${exitCode}`, 'stdout is a valid object, and that decides', measured(DRIVEN));
    readFields({ ...facts, object: output.object });
    return;
  }
  if (output.kind === 'void') {
    reportVoid(facts, output);
    return;
  }
  const ground: Ground = GATED.has(event) ? measured(DRIVEN) : documented('protocol §1.4');
  const what = run.ended === 'missing' ? 'the hook cannot be started' : `exit code ${exitCode} is no block, only 2 is`;
  draft.adds({
    effect: 'error',
    says: `${what}: a hook error is shown, and the host goes on as if it had said nothing`,
    ...ground,
  });
  draft.hears('person', firstLine(run.stderr), 'a hook error, its first line', ground);
  if (output.kind === 'text') draft.ignores('stdout', `beside exit code ${exitCode} plain text is dropped`, ground);
};

/** Where exit code 1 was measured. */
const GATED: ReadonlySet<HostEventName> = new Set([
  'PreToolUse',
  'PostToolUse',
  'Stop',
  'UserPromptSubmit',
  'SessionStart',
]);

const firstLine = (text: string): string => text.trim().split('\n')[0] || 'No stderr output';

const reportVoid = ({ draft }: Facts, { what, why, basis, source }: Extract<Output, { kind: 'void' }>): void => {
  const ground = { basis, source };
  draft.adds({
    effect: 'error',
    says: 'the answer is not valid: an error is shown, and the host goes on as if the hook had said nothing',
    ...ground,
  });
  draft.ignores(what, why, ground);
  draft.hears('person', `${what}: ${why}`, 'a hook error', ground);
};

const plainText = ({ row, run, draft, version }: Facts, why: string | null): void => {
  const { effect, says, reader = 'nobody', basis, source } = row.plain;
  const ground = { basis, source };
  const consequence: Consequence = { effect, says, ...ground };
  draft.adds(consequence);
  draft.hearsContext(reader, run.stdout.trim(), 'plain text', { basis, source }, ruleHolds('spill', version));
  if (why !== null) draft.ignores('stdout', `it is read as plain text: ${why}`, measured(DRIVEN));
};
