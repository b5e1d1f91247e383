import { join } from 'node:path';
import type { Project } from './project.ts';
import { type Scenario, say, use } from './scripted-model.ts';

export const TEST_RUN = 'toolu_test_run';
export const FIRST_WRITE = 'toolu_first_write';
export const SECOND_WRITE = 'toolu_second_write';

export const firstFile = ({ folder }: Project): string => join(folder, 'src', 'discount.js');
export const secondFile = ({ folder }: Project): string => join(folder, 'src', 'tax.js');

/** What a person at the client would have allowed before, so that only docket is in the way. */
export const PERMITTED = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash(npm test:*)'];

/** An agent that sees its tests fail, writes two source files all the same, and calls it done. */
export const redTestsThenTwoWrites = (project: Project): Scenario => ({
  conversations: [
    {
      turns: [
        [say('First the tests.'), use(TEST_RUN, 'Bash', { command: 'npm test', description: 'Run the tests' })],
        [use(FIRST_WRITE, 'Write', { file_path: firstFile(project), content: 'export const discount = 0.1;\n' })],
        [use(SECOND_WRITE, 'Write', { file_path: secondFile(project), content: 'export const tax = 0.2;\n' })],
        [say('Discount and tax are in.')],
        [say('The tests still fail; a person has to look.')],
      ],
    },
  ],
});
