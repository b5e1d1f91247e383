import { type Data, isBlobReference } from '../../events/envelope.ts';
import { HOST_EVENT_TYPES } from '../../events/host-event-names.ts';
import { UNKNOWN_HOST_EVENT } from '../../events/host-event-types.ts';
import { DOCKET_FIELDS, OPEN_KEYS } from './docket-fields.ts';
import { hostKind, isHostField } from './host-fields.ts';
import type { Kind } from './kinds.ts';

/** What is made of what an event's data holds. */
export interface FieldVisitor {
  readonly text: (text: string, kind: Kind) => string;
  readonly number: (value: number, kind: Kind) => number;
  /** The name of a field that only its data knows. `around`: what it lies in. */
  readonly key: (name: string, around: Kind) => string;
  /** What stands for a large text. */
  readonly blob: (blob: Data, kind: Kind) => unknown;
}

/** Goes through an event's data, field by field, and returns what became of it. */
export const visitData = (type: string, data: Data, visitor: FieldVisitor): Data => {
  const fields = fieldsOf(type);
  if (fields !== null) return visitOwn(data, '', { type, fields, visitor }) as Data;
  const isOfHost = HOST_EVENT_TYPES.includes(type) || type === UNKNOWN_HOST_EVENT;
  return (isOfHost ? visitHost(data, null, visitor) : visitInside(data, 'unknown', visitor)) as Data;
};

const visitHost = (value: unknown, kind: Kind | null, visitor: FieldVisitor): unknown => {
  if (typeof value === 'string') return visitor.text(value, kind ?? 'unknown');
  if (typeof value === 'number') return visitor.number(value, kind ?? 'unknown');
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => visitHost(item, kind, visitor));
  if (isBlobReference(value)) return visitor.blob(value as Data, kind ?? 'unknown');
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const shown = isHostField(name) ? name : visitor.key(name, kind ?? 'plain');
      return [shown, visitHost(item, hostKind(name, kind, item), visitor)];
    }),
  );
};

interface OwnContext {
  readonly type: string;
  readonly fields: Fields;
  readonly visitor: FieldVisitor;
}

const visitOwn = (value: unknown, path: string, context: OwnContext): unknown => {
  const { type, fields, visitor } = context;
  const kind = fields.kinds.get(path);
  if (kind !== undefined && !Array.isArray(value)) return visitInside(value, kind, visitor);
  if (typeof value === 'string' || isBlobReference(value)) return visitInside(value, 'unknown', visitor);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return value.map((item) => visitOwn(item, kind === undefined ? `${path}[]` : path, context));
  if (path !== '' && !fields.known.has(path)) return visitInside(value, 'unknown', visitor);
  const areOpen = OPEN_KEYS.has(`${type} ${path}`);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const named = path === '' ? name : `${path}.${name}`;
      const isNamed = fields.known.has(named);
      return [
        areOpen ? visitor.key(name, 'setting') : name,
        visitOwn(item, isNamed || !fields.known.has(`${path}.*`) ? named : `${path}.*`, context),
      ];
    }),
  );
};

/** All that a field holds is of its kind. */
const visitInside = (value: unknown, kind: Kind, visitor: FieldVisitor): unknown => {
  if (typeof value === 'string') return visitor.text(value, kind);
  if (typeof value === 'number') return visitor.number(value, kind);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => visitInside(item, kind, visitor));
  if (isBlobReference(value)) return visitor.blob(value as Data, kind);
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [visitor.key(name, kind), visitInside(item, kind, visitor)]),
  );
};

interface Fields {
  readonly kinds: ReadonlyMap<string, Kind>;
  /** The fields themselves and everything that holds one. */
  readonly known: ReadonlySet<string>;
}

const KNOWN = new Map<string, Fields>();

/** What the fields of a type of docket's own are; null for the host's, and for types that nobody knows. */
const fieldsOf = (type: string): Fields | null => {
  if (!Object.hasOwn(DOCKET_FIELDS, type)) return null;
  const done = KNOWN.get(type);
  if (done !== undefined) return done;
  const kinds = new Map(
    Object.entries(DOCKET_FIELDS[type as keyof typeof DOCKET_FIELDS]).flatMap(([kind, names]) =>
      names.split(' ').map((name): [string, Kind] => [name, kind as Kind]),
    ),
  );
  const known = new Set([...kinds.keys()].flatMap(withContainers));
  const fields = { kinds, known };
  KNOWN.set(type, fields);
  return fields;
};

/** `a[].b` lies in `a[]`, which lies in `a`. */
const withContainers = (path: string): string[] => {
  const around = path.replace(/(?:\.[^.[]*|\[\])$/, '');
  return around === path ? [path] : [path, ...withContainers(around)];
};
