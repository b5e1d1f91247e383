import type { Model } from './model.ts';

/** Does something as often as was counted, until it says that it goes no further. */
export const times = (model: Model, count: number | null, step: (model: Model) => Model): Model => {
  let last = model;
  for (let done = 0; done < (count ?? 1); done += 1) {
    const next = step(last);
    if (next.session?.cursor === last.session?.cursor) return next;
    last = next;
  }
  return last;
};
