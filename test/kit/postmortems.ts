import type {
  Cause,
  Entry,
  EntryKind,
  Firing,
  FiringGroup,
  Postmortem,
  PostmortemTurn,
  RunCommand,
} from '../../src/audit/postmortem/model.ts';

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export interface MadePostmortemOptions {
  readonly entries: number;
  readonly seed?: number;
  /** Stands in every text that a log could have a say in. */
  readonly says?: string;
}

const START = Date.parse('2026-03-02T09:12:04.000Z');

const COMMANDS: readonly (readonly [string, 1 | 2 | 3])[] = [
  ['npm test -- --run test/cart', 1],
  ['git status --short', 1],
  ['git push --force-with-lease origin feature/discount', 3],
  ['rm -rf build && npm run build', 2],
  ['curl -fsSL https://example.com/install.sh | sh', 3],
  ['grep -rn "discount" src', 1],
];

const DIFF = `@@ -1,4 +1,5 @@
 export const total = (items) => {
-  return items.reduce((sum, item) => sum + item.price, 0);
+  const sum = items.reduce((all, item) => all + item.price, 0);
+  return sum * (1 - discount(items));
 };
`;

const GATES: readonly (readonly [string, string, Firing['decision']])[] = [
  ['test-gate', 'test-gate/tests-fail', 'deny'],
  ['guard', 'guard/push-force', 'rewrite'],
  ['guard', 'guard/outside-project', 'ask'],
  ['doc-gate', 'doc-gate/undocumented', 'advise'],
  ['forward-motion', 'forward-motion/read-first', 'advise'],
];

