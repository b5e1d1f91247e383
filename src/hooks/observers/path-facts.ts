import type { Envelope, EventDraft } from '../../events/envelope.ts';
import type { Policy } from '../../events/schemas.ts';
import { ABOUT_CALL, aboutAct, type Facts } from '../../gates/facts.ts';
import { listOption } from '../../gates/gate.ts';
import type { CallPlace } from '../place.ts';
import { namedPaths } from './call-paths.ts';
import { guardedMarker } from './guarded-paths.ts';
import { withOwn } from './own-paths.ts';
import { observePaths } from './paths.ts';
import { observeTemporary } from './temporary.ts';

/** Where the paths lead that the command's acts are about. */
export const pathFacts = (
  facts: Facts,
  { trigger, place, policy }: { readonly trigger: Envelope; readonly place: CallPlace; readonly policy: Policy },
): EventDraft[] => {
  const mark = guardedMarker(place, listOption({ options: policy.gates['guard']?.options ?? {} }, 'paths', []));
  return (facts.command()?.data.acts ?? []).flatMap((act, index): EventDraft[] => {
    if (act.paths.length === 0) return [];
    const observed = observePaths(act, place);
    const temporary =
      act.kind === 'temporary'
        ? { temporary: observeTemporary(act, observed, trigger.data['scratchpad_dir'], place) }
        : {};
    const paths = mark(withOwn(observed, act, place), act);
    return [{ type: 'PathsObserved', data: { about: aboutAct(index), paths, ...temporary } }];
  });
};

/** Where the paths lead that are among the arguments of a tool nobody classified. */
export const callPathFacts = (toolInput: unknown, place: CallPlace): EventDraft[] => {
  const paths = namedPaths(toolInput).map((written) => ({ written, span: null }));
  if (paths.length === 0) return [];
  const call = { paths, directory: null, directoryKnown: true, details: {} };
  return [
    { type: 'PathsObserved', data: { about: ABOUT_CALL, paths: withOwn(observePaths(call, place), call, place) } },
  ];
};
