import { type Envelope, isBlobReference } from './envelope.ts';
import { PROMISED_FIELDS } from './promised-fields.ts';
import type { DocketEventType } from './schemas.ts';

/** Worked out once a type: few types occur in a hook call. Null for a host's. */
const FIELDS = new Map<string, readonly string[] | null>();

/** The fields of a type: of each, the letter of what it holds, and behind that its name. */
const fieldsOf = (type: string): readonly string[] | null => {
  const known = FIELDS.get(type);
  if (known !== undefined) return known;
  const start = type.includes(' ') ? -1 : PROMISED_FIELDS.indexOf(`\n${type} `);
  const end = PROMISED_FIELDS.indexOf('\n', start + 1);
  const line = PROMISED_FIELDS.slice(start + type.length + 2, end < 0 ? undefined : end);
  const fields = start < 0 ? null : line.split(' ').flatMap((field) => [field.charAt(0), field.slice(1)]);
  FIELDS.set(type, fields);
  return fields;
};

const isOfKind = (kind: string, value: unknown): boolean => {
  switch (kind) {
    case 't':
      return isText(value);
    case 'T':
      return value === null || isText(value);
    case 'l':
      return Array.isArray(value);
    case 'f':
      return typeof value === 'boolean';
    case 'n':
      return typeof value === 'number';
    case 'N':
      return value === null || typeof value === 'number';
    case 'o':
      return isObject(value);
    case 'O':
      return value === null || isObject(value);
    default:
      return isObject(value) && isObject((value as { gates?: unknown }).gates);
  }
};

const isText = (value: unknown): boolean => typeof value === 'string' || isBlobReference(value);
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Whether a type is docket's own, so that its data promises anything: a host's promises nothing. */
export const promisesData = (type: string): type is DocketEventType => fieldsOf(type) !== null;

/**
 * Whether an event has the fields that its type promises, each of its kind. False for what was damaged by hand or
 * written by a foreign tool.
 */
export const hasPromisedData = ({ type, data }: Envelope): boolean => {
  const fields = fieldsOf(type);
  if (fields === null) return true;
  // By index: this runs for each event and each state that is read, and taking pairs apart is seven times the code.
  for (let at = 0; at < fields.length; at += 2) {
    if (!isOfKind(fields[at] as string, data[fields[at + 1] as string])) return false;
  }
  return true;
};
