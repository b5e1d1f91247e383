import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { HOST_EVENTS, type HostEventName } from '../../src/events/host-events.ts';
import { CLAUDE_CODE_EVENTS } from '../../src/hooks/host-outcome/claude-code-events.ts';
import { CLIENT_RULES } from '../../src/hooks/host-outcome/client-versions.ts';
import type { Block, Field } from '../../src/hooks/host-outcome/event-row.ts';
import { dialectOf, type HostRow, OTHER_HOSTS } from '../../src/hooks/host-outcome/other-hosts.ts';
import type { Finding, SuspectKind } from '../../src/replay/suspect.ts';
import { suspectWords } from '../../src/replay/suspect-words.ts';

const DOCUMENT = readFileSync('docs/host-answers.md', 'utf8');

const MARKS = { measured: '', documented: ' °', extrapolated: ' °', uncertain: ' ?' } as const;

const blockCell = (block: Block | null): string => {
  if (block === null) return '–';
  const since = block.since === undefined ? '' : ` (${block.since})`;
  return `${block.effect} → ${block.reader}${since}${MARKS[block.basis]}`;
};

const fieldCell = (field: Field | null): string => {
  if (field === null || field.effect === 'nothing') return '–';
  const since = field.since === undefined ? '' : ` (${field.since})`;
  return `${field.effect}${field.reader === undefined ? '' : ` → ${field.reader}`}${since}${MARKS[field.basis]}`;
};

const eventRows = (): string[] =>
  (Object.keys(HOST_EVENTS) as HostEventName[]).map((event) => {
    const { block, exit2, plain, context, message, halt, fields } = CLAUDE_CODE_EVENTS[event];
    const cells = [blockCell(block), blockCell(exit2), ...[context, plain, message, halt].map(fieldCell)];
    const others = Object.keys(fields).map((name) => `\`${name}\``);
    return `| ${event} | ${cells.join(' | ')} | ${others.join(', ') || '–'} |`;
  });

const versionRows = (): string[] => Object.values(CLIENT_RULES).map(({ since, says }) => `| ${since} | ${says} |`);

const FORMS = {
  nested: 'nested',
  'flat-permission': '`permissionDecision`',
  'flat-deny': '`decision: deny`',
  'flat-block': '`decision: block`',
} as const;

const hostCells = ({ deny, denied, exit2, context, plain, halt }: HostRow): string =>
  [
    deny.length === 0 ? '–' : `${deny.map((form) => FORMS[form]).join(', ')}: ${denied}`,
    exit2 === 'nothing' ? '–' : exit2,
    context.join(', ') || '–',
    plain === 'nobody' ? '–' : plain,
    halt ?? '–',
  ].join(' | ');

const hostRows = (): string[] =>
  OTHER_HOSTS.flatMap((host) => {
    const known = dialectOf(host, 'x');
    if (known === null) return [];
    const styles = host === 'copilot' ? ['preToolUse', 'PreToolUse'] : [Object.keys(known.events)[0] ?? ''];
    const first = styles.flatMap((event) => {
      const dialect = dialectOf(host, event);
      return dialect === null
        ? []
        : [`| ${dialect.name} ${dialect.version} | ${event} | ${hostCells(dialect.rows.before)} |`];
    });
    const later = Object.entries(known.events).filter(([, moment]) => moment !== 'before');
    const seen = new Set<string>();
    return [
      ...first,
      ...later.flatMap(([event, moment]) => {
        if (seen.has(moment)) return [];
        seen.add(moment);
        const names = later.flatMap(([name, other]) => (other === moment ? [name] : []));
        return [`| | ${names.join(', ') || event} | ${hostCells(known.rows[moment])} |`];
      }),
    ];
  });

const KINDS: readonly SuspectKind[] = [
  'denied-but-ran',
  'rewrite-not-taken',
  'open-call',
  'no-ruling',
  'answer-lost',
  'unknown-call',
  'turn-without-end',
  'hook-failed',
];

const suspectRows = (): string[] =>
  KINDS.map((kind) => {
    const finding: Finding = { kind, session: '', host: '', call: null, events: [], notes: [] };
    const { title, means } = suspectWords(finding);
    return `| \`${kind}\` | ${title} | ${means} |`;
  });

/** The rows of the table behind a heading. */
const tableBehind = (heading: string): string[] => {
  const section = DOCUMENT.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
};

describe('docs/host-answers.md says what the tables say', () => {
  it.each<[string, () => string[]]>([
    ['Claude Code, event by event', eventRows],
    ['By version of the client', versionRows],
    ['Other hosts', hostRows],
    ['What does not fit together in a log', suspectRows],
  ])('%s', (heading, rows) => {
    expect(rows().length).toBeGreaterThan(4);
    expect(tableBehind(heading)).toEqual(rows());
  });
});
