import { useState } from 'react';
import { NOTHING_KNOWN } from '../detail/known.ts';
import type { Effect } from '../model/command.ts';
import type { Model } from '../model/model.ts';
import { linesOf, withParts } from '../model/moves.ts';
import { press } from '../model/press.ts';
import { soughtIn } from '../model/search.ts';
import { startModel, startSession } from '../model/start.ts';
import { whatIfFound } from '../model/what-if-moves.ts';
import type { OpenSession, Source } from '../source/log-source.ts';
import { copied } from '../take/copied.ts';
import { exportedEvents, exportLines } from '../take/export-lines.ts';
import { useKeys } from '../term/keys.ts';
import { useSize } from '../term/use-size.ts';
import type { WhatIfChange } from '../think/what-if.ts';
import { LinearView } from './linear-view.tsx';
import { Screen } from './screen.tsx';
import { useKnown, whatIfQuestion } from './use-known.ts';
import { useModel } from './use-model.ts';
import { openBegun, useFollowing, usePlaying, useReading, withRead } from './use-reading.ts';
import { useSearching } from './use-searching.ts';
import { FIRST_BLOCKS, useSessions } from './use-sessions.ts';
import type { World } from './world.ts';

export interface AppProps {
  readonly source: Source;
  readonly world: World;
  /** The session to begin with; null for the list of them. */
  readonly open: string | null;
  /** The row of it to begin at; null for the first one. */
  readonly row?: string | null;
}

/** The whole program: keys go into the model, the model onto the screen, and its effects are carried out here. */
export const App = ({ source, world, open, row = null }: AppProps) => {
  const size = useSize();
  const [first] = useState(() => beginning(source, size, { open, row }, world));
  const { model, latest, change } = useModel(() => first.model);
  const [opened, setOpened] = useState<OpenSession | null>(first.opened);
  const known = useKnown(model, opened);
  const session = model.session === null ? null : { ...model.session, known };
  const current: Model = { ...model, size, session };

  const carryOut = (effect: Effect, next: Model): void => {
    if (effect.kind === 'open-session') openSession(effect.session);
    else if (effect.kind === 'copy' || effect.kind === 'export') {
      const notice = takeAway(effect, next, opened, world);
      change((known) => ({ ...known, notice }));
    } else if (effect.kind === 'open-row') openRow(effect.row);
    else if (effect.kind === 'what-if') askWhatIf(effect.change, next);
    else world.screen[ON_SCREEN[effect.kind]]();
  };
  const openSession = (id: string): void => {
    const begun = openBegun(source, id);
    setOpened(begun);
    change((known) => withRead(known, begun));
  };
  const openRow = (id: string): void => {
    const row = latest().session?.rows.find((each) => each.id === id);
    if (row !== undefined && opened !== null) change((known) => withParts(known, id, opened.parts(row)));
  };
  const askWhatIf = (what: WhatIfChange | null, next: Model): void => {
    const question = whatIfQuestion(next, what, opened);
    if (opened === null || question === null) return;
    void opened.ask(question).then((answer) => {
      if (answer !== null) change((later) => whatIfFound(later, what, answer));
    });
  };
  useKeys((key) => {
    const { model: next, effects } = press({ ...drawn(latest(), current), now: world.now() }, key);
    change(() => next);
    for (const effect of effects) carryOut(effect, next);
  });

  useSessions(source, model.sessions.isComplete, (entries) => {
    change((known) => begin({ ...known, sessions: { ...known.sessions, entries, isComplete: true } }, { open, row }));
    const begun = latest().session;
    if (begun !== null) openSession(begun.entry.session);
  });
  useReading(opened, change);
  useFollowing(model.session, opened, change, () => {
    if (model.session !== null) openSession(model.session.entry.session);
  });
  usePlaying(model.session, change);
  useSearching(soughtIn(model), opened, change);

  const View = world.isLinear ? LinearView : Screen;
  return <View model={current} detail={session === null ? [] : linesOf(current, session)} />;
};

const ON_SCREEN = { quit: 'end', suspend: 'suspend', redraw: 'redraw' } as const;

/** Copies or exports. Returns what to tell of it. */
const takeAway = (
  effect: Extract<Effect, { kind: 'copy' | 'export' }>,
  model: Model,
  opened: OpenSession | null,
  world: World,
): string => {
  if (effect.kind === 'copy') {
    const { text, name } = copied(effect.what, model, opened);
    if (text === null) return `There is no ${name} here.`;
    if (effect.what !== 'command') return `${world.copy(text)}: ${name}`;
    world.onCommandCopied();
    return `${world.copy(`${world.commandPrefix}${text}`)}: ${name}`;
  }
  if (opened === null || model.session === null) return 'Open a session first.';
  return exportLines(opened.lines(), exportedEvents(effect.what, model.session), effect.path, world.cwd);
};

/** What the first frame shows: as much as is there at once. */
const beginning = (source: Source, size: Model['size'], open: Opening, world: World) => {
  const entries = source.readOn(FIRST_BLOCKS);
  const began = startModel(size, entries ?? [], world.now());
  const { place } = world;
  const started = place === undefined ? began : { ...began, sessions: { ...began.sessions, place } };
  if (entries === null) {
    return { model: { ...started, sessions: { ...started.sessions, isComplete: false } }, opened: null };
  }
  const model = begin(started, open);
  const opened = model.session === null ? null : openBegun(source, model.session.entry.session);
  return { model: withRead(model, opened), opened };
};

type Opening = Required<Pick<AppProps, 'open' | 'row'>>;

const begin = (model: Model, { open, row }: Opening): Model => {
  const cursor = model.sessions.entries.findIndex(({ session }) => session === open);
  const entry = model.sessions.entries[cursor];
  if (entry === undefined) return model;
  return { ...model, sessions: { ...model.sessions, cursor }, session: startSession(entry, row) };
};

/** The newest model with what only the drawing knows: the size of the terminal, and what is known of the row it draws. */
const drawn = (model: Model, { size, session }: Model): Model => {
  if (model.session === null || session === null) return { ...model, size };
  const isSameRow = model.session.rows[model.session.cursor]?.id === session.known.row;
  return { ...model, size, session: { ...model.session, known: isSameRow ? session.known : NOTHING_KNOWN } };
};
