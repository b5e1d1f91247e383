/** A threshold that is reached counts (seed 001, "Key plan-check.sh Behaviors"). */
export const PLAN_THRESHOLDS: Readonly<Record<'churn' | 'drift', Readonly<Record<'warn' | 'deny', number>>>> = {
  churn: { warn: 15, deny: 35 },
  drift: { warn: 2, deny: 5 },
};
