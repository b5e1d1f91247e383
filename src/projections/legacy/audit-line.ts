import type { Envelope } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';
import { ruledEntry, trailLine } from './ruled-entry.ts';

/**
 * What `.audit-log` says of an event: `2026-01-01T12:00:00|event|detail`, UTC (seed 001, `append_audit`); null for what
 * is not worth a line. A detail holds neither the separator nor a line break.
 */
export const auditLine = (event: Envelope): string | null => {
  const said = entryOf(event);
  return said === null ? null : trailLine(event.at, said);
};

const entryOf = ({ type, data, stream }: Envelope): readonly [string, string] | null => {
  switch (type) {
    case 'SessionStarted':
      return ['session_start', stream];
    case 'SessionEnded':
      return ['session_end', stream];
    case 'TestRunFinished': {
      const { status, failures, runner, source } = data as EventData<'TestRunFinished'>;
      const count = failures === null || status !== 'fail' ? '' : `${failures} failed, `;
      return source === 'claim' ? null : [`test_${status}`, `${count}${runner}`];
    }
    case 'ReviewRecorded': {
      const { kind, outcome, by, standing } = data as EventData<'ReviewRecorded'>;
      return standing === 'claim' ? null : [`review_${outcome}`, `${kind ?? 'no kind'} by ${by}`];
    }
    case 'ProofRecorded': {
      const { note, standing } = data as EventData<'ProofRecorded'>;
      return standing === 'claim' ? null : ['proof_verified', note];
    }
    case 'ProofRevoked':
      return ['proof_revoked', (data as EventData<'ProofRevoked'>).note];
    case 'DecisionsAudited': {
      const { unplanned, unimplemented, missing, problem } = data as EventData<'DecisionsAudited'>;
      if (problem !== null) return null;
      const drift = [...unplanned.map((id) => `${id} unplanned`), ...unimplemented.map((id) => `${id} unimplemented`)];
      if (drift.length > 0) return ['plan_drift', drift.join(' ')];
      return missing.length === 0 ? null : ['decision_gap', `without @decision: ${missing.join(' ')}`];
    }
    case 'GatesRuled':
      return ruledEntry(data);
    default:
      return null;
  }
};
