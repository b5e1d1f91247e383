const OFF = { mode: 'off' };

/** Strict without what starts other programs. */
const gates = { 'test-runner': OFF, lint: OFF, 'code-review': OFF };

/** Everything strict asks for but a person's word. */
export const POLICY = { preset: 'strict', gates: { ...gates, guard: { rules: { 'commit-unproven': 'off' } } } };

export const WITH_PROOF = { preset: 'strict', gates };

/** A source file's text, other for each number. */
export const cart = (total: number): string => `export const total = ${total};\n`;
