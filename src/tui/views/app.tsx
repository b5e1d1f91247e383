import { useEffect, useState } from 'react';
import type { Effect, Step } from '../model/command.ts';
import type { Model } from '../model/model.ts';
import { linesOf, withRows } from '../model/moves.ts';
import { press } from '../model/press.ts';
import { startModel } from '../model/start.ts';
import { isWhatIf, whatIfFound } from '../model/what-if-moves.ts';
import type { OpenSession, Source } from '../source/log-source.ts';
import { useKeys } from '../term/keys.ts';
import { useSize } from '../term/use-size.ts';
import type { WhatIfChange } from '../think/what-if.ts';
import { SessionView } from './session-view.tsx';
import { SessionsView } from './sessions-view.tsx';
import { useKnown, whatIfQuestion } from './use-known.ts';
import { WhatIfView } from './what-if-view.tsx';

export interface AppProps {
  readonly source: Source;
  readonly onQuit: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Events that are read between two keys: less than a frame's worth. */
const READ_AT_ONCE = 500;

/** The whole program: keys go into the model, the model onto the screen, and its effects are carried out here. */
export const App = ({ source, onQuit, now }: AppProps) => {
  const size = useSize();
  const [model, setModel] = useState<Model>(() => startModel(size, source.sessions(), now()));
  const [opened, setOpened] = useState<OpenSession | null>(null);
  const known = useKnown(model.session, opened);
  const session = model.session === null ? null : { ...model.session, known };
  const current: Model = { ...model, size, session };

  const carryOut = (effect: Effect): void => {
    if (effect.kind === 'quit') onQuit();
    else if (effect.kind === 'open-session') setOpened(source.open(effect.session));
    else if (effect.kind === 'what-if') askWhatIf(effect.change);
  };
  const askWhatIf = (change: WhatIfChange | null): void => {
    const question = whatIfQuestion(current, change, opened);
    if (opened === null || question === null) return;
    void opened.ask(question).then((answer) => {
      if (answer !== null) setModel((later) => whatIfFound(later, change, answer));
    });
  };
  const take = ({ model: next, effects }: Step): void => {
    setModel(next);
    for (const effect of effects) carryOut(effect);
  };
  useKeys((key) => take(press({ ...current, now: now() }, key)));

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

  if (isWhatIf(current.overlay)) return <WhatIfView model={current} overlay={current.overlay} />;
  return session === null ? (
    <SessionsView model={current} />
  ) : (
    <SessionView model={current} session={session} detail={linesOf(current, session)} />
  );
};
