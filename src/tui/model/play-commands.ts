import type { Command } from './command.ts';
import type { Model } from './model.ts';
import { followOrNot, playFaster, playOrPause } from './play.ts';

const only = (model: Model) => ({ model, effects: [] });

/** Going on by itself. */
export const PLAY_COMMANDS: readonly Command[] = [
  {
    name: 'play',
    keys: ['space'],
    does: 'go on by itself as it was recorded, pauses of at most two seconds; or stop that',
    group: 'move',
    where: 'session',
    run: (model) => only(playOrPause(model)),
  },
  {
    name: 'faster',
    keys: ['>'],
    does: 'play twice as fast',
    group: 'move',
    where: 'session',
    run: (model) => only(playFaster(model, 1)),
  },
  {
    name: 'slower',
    keys: ['<'],
    does: 'play half as fast',
    group: 'move',
    where: 'session',
    run: (model) => only(playFaster(model, -1)),
  },
  {
    name: 'follow',
    keys: ['F'],
    does: 'stay at the newest row while the session goes on; going up pauses that, F goes on',
    group: 'move',
    where: 'session',
    run: (model) => only(followOrNot(model)),
  },
];
