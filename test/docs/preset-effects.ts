import { presetPolicy } from '../../src/cli/preset-policy.ts';
import type { Gate, Rule } from '../../src/gates/gate.ts';
import { shortRule } from '../../src/gates/policy-names.ts';

export const POLICIES = (['observe', 'standard', 'strict'] as const).map((preset) => presetPolicy(preset));

/** What becomes of a rule under each preset: off, monitor, or what it answers. Of no rule: whether the gate is on. */
export const effects = (gate: string, rule: Rule | null): string[] =>
  POLICIES.map(({ gates }) => {
    const settings = gates[gate];
    const mode = (rule === null ? undefined : settings?.rules[shortRule(rule.id)]) ?? settings?.mode ?? 'off';
    if (mode !== 'enforce') return mode;
    if (rule === null) return 'on';
    if (typeof rule.decision !== 'string')
      return settings?.options['atMost'] === 'advise' ? 'advise' : 'advise, then deny';
    return rule.id === 'auto-review/safe' && settings?.options['allow'] !== true ? 'nothing' : rule.decision;
  });

/** Rules of a gate that are alike under all presets, by their short names, with what becomes of them. */
export const alike = ({ name, rules }: Gate): { readonly rules: readonly string[]; readonly effects: string[] }[] => {
  const groups = new Map<string, { rules: string[]; effects: string[] }>();
  for (const rule of rules) {
    const each = effects(name, rule);
    const group = groups.get(each.join('|')) ?? { rules: [], effects: each };
    groups.set(each.join('|'), { ...group, rules: [...group.rules, shortRule(rule.id)] });
  }
  return [...groups.values()];
};

/** The cells as a row of a Markdown table. */
export const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
