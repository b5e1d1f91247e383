import { type CustomDefinition, definitionOf, judgementOf, type SaidJudgement } from './definition.ts';
import type { CustomGate, GateCall } from './gate-types.ts';

export interface SaidRule {
  readonly rule: string;
  readonly decision: CustomDefinition['rules'][string];
  readonly judgement: SaidJudgement | null;
}

/** Asks each rule of a gate about a call. Throws an `Error` that says which one failed and how. */
export const runGate = async (exported: unknown, call: GateCall): Promise<SaidRule[]> => {
  const { rules } = definitionOf(exported);
  const gate = exported as CustomGate;
  const said: SaidRule[] = [];
  for (const [rule, decision] of Object.entries(rules)) {
    try {
      const judgement = judgementOf(await gate.rules[rule]?.judge(call));
      said.push({ rule, decision, judgement });
    } catch (error) {
      throw new Error(`${rule}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return said;
};
