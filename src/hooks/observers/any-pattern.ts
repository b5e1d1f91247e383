/**
 * Tells whether any of many patterns is found in a text. Those that look at its beginning alone are one to the engine, which mostly sees
 * from the first few characters that it is none of them.
 */
export const anyPattern = (patterns: readonly RegExp[]): ((text: string) => boolean) => {
  const sources = new Map<string, string[]>();
  for (const { source, flags } of patterns) {
    const kind = `${flags} ${source.startsWith('^')}`;
    sources.set(kind, [...(sources.get(kind) ?? []), source]);
  }
  const joined = [...sources].map(([kind, alike]) => new RegExp(alike.join('|'), kind.slice(0, kind.indexOf(' '))));
  return (text) => joined.some((pattern) => pattern.test(text));
};
