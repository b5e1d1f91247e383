import { useEffect, useMemo, useState } from 'react';
import { detailLines } from '../detail/detail-lines.ts';
import type { Line } from '../look/line.ts';
import type { Effect, Step } from '../model/command.ts';
import { layoutOf } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { withRows } from '../model/moves.ts';
import { press } from '../model/press.ts';
import { startModel, startSession } from '../model/start.ts';
import type { OpenSession, Source } from '../source/log-source.ts';
import { copied } from '../take/copied.ts';
import { exportedEvents, exportLines } from '../take/export-lines.ts';
import { useKeys } from '../term/keys.ts';
import { useSize } from '../term/use-size.ts';
import { LinearView } from './linear-view.tsx';
import { Screen } from './screen.tsx';
import type { World } from './world.ts';

export interface AppProps {
  readonly source: Source;
  readonly world: World;
  /** The session to begin with; null for the list of them. */
  readonly open: string | null;
}

/** Events that are read between two keys: less than a frame's worth. */
const READ_AT_ONCE = 500;

/** The whole program: keys go into the model, the model onto the screen, and its effects are carried out here. */
export const App = ({ source, world, open }: AppProps) => {
  const size = useSize();
  const [model, setModel] = useState<Model>(() => begin(startModel(size, source.sessions(), world.now()), open));
  const [opened, setOpened] = useState<OpenSession | null>(() => (model.session === null ? null : source.open(model.session.entry.session)));
  const current: Model = { ...model, size };

  const carryOut = (effect: Effect, next: Model): void => {
    const tell = (notice: string): void => setModel((known) => ({ ...known, notice }));
    switch (effect.kind) {
      case 'quit':
        return world.screen.end();
      case 'suspend':
        return world.screen.suspend();
      case 'redraw':
        return world.screen.redraw();
      case 'open-session':
        return setOpened(source.open(effect.session));
      case 'copy': {
        const { text, name } = copied(effect.what, next, opened);
        return tell(text === null ? `There is no ${name} here.` : `${world.copy(text)}: ${name}`);
      }
      case 'export': {
        if (opened === null || next.session === null) return;
        return tell(exportLines(opened.lines(), exportedEvents(effect.what, next.session), effect.path, world.cwd));
      }
    }
  };
  const take = ({ model: next, effects }: Step): void => {
    setModel(next);
    for (const effect of effects) carryOut(effect, next);
  };
  useKeys((key) => take(press({ ...current, now: world.now() }, key)));

  useEffect(() => {
    if (opened === null) return;
    let isOver = false;
    const readOn = (): void => {
      if (isOver) return;
      const isComplete = opened.readOn(READ_AT_ONCE);
      setModel((known) => withRows(known, opened.timeline.rows(), isComplete));
      if (!isComplete) setImmediate(readOn);
    };
    readOn();
    return () => {
      isOver = true;
    };
  }, [opened]);

  const { session } = current;
  const row = session?.rows[session.cursor];
  const width = layoutOf(current).detail.width;
  const tab = session?.tab;
  const detail = useMemo<readonly Line[]>(
    () => (row === undefined || opened === null || tab === undefined ? [] : detailLines(tab, row, opened, width)),
    [row, opened, tab, width],
  );
  const View = world.isLinear ? LinearView : Screen;
  return <View model={current} detail={detail} />;
};

const begin = (model: Model, open: string | null): Model => {
  const cursor = model.sessions.entries.findIndex(({ session }) => session === open);
  const entry = model.sessions.entries[cursor];
  if (entry === undefined) return model;
  return { ...model, sessions: { ...model.sessions, cursor }, session: startSession(entry) };
};
