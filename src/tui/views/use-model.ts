import { useCallback, useRef, useState } from 'react';
import type { Model } from '../model/model.ts';

export interface KeptModel {
  readonly model: Model;
  /** The newest one: several keys may come at once, before anything is drawn, and each goes on from the one before. */
  readonly latest: () => Model;
  readonly change: (by: (known: Model) => Model) => void;
}

/** The model, kept for as long as the program is shown. */
export const useModel = (begin: () => Model): KeptModel => {
  const [model, setModel] = useState(begin);
  const kept = useRef(model);
  const latest = useCallback(() => kept.current, []);
  const change = useCallback((by: (known: Model) => Model) => {
    kept.current = by(kept.current);
    setModel(kept.current);
  }, []);
  return { model, latest, change };
};
