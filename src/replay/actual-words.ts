/** What a condition found, in a few words: `status: fail, failures: 1`. */
export const actualWords = (actual: unknown): string => {
  if (actual === null || actual === undefined) return '';
  if (Array.isArray(actual)) return actual.length === 0 ? 'none' : actual.map(actualWords).join(', ');
  if (typeof actual !== 'object') return String(actual);
  return Object.entries(actual)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}: ${actualWords(value)}`]))
    .join(', ');
};
