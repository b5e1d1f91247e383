import type { Step } from '../command.ts';
import type { Model } from '../model.ts';
import { jumpToEvent, moveBy, moveTo, pageOf } from '../moves.ts';
import { flipsOf, isWhatIf, turnedBy } from '../what-if-moves.ts';

/** `j` and `k` choose, `h` and `l` change, Tab goes to what changes, Enter on one of those goes there; Escape leaves no trace. */
export const pressWhatIf = (model: Model, key: string): Step => {
  switch (key) {
    case 'escape':
    case 'q':
    case 'x':
      return only({ ...model, overlay: null });
    case 'l':
    case 'right':
    case 'space':
      return turn(model, 1);
    case 'h':
    case 'left':
      return turn(model, -1);
    case 'enter':
      return choose(model);
    case 'tab':
      return only(switchSide(model));
    case 'j':
    case 'down':
      return only(moveBy(model, 1));
    case 'k':
    case 'up':
      return only(moveBy(model, -1));
    case 'page-down':
    case 'ctrl+d':
      return only(moveBy(model, pageOf(model)));
    case 'page-up':
    case 'ctrl+u':
      return only(moveBy(model, -pageOf(model)));
    case 'home':
    case 'g':
      return only(moveTo(model, 0));
    case 'end':
    case 'G':
      return only(moveTo(model, Number.MAX_SAFE_INTEGER));
    default:
      return only(model);
  }
};

const only = (model: Model): Step => ({ model, effects: [] });

const turn = (model: Model, by: 1 | -1): Step => {
  if (!isWhatIf(model.overlay) || model.overlay.focus !== 'choices') return only(model);
  const overlay = turnedBy(model.overlay, by);
  return { model: { ...model, overlay }, effects: [{ kind: 'what-if', change: overlay.change }] };
};

const choose = (model: Model): Step => {
  const { overlay } = model;
  if (!isWhatIf(overlay)) return only(model);
  if (overlay.focus === 'choices') return turn(model, 1);
  const flip = flipsOf(overlay)[overlay.flip];
  return only(flip === undefined ? model : jumpToEvent({ ...model, overlay: null }, flip.event));
};

const switchSide = (model: Model): Model => {
  const { overlay } = model;
  if (!isWhatIf(overlay)) return model;
  if (overlay.focus === 'flips') return { ...model, overlay: { ...overlay, focus: 'choices' } };
  if (flipsOf(overlay).length === 0) return { ...model, notice: 'Nothing changes: there is nothing to look at.' };
  return { ...model, overlay: { ...overlay, focus: 'flips' } };
};
