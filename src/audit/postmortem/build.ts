import type { EventData } from '../../events/schemas.ts';
import { withOthers } from '../../replay/other-sessions.ts';
import { counted } from '../counted.ts';
import { answersOf } from './answers.ts';
import { causeReader } from './cause-tree.ts';
import { commandsOf } from './commands.ts';
import { deniedButRan, findingsIn, unknownIn } from './doubts.ts';
import { evidenceOf } from './evidence.ts';
import { changedFiles } from './files.ts';
import { firedIn, firingsOf, groupsOf, vouchedFor } from './firings.ts';
import { integrityOf } from './integrity.ts';
import { interventionsOf } from './interventions.ts';
import type { Firing, Postmortem, PostmortemSession, RedactionCount } from './model.ts';
import { policiesOf } from './policies.ts';
import { type Shown, shownBy } from './shown.ts';
import { cameTo, summaryOf } from './summary.ts';
import { textReader } from './texts.ts';
import { fillParts, type OpenEntry, type Timeline, timelineOf } from './timeline.ts';
import { waiversOf } from './waivers.ts';
import { type PostmortemInput, type Walked, walk } from './walk.ts';
import { foreignIn, withWholeTrees } from './whole-trees.ts';

/**
 * Makes the postmortem of a session. Reads the log from the session's first event to its last, verifies all of it, and goes
 * over the session once more for each group of firings that is explained whole. Null where the session has no event that
 * can be read. Throws the system's errors.
 */
export const makePostmortem = (input: PostmortemInput): Postmortem | null => {
  const walked = walk(input);
  if (walked === null) return null;
  const { folder, index, stream, root } = input;
  const { sharing = null } = input;
  const shown = shownBy(sharing);
  const reader = textReader(root, sharing === null);
  const all = firedIn(walked);
  const judged = new Set(all.map(({ trigger }) => trigger.id));
  const foreign = foreignIn(all, walked.session).slice(0, MOST_FOREIGN);
  const session = withOthers(walked.session, foreign, walked.end, folder, index);
  for (const [id, { event }] of session.byId) if (!walked.session.byId.has(id)) sharing?.learn(event);
  const causeOf = causeReader(session, shown);

  const timeline = timelineOf(walked, { shown, isJudged: (id) => judged.has(id) });
  const fired = all.filter(({ trigger }) => timeline.entryOf(trigger) !== null);
  const recorded = firingsOf(fired, { timeline, shown, causeOf });
  const groups = groupsOf(recorded);
  const { firings, recordedOnly } = withWholeTrees(recorded, fired, input, walked, { groups, shown, causeOf });
  walked.past.save();

  const { files, leftOut: editsLeftOut } = changedFiles(walked, timeline, shown, reader);
  const commands = commandsOf(walked, timeline, shown, reader);
  const withoutParts = fillParts(timeline, reader);
  const about = sessionOf(input, walked, timeline, firings, shown);
  const { isImported, isLive } = about;
  const unknown = unknownIn(walked, shown, { firings, commands, isImported, isLive });
  const integrity = integrityOf(input, walked);
  const policies = policiesOf(walked, input.today, shown);
  const findings = findingsIn(walked);
  const answers = answersOf({
    timeline,
    firings,
    fired,
    findings,
    commands,
    integrity,
    unknown,
    isImported,
    vouched: vouchedFor(walked),
  });
  const made = {
    session: about,
    answers,
    turns: timeline.turns,
    entries: timeline.entries.map(closedEntry),
    firings,
    groups,
    evidence: evidenceOf(walked, stream, causeOf, shown),
    files,
    commands,
    deniedButRan: deniedButRan(walked, shown),
    waivers: waiversOf(walked, stream, firings, shown),
    interventions: interventionsOf(walked, timeline, shown),
    integrity,
    policies,
    redactions: redactionsOf(walked, shown),
    sharedWithout: sharing?.levels ?? [],
    unknown,
    leftOut: [
      ...(recordedOnly === 0
        ? []
        : [
            `${counted(recordedOnly, 'firing')} of ${firings.length} ${recordedOnly === 1 ? 'is' : 'are'} told as recorded, without what would have opened the gate: docket why EVENT says more of any.`,
          ]),
      ...(withoutParts === 0 ? [] : [`The texts of ${counted(withoutParts, 'row')} of the timeline are left out.`]),
      ...(editsLeftOut === 0 ? [] : [`${counted(editsLeftOut, 'edit')} are counted and not shown.`]),
    ],
  };
  return { ...made, summary: summaryOf(made) };
};

