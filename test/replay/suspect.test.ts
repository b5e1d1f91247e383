import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { type Finding, startSuspects } from '../../src/replay/suspect.ts';
import { suspectWords } from '../../src/replay/suspect-words.ts';
import { envelope } from '../kit/envelope.ts';

let ids = 0;
const host = (type: string, data: Record<string, unknown> = {}, more: Partial<Envelope> = {}): Envelope => {
  ids += 1;
  return envelope(`e${ids}`, type, { delivery: more.call ?? `content-${ids}`, data, ...more });
};
const prompt = (): Envelope => host('PromptSubmitted', { prompt: 'go' }, { provenance: 'prompt' });
const bash = (call: string, more: Partial<Envelope> = {}): Envelope =>
  host('ToolRequested', { tool_name: 'Bash', tool_input: { command: `make ${call}` } }, { call, ...more });
const ran = (call: string, more: Partial<Envelope> = {}): Envelope =>
  host('ToolCompleted', { tool_name: 'Bash', tool_input: { command: `make ${call}` } }, { call, ...more });
const read = (call: string): Envelope => host('ToolRequested', { tool_name: 'Read', tool_input: {} }, { call });
const end = (more: Partial<Envelope> = {}): Envelope => host('TurnEnded', { stop_hook_active: false }, more);
const sessionEnd = (): Envelope => host('SessionEnded', { reason: 'other' });

const ruling = (trigger: Envelope, decision: string, more: Record<string, unknown> = {}): Envelope => {
  ids += 1;
  const data = {
    event: trigger.id,
    decision,
    verdicts: [],
    observedPosition: '1:1',
    policy: 'p',
    preset: 'strict',
    ...more,
  };
  return envelope(`e${ids}`, 'GatesRuled', { cause: trigger.id, call: trigger.call, data, stream: trigger.stream });
};
const sent = (given: Envelope): Envelope => {
  ids += 1;
  const { event, decision } = given.data;
  return envelope(`e${ids}`, 'AnswerSent', {
    cause: given.id,
    call: given.call,
    data: { event, decision, verdicts: [] },
  });
};
/** A trigger, what was ruled, and the answer where one was written. */
const judged = (trigger: Envelope, decision = 'none'): Envelope[] => {
  const given = ruling(trigger, decision);
  return decision === 'none' ? [trigger, given] : [trigger, given, sent(given)];
};

const findIn = (events: readonly Envelope[], isWanted = () => true): Finding[] => {
  const suspects = startSuspects(isWanted);
  let offset = 1;
  const found = events.flatMap((event) => {
    offset += 100;
    return suspects.add({ event, position: { segment: 1, offset } });
  });
  return [...found, ...suspects.end()];
};

const said = (events: readonly Envelope[]): string[] =>
  findIn(events).map(({ kind, notes, call }) => [kind, ...notes, call ?? ''].join(' ').trim());

