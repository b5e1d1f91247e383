import type { Envelope } from '../events/envelope.ts';

/**
 * What an event says about work or content, for a line of a list; null for other types. `text` gives a field as text, the
 * beginning of a long one, and nothing for what is no text: data may be damaged.
 */
export const evidenceSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  const claim = text('standing') === 'claim' ? 'claim: ' : '';
  switch (type) {
    case 'TreeObserved':
      return `${text('about') || '?'}: ${text('problem') || treeWords(data['tree'], data['counts'])}`;
    case 'ChangesObserved': {
      const paths = Array.isArray(data['paths']) ? data['paths'].filter((path) => typeof path === 'string') : [];
      return `${text('by') || '?'} wrote ${paths.join(', ') || 'what it does not name'}`;
    }
    case 'ReviewRecorded': {
      const said = text('sentinel') === '' ? '' : ` "${text('sentinel')}"`;
      return `${claim}${text('kind') || 'some'} review: ${text('outcome') || '?'}${said} by ${text('by') || '?'}`;
    }
    case 'IndexObserved': {
      const names = list(data['indexes']).map((index) => String(fieldOf(index, 'name')));
      return names.length === 0 ? 'no index of the code' : names.join(', ');
    }
    case 'SearchObserved':
      return `${text('by')} in ${list(data['paths']).join(', ') || 'the working folder'}`;
    case 'PreferencesLoaded':
      return preferenceWords(data);
    case 'DecisionsAudited':
      return text('problem') || auditWords(data);
    case 'ProofRecorded':
    case 'ProofRevoked':
      return `${claim}"${text('note')}"`;
    case 'StateFileImported':
      return `claim: ${text('path') || '?'}: ${text('says')}`;
    case 'PhaseEntered': {
      const from = text('from');
      const step = from === '' ? 'begun' : `${from} ${text('outcome') || '?'}`;
      return `${text('workflow') || '?'}: ${step}, now in ${text('phase') || '?'} (${text('reason')})`;
    }
    case 'ApprovalRefused':
    case 'WorkflowReset':
      return `${text('workflow') || '?'}: ${text('reason')}`;
    case 'PhaseCallObserved':
      return `${text('agent') || text('tool') || '?'} of ${phasesIn(data['phases'])}`;
    default:
      return null;
  }
};

/** `feature execution, hotfix execution` */
const phasesIn = (phases: unknown): string =>
  (Array.isArray(phases) ? phases : [])
    .map((each) => `${String(fieldOf(each, 'workflow'))} ${String(fieldOf(each, 'phase'))}`)
    .join(', ');
const preferenceWords = ({ careful, questions, problems }: Envelope['data']): string => {
  const answered = typeof questions === 'object' && questions !== null ? Object.keys(questions).length : 0;
  const wrong = Array.isArray(problems) ? problems.length : 0;
  return [
    `careful mode ${careful === true ? 'on' : 'off'}`,
    ...(answered === 0 ? [] : [`${answered} ${answered === 1 ? 'question' : 'questions'} set`]),
    ...(wrong === 0 ? [] : ['the file has problems']),
  ].join(', ');
};

const treeWords = (tree: unknown, counts: unknown): string => {
  const changed = countIn(counts, 'code') + countIn(counts, 'docs');
  const files = changed === 0 ? 'clean' : `${changed} ${changed === 1 ? 'file' : 'files'} changed`;
  return `code ${digestIn(tree, 'code')}, docs ${digestIn(tree, 'docs')}, ${files}`;
};

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** `3 in the code, 1 unplanned, 1 changed file without` */
const auditWords = (data: Envelope['data']): string => {
  const listed = (field: string): number => (Array.isArray(data[field]) ? data[field].length : 0);
  const missing = listed('missing');
  return [
    `${countIn(data, 'total')} in the code`,
    ...(listed('unplanned') === 0 ? [] : [`${listed('unplanned')} unplanned`]),
    ...(listed('unimplemented') === 0 ? [] : [`${listed('unimplemented')} unimplemented`]),
    ...(missing === 0 ? [] : [`${missing} changed ${missing === 1 ? 'file' : 'files'} without`]),
    ...(listed('unaddressedP0') === 0 ? [] : [`${listed('unaddressedP0')} P0 unaddressed`]),
  ].join(', ');
};

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

const countIn = (counts: unknown, plane: string): number => {
  const count = fieldOf(counts, plane);
  return typeof count === 'number' ? count : 0;
};

const digestIn = (tree: unknown, plane: string): string => {
  const digest = fieldOf(tree, plane);
  return typeof digest === 'string' ? digest.slice(0, 6) : '?';
};
