import type { View } from '../projections/fold.ts';

/** Whether the start context comes with a person's prompt: nothing told it yet, and the policy has it. */
export const bringsStart = ({ contexts, policy: { policy } }: Pick<View, 'contexts' | 'policy'>): boolean =>
  contexts.start === null && policy?.gates['prompt-submit']?.rules['start-context'] !== 'off';
