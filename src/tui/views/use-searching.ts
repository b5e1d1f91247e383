import { useEffect } from 'react';
import { withFound } from '../model/search.ts';
import type { OpenSession } from '../source/log-source.ts';
import type { FoundEvent } from '../source/search-session.ts';
import type { KeptModel } from './use-model.ts';

/** So long it is looked before keys come through again: less than a frame. */
const AT_ONCE_MS = 8;

/** Events that are kept: who finds more looks for something else. */
const MOST_FOUND = 10_000;

/** Looks through what the events of a session say for a text, piece by piece, until another text is looked for. */
export const useSearching = (text: string | null, opened: OpenSession | null, change: KeptModel['change']): void => {
  useEffect(() => {
    if (text === null || opened === null) return;
    const steps = opened.search(text);
    const events = new Map<string, FoundEvent>();
    let timer: NodeJS.Immediate | null = null;
    let told = 0;
    const lookOn = (): void => {
      const isComplete = look(steps, events);
      timer = isComplete ? null : setImmediate(lookOn);
      if (!isComplete && events.size === told) return;
      told = events.size;
      change((known) => withFound(known, { text, events: new Map(events), isComplete }));
    };
    lookOn();
    return () => {
      if (timer !== null) clearImmediate(timer);
    };
  }, [text, opened, change]);
};

/** Looks for a while. Returns whether that was the end, or what cannot be read. */
const look = (steps: Iterator<readonly FoundEvent[]>, events: Map<string, FoundEvent>): boolean => {
  const start = performance.now();
  try {
    while (performance.now() - start < AT_ONCE_MS) {
      const next = steps.next();
      if (next.done === true || events.size >= MOST_FOUND) return true;
      for (const one of next.value) events.set(one.event, one);
    }
    return false;
  } catch {
    return true;
  }
};
