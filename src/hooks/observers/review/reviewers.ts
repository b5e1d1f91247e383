import type { Policy } from '../../../events/schemas.ts';
import type { Plane } from '../../../projections/planes.ts';
import { isSayable, type ReadySentinel, readySentinel, SENTINELS } from './sentinels.ts';

/** What reviews, by name, with the kind of its reviews; null where its words say which kind it was. */
export type Named = Readonly<Record<string, string | null>>;

/** What a policy says of reviews, over docket's own lists. */
export type ReviewPolicy = NonNullable<Policy['review']>;

/** Whose words are a review. */
export interface Reviewers {
  readonly tools: Named;
  readonly skills: Named;
  readonly agents: Named;
  readonly commands: Named;
  /** For looking up which content a kind is about. */
  readonly planes: Readonly<Record<string, Plane>>;
  readonly sentinels: readonly ReadySentinel[];
}

/** Seed 000 ("Background", "Acceptance Criteria"): the tools, skills and commands that its hooks listened to. */
const TOOLS: Named = { mcp__codex__codex: null, 'mcp__codex__codex-reply': null, mcp__multi__codereview: null };
const SKILLS: Named = {
  'codex-review': 'code',
  'codex-review-fast': 'code',
  'codex-review-branch': 'code',
  'codex-review-doc': 'doc',
  'codex-security': 'security',
  precommit: 'precommit',
  'precommit-fast': 'precommit',
};
const AGENTS: Named = { 'code-reviewer': null, reviewer: null, 'doc-reviewer': 'doc', 'security-reviewer': 'security' };
const COMMANDS: Named = {
  'node scripts/precommit-runner.js': 'precommit',
  'npm run precommit': 'precommit',
  'codex-review': 'code',
  'codex-review-fast': 'code',
  'codex-review-doc': 'doc',
};
const PLANES: Readonly<Record<string, Plane>> = { code: 'code', doc: 'docs', precommit: 'code', security: 'code' };

/** docket's lists with what the policy adds and takes away. */
export const reviewersOf = (policy: ReviewPolicy | undefined): Reviewers => ({
  tools: listed(TOOLS, policy?.tools),
  skills: listed(SKILLS, policy?.skills),
  agents: listed(AGENTS, policy?.agents),
  commands: listed(COMMANDS, policy?.commands),
  planes: { ...PLANES, ...policy?.kinds },
  // A project's own words are the more specific ones.
  sentinels: [...(policy?.sentinels ?? []).filter(isSayable), ...SENTINELS].map(readySentinel),
});

/** `false` takes a name from the list. */
const listed = (own: Named, policy: Readonly<Record<string, string | null | false>> = {}): Named =>
  Object.fromEntries(
    Object.entries({ ...own, ...policy }).flatMap(([name, kind]) => (kind === false ? [] : [[name, kind]])),
  );

/** The kind of the reviews of an MCP tool; undefined for one that reviews nothing. A plugin's server has a longer name. */
export const kindOfTool = ({ tools }: Reviewers, tool: string): string | null | undefined => {
  if (Object.hasOwn(tools, tool)) return tools[tool];
  const name = Object.keys(tools).find((known) => {
    const end = known.startsWith('mcp__') ? `_${known.slice('mcp__'.length)}` : null;
    // At least a letter names the plugin.
    return (
      end !== null &&
      tool.startsWith('mcp__plugin_') &&
      tool.length > 'mcp__plugin_'.length + end.length &&
      tool.endsWith(end)
    );
  });
  return name === undefined ? undefined : tools[name];
};

/** The kind of the reviews of a skill or an agent; undefined for one that reviews nothing. Plugins put theirs before a colon. */
export const kindOfName = (names: Named, name: string): string | null | undefined => {
  const bare = name.replace(/^\//, '');
  const known = [bare, bare.slice(bare.lastIndexOf(':') + 1)].find((candidate) => Object.hasOwn(names, candidate));
  return known === undefined ? undefined : names[known];
};

/** Which content the reviews of a kind are about. */
export const planeOfKind = ({ planes }: Reviewers, kind: string | null): Plane =>
  kind !== null && Object.hasOwn(planes, kind) ? (planes[kind] as Plane) : 'code';

/** The sentinels that count for a reviewer of some kind: what has a kind of its own speaks for no other. */
export const sentinelsOf = ({ sentinels }: Reviewers, kind: string | null): readonly ReadySentinel[] =>
  kind === null ? sentinels : sentinels.filter((sentinel) => sentinel.kind === kind);
