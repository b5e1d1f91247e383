/** 1: inherently safe; 2: depends on subcommand and options; 3: always risky (seed 001, "Key auto-review.sh Behaviors"). */
export type Tier = 1 | 2 | 3;

export interface Finding {
  readonly tier: Tier;
  /** Why it is not safe, as what it does: "deletes files"; null when it is safe. */
  readonly reason: string | null;
}

export const SAFE: Finding = { tier: 1, reason: null };

/** What parts come to together: the highest tier, and the first reason of the riskiest that is not safe. */
export const worst = (findings: readonly Finding[]): Finding => {
  const tiers = findings.map(({ tier }) => tier);
  const unsafe = findings.filter(({ reason }) => reason !== null);
  const riskiest = unsafe.find((finding) => unsafe.every((other) => other.tier <= finding.tier));
  return { tier: tiers.includes(3) ? 3 : tiers.includes(2) ? 2 : 1, reason: riskiest?.reason ?? null };
};
