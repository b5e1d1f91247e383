import type { Command } from 'commander';
import type { Io } from './io.ts';
import { type QuestionsOptions, runQuestions, runQuestionsTest, setQuestion } from './questions.ts';

export const QUESTIONS_EXAMPLES: readonly string[] = [
  'docket questions',
  'docket questions set ship-test-failure-triage never-ask',
  'docket questions test payload.json',
];

/** Gives `docket questions` its subcommands. */
export const declareQuestions = (questions: Command, io: Io, exitWith: (code: number) => void): void => {
  questions
    .command('list', { isDefault: true })
    .description('The same, which needs no name.')
    .option('--json', 'one object')
    .addHelpText('after', '\nExamples:\n  $ docket questions --json')
    .action((options: QuestionsOptions) => exitWith(runQuestions(options, io)));

  questions
    .command('set')
    .description('Say whether to be asked a question. Where a choice cannot be taken back the user is always asked.')
    .argument('<id>', 'of the question, as the list shows it; * stands for any text: ship-*')
    .argument('<preference>', 'always-ask, never-ask or ask-only-one-way')
    .option('--project', 'only in this project')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docket questions set ship-test-failure-triage never-ask\n  $ docket questions set "ship-*" always-ask --project',
    )
    .action((id: string, preference: string, options: QuestionsOptions) =>
      exitWith(setQuestion(id, preference, options, io)),
    );

  questions
    .command('unset')
    .description('Take back what was set.')
    .argument('<id>', 'as it was set')
    .option('--project', 'what was set for this project')
    .addHelpText('after', '\nExamples:\n  $ docket questions unset ship-test-failure-triage')
    .action((id: string, options: QuestionsOptions) => exitWith(setQuestion(id, null, options, io)));

  questions
    .command('test')
    .description('Print what would happen to a call of a question tool.')
    .argument('<file>', "the hook's input, or the tool's; - for standard input")
    .option('--json', 'one object')
    .addHelpText(
      'after',
      '\nExamples:\n  $ docket questions test payload.json\n  $ docket questions test - < payload.json',
    )
    .action(async (file: string, options: QuestionsOptions) => exitWith(await runQuestionsTest(file, options, io)));
};
