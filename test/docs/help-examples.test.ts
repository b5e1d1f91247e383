import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { helpedCommands } from './examples/help-lines.ts';
import { PATIENCE, playWorking } from './examples/play-lines.ts';
import { openStage, type Stage } from './examples/stage.ts';

const COMMANDS = helpedCommands();

let stage: Stage;
beforeAll(() => {
  stage = openStage();
}, PATIENCE);
afterAll(() => stage?.remove());

describe('the examples of', () => {
  const shown = COMMANDS.filter(({ lines }) => lines.length > 0);
  it.each(shown.map(({ name, lines }) => [name, lines] as const))(
    'docket %s --help work',
    (_name, lines) => {
      stage.reset();
      playWorking(stage, lines.join('\n'));
    },
    PATIENCE,
  );
});

it('every command that does something has examples', () => {
  const without = COMMANDS.filter(({ declared, lines }) => lines.length === 0 && declared.commands.length === 0);
  expect(without.map(({ name }) => name)).toEqual([]);
});
