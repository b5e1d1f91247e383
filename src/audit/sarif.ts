import type { Envelope } from '../events/envelope.ts';
import type { Verdict } from '../events/schemas.ts';
import { GATES } from '../gates/gates.ts';
import { isAbsolute, relativeTo } from '../projections/paths.ts';
import { writtenPath } from '../projections/tools.ts';
import type { CallLine } from '../replay/recorded-calls.ts';
import { verdictsOf } from './call-words.ts';
import type { ExportFormat, ExportOrigin } from './format.ts';
import { wellFormedJson } from './well-formed-json.ts';

/** SARIF 2.1.0: each verdict on a file that is no pass is a result, for the tools that show findings beside code. */
export const sarifFormat: ExportFormat = {
  name: 'sarif',
  extension: 'sarif',
  summary: 'SARIF 2.1.0: verdicts on files, for code review tools',
  write: function* (log, origin) {
    const rules = new Map<string, string>();
    yield `{"$schema":"${SCHEMA}","version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`;
    let before = '\n';
    for (const item of log.calls()) {
      const path = fileOf(item.line.event);
      if (path === null) continue;
      for (const verdict of verdictsOf(item.call, log.selection.gate)) {
        if (verdict.decision === 'pass' && verdict.waived === undefined) continue;
        rules.set(verdict.rule, verdict.gate);
        yield `${before}${wellFormedJson(resultOf(item, verdict, path))}`;
        before = ',\n';
      }
    }
    // Which rules there are is known at the end; the order of an object's members means nothing.
    yield `\n],"tool":${wellFormedJson(toolOf(rules, origin))}}]}\n`;
  },
};

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json';

const fileOf = ({ data }: Envelope): string | null => writtenPath(data['tool_name'], data['tool_input']);

type Level = 'error' | 'warning' | 'note';

const LEVELS: Readonly<Record<Exclude<Verdict['decision'], 'pass'>, Level>> = {
  deny: 'error',
  ask: 'warning',
  advise: 'warning',
  rewrite: 'note',
  allow: 'note',
};

/** A verdict that was only watched stopped nothing. */
const levelOf = (decision: Verdict['decision'], mode: Verdict['mode']): Level =>
  decision === 'pass' || mode === 'monitor' ? 'note' : LEVELS[decision];

const resultOf = ({ line: { event }, call }: CallLine, verdict: Verdict, path: string) => {
  const { gate, rule, mode, waived } = verdict;
  const decision = waived?.would ?? verdict.decision;
  return {
    ruleId: rule,
    level: levelOf(decision, mode),
    message: { text: verdict.reason || waived?.reason || rule },
    // The whole file: where in it a call that did not happen would have written is not known. Viewers want a line.
    locations: [{ physicalLocation: { artifactLocation: locationOf(path, event.worktree), region: { startLine: 1 } } }],
    // The same event and rule is the same result in every export.
    partialFingerprints: { 'docket/v1': `${event.id}/${rule}` },
    ...(waived !== undefined && {
      suppressions: [{ kind: 'external', status: 'accepted', justification: `${waived.by}: ${waived.reason}` }],
    }),
    properties: {
      gate,
      decision,
      mode,
      at: event.at,
      session: event.stream,
      event: event.id,
      ruling: call?.ruling?.event.id,
      tool: event.data['tool_name'],
      because: verdict.because,
    },
  };
};

/** Files of the worktree by their place in it, others by where they are. */
const locationOf = (path: string, worktree: string | null) => {
  const place = relativeTo(worktree, path);
  if (!isAbsolute(place)) return { uri: encoded(place), uriBaseId: '%SRCROOT%' };
  return { uri: `file://${place.startsWith('/') ? '' : '/'}${encoded(place.replaceAll('\\', '/'))}` };
};

const encoded = (path: string): string =>
  path
    .toWellFormed()
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');

const toolOf = (rules: ReadonlyMap<string, string>, { version, summaries }: ExportOrigin) => {
  const isOurs = (gate: string): boolean => GATES.some(({ name }) => name === gate);
  const here = [...rules.values()].every(isOurs) ? undefined : summaries?.();
  const summaryOf = (gate: string): string =>
    GATES.find(({ name }) => name === gate)?.summary ?? here?.get(gate) ?? `A gate of the project: ${gate}.`;
  return {
    driver: {
      name: 'docket',
      version,
      rules: [...rules].map(([id, gate]) => ({ id, shortDescription: { text: summaryOf(gate) } })),
    },
  };
};
