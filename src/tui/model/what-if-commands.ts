import type { Command, Step } from './command.ts';
import type { Model } from './model.ts';
import { jumpToEvent, moveBy, moveTo, pageOf } from './moves.ts';
import { flipsOf, isWhatIf, turnedBy } from './what-if-moves.ts';

const only = (model: Model): Step => ({ model, effects: [] });

const turn = (model: Model, by: 1 | -1): Step => {
  if (!isWhatIf(model.overlay)) return only(model);
  if (model.overlay.focus !== 'choices') return only({ ...model, notice: 'Tab goes back to what can be changed.' });
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
  if (flipsOf(overlay).length === 0)
    return { ...model, notice: 'Nothing is said otherwise: there is nothing to look at.' };
  return { ...model, overlay: { ...overlay, focus: 'flips' } };
};

const inWhatIf = (name: string, keys: readonly string[], does: string, run: (model: Model) => Step): Command => ({
  ...{ name: `what-if-${name}`, keys, does, group: 'what if', where: 'what-if' },
  run,
});

/** What can be done while one tries what if. */
export const WHAT_IF_COMMANDS: readonly Command[] = [
  inWhatIf('down', ['j', 'down'], 'to the next line', (model) => only(moveBy(model, 1))),
  inWhatIf('up', ['k', 'up'], 'to the line before', (model) => only(moveBy(model, -1))),
  inWhatIf('page-down', ['page-down', 'ctrl+d'], 'one page down', (model) => only(moveBy(model, pageOf(model)))),
  inWhatIf('page-up', ['page-up', 'ctrl+u'], 'one page up', (model) => only(moveBy(model, -pageOf(model)))),
  inWhatIf('first', ['g', 'home'], 'to the first line', (model) => only(moveTo(model, 0))),
  inWhatIf('last', ['G', 'end'], 'to the last line', (model) => only(moveTo(model, Number.MAX_SAFE_INTEGER))),
  inWhatIf('more', ['l', 'right', 'space'], 'set the chosen line to its next value', (model) => turn(model, 1)),
  inWhatIf('less', ['h', 'left'], 'set it to the value before', (model) => turn(model, -1)),
  inWhatIf('other-side', ['tab'], 'to what would have been said otherwise, and back', (model) =>
    only(switchSide(model)),
  ),
  inWhatIf('enter', ['enter'], 'there: go to the row and leave what if; else the next value', choose),
  inWhatIf('leave', ['escape', 'q', 'x'], 'leave, nothing was written', (model) => only({ ...model, overlay: null })),
];