describe('a log in which everything fits together', () => {
  it.each<[string, () => Envelope[]]>([
    [
      'is one of a turn with calls',
      () => [...judged(prompt()), ...judged(bash('a')), ...judged(ran('a')), ...judged(end()), ...judged(sessionEnd())],
    ],
    ['a denied call has no outcome', () => [...judged(prompt()), ...judged(bash('a'), 'deny'), ...judged(end())]],
    [
      'a call that fails has one',
      () => [
        ...judged(prompt()),
        ...judged(bash('a')),
        ...judged(host('ToolFailed', { error: 'Exit code 1' }, { call: 'a' })),
        ...judged(end()),
      ],
    ],
    [
      'a batch ends what has no outcome of its own',
      () => [
        ...judged(prompt()),
        ...judged(bash('a')),
        host('ToolBatchCompleted', { tool_calls: [{ tool_use_id: 'a' }] }),
        ...judged(end()),
        ...judged(sessionEnd()),
      ],
    ],
    ['what still runs where the log ends is not amiss', () => [...judged(prompt()), bash('a')]],
    [
      'an end that is blocked is followed by another',
      () => [...judged(prompt()), ...judged(end(), 'deny'), ...judged(end())],
    ],
    ['a rejected prompt begins no turn', () => [...judged(prompt(), 'deny'), ...judged(prompt()), ...judged(end())]],
    [
      'a subagent goes on while the turn ends',
      () => {
        const actor = { id: 'agent-1', type: 'general' };
        return [
          ...judged(prompt()),
          ...judged(bash('a', { actor })),
          ...judged(end()),
          ...judged(ran('a', { actor })),
          ...judged(host('SubagentStopped', {}, { actor })),
        ];
      },
    ],
    [
      'no gate judges what only reads',
      () => [
        ...judged(prompt()),
        read('r'),
        host('ToolCompleted', { tool_name: 'Read' }, { call: 'r' }),
        ...judged(end()),
      ],
    ],
    [
      'other hosts are recorded and not judged',
      () => [prompt(), bash('a'), ran('a'), end(), prompt(), end()].map((event) => ({ ...event, host: 'cursor' })),
    ],
    [
      'a second delivery need not be judged where the first was',
      () => {
        const first = bash('a');
        return [
          ...judged(prompt()),
          ...judged(first),
          { ...first, id: 'again' },
          ...judged(ran('a')),
          ...judged(end()),
        ];
      },
    ],
    [
      'advice that is for nobody needs no answer',
      () => {
        const stopped = host('SubagentStopped', {}, { actor: { id: 'agent-1' } });
        return [...judged(prompt()), stopped, ruling(stopped, 'advise'), ...judged(end()), ...judged(sessionEnd())];
      },
    ],
    [
      'an outcome that the end of a turn overtook still comes',
      () => [...judged(prompt()), ...judged(bash('a')), ...judged(end()), ...judged(ran('a')), ...judged(sessionEnd())],
    ],
    [
      'two outcomes are two deliveries of one',
      () => [...judged(prompt()), ...judged(bash('a')), ...judged(ran('a')), ...judged(ran('a')), ...judged(end())],
    ],
  ])('%s', (_what, events) => {
    expect(said(events())).toEqual([]);
  });
});

