import type { KeyObject } from 'node:crypto';
import type { Seal } from '../seal.ts';
import { isSignedBy } from '../seal-key.ts';
import type { Link } from './chain.ts';
import { type Damage, damageAt } from './report.ts';

/**
 * Checks the seals' signatures with a public key. A signed seal vouches for all seals before it, so unsigned ones are
 * damage only behind the last signed one.
 */
export const checkSignatures = (
  seals: readonly Seal[],
  links: readonly Link[],
  key: KeyObject,
): { readonly damage: Damage[]; readonly signed: number } => {
  const good = new Set<Seal>();
  const damage: Damage[] = [];
  for (const seal of seals) {
    if (seal.signature === null) continue;
    if (isSignedBy(key, seal.chain, seal.signature)) good.add(seal);
    else damage.push(damageAt('bad-signature', seal.position, 'this seal was not signed with the given key'));
  }
  const chain = links.flatMap(({ seal }) => (seal === null ? [] : [seal]));
  const unsigned = chain.slice(chain.findLastIndex((seal) => good.has(seal)) + 1);
  const [first] = unsigned.filter(({ signature }) => signature === null);
  if (first !== undefined) {
    const number = unsigned.length === 1 ? 'this seal is' : `the ${unsigned.length} seals from here on are`;
    damage.push(damageAt('unsigned', first.position, `${number} not signed with the given key`));
  }
  return { damage, signed: good.size };
};
