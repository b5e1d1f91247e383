import { isJsonObject } from '../../events/json-object.ts';
import { PLAN_THRESHOLDS } from '../../gates/plan-thresholds.ts';
import { LINTERS } from '../../hooks/observers/lint/linters.ts';
import { type Found, meant } from './found.ts';

type Options = Readonly<Record<string, unknown>>;

/** Options that a hook takes as they are, and that cannot be meant: they do nothing. */
export const optionProblems = (gate: string, options: Options): Found[] => {
  if (gate === 'lint') return unknownLinters(options);
  return gate === 'plan-check' ? silentTiers(options) : [];
};

const unknownLinters = ({ skip }: Options): Found[] => {
  const names = [...new Set(LINTERS.map(({ name }) => name))];
  return (Array.isArray(skip) ? skip : []).flatMap((name: unknown, index): Found[] => {
    if (typeof name !== 'string' || names.includes(name)) return [];
    const message = `there is no linter "${name}"${meant(name, names, `there are ${names.join(', ')}`)}`;
    return [{ path: ['gates', 'lint', 'skip', index], message }];
  });
};

/** What is denied is not warned of as well. */
const silentTiers = (options: Options): Found[] =>
  (['churn', 'drift'] as const).flatMap((signal): Found[] => {
    const own = options[signal];
    if (!isJsonObject(own)) return [];
    const { warn = PLAN_THRESHOLDS[signal].warn, deny = PLAN_THRESHOLDS[signal].deny } = own;
    if (typeof warn !== 'number' || typeof deny !== 'number' || warn < deny) return [];
    const from = own['deny'] === undefined ? `from ${deny} on, the default,` : `from ${deny} on`;
    const message = `it would never warn at ${warn}: ${from} it denies already; "warn" must be less than "deny"`;
    return [{ path: ['gates', 'plan-check', signal, own['warn'] === undefined ? 'deny' : 'warn'], message }];
  });
