import { useEffect, useMemo, useState } from 'react';
import { detailLines } from '../detail/detail-lines.ts';
import type { Line } from '../look/line.ts';
import type { Effect, Step } from '../model/command.ts';
import { layoutFor } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { withSession } from '../model/moves.ts';
import { press } from '../model/press.ts';
import { startModel } from '../model/start.ts';
import type { OpenSession, Source } from '../source/log-source.ts';
import { useKeys } from '../term/keys.ts';
import { useSize } from '../term/use-size.ts';
import { SessionView } from './session-view.tsx';
import { SessionsView } from './sessions-view.tsx';

export interface AppProps {
  readonly source: Source;
  readonly onQuit: () => void;
}

/** Events that are read between two keys: less than a frame's worth. */
const READ_AT_ONCE = 500;

/** The whole program: keys go into the model, the model onto the screen, and its effects are carried out here. */
export const App = ({ source, onQuit }: AppProps) => {
  const size = useSize();
  const [model, setModel] = useState<Model>(() => startModel(size, source.sessions()));
  const [opened, setOpened] = useState<OpenSession | null>(null);
  const current: Model = { ...model, size };

  const carryOut = (effect: Effect): void => {
    if (effect.kind === 'quit') onQuit();
    else if (effect.kind === 'open-session') setOpened(source.open(effect.session));
  };
  const take = ({ model: next, effects }: Step): void => {
    setModel(next);
    for (const effect of effects) carryOut(effect);
  };
  useKeys((key) => take(press(current, key)));

  useEffect(() => {
    if (opened === null) return;
    let isOver = false;
    const readOn = (): void => {
      if (isOver) return;
      const isComplete = opened.readOn(READ_AT_ONCE);
      setModel((known) => withSession(known, { rows: opened.timeline.rows(), isComplete }));
      if (!isComplete) setImmediate(readOn);
    };
    readOn();
    return () => {
      isOver = true;
    };
  }, [opened]);

  return session === null ? (
    <SessionsView model={current} />
  ) : (
    <SessionView model={current} session={session} detail={detail} />
  );
};
