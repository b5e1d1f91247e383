import type { Envelope } from '../events/envelope.ts';
import { askedSince } from '../projections/exploration.ts';
import type { View } from '../projections/fold.ts';
import { budgetOf } from './code-indexes.ts';
import { codegraphNudgeRules } from './codegraph-nudge-rules.ts';
import type { FactRequest, Facts } from './facts.ts';
import type { Gate } from './gate.ts';
import { isShellRequest } from './triggers.ts';

/**
 * Where there is an index of the code, looking through many files begins with asking that (seed 003). Reading is never
 * held up, and what would be said too often is not even looked at.
 */
export const codegraphNudge: Gate = {
  name: 'codegraph-nudge',
  summary: 'Suggests the tools of an index of the code, where there is one, before a search through many files.',
  source: 'seed 003',
  on: (trigger) => isSearchTool(trigger) || isShellRequest(trigger),
  options: ['indexes', 'budget'],
  seldom: true,
  needs: (trigger, facts, options, state) => {
    const { indexes } = facts.index()?.data ?? state.exploration;
    if (indexes?.length === 0 || !mayBeSaid(trigger, options, state) || !maySearch(trigger, facts)) return [];
    if (indexes === null) return ['index'];
    return indexes.some(({ tools }) => askedSince(state.exploration, tools) !== null) ? [] : LOOKED;
  },
  rulesAbout: (facts) => (facts.search() === null ? [] : codegraphNudgeRules()),
  get rules() {
    return codegraphNudgeRules();
  },
};

const LOOKED: readonly FactRequest[] = ['search', 'preferences'];

/** Out of careful mode nobody is told twice in a turn, nor beyond the budget. */
const mayBeSaid = ({ actor }: Envelope, options: Readonly<Record<string, unknown>>, state: View): boolean => {
  const { told, times } = state.exploration;
  return state.preferences.careful || (times < budgetOf(options) && !told.some(([agent]) => agent === actor.id));
};

/** Read is always of one file. */
const isSearchTool = ({ type, data }: Envelope): boolean =>
  type === 'ToolRequested' && (data['tool_name'] === 'Grep' || data['tool_name'] === 'Glob');

/** Whether it can be a search, by the names of its programs. */
const maySearch = (trigger: Envelope, facts: Facts): boolean => {
  const programs = facts.command()?.data.programs ?? [];
  return isSearchTool(trigger) || programs.some((name) => (name === 'git' ? saysGrep(trigger) : isSearcher(name)));
};

const isSearcher = (name: string | null): boolean => name !== null && SEARCHERS.includes(name);

/** Most calls of git are no `git grep`. A command that is not in the log as one text may be. */
const saysGrep = ({ data }: Envelope): boolean => {
  const { command } = (data['tool_input'] ?? {}) as { readonly command?: unknown };
  return typeof command !== 'string' || command.includes('grep');
};

/** Those that `searchesIn` (src/shell/searches.ts) knows. */
export const SEARCHERS: readonly string[] = 'ack ag egrep fd fdfind fgrep find git grep rg rgrep'.split(' ');
