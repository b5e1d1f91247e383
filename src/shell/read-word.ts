import type { Assignment, HereDoc, LiteralPart, Redirection, Word, WordPart } from 'unbash';
import type { ShellAssignment, ShellRedirect, ShellWord } from './simple-command.ts';

export const toWord = (node: Word | Assignment): ShellWord => {
  const text = node.text.slice(0, endWithoutContinuations(node.text));
  const span = { text, start: node.pos, end: node.pos + text.length };
  if (node.type === 'Word') return { ...span, value: staticValue(node), tilde: text.startsWith('~') };
  const value = node.value.type === 'Word' && node.index === undefined ? staticValue(node.value) : null;
  const operator = node.append ? '+=' : '=';
  return { ...span, value: value === null ? null : `${node.name}${operator}${value}`, tilde: false };
};

/** A line continuation behind a word belongs to the space after it: an edit of the word must leave it alone. */
const endWithoutContinuations = (text: string): number => {
  let end = text.length;
  while (text.startsWith('\\\n', end - 2) && end >= 2) end -= 2;
  return end;
};

export const toAssignment = ({ name, value }: Assignment): ShellAssignment => ({
  name,
  value: value.type === 'Word' ? staticValue(value) : null,
});

export const toRedirect = (redirect: Redirection): ShellRedirect => ({
  operator: redirect.operator,
  target: 'target' in redirect && redirect.target !== undefined ? toWord(redirect.target) : null,
  descriptor: redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : null,
  ...('body' in redirect ? { document: toDocument(redirect) } : {}),
});

/** `<<-` takes the tabs in front of each line away. */
const toDocument = ({ operator, delimiter, body: { text, parts, pos, end } }: HereDoc): ShellWord => {
  const isKnown = parts === undefined || parts.every(isStatic);
  const plain =
    delimiter?.quoted === true ? text : text.replace(/\\([$`\\\n])/g, (_, char) => (char === '\n' ? '' : char));
  const read = parts === undefined ? plain : parts.map((part) => (part as LiteralPart).value).join('');
  const value = operator === '<<-' ? read.replace(/^\t+/gm, '') : read;
  return { text, value: isKnown ? value : null, tilde: false, start: pos, end };
};

const staticValue = (word: Word): string | null => ((word.parts ?? []).every(isStatic) ? word.value : null);

const isStatic = (part: WordPart): boolean => {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every(isStatic);
    default:
      return false;
  }
};
