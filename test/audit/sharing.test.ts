import { describe, expect, it } from 'vitest';
import { DOCKET_FIELDS, OPEN_KEYS } from '../../src/audit/sharing/docket-fields.ts';
import { redactForSharing } from '../../src/audit/sharing/redact-for-sharing.ts';
import { SHARING_LEVELS, type SharingLevel } from '../../src/audit/sharing/sharing.ts';
import type { Data, Envelope } from '../../src/events/envelope.ts';
import { isEnvelope } from '../../src/events/envelope.ts';
import { hasPromisedData } from '../../src/events/promised-data.ts';
import { dataSchemas } from '../../src/events/schemas.ts';
import { envelope } from '../kit/envelope.ts';

/** What a schema of zod's is made of, as far as it is walked here. */
interface Schema {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Record<string, Schema>;
      readonly element?: Schema;
      readonly innerType?: Schema;
      readonly valueType?: Schema;
      readonly options?: readonly Schema[];
      readonly entries?: Record<string, string>;
      readonly values?: readonly unknown[];
    };
  };
}

interface Leaf {
  readonly path: string;
  readonly type: string;
}

const leavesOf = ({ _zod: { def } }: Schema, path = ''): Leaf[] => {
  const under = (name: string): string => (path === '' ? name : `${path}.${name}`);
  if (def.shape !== undefined)
    return Object.entries(def.shape).flatMap(([name, field]) => leavesOf(field, under(name)));
  if (def.element !== undefined) return leavesOf(def.element, `${path}[]`);
  if (def.innerType !== undefined) return leavesOf(def.innerType, path);
  if (def.valueType !== undefined) return leavesOf(def.valueType, under('*'));
  if (def.options !== undefined) return def.options.flatMap((option) => leavesOf(option, path));
  return [{ path, type: def.type }];
};

const kindsOf = (type: string): Map<string, string> =>
  new Map(
    Object.entries(DOCKET_FIELDS[type as keyof typeof DOCKET_FIELDS] ?? {}).flatMap(([kind, names]) =>
      names.split(' ').map((name): [string, string] => [name, kind]),
    ),
  );

const docketTypes = Object.keys(DOCKET_FIELDS) as (keyof typeof DOCKET_FIELDS)[];

const HOME = '/home/ada/shop';

const redacted = (levels: readonly SharingLevel[], ...events: readonly Envelope[]): Envelope[] => {
  const sharing = redactForSharing(levels);
  for (const event of events) sharing.learn(event);
  return events.map(sharing.redact);
};

const one = (levels: readonly SharingLevel[], type: string, data: Data): Data =>
  redacted(levels, envelope('e1', type, { worktree: HOME, data }))[0]?.data ?? {};

describe('what fields are', () => {
  it.each(docketTypes)('is known of each field of %s', (type) => {
    const kinds = kindsOf(type);
    const leaves = leavesOf(dataSchemas[type] as unknown as Schema).filter((leaf) => leaf.type !== 'never');
    const isText = (leaf: Leaf): boolean => ['string', 'enum', 'unknown', 'any'].includes(leaf.type);
    const unclassified = leaves.filter(({ path, type: of }) => {
      if (isText({ path, type: of })) return !kinds.has(path);
      const container = path.replace(/(?:\.[^.]*|(?:\[\])+)$/, '');
      return container !== path && path.includes('.') && ![...kinds.keys()].some((kind) => kind.startsWith(container));
    });
    expect(unclassified).toEqual([]);
    const known = new Set(leaves.map(({ path }) => path));
    const stale = [...kinds.keys()].filter((path) => !known.has(path) && !known.has(path.replace(/\.\*$/, '')));
    expect(stale).toEqual([]);
  });

  it('is known of every type of docket’s own, and of records whose keys are not its words', () => {
    expect([...OPEN_KEYS].map((key) => key.split(' ')[0])).toEqual([
      'PolicyLoaded',
      'PolicyLoaded',
      'PreferencesLoaded',
    ]);
  });
});

