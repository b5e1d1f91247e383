import { useCallback, useEffect, useRef, useState } from 'react';
import { NOTHING_KNOWN } from '../detail/known.ts';
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
  // Between two frames several keys and answers may come: each goes on from what the one before made.
  const latest = useRef(model);
  const change = useCallback((by: (model: Model) => Model): void => {
    latest.current = by(latest.current);
    setModel(latest.current);
  }, []);
  const known = useKnown(model.session, opened);
  const session = model.session === null ? null : { ...model.session, known };
  const current: Model = { ...model, size, session };

  const carryOut = (effect: Effect): void => {
    if (effect.kind === 'quit') onQuit();
    else if (effect.kind === 'open-session') setOpened(source.open(effect.session));
    else if (effect.kind === 'what-if') askWhatIf(effect.change);
  };
  const askWhatIf = (what: WhatIfChange | null): void => {
    const question = whatIfQuestion(current, what, opened);
    if (opened === null || question === null) return;
    void opened.ask(question).then((answer) => {
      if (answer !== null) change((later) => whatIfFound(later, what, answer));
    });
  };
  const take = ({ model: next, effects }: Step): void => {
    change(() => next);
    for (const effect of effects) carryOut(effect);
  };
  useKeys((key) => take(press({ ...drawn(latest.current, current), now: now() }, key)));

  useEffect(() => {
    if (opened === null) return;
    let isOver = false;
    const readOn = (): void => {
      if (isOver) return;
      const isComplete = opened.readOn(READ_AT_ONCE);
      change((before) => withRows(before, opened.timeline.rows(), isComplete));
      if (!isComplete) setImmediate(readOn);
    };
    readOn();
    return () => {
      isOver = true;
    };
  }, [opened, change]);

  if (isWhatIf(current.overlay)) return <WhatIfView model={current} overlay={current.overlay} />;
  return session === null ? (
    <SessionsView model={current} />
  ) : (
    <SessionView model={current} session={session} detail={linesOf(current, session)} />
  );
};

/** The newest model with what only the drawing knows: the size of the terminal, and what is known of the row it draws. */
const drawn = (model: Model, { size, session }: Model): Model => {
  if (model.session === null || session === null) return { ...model, size };
  const isSameRow = model.session.rows[model.session.cursor]?.id === session.known.row;
  return { ...model, size, session: { ...model.session, known: isSameRow ? session.known : NOTHING_KNOWN } };
};