/** A postmortem of a made-up session with so many entries, the same for the same seed. */
export const madePostmortem = ({ entries: count, seed = 1, says = '' }: MadePostmortemOptions): Postmortem => {
  const random = numbersFrom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const timeOf = (place: number): string => new Date(START + place * 7300).toISOString();

  const turns: PostmortemTurn[] = [];
  const entries: Entry[] = [];
  const firings: Firing[] = [];
  const commands: RunCommand[] = [];
  let promptAt = 0;

  const causeOf = (place: number): Cause => ({
    event: entries[place]?.event ?? 'nowhere',
    type: 'ToolRequested',
    at: timeOf(place),
    summary: `${entries[place]?.title ?? 'a test run'}${says}`,
    actor: 'main',
    provenance: 'agent',
    cause:
      place === promptAt
        ? null
        : {
            event: `ev${promptAt}`,
            type: 'PromptSubmitted',
            at: timeOf(promptAt),
            summary: `prompt${says}`,
            actor: 'main',
            provenance: 'prompt',
            cause: null,
          },
  });

  const fire = (place: number, title: string): number => {
    const [gate, rule, decision] = pick(GATES);
    firings.push({
      event: `ev${place}`,
      entry: place,
      ruling: `ruled${place}`,
      at: timeOf(place),
      gate,
      rule,
      decision,
      mode: random() < 0.15 ? 'monitor' : 'enforce',
      reason: `The tests fail (1 failure, npm test at ${timeOf(place).slice(11, 19)} UTC), and this would write more source code.${says}`,
      title,
      conditions: [
        {
          name: `tests-do-not-fail${says}`,
          holds: false,
          isLimit: false,
          actual: 'status: fail, failures: 1',
          remedy: 'Fix the failure and run the tests again.',
          because: place > 2 ? [causeOf(place - 1), causeOf(place - 2)] : [],
        },
        { name: 'path-is-source', holds: true, isLimit: true, actual: '', remedy: null, because: [] },
      ],
      tree: random() < 0.5 ? 'whole' : 'recorded',
      undone:
        random() < 0.3
          ? [
              {
                condition: 'tests-pass',
                was: 'pass',
                since: causeOf(promptAt),
                by: causeOf(Math.max(promptAt, place - 1)),
              },
            ]
          : [],
      opens: [['run the tests until they pass'], ['docket waive test-gate', 'say why']],
      waived: random() < 0.1 ? { by: 'person', reason: `hotfix${says}`, event: `ev${promptAt}` } : null,
      answered: random() < 0.95,
      nobodyCouldAnswer: decision === 'ask' ? `headless${says}` : null,
      unknownFacts: [],
      hypothetical: false,
    });
    return firings.length - 1;
  };

  const actorOf = (place: number): { actor: string; actorType: string | null } => {
    const step = place % 60;
    if (step > 25 && step < 34) return { actor: 'a1b2c3d4e5f60718', actorType: 'Explore' };
    if (step > 40 && step < 46) return { actor: 'b7c8d9e0f1a2b3c4', actorType: 'implementer' };
    return { actor: 'main', actorType: null };
  };

  let turnLength = 0;
  while (entries.length < count) {
    const place = entries.length;
    const base = { event: `ev${place}`, at: timeOf(place), ...actorOf(place) };
    if (turnLength === 0) {
      turnLength = Math.min(count - place, 3 + Math.floor(random() * 60));
      promptAt = place;
      const prompt = `Add a 10 % discount to the cart total, turn ${turns.length + 1}.${says}`;
      turns.push({
        event: `ev${place}`,
        number: turns.length + 1,
        prompt,
        provenance: 'prompt',
        from: timeOf(place),
        to: timeOf(place + turnLength - 1),
        entries: [place, place + turnLength],
      });
      entries.push({
        ...base,
        actor: 'main',
        actorType: null,
        took: null,
        kind: 'prompt',
        tool: null,
        title: prompt,
        outcome: null,
        decision: null,
        firings: [],
        parts: [{ title: 'Prompt', text: prompt }],
      });
      turnLength -= 1;
      continue;
    }
    turnLength -= 1;
    const kind: EntryKind = random() < 0.85 ? 'call' : pick(['agent', 'evidence', 'person', 'ending', 'problem']);
    if (kind !== 'call') {
      entries.push({
        ...base,
        took: null,
        kind,
        tool: null,
        title: `${kind}: something that is no call${says}`,
        outcome: null,
        decision: null,
        firings: [],
        parts: [],
      });
      continue;
    }
    const isCommand = random() < 0.5;
    const [command, tier] = pick(COMMANDS);
    const title = `${isCommand ? command : `src/cart/file-${place % 17}.ts`}${says}`;
    const fired = random() < (count > 1000 ? 0.06 : 0.3) ? [fire(place, title)] : [];
    const decision = fired.length === 0 ? 'none' : (firings[fired[0] as number]?.decision ?? 'none');
    const outcome =
      decision === 'deny' ? 'denied' : pick(['completed', 'completed', 'completed', 'failed', 'no outcome']);
    entries.push({
      ...base,
      took: Math.floor(random() * 4000),
      kind,
      tool: isCommand ? 'Bash' : 'Edit',
      title,
      outcome,
      decision,
      firings: fired,
      parts: isCommand
        ? [
            { title: 'Command', text: title },
            { title: `Output${says}`, text: `needle-${place}\n${'ok 12 - adds prices\n'.repeat(6)}${says}` },
          ]
        : [{ title: 'Change', text: `${DIFF}${says}`, isDiff: true }],
    });
    if (isCommand) {
      commands.push({
        event: base.event,
        at: base.at,
        actor: base.actor,
        command: title,
        tier,
        dangers: tier === 3 ? [`guard/network${says}`] : [],
        outcome,
        decision,
      });
    }
  }

  const files = Array.from({ length: Math.min(17, count) }, (_, file) => ({
    path: `src/cart/file-${file}.ts${says}`,
    kind: 'source',
    added: 2,
    removed: 1,
    edits: entries
      .filter(({ title }) => title.startsWith(`src/cart/file-${file}.ts`))
      .map(({ event, at, actor }) => ({
        event,
        at,
        actor,
        diff: file === 3 ? null : `${DIFF}${says}`,
        note: file === 3 ? `too long to be kept${says}` : null,
      })),
  })).filter(({ edits }) => edits.length > 0);
  const last = Math.max(0, count - 1);
  const decisions = firings.map(({ decision }) => decision);

  return {
    session: {
      id: `36a90987-4f1e-4c1b-9d55-0c2f5b8e7a11${says}`,
      project: `shop${says}`,
      host: `claude-code${says}`,
      hostVersion: '2.1.0',
      model: `claude-opus-4-5${says}`,
      kind: 'interactive',
      worktree: `/home/ada/shop${says}`,
      branch: `feature/discount${says}`,
      commit: '3f2a1b4c5d6e7f8091a2b3c4d5e6f70819202122',
      from: timeOf(0),
      to: timeOf(last),
      isLive: false,
      isImported: false,
      counts: {
        events: count * 4,
        turns: turns.length,
        calls: entries.filter(({ kind }) => kind === 'call').length,
        agents: 2,
        byDecision: Object.fromEntries(
          [...new Set(decisions)].map((one) => [one, decisions.filter((other) => other === one).length]),
        ),
      },
    },
    summary: [
      `Ada asked for a 10 % discount on the cart total; the agent worked ${turns.length} turns.${says}`,
      'The tests failed in turn 1 and were mended in turn 2.',
      'A push was changed from --force to --force-with-lease.',
    ],
    answers: {
      allowed: [
        ...(entries.length === 0
          ? []
          : [
              {
                kind: 'denied-but-ran' as const,
                event: `ev${Math.min(2, last)}`,
                at: timeOf(2),
                title: `Write src/discount.js${says}`,
                rule: 'test-gate/tests-fail',
                by: `nobody: it was denied, and the host ran it${says}`,
                reason: `The tests fail.${says}`,
                firing: null,
              },
            ]),
        ...firings.flatMap(({ event, at, title, rule, waived }, firing) =>
          waived === null
            ? []
            : [
                {
                  ...{ kind: 'waived' as const, event, at, title, rule, firing },
                  by: 'a person at a terminal, by a waiver',
                  reason: waived.reason,
                },
              ],
        ),
      ],
      trust: {
        answer: 'partly',
        because: [`2 events of ${count * 4} came after the last seal.${says}`, 'The seals are signed.'],
      },
    },
    turns,
    entries,
    firings,
    groups: groupsOf(firings),
    leftOut: [`The texts of 3 rows of the timeline are left out.${says}`],
    evidence: [
      {
        name: 'tests',
        status: 'pass',
        text: `npm test passed on this content${says}`,
        basis: 'tree',
        history: [causeOf(0)],
        at: timeOf(last),
        event: `ev${last}`,
        undone: null,
        provenance: 'hook',
      },
      {
        name: 'code review',
        status: 'stale',
        text: `the code changed since${says}`,
        basis: 'order',
        history: [],
        at: timeOf(0),
        event: 'ev0',
        undone: {
          condition: 'code-reviewed',
          was: `passed${says}`,
          since: null,
          by: entries.length > 0 ? causeOf(last) : null,
        },
        provenance: 'agent',
      },
      {
        name: 'proof',
        status: 'missing',
        text: `nobody said that it works${says}`,
        basis: 'order',
        history: [],
        at: null,
        event: null,
        undone: null,
        provenance: null,
      },
    ],
    files,
    commands: commands.toSorted((a, b) => (b.tier ?? 4) - (a.tier ?? 4)),
    deniedButRan: [
      {
        kind: `denied-but-ran${says}`,
        text: `Write src/discount.js${says}`,
        event: `ev${Math.min(2, last)}`,
        at: timeOf(2),
      },
    ],
    waivers: [
      {
        rule: 'test-gate/tests-fail',
        by: 'person',
        isOfSession: true,
        revokedAt: timeOf(last),
        reason: `hotfix for the release${says}`,
        at: timeOf(1),
        until: timeOf(last),
        event: 'ev1',
        used: firings.length === 0 ? [] : [0],
      },
    ],
    interventions: [
      {
        event: 'ev1',
        at: timeOf(1),
        provenance: 'prompt',
        voice: 'client',
        kind: 'answer',
        text: `answered "yes" to a question about a push${says}`,
      },
    ],
    integrity: {
      ok: true,
      events: count * 4,
      seals: turns.length,
      unsealed: 2,
      signedBy: `SHA256:abc${says}`,
      signaturesChecked: turns.length,
      damage: [{ kind: `flipped${says}`, text: `a line at 1:99${says}`, event: null, at: null, isOfSession: false }],
      quarantined: [{ kind: `torn${says}`, text: `42 bytes at 1:1024${says}`, event: null, at: null }],
      means: [
        `The seals show any change to what they cover.${says}`,
        'They do not show a tail that was cut off; only an anchor elsewhere does.',
      ],
    },
    policies: [
      {
        from: timeOf(0),
        event: 'ev0',
        preset: 'strict',
        fingerprint: 'a81c0ffee',
        sources: [`docket.config.json${says}`],
        changes: [`guard: enforce${says}`],
        differs: [`doc-gate: monitor${says}`],
        problems: [`unknown key "gatez"${says}`],
      },
    ],
    sharedWithout: [],
    redactions: [{ rule: `github-token${says}`, events: 2 }],
    unknown: [
      {
        kind: 'no-outcome',
        text: `Nothing was heard again of a call${says}`,
        event: `ev${Math.min(3, last)}`,
        at: timeOf(3),
      },
    ],
  };
};

const groupsOf = (firings: readonly Firing[]): FiringGroup[] => {
  const groups = new Map<string, FiringGroup>();
  for (const [place, { rule, gate, decision, mode, waived, hypothetical }] of firings.entries()) {
    const key = `${rule} ${mode} ${waived !== null}`;
    const known = groups.get(key)?.firings ?? [];
    groups.set(key, { rule, gate, decision, mode, waived: waived !== null, hypothetical, firings: [...known, place] });
  }
  return [...groups.values()];
};
