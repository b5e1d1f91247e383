import { changesReport } from './changes-report.ts';
import { proofReport } from './proof-report.ts';
import { answersReport, questionsReport } from './question-reports.ts';
import type { Report } from './report.ts';
import { reviewBegins, reviewReport } from './review-report.ts';
import { testReport } from './test-report.ts';
import { waiverReport } from './waiver-report.ts';
import { workflowReport } from './workflow-report.ts';

/** Everything that triggers are read for beside what gates ask, in order. */
export const REPORTS: readonly Report[] = [
  testReport,
  reviewBegins,
  reviewReport,
  proofReport,
  waiverReport,
  workflowReport,
  changesReport,
  questionsReport,
  answersReport,
];