/** Events of others are searched for from the end of the session, each among all that stands before. */
const MOST_FOREIGN = 200;

const closedEntry = ({ events: _, ...entry }: OpenEntry): Postmortem['entries'][number] => entry;

const sessionOf = (
  { stream, index, project }: PostmortemInput,
  { session, after, worktree, items }: Walked,
  { entries, turns }: Timeline,
  firings: readonly Firing[],
  shown: Shown,
): PostmortemSession => {
  const indexed = index.streams.find((one) => one.stream === stream);
  const lines = session.lines.filter(({ event }) => event.type !== 'LogSealed');
  const [first] = lines;
  const last = lines.at(-1);
  const byDecision: Partial<Record<Firing['decision'], number>> = {};
  const judged = new Set<string>();
  for (const firing of firings) {
    const { mode, waived, hypothetical, event } = firing;
    const decision = cameTo(firing);
    // Several gates may say the same of one event.
    if (waived !== null || (mode === 'monitor' && !hypothetical) || judged.has(`${decision} ${event}`)) continue;
    judged.add(`${decision} ${event}`);
    byDecision[decision] = (byDecision[decision] ?? 0) + 1;
  }
  const started = session.lines.find(({ event }) => event.type === 'SessionStarted')?.event;
  const named = session.lines.find(({ event }) => typeof event.data['model'] === 'string')?.event;
  const model = named === undefined ? undefined : shown.event(named).data['model'];
  const git = session.lines.find(
    ({ event }) => event.type === 'GitObserved' && event.data['about'] === 'session',
  )?.event;
  const place = git === undefined ? null : (shown.event(git).data as Partial<EventData<'GitObserved'>>);
  const version = started?.data['version'] ?? started?.data['cli_version'];
  const isImported = indexed?.imported === true;
  const shownWorktree = last === undefined ? worktree : shown.event(last.event).worktree;
  return {
    id: first === undefined ? stream : shown.event(first.event).stream,
    // What was recorded elsewhere says itself where it belongs.
    project: project ?? shownWorktree?.split(/[\\/]/).findLast((name) => name !== '') ?? 'some project',
    host: first?.event.host ?? indexed?.host ?? '',
    hostVersion: typeof version === 'string' ? version : null,
    model: typeof model === 'string' ? model : null,
    kind: after.session.kind,
    worktree: shownWorktree,
    branch: place?.branch ?? null,
    commit: place?.commit ?? null,
    from: first?.event.at ?? '',
    to: last?.event.at ?? '',
    isLive: indexed?.endedAt === null && indexed.imported === false,
    isImported,
    counts: {
      // Seals are about events, and none of them.
      events: session.lines.filter(({ event }) => event.type !== 'LogSealed').length,
      turns: turns.filter(({ event }) => event !== null).length,
      calls: entries.filter(({ kind }) => kind === 'call').length,
      agents: new Set(
        items.flatMap((item) =>
          'finding' in item || item.line.event.actor.id === 'main' ? [] : [item.line.event.actor.id],
        ),
      ).size,
      byDecision,
    },
  };
};

const redactionsOf = ({ session }: Walked, shown: Shown): RedactionCount[] => {
  const counts = new Map<string, number>();
  for (const { event } of session.lines) {
    for (const rule of shown.event(event).redacted) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  }
  return [...counts].map(([rule, events]) => ({ rule, events })).sort((a, b) => b.events - a.events);
};
