/** What a report in JUnit's XML format says. */
export interface JunitReport {
  readonly tests: number;
  readonly failures: number;
  readonly skipped: number;
  /** A suite declares failures that no test of it shows: it did not load, or it was cut. */
  readonly broken: boolean;
}

/** Why a text is no report. */
export class JunitError extends Error {
  override readonly name = 'JunitError';
}

/**
 * Counts the test cases of a report, and those with a failure, an error, or skipped. What suites declare of themselves
 * only decides where no case says so. Throws `JunitError`.
 */
export const readJunit = (xml: string): JunitReport => {
  let tests = 0;
  let failures = 0;
  let skipped = 0;
  let declared = 0;
  let suites = 0;
  const open: string[] = [];
  let outcome: 'pass' | 'fail' | 'skip' = 'pass';
  const end = (): void => {
    tests += 1;
    if (outcome === 'fail') failures += 1;
    if (outcome === 'skip') skipped += 1;
  };
  for (const { name, kind, text } of tagsOf(xml)) {
    if (kind === 'close') {
      if (open.pop() !== name) throw new JunitError('its elements do not close in order');
      if (name === 'testcase') end();
      continue;
    }
    if (name === 'testsuite' || name === 'testsuites') {
      suites += 1;
      declared = Math.max(declared, attribute(text, 'failures') + attribute(text, 'errors'));
    } else if (name === 'testcase') outcome = 'pass';
    else if (open.at(-1) === 'testcase') outcome = outcomeOf(name) ?? outcome;
    if (kind === 'open') open.push(name);
    else if (name === 'testcase') end();
  }
  if (open.length > 0) throw new JunitError('it ends in the middle');
  if (suites === 0) throw new JunitError('it holds no test suite');
  return { tests, failures, skipped, broken: failures === 0 && declared > 0 };
};

const outcomeOf = (name: string): 'fail' | 'skip' | null => {
  if (name === 'failure' || name === 'error') return 'fail';
  return name === 'skipped' ? 'skip' : null;
};

const attribute = (tag: string, name: string): number =>
  Number(new RegExp(`\\s${name}\\s*=\\s*["'](\\d+)["']`).exec(tag)?.[1] ?? 0);

interface Tag {
  readonly name: string;
  readonly kind: 'open' | 'close' | 'empty';
  readonly text: string;
}

/** What stands between these is no element. */
const OTHERS: readonly (readonly [string, string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];

/** The tags of a document, in order; what is in comments, CDATA and attributes is none. */
function* tagsOf(xml: string): Generator<Tag> {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    const other = OTHERS.find(([begin]) => xml.startsWith(begin, at));
    if (other !== undefined) {
      at = after(xml, other[1], at);
      continue;
    }
    const end = endOfTag(xml, at);
    const text = xml.slice(at, end);
    const name = /^<\/?([\w:.-]+)/.exec(text)?.[1];
    if (name === undefined) throw new JunitError('it is no XML');
    yield { name, kind: text[1] === '/' ? 'close' : text.endsWith('/>') ? 'empty' : 'open', text };
    at = end;
  }
}

const after = (xml: string, mark: string, from: number): number => {
  const at = xml.indexOf(mark, from);
  if (at < 0) throw new JunitError('it ends in the middle');
  return at + mark.length;
};

/** A `>` between quotes is part of a value. */
const endOfTag = (xml: string, from: number): number => {
  for (let at = from; at < xml.length; at += 1) {
    const char = xml[at];
    if (char === '>') return at + 1;
    if (char === '"' || char === "'") at = after(xml, char, at + 1) - 1;
  }
  throw new JunitError('it ends in the middle');
};
