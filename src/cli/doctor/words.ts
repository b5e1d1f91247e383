/** The most places a finding names; there may be one for each event. */
const MOST_NAMED = 6;

/** Some texts, and how many more there are. */
export const someOf = (texts: readonly string[], what = 'more'): string[] => {
  const each = [...new Set(texts)];
  return each.length <= MOST_NAMED ? each : [...each.slice(0, MOST_NAMED), `and ${each.length - MOST_NAMED} ${what}`];
};

/** `PreToolUse, Stop and 30 more` */
export const fewWords = (texts: readonly string[]): string => {
  const each = [...new Set(texts)];
  if (each.length <= MOST_NAMED) return each.join(', ');
  return `${each.slice(0, MOST_NAMED - 1).join(', ')} and ${each.length - MOST_NAMED + 1} more`;
};
