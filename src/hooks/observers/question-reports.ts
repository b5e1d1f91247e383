import { isQuestionTool } from '../../projections/tools.ts';
import type { ObserveInput } from './observe-input.ts';
import type { Report } from './report.ts';

// What questions say is a bundle of its own: here it is only told, cheaply, which calls ask one.

/** What a call is about to ask the person. */
export const questionsReport: Report = {
  name: 'questions',
  records: 'QuestionsUnderstood',
  on: ['ToolRequested'],
  read: async (input) => (asks(input) ? (await import('./questions/question-events.ts')).questionsAsked(input) : []),
};

/** What the questions of a call came to. */
export const answersReport: Report = {
  name: 'answers',
  records: 'QuestionAnswered',
  on: ['ToolCompleted', 'ToolFailed'],
  read: async (input) => (asks(input) ? (await import('./questions/question-events.ts')).questionsAnswered(input) : []),
};

const asks = ({ trigger }: ObserveInput): boolean => isQuestionTool(trigger.data['tool_name']);
