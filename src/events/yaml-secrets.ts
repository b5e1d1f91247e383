import type { Span } from './redaction-spans.ts';
import { isPlaceholder, SECRET_NAME_END } from './secret-names.ts';

// What YAML puts on lines of their own: block scalars, and the data of a Kubernetes Secret, whose keys say nothing.

/** A line break, also where JSON has escaped it. */
const BREAK = '(?:\\r?\\n|\\\\{1,16}(?:r\\\\{1,16})?n)';

/** A secret's name whose value is a block scalar (YAML 1.2 §8.1), up to the end of its line; the indentation is group 1. */
export const blockPattern = (): RegExp =>
  new RegExp(
    `(?<=^|[^\\w.-]|\\\\n)([ \\t]{0,64}(?:-[ \\t]{1,8})?)["']?[\\w.-]{0,64}?${SECRET_NAME_END}["']?[ \\t]{0,8}:[ \\t]{1,8}[|>][+-]?\\d?[ \\t]{0,8}${BREAK}`,
    'gi',
  );

/**
 * Whether a text has anything that `blockPattern` could find: what stands behind the name, which is rare, is found much faster than
 * the name.
 */
export const mayHoldBlock = (text: string): boolean => BLOCK_START.test(text);

const BLOCK_START = new RegExp(`:[ \\t]{1,8}[|>][+-]?\\d?[ \\t]{0,8}${BREAK}`);

/** The lines of a block scalar that `blockPattern` found the beginning of. */
export const blockSecret = (match: RegExpExecArray): Span | null => {
  const start = match.index + match[0].length;
  const depth = match[1]?.length ?? 0;
  const lines = linesFrom(match.input, start, depth);
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return null;
  const span = { start: first.start, end: last.end };
  return isPlaceholder(match.input.slice(span.start, Math.min(span.end, span.start + 300))) ? null : span;
};

/** The values under `data` and `stringData` of each Secret among the Kubernetes manifests in a text, YAML or JSON. */
export const kubernetesSecrets = (text: string): readonly Span[] => {
  const documents = new RegExp(`${BREAK}---`, 'g');
  const spans: Span[] = [];
  let start = 0;
  for (let end = documents.exec(text); start < text.length; end = documents.exec(text)) {
    const stop = end?.index ?? text.length;
    const document = text.slice(start, stop);
    if (/(?<=^|[^\w.-]|\\[nr])kind\\{0,16}["']?:[ \t]{0,8}\\{0,16}["']?Secret(?![\w-])/.test(document)) {
      for (const span of dataIn(document)) spans.push({ start: span.start + start, end: span.end + start });
    }
    if (end === null) break;
    start = documents.lastIndex;
  }
  return spans;
};

const dataIn = (document: string): readonly Span[] => {
  const fields = new RegExp(
    `(?<=^|[^\\w.-]|\\\\[nr])(?:data|stringData)\\\\{0,16}["']?:[ \\t]{0,8}(?:\\{|${BREAK}(?=[ \\t]))`,
    'g',
  );
  const spans: Span[] = [];
  for (let match = fields.exec(document); match !== null; match = fields.exec(document)) {
    const start = fields.lastIndex;
    if (match[0].endsWith('{')) {
      const end = document.indexOf('}', start);
      const block = document.slice(start, end < 0 ? undefined : end);
      spans.push(...valuesIn(block, /(:\s{0,8}\\{0,16}")[^"\\\s]{1,65536}/g, start));
      fields.lastIndex = start + block.length;
      continue;
    }
    const indentation =
      /[ \t]{0,64}$/.exec(document.slice(Math.max(0, match.index - 64), match.index))?.[0].length ?? 0;
    for (const line of linesFrom(document, start, indentation)) {
      spans.push(
        ...valuesIn(
          document.slice(line.start, line.end),
          /^([\w."'/-]{1,253}:(?:[ \t]{1,8}["']?|$))?[^\n]*/g,
          line.start,
        ),
      );
      fields.lastIndex = line.end;
    }
  }
  return spans;
};

const valuesIn = (block: string, pattern: RegExp, offset: number): readonly Span[] => {
  const [...matches] = block.matchAll(pattern);
  return matches
    .map((match) => {
      const start = match.index + (match[1]?.length ?? 0);
      return { start, end: match.index + match[0].length };
    })
    .filter(
      ({ start, end }) =>
        end > start && !/^[|>]/.test(block.slice(start, end)) && !isPlaceholder(block.slice(start, end)),
    )
    .map(({ start, end }) => ({ start: start + offset, end: end + offset }));
};

/** The lines from an offset on that are indented more deeply than `depth`, without their indentation; blank ones are passed. */
const linesFrom = (text: string, from: number, depth: number): readonly Span[] => {
  const line = new RegExp(`([ \\t]{0,256})([^\\r\\n\\\\]{0,65536})(${BREAK}|$)?`, 'y');
  const lines: Span[] = [];
  for (let at = from; at < text.length; at = line.lastIndex) {
    line.lastIndex = at;
    const [whole = '', indentation = '', content = ''] = line.exec(text) ?? [];
    if (whole === '' || (content !== '' && indentation.length <= depth)) break;
    const start = at + indentation.length;
    if (content !== '') lines.push({ start, end: start + content.length });
    // A backslash that begins no line break: the text around the block goes on.
    if (line.lastIndex === start + content.length) break;
  }
  return lines;
};
