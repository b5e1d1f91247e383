import type { Variable } from './shell-state.ts';
import type { VariableOperation } from './word-piece.ts';

/** What `${…}` makes of a variable: a value, its operand instead, or nobody knows. Undefined: the text does not set it. */
export const operated = (
  variable: Variable | undefined,
  operation: VariableOperation,
): Variable | 'operand' | 'unknown' => {
  const word = variable?.word;
  const value = word?.value ?? null;
  if (operation.kind === 'default') {
    if (value === null) return 'unknown';
    const usesOperand = operation.operator.startsWith(':') ? value === '' : false;
    if (operation.operator.endsWith('+')) return usesOperand ? withValue(variable, '') : 'operand';
    return usesOperand ? 'operand' : (variable as Variable);
  }
  // No folder's path ends so.
  if (operation.kind === 'remove' && operation.operator.startsWith('%') && operation.text === '/' && word?.tilde)
    return variable as Variable;
  // A path that stands for a folder has other characters at run time than in the text.
  if (value === null || word?.tilde || variable?.base !== undefined) return 'unknown';
  const result = changed(value, operation);
  return result === null ? 'unknown' : withValue(variable, result);
};

const withValue = (variable: Variable | undefined, value: string): Variable => ({
  word: { value, text: '', tilde: false, start: 0, end: 0 },
  runs: variable?.runs ?? [],
  exported: false,
});

const changed = (value: string, operation: Exclude<VariableOperation, { kind: 'default' }>): string | null => {
  switch (operation.kind) {
    case 'slice': {
      const { offset, length } = operation;
      const from = offset < 0 ? Math.max(value.length + offset, 0) : offset;
      const to = length === null ? value.length : length < 0 ? value.length + length : from + length;
      return value.slice(from, to);
    }
    case 'remove': {
      const { operator, text } = operation;
      const fromStart = operator.startsWith('#');
      if (!(fromStart ? value.startsWith(text) : value.endsWith(text))) return value;
      return fromStart ? value.slice(text.length) : value.slice(0, value.length - text.length);
    }
    case 'replace':
      return replaced(value, operation);
    case 'case': {
      const { operator } = operation;
      const end = operator.length === 2 ? value.length : 1;
      const head = value.slice(0, end);
      return (operator.startsWith('^') ? head.toUpperCase() : head.toLowerCase()) + value.slice(end);
    }
  }
};

const LONGEST_PRODUCT = 1_000_000;

/** Null for what could become much longer than a text. */
const replaced = (value: string, operation: Extract<VariableOperation, { kind: 'replace' }>): string | null => {
  const { operator, pattern, replacement } = operation;
  if (pattern === '') return value;
  if (value.length * replacement.length > LONGEST_PRODUCT) return null;
  if (operator === '//') return value.split(pattern).join(replacement);
  if (operator === '/#') return value.startsWith(pattern) ? replacement + value.slice(pattern.length) : value;
  if (operator === '/%') return value.endsWith(pattern) ? value.slice(0, -pattern.length) + replacement : value;
  const at = value.indexOf(pattern);
  return at < 0 ? value : value.slice(0, at) + replacement + value.slice(at + pattern.length);
};
