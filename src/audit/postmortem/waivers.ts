import type { Envelope } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';
import type { Firing, WaiverUse } from './model.ts';
import type { Shown } from './shown.ts';
import { isOfType, type Walked } from './walk.ts';

type OpenUse = { -readonly [Field in keyof WaiverUse]: WaiverUse[Field] } & { readonly used: number[] };

/**
 * The waivers that held in the session, those of the policy last: granted before it and not ended, or while it lasted; and what
 * each let through. `granted` gives the event that granted one.
 */
export const waiversOf = (
  { items, before, after, session }: Walked,
  stream: string,
  firings: readonly Firing[],
  shown: Shown,
): WaiverUse[] => {
  const uses = new Map<string, OpenUse>();
  const about = session.lines[0]?.event;
  const left = (words: string): string => (about === undefined ? words : (shown.words(about, [words])[0] ?? ''));
  const began = session.lines[0]?.event.at ?? '';
  const add = (event: Envelope): void => {
    const { rule, reason, until, session: of } = shown.event(event).data as EventData<'WaiverGranted'>;
    if (event.provenance !== 'person' && event.provenance !== 'prompt') return;
    if (of !== null && of !== stream) return;
    const by = event.provenance;
    uses.set(event.id, {
      ...{ rule, reason, until, by, at: event.at, event: event.id, isOfSession: of !== null },
      revokedAt: null,
      used: [],
    });
  };
  for (const { event, rule, reason, at, until, by, session: of } of before.waivers.granted) {
    if (Date.parse(until) <= Date.parse(began) || (of !== null && of !== stream)) continue;
    const line = session.byId.get(event);
    if (line !== undefined && isOfType(line.event, 'WaiverGranted')) add(line.event);
    else
      uses.set(event, {
        ...{ rule, reason: left(reason), until, by, at, event, isOfSession: of !== null },
        ...{ revokedAt: null, used: [] },
      });
  }
  for (const item of items) {
    if ('finding' in item) continue;
    const { event } = item.line;
    if (isOfType(event, 'WaiverGranted')) add(event);
    else if (isOfType(event, 'WaiverRevoked')) {
      const use = uses.get((event.data as EventData<'WaiverRevoked'>).waiver);
      if (use !== undefined) use.revokedAt = event.at;
    }
  }
  for (const { rule, reason, until } of after.policy.policy?.waivers ?? []) {
    uses.set(`policy ${rule}`, {
      ...{
        rule,
        reason: left(reason),
        by: 'policy' as const,
        at: null,
        until: until ?? null,
        event: null,
        isOfSession: false,
      },
      revokedAt: null,
      used: [],
    });
  }
  for (const [place, { waived, rule, gate }] of firings.entries()) {
    if (waived === null) continue;
    const use = uses.get(waived.event ?? `policy ${rule}`) ?? uses.get(`policy ${gate}`);
    if (use !== undefined) use.used.push(place);
    else {
      uses.set(waived.event ?? `policy ${rule}`, {
        ...{ rule, reason: waived.reason, by: waived.by, at: null, until: null, event: waived.event },
        ...{ isOfSession: false, revokedAt: null, used: [place] },
      });
    }
  }
  return [...uses.values()];
};
