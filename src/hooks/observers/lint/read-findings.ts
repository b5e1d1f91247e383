import type { ProgramRun } from '../run-program.ts';

/** One thing a linter found. */
export interface Finding {
  /** Lines and columns from 1; null where it is about the whole file. */
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
  readonly rule: string | null;
}

/** What a run says about a file; null where the linter could not work: it crashed, or its configuration is wrong. */
export type Read = (run: ProgramRun, file: string) => readonly Finding[] | null;

/**
 * `PATH:LINE:COLUMN: MESSAGE`, as most programs can say it, of this file alone: some read a whole package. Lines are found
 * whatever the exit code is; without any, only 0 means that there is nothing. `mend` is the command of a formatter that
 * prints the names of files it would change.
 */
export const readLines =
  (mend?: string): Read =>
  ({ code, stdout, stderr }, file) => {
    const findings: Finding[] = [];
    for (const long of `${stdout}\n${stderr}`.split('\n', MOST_LINES)) {
      const line = long.slice(0, LONGEST_LINE).trimEnd();
      const [, path = '', at = '', column, rest = ''] = LINE.exec(line) ?? [];
      if (at !== '' && isOf(path, file)) findings.push({ line: Number(at), column: numberOr(column), ...worded(rest) });
      else if (mend !== undefined && line !== '' && isOf(line, file)) findings.push(notFormatted(mend));
    }
    return findings.length > 0 || code === 0 ? findings : null;
  };

const LINE = /^(.*?):(\d{1,9})(?::(\d{1,9}))?:?\s+(.*)$/s;
/** Lines that are looked at, and UTF-16 units of one: paths are shorter than 4096. */
const MOST_LINES = 50_000;
const LONGEST_LINE = 6_000;
/** UTF-16 units of a complaint in which the place of an error is looked for. */
const LONGEST_COMPLAINT = 8_192;

/** A formatter that ends with a code where it would change the file, and may say that it cannot read it at all. */
export const unformatted =
  (mend: string, code: number, unreadable?: RegExp): Read =>
  (run) => {
    if (run.code === 0) return [];
    if (run.code === code) return [notFormatted(mend)];
    const [, message, line, column] = unreadable?.exec(run.stderr.slice(0, LONGEST_COMPLAINT)) ?? [];
    if (message === undefined) return null;
    return [{ line: Number(line), column: Number(column), message, rule: null }];
  };

export const notFormatted = (mend: string): Finding => ({
  line: null,
  column: null,
  message: `is not formatted (${mend} does it)`,
  rule: null,
});

/** Its JSON. Warnings are the project's word that something may stay; that a file is ignored is one. */
export const readEslint: Read = ({ code, stdout }) => {
  const results = code === 0 || code === 1 ? parsed(stdout) : null;
  if (!Array.isArray(results)) return null;
  return messagesIn(results, 'messages').flatMap((each): Finding[] =>
    each['severity'] === 2
      ? [finding(each['line'], each['column'], textOf(each['message']), textOf(each['ruleId']) || null)]
      : [],
  );
};

/** Its JSON, which newer versions write to standard error. */
export const readStylelint: Read = ({ stdout, stderr }) => {
  const results = [parsed(stderr), parsed(stdout)].find(Array.isArray);
  if (results === undefined) return null;
  return messagesIn(results, 'warnings').flatMap((each): Finding[] => {
    if (each['severity'] !== 'error') return [];
    const rule = textOf(each['rule']);
    const text = textOf(each['text']);
    const message = text.endsWith(` (${rule})`) ? text.slice(0, -rule.length - 3) : text;
    return [finding(each['line'], each['column'], message, rule || null)];
  });
};

/** `::error title=RULE,file=PATH,line=1,endLine=1,col=2,endColumn=3::MESSAGE`. */
export const readBiome: Read = ({ code, stdout }) => {
  const findings = stdout.split('\n').flatMap((line): Finding[] => {
    if (!line.startsWith(BIOME_ERROR)) return [];
    const end = line.indexOf('::', BIOME_ERROR.length);
    const fields = new Map(
      line
        .slice(BIOME_ERROR.length, end)
        .split(',')
        .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]),
    );
    const rule = fields.get('title') ?? '';
    if (rule === 'format' || rule.startsWith('assist/')) return [{ ...notFormatted('biome check --write'), rule }];
    const at = { line: numberOr(fields.get('line')), column: numberOr(fields.get('col')) };
    return [{ ...at, message: unescaped(line.slice(end + 2)), rule }];
  });
  return findings.length > 0 || code === 0 ? findings : null;
};

const BIOME_ERROR = '::error ';

const unescaped = (text: string): string =>
  text.replaceAll('%0A', ' ').replaceAll('%0D', ' ').replaceAll('%25', '%').trim();

/** Whether a linter's word for a file is this one: absolute, or from a folder above it. */
const isOf = (path: string, file: string): boolean => {
  if (path === '') return false;
  const own = path.startsWith('./') ? path.slice(2) : path;
  if (own === file || file.endsWith(`/${own}`)) return true;
  // The rest of a name that a line break cut in two.
  return file.includes('\n') && file.slice(file.lastIndexOf('\n') + 1) === own;
};

/** The message without a severity in front of it, and the rule, which stands in front or in brackets at the end. */
const worded = (rest: string): Pick<Finding, 'message' | 'rule'> => {
  const text = rest
    .replace(/^(?:fatal )?(?:error|warning|note|info|style)(?:\[\w+\])?(?:\s*[:-]\s+|\s+(?=[A-Z]+\d))/i, '')
    .replace(/^[CWREFI]: /, '')
    .replace(/^\[(?:Correctable|Corrected|Todo)\] /, '');
  const [, first, behind] =
    /^([A-Z]+\d+(?:\/[\w/-]+)?|[A-Z]\w*\/[\w/]+|invalid-syntax):?\s+(?:\[\*\] )?(.*)$/s.exec(text) ?? [];
  if (first !== undefined && behind !== undefined) return { message: behind, rule: first };
  const [, before, bracketed, inParentheses] = /^(.*\S)\s*(?:\[([\w@/.:()-]+)\]|\(([\w@/.:-]+)\))$/s.exec(text) ?? [];
  if (before === undefined) return { message: text, rule: null };
  // oxlint writes the severity there.
  const rule = (bracketed ?? inParentheses ?? '').replace(/^(?:Error|Warning)(?:\/|$)/, '');
  return { message: before, rule: rule === '' ? null : rule };
};

type Fields = Readonly<Record<string, unknown>>;

const messagesIn = (results: readonly unknown[], name: string): readonly Fields[] =>
  results.flatMap((result) => {
    const list = isFields(result) ? result[name] : null;
    return Array.isArray(list) ? list.filter(isFields) : [];
  });

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const finding = (line: unknown, column: unknown, message: string, rule: string | null): Finding => ({
  line: typeof line === 'number' ? line : null,
  column: typeof column === 'number' ? column : null,
  message,
  rule,
});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOr = (digits: string | undefined): number | null => (digits === undefined ? null : Number(digits));

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};
