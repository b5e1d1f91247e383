import type { Policy } from '../events/schemas.ts';
import { resolvePolicy } from '../gates/policy-files.ts';
import { UsageError } from './io.ts';

/** The policy that a preset alone makes. Throws `UsageError` for a name that is none. */
export const presetPolicy = (preset: string): Policy => {
  const { policy, broken } = resolvePolicy([{ path: '--preset', text: JSON.stringify({ preset }) }]);
  if (broken) throw new UsageError(`There is no preset "${preset}". Presets: observe, standard, strict.`);
  return policy;
};
