import type { Data, Envelope } from '../../events/envelope.ts';
import { type Kind, LEVELS_OF, STAND_INS } from './kinds.ts';
import { identityNames, pathNames, standIns } from './names.ts';
import type { Sharing, SharingLevel } from './sharing.ts';
import { type FieldVisitor, visitData } from './visit-data.ts';

export interface SharingOptions {
  /** Seals keep the digests that they are made of: without them nothing can be proven, and no guess be confirmed. */
  readonly digests?: boolean;
}

/**
 * Takes out of events what some levels name. Pure but for what it learns: the same events in the same order give the same.
 * What stays valid is the envelope, and that a field holds what a reader expects.
 */
export const redactForSharing = (levels: readonly SharingLevel[], { digests = true }: SharingOptions = {}): Sharing => {
  const active = new Set(levels);
  const standIn = standIns();
  const paths = pathNames(standIn);
  const identities = identityNames(standIn);
  const counts: Record<string, Record<string, number>> = {};
  let type = '';

  const count = (level: SharingLevel): void => {
    const ofLevel = counts[level] ?? {};
    counts[level] = ofLevel;
    ofLevel[type] = (ofLevel[type] ?? 0) + 1;
  };

  /** What is left of a text of a kind. */
  const redactText = (text: string, kind: Kind): string => {
    if (text === '' || kind === 'plain') return text;
    if (kind === 'program') return /[\\/]/.test(text) ? redactText(text, 'path') : text;
    if (kind === 'branch' || kind === 'name') if (COMMON.has(text)) return text;
    if (kind === 'text' && SAID.has(text)) return text;
    const level = LEVELS_OF[kind].find((one) => active.has(one));
    if (level === undefined) return redactNames(text, kind);
    count(level);
    if (kind === 'path') return paths.mapPath(text);
    const made = standIn(STAND_INS[kind], text);
    return BARE.has(kind) ? made : `[${made}]`;
  };

  const redactNames = (text: string, kind: Kind): string => {
    const withoutPaths = active.has('paths') && kind !== 'path' ? paths.mapText(text) : text;
    if (withoutPaths !== text) count('paths');
    const left = active.has('identities') ? identities.mapText(withoutPaths) : withoutPaths;
    if (left !== withoutPaths) count('identities');
    return left;
  };

  /** A large text: what the line shows of it, without the name that is a digest of the whole. */
  const redactBlob = (blob: Data, kind: Kind): unknown => {
    const [head, tail] = [String(blob['head'] ?? ''), String(blob['tail'] ?? '')];
    const held = blob['as'] === 'json' ? 'unknown' : kind;
    if (LEVELS_OF[held].some((level) => active.has(level))) return redactText(`${head}\n${tail}`, held);
    const bytes = blob['bytes'];
    return { $blob: null, bytes, head: redactText(head, held), tail: redactText(tail, held), lost: 'redacted' };
  };

  const redacting: FieldVisitor = {
    text: redactText,
    number: (value, kind) => (kind === 'unknown' ? 0 : value),
    key: (name, around) => {
      // What conditions hold is made by gates, and so are its fields; a host's fields have names like variables.
      if ((around === 'text' || around === 'plain') && OWN_FIELD.test(name)) return name;
      if (around === 'plain') return standIn('field', name);
      return LEVELS_OF[around].some((level) => active.has(level)) ? standIn('field', name) : redactNames(name, around);
    },
    blob: redactBlob,
  };

  const learning: FieldVisitor = {
    text: (text, kind) => {
      if (kind === 'path' || (kind === 'program' && /[\\/]/.test(text))) {
        paths.learn(text);
        identities.learnPath(text);
      } else if (kind === 'session' || ((kind === 'branch' || kind === 'name') && !COMMON.has(text))) {
        identities.learn(kind, text);
      }
      return text;
    },
    number: (value) => value,
    key: (name) => name,
    blob: (blob) => blob,
  };

  return {
    levels,
    learn: (event) => {
      if (event.worktree !== null) {
        paths.learn(event.worktree);
        identities.learnPath(event.worktree);
        identities.learn('project', event.worktree.split(/[\\/]/).at(-1) ?? '');
      }
      if (!OWN_STREAMS.has(event.stream)) identities.learn('session', event.stream);
      visitData(event.type, event.data, learning);
    },
    redact: (event) => {
      type = event.type;
      const { v, id, at, actor, host, turn, cause, call, provenance, redacted, delivery } = event;
      const digest = delivery === undefined || delivery === call ? delivery : redactText(delivery, 'digest');
      return {
        v,
        id,
        type,
        at,
        stream: OWN_STREAMS.has(event.stream) ? event.stream : redactText(event.stream, 'session'),
        actor: { id: actor.id, ...(actor.type === undefined ? {} : { type: actor.type }) },
        host,
        turn,
        cause,
        call,
        worktree: event.worktree === null ? null : redactText(event.worktree, 'path'),
        provenance,
        redacted,
        ...(digest === undefined ? {} : { delivery: digest }),
        data: visitData(type, digests ? event.data : withoutDigests(event), redacting),
      };
    },
    removed: () => counts,
  };
};

/** What is left of a seal says only that there was one. */
const withoutDigests = ({ type, data }: Envelope): Data => {
  if (type !== 'LogSealed') return data;
  const { digests: _, signature: __, key: ___, lost: ____, ...seal } = data;
  return { ...seal, prev: null, hash: '', chain: '', lines: '' };
};

const OWN_STREAMS: ReadonlySet<string> = new Set(['terminal', 'unknown']);

const OWN_FIELD = /^[A-Za-z$][A-Za-z_]{0,31}$/;

/** Names that are the same in every repository. */
const COMMON: ReadonlySet<string> = new Set(['main', 'master', 'develop', 'trunk', 'HEAD', 'origin', 'upstream']);

/** What conditions say of a state, in docket's own words. */
const SAID: ReadonlySet<string> = new Set(
  'pass fail unknown missing verified pending none stale interactive headless spawned main master'.split(' '),
);

/** Kinds whose stand-ins stand for themselves, so that what is compared with them still is equal. */
const BARE: ReadonlySet<Kind> = new Set(['digest', 'name', 'branch', 'commit', 'session']);
