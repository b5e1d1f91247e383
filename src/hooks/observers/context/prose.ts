/** UTF-16 units of a prompt that are read, and of a line that a person would write. */
const LONGEST_READ = 32 * 1024;
const LONGEST_LINE = 2_000;

/**
 * The lines of a prompt that are the person's own words: without blocks of code, what is quoted with `>`, and lines that
 * look like the output of a program.
 */
export const proseIn = (prompt: string): string[] => {
  const lines: string[] = [];
  let fence: string | null = null;
  for (const line of prompt.slice(0, LONGEST_READ).split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line.slice(0, 200))?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = null;
    } else if (mark !== undefined) fence = mark;
    else if (line.length <= LONGEST_LINE && !isPasted(line)) lines.push(line);
  }
  return lines;
};

/** Without what stands in quotation marks or backquotes: a word in it is not meant, but talked about. */
export const unquoted = (line: string): string => line.replace(/`[^`]{1,300}`|"[^"]{1,300}"|“[^”]{1,300}”/g, ' “…” ');

const isPasted = (line: string): boolean =>
  line.startsWith('\t') || /^ {4}(?![-*+•]\s|\d+[.)]\s)/.test(line) || OUTPUT.test(line);

const OUTPUT = new RegExp(
  [
    // A quotation, a command at a prompt, a difference.
    '\\s*>',
    '\\s*[$%#] \\S+ ',
    '(?:diff --git|index [0-9a-f]{7}|@@ |\\+\\+\\+ |--- )',
    // Times, levels.
    '\\s*[\\[(]?\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d',
    '\\s*[\\[(]?\\d\\d:\\d\\d:\\d\\d',
    '\\s*\\[?(?:ERROR|WARN|WARNING|INFO|DEBUG|TRACE|FATAL|PASS|FAIL)\\]?[\\s:]',
    '\\s*(?:npm (?:ERR!|WARN|error|warn)|error(?:\\[\\w+\\])?:|warning:|fatal:|hint:|remote:|Traceback |(?:[A-Z]\\w*)?(?:Error|Exception):)',
    // Frames of a stack.
    '\\s+at \\S+',
    '\\s*File "',
  ]
    .map((form) => `^${form}`)
    .join('|'),
);