describe('what does not fit together', () => {
  it.each<[string, string[], () => Envelope[]]>([
    ['a denied call that ran', ['denied-but-ran a'], () => [...judged(bash('a'), 'deny'), ...judged(ran('a'))]],
    [
      'a denied call that ran and failed',
      ['denied-but-ran a'],
      () => [...judged(bash('a'), 'deny'), ...judged(host('ToolFailed', { error: 'x' }, { call: 'a' }))],
    ],
    [
      'a denied call whose deny was never written',
      ['denied-but-ran answer-not-written a'],
      () => {
        const trigger = bash('a');
        return [trigger, ruling(trigger, 'deny'), ...judged(ran('a'))];
      },
    ],
    [
      'a rewrite that was not taken',
      ['rewrite-not-taken a'],
      () => [...judged(bash('a'), 'rewrite'), ...judged(ran('a'))],
    ],
    [
      'a call without an end, at the next end of a turn',
      ['open-call a'],
      () => [...judged(bash('a')), ...judged(end()), ...judged(end({ turn: '2' }))],
    ],
    [
      'a call without an end, at the end of the session',
      ['open-call a'],
      () => [...judged(bash('a')), ...judged(sessionEnd())],
    ],
    [
      'a call without an end, as far as the log goes',
      ['open-call still-running a'],
      () => [...judged(bash('a')), ...judged(end())],
    ],
    [
      'a call that was asked about',
      ['open-call was-asked-about a'],
      () => [...judged(bash('a'), 'ask'), ...judged(sessionEnd())],
    ],
    [
      'a call of a subagent that ended',
      ['open-call a'],
      () => {
        const actor = { id: 'agent-1' };
        return [...judged(bash('a', { actor })), ...judged(host('SubagentStopped', {}, { actor }))];
      },
    ],
    ['a request that nobody judged', ['no-ruling a'], () => [bash('a'), ...judged(ran('a'))]],
    ['an end that nobody judged', ['no-ruling'], () => [end(), ...judged(prompt())]],
    [
      'an answer that was not written',
      ['answer-lost a'],
      () => {
        const trigger = bash('a');
        return [trigger, ruling(trigger, 'advise'), ...judged(ran('a'))];
      },
    ],
    [
      'a block that was not written',
      ['answer-lost', 'turn-without-end end-was-blocked'],
      () => {
        const trigger = end();
        return [trigger, ruling(trigger, 'deny'), ...judged(prompt())];
      },
    ],
    [
      'an outcome of a call that nobody requested',
      ['unknown-call a'],
      () => [...judged(prompt()), ...judged(ran('a'))],
    ],
    ['an outcome as the first of a session', ['unknown-call first-of-session a'], () => judged(ran('a'))],
    ['a turn that the next prompt ends', ['turn-without-end'], () => [...judged(prompt()), ...judged(prompt())]],
    ['a turn that the session’s end ends', ['turn-without-end'], () => [...judged(prompt()), ...judged(sessionEnd())]],
    [
      'an end that was blocked, and no other',
      ['turn-without-end end-was-blocked'],
      () => [...judged(prompt()), ...judged(end(), 'deny'), ...judged(sessionEnd())],
    ],
    [
      'a hook that failed',
      ['hook-failed'],
      () => [host('HookFailed', { stage: 'receive', code: 'malformed', message: 'x' })],
    ],
  ])('%s', (_what, expected, events) => {
    expect(said(events())).toEqual(expected);
  });

  it('is said with the events it is about, in their order, and in words', () => {
    const [request, given, answer] = judged(bash('a'), 'deny');
    const outcome = ran('a');
    const [found] = findIn([request, given, answer, outcome] as Envelope[]);
    expect(found?.events.map(({ id }) => id)).toEqual([request?.id, given?.id, outcome.id]);
    expect(suspectWords(found as Finding)).toMatchObject({
      title: 'denied but ran',
      todo: expect.stringContaining('explain-answer'),
    });
  });

  it('is told apart by sessions: the same call id in another one is another call', () => {
    const other = bash('a', { stream: 's2' });
    expect(
      said([...judged(bash('a'), 'deny'), other, ruling(other, 'none'), ...judged(ran('a', { stream: 's2' }))]),
    ).toEqual([]);
  });

  it('goes by the policy in force: what a policy switches off is not missed', () => {
    const off = envelope('policy', 'PolicyLoaded', {
      data: { fingerprint: 'f', sources: [], problems: [], policy: { preset: 'observe', gates: {} } },
    });
    expect(said([off, bash('a'), ran('a')])).toEqual([]);
    expect(said([bash('a'), ...judged(ran('a'))])).toEqual(['no-ruling a']);
  });

  it('says the same failure of a session once', () => {
    const failed = (code: string, stream = 's1'): Envelope =>
      host('HookFailed', { stage: 'receive', code, message: 'x' }, { stream });
    expect(said([failed('cwd-gone'), failed('cwd-gone'), failed('empty'), failed('cwd-gone', 's2')])).toHaveLength(3);
  });

  it('counts an imported session’s missing rulings as none', () => {
    const imported = [prompt(), bash('a'), ran('a'), end()].map(
      (event): Envelope => ({ ...event, provenance: 'import' }),
    );
    expect(said(imported)).toEqual([]);
  });
});

it('is not confused by data of other shapes', () => {
  const odd: Envelope[] = [
    host('ToolBatchCompleted', { tool_calls: [null, 7, { tool_use_id: {} }] }),
    envelope('r', 'GatesRuled', { data: {} }),
    envelope('a', 'AnswerSent', { data: {} }),
    envelope('p', 'PolicyLoaded', { data: { policy: 7 } }),
    host('ToolRequested', { tool_input: null }, { call: 'x' }),
    host('ToolRequested', {}),
  ];
  expect(() => findIn(odd)).not.toThrow();
});

it('forgets the session that was active the longest ago, and so remembers a bounded number', () => {
  const suspects = startSuspects(() => true, { mostStreams: 2 });
  for (const stream of ['s1', 's2', 's3']) {
    for (const event of [bash(`of ${stream}`, { stream }), end({ stream })]) {
      for (const each of judged(event)) suspects.add({ event: each, position: { segment: 1, offset: 1 } });
    }
  }
  expect(suspects.end().map(({ call }) => call)).toEqual(['of s2', 'of s3']);
});
