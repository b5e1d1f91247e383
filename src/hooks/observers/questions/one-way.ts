/**
 * What says that a choice cannot be taken back: that it destroys, publishes, spends, or leaves this machine; null where
 * nothing does (seed 004, one-way safety override). Words count wherever they stand, also in an option that nobody
 * recommends and behind a "not": to be asked once too often costs little.
 */
export const oneWayIn = (texts: readonly string[]): string | null => {
  for (const text of texts) {
    const tokens = tokensOf(text);
    for (const [at, token] of tokens.entries()) {
      if (ONE_WAY.has(token)) return token;
      for (const { within, by } of FOLLOWED.get(token) ?? []) {
        const found = tokens.slice(at + 1, at + 1 + within).find((next) => by.has(next));
        if (found !== undefined) return `${token} … ${found}`;
      }
    }
  }
  return null;
};

/** Words in lower case, those of `camelCase` and `snake_case` apart; nothing invisible hides one. */
const tokensOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu) ?? [];

/** `delete`: delete, deletes, deleted, deleting, deleter; with a doubled last letter where that is how it is written. */
const formsOf = (verb: string): string[] => {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : /[^aeiou]y$/.test(verb) ? verb.slice(0, -1) : verb;
  const last = verb.at(-1) ?? '';
  const past = /[^aeiou]y$/.test(verb) ? `${stem}ied` : `${stem}ed`;
  const third = /[^aeiou]y$/.test(verb) ? `${stem}ies` : /(?:s|sh|ch|x|z)$/.test(verb) ? `${verb}es` : `${verb}s`;
  const going = /[^aeiou]y$/.test(verb) ? `${verb}ing` : `${stem}ing`;
  return [verb, third, past, going, `${verb}${last}ed`, `${verb}${last}ing`];
};

const VERBS =
  `delete destroy drop erase wipe purge truncate overwrite obliterate nuke shred discard reset uninstall decommission
  deprovision terminate revoke rotate expire unpublish deploy redeploy publish release announce broadcast tweet send notify
  pay purchase buy charge refund donate unsubscribe transfer spend migrate prune disclose leak kill abandon
  upload`.split(/\s+/);

const NOUNS =
  `deletion deletions destruction erasure deployment deployments publication payment payments migration migrations
  termination revocation rotation sent paid bought spent rollout destructive irreversible irreversibly irrevocable
  permanent permanently undone unrecoverable nonreversible prod production forever rm rmdir publicly`.split(/\s+/);

const ONE_WAY: ReadonlySet<string> = new Set([...VERBS.flatMap(formsOf), ...NOUNS]);

interface Followers {
  readonly within: number;
  readonly by: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

const DATA = words(
  `account accounts all backup backups branch branches bucket buckets cluster customer customers data database databases
  db directory dns domain everything file files folder folders history index key keys log logs namespace record records
  remote repo repository row rows schema secret secrets server stash table tables tag tags tenant user users volume
  volumes worktree`,
);
const SHARED = words(
  'main master trunk production prod origin upstream remote remotely registry npm live public users f force pr prs github gitlab',
);
const SENT = words(`${[...SHARED].join(' ')} branch change changes code commit commits it now recommended them`);
const OTHERS = words(
  'anyone clients community customer customers everyone external externally issue forum internet linkedin public slack support team twitter users vendor',
);
const WORK = words('all change changes commit commits data edits everything history progress uncommitted work');

type Row = readonly [verbs: readonly string[], within: number, by: ReadonlySet<string>];

/** A verb may stand in several rows. */
const byVerb = (rows: readonly Row[]): ReadonlyMap<string, readonly Followers[]> => {
  const found = new Map<string, Followers[]>();
  for (const [verbs, within, by] of rows) {
    for (const verb of verbs) found.set(verb, [...(found.get(verb) ?? []), { within, by }]);
  }
  return found;
};

/** Words that say it with another one close behind them. */
const FOLLOWED: ReadonlyMap<string, readonly Followers[]> = byVerb([
  [
    [
      'remove',
      'removes',
      'removed',
      'removing',
      'clear',
      'clears',
      'clearing',
      'clean',
      'rewrite',
      'rewriting',
      'format',
    ],
    4,
    DATA,
  ],
  [['force', 'forced'], 2, words('push pushes pushed pushing merge delete')],
  [
    [
      'merge',
      'merges',
      'merged',
      'merging',
      'apply',
      'ship',
      'shipping',
      'launch',
      'launches',
      'launching',
      'submit',
      'submits',
      'submitting',
    ],
    5,
    SHARED,
  ],
  [formsOf('push'), 5, SENT],
  [formsOf('commit'), 3, words('push')],
  [['open', 'opens', 'opening', 'create', 'creates', 'creating', 'raise', 'file', 'submit'], 4, words('pr prs pull')],
  [['share', 'sharing', 'post', 'posts', 'posting', 'email', 'expose', 'exposing', 'comment'], 5, OTHERS],
  [['post', 'posts', 'posting'], 2, words('comment comments message reply review')],
  [['lose', 'loses', 'losing', 'lost', 'loss', 'revert', 'reverts', 'reverting', 'undo', 'undoes'], 4, WORK],
  [['data'], 1, words('loss')],
  [['git'], 2, words('clean gc')],
  [['downgrade', 'downgrades', 'downgrading'], 3, DATA],
  [['go', 'goes', 'going', 'went', 'make', 'makes', 'making'], 4, words('live public')],
  [['roll', 'rolls', 'rolled', 'rolling'], 1, words('out')],
  [['shut', 'shuts', 'shutting', 'tear', 'tears', 'tearing', 'take', 'taking'], 2, words('down')],
  [['one'], 1, words('way')],
  [['breaking'], 1, words('change changes')],
  [
    ['cannot', 't', 'not', 'never', 'hard', 'impossible', 'no'],
    5,
    words('undo undone reverse reversed reversible recover recovered restore restored'),
  ],
  [
    ['cancel', 'cancels', 'close', 'closes', 'closing'],
    3,
    words('account accounts subscription subscriptions plan order'),
  ],
  [['terraform', 'tofu', 'pulumi', 'kubectl', 'helm'], 3, words('apply destroy up delete upgrade uninstall')],
  [['sign', 'signs', 'signing', 'wire', 'wires', 'wiring'], 3, words('contract agreement money funds')],
]);
