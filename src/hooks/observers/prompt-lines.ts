/**
 * The lines of a prompt that tell docket something: those that begin with its name. Lines of quotations and of code blocks,
 * which may come from anywhere, say nothing.
 */
export const docketLines = (prompt: string): string[] => {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of prompt.split(/\r?\n|\r/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3) ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    else if (fence === null && /^docket /i.test(line)) lines.push(line);
  }
  return lines;
};

/** What stands behind a command in a line, for the log. */
export const noteIn = (text: string | undefined): string => (text ?? '').trim().slice(0, LONGEST_NOTE);

const LONGEST_NOTE = 1_000;