/** A value of a schema in which every text is a mark of its own. */
const marked = ({ _zod: { def } }: Schema, mark: () => string): unknown => {
  if (def.shape !== undefined) {
    const fields = Object.entries(def.shape).map(([name, field]) => [name, marked(field, mark)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== NEVER));
  }
  if (def.element !== undefined) return [marked(def.element, mark), marked(def.element, mark)];
  if (def.innerType !== undefined) return marked(def.innerType, mark);
  if (def.valueType !== undefined) return { [mark()]: marked(def.valueType, mark) };
  if (def.options !== undefined) return marked(def.options[0] as Schema, mark);
  if (def.type === 'enum') return Object.values(def.entries ?? {})[0];
  if (def.type === 'literal') return def.values?.[0];
  if (def.type === 'boolean') return true;
  if (def.type === 'number') return 7;
  if (def.type === 'never') return NEVER;
  return mark();
};

const NEVER = Symbol('never');

describe('an event without anything that is not to be shared', () => {
  it.each(Object.keys(dataSchemas))('is still an event with what it promises: %s', (type) => {
    let marks = 0;
    const data = marked(dataSchemas[type as keyof typeof dataSchemas] as unknown as Schema, () => {
      marks += 1;
      return `secret word ${marks}`;
    });
    const [event] = redacted([...SHARING_LEVELS], envelope('e1', type, { data: data as Data }));
    expect(isEnvelope(event)).toBe(true);
    expect(hasPromisedData(event as Envelope)).toBe(true);
  });

  it.each(Object.keys(dataSchemas))('keeps none of its texts but plain ones: %s', (type) => {
    let marks = 0;
    const data = marked(dataSchemas[type as keyof typeof dataSchemas] as unknown as Schema, () => {
      marks += 1;
      return `secret${marks}`;
    }) as Data;
    const [event] = redacted([...SHARING_LEVELS], envelope('e1', type, { data }));
    const left: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value === 'string' && value.includes('secret')) left.push(path);
      if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`);
      else if (typeof value === 'object' && value !== null)
        for (const [name, item] of Object.entries(value)) walk(item, path === '' ? name : `${path}.${name}`);
    };
    walk(event?.data, '');
    const kinds = kindsOf(type);
    const isPlain = (path: string): boolean =>
      [path, path.replace(/\.secret\d+/g, '.*')].some((each) => ['plain', 'program'].includes(kinds.get(each) ?? ''));
    // Of a host's data a single word in a field that holds nothing else stays.
    expect(left.filter((path) => !isPlain(path) && type in DOCKET_FIELDS)).toEqual([]);
  });

  it('is so whatever it is, and whatever fields somebody added', () => {
    const data = {
      payload: { deep: [{ note: 'my secret' }] },
      'a secret key': { 'secret/path': 1 },
    };
    const events = [
      envelope('e1', 'HostEventReceived', { data: { hook_event_name: 'New', ...data } }),
      envelope('e2', 'NobodyKnows', { data }),
      envelope('e3', 'ToolRequested', { data: { tool_name: 'X', tool_input: data, source: 'my secret' } }),
      envelope('e4', 'ProofRecorded', { data: { note: 'x', standing: 'claim', more: data } }),
      { ...envelope('e5', 'Stranger', { data: {} }), more: 'my secret' } as Envelope,
    ];
    for (const level of SHARING_LEVELS)
      expect(JSON.stringify(redacted([level], ...events))).not.toMatch(/my secret|secret key|secret\/path/);
  });
});

describe('a level', () => {
  const asked = {
    cwd: HOME,
    tool_name: 'Edit',
    tool_input: { file_path: `${HOME}/src/cart.test.ts`, old_string: 'const a', new_string: 'const secret' },
  };
  const ran = { cwd: HOME, tool_name: 'Bash', tool_input: { command: 'cat cart.test.ts && ls lib/of/ada' } };

  it('takes paths out part by part, the same ones alike, with their endings', () => {
    const [event, command] = redacted(
      ['paths'],
      envelope('e1', 'ToolRequested', { worktree: HOME, data: asked }),
      envelope('e2', 'ToolRequested', { worktree: HOME, data: ran }),
    );
    expect(event?.data).toEqual({
      cwd: '/home/path-1/path-2',
      tool_name: 'Edit',
      tool_input: {
        file_path: '/home/path-1/path-2/src/path-3.test.ts',
        old_string: 'const a',
        new_string: 'const secret',
      },
    });
    expect(event?.worktree).toBe('/home/path-1/path-2');
    expect(command?.data['tool_input']).toEqual({ command: 'cat path-3.test.ts && ls lib/path-4/path-1' });
  });

  it('takes contents out, and commands with them, and leaves the rest', () => {
    expect(one(['contents'], 'ToolRequested', asked)).toEqual({
      ...asked,
      tool_input: { ...asked.tool_input, old_string: '[content-1]', new_string: '[content-2]' },
    });
    expect(one(['contents'], 'ToolRequested', ran)['tool_input']).toEqual({ command: '[command-1]' });
    const tool_response = { stdout: 'secret', interrupted: false, more: { 'src/a.ts': 'secret' } };
    expect(one(['contents'], 'ToolCompleted', { tool_response })['tool_response']).toEqual({
      stdout: '[content-1]',
      interrupted: false,
      'field-1': { 'field-2': '[content-1]' },
    });
  });

  it('takes out what people and agents said', () => {
    expect(one(['prompts'], 'PromptSubmitted', { prompt: 'fix it', cwd: HOME })).toEqual({
      prompt: '[words-1]',
      cwd: HOME,
    });
    expect(one(['prompts'], 'TurnEnded', { last_assistant_message: 'done' })).toEqual({
      last_assistant_message: '[words-1]',
    });
    expect(one(['prompts'], 'WaiverGranted', { rule: 'a/b', reason: 'late', until: 'x', session: null })).toMatchObject(
      {
        rule: 'a/b',
        reason: '[words-1]',
      },
    );
  });

  it('takes out who it was and on what they worked', () => {
    const data = {
      transcript_path: '/home/ada/.claude/projects/-home-ada-shop/s1-of-ada.jsonl',
      cwd: HOME,
      prompt: 'mail ada.l@example.org that shop works, says ada',
    };
    const [event] = redacted(
      ['identities'],
      envelope('e1', 'PromptSubmitted', { stream: 's1-of-ada', worktree: HOME, data }),
    );
    expect(event?.stream).toBe('session-1');
    expect(event?.worktree).toBe('/home/user-1/project-1');
    expect(event?.data).toEqual({
      transcript_path: '/home/user-1/.claude/projects/-home-user-1-project-1/session-1.jsonl',
      cwd: '/home/user-1/project-1',
      prompt: 'mail mail-1 that project-1 works, says user-1',
    });
  });

  it('takes out a large text, its name, and with another level what it shows', () => {
    const blob = { $blob: 'a'.repeat(64), bytes: 9000, head: 'cat /home/ada/x', tail: 'end' };
    expect(one(['contents'], 'ToolCompleted', { tool_response: { stdout: blob } })).toEqual({
      tool_response: { stdout: '[content-1]' },
    });
    expect(one(['identities'], 'ToolCompleted', { tool_response: { stdout: blob } })).toEqual({
      tool_response: { stdout: { ...blob, $blob: null, head: 'cat /home/user-1/x', lost: 'redacted' } },
    });
  });

  it('keeps what a seal says, and the decisions of gates', () => {
    const verdict = {
      gate: 'test-gate',
      rule: 'test-gate/tests-fail',
      decision: 'deny',
      mode: 'enforce',
      reason: 'no',
      because: ['e1'],
    };
    const [first] = one([...SHARING_LEVELS], 'GatesRuled', { event: 'e1', verdicts: [verdict] })['verdicts'] as Data[];
    expect(first).toEqual({ ...verdict, reason: '[text-1]' });
    const seal = { prev: null, from: '1:0', to: '1:9', n: 1, hash: 'h', chain: 'c', lines: 'AAAAAAAA' };
    expect(one([...SHARING_LEVELS], 'LogSealed', seal)).toEqual(seal);
    const bare = redactForSharing(['paths'], { digests: false }).redact(envelope('e1', 'LogSealed', { data: seal }));
    expect(bare.data).toEqual({ ...seal, hash: '', chain: '', lines: '' });
  });

  it('is counted by event type', () => {
    const sharing = redactForSharing(['prompts', 'contents']);
    sharing.redact(envelope('e1', 'PromptSubmitted', { data: { prompt: 'a' } }));
    sharing.redact(envelope('e2', 'ToolRequested', { data: ran }));
    expect(sharing.removed()).toEqual({ prompts: { PromptSubmitted: 1 }, contents: { ToolRequested: 1 } });
  });
});
