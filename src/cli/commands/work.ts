import { type CarefulOptions, runCareful } from '../careful.ts';
import type { ExitCode, Io } from '../io.ts';
import { addTodoCommands } from '../todo/command.ts';
import { runTodoList, type TodoOptions } from '../todo/todos.ts';
import { runViews, type ViewsOptions } from '../views.ts';
import { addWorkflowCommands } from '../workflow/command.ts';
import { runWorkflowList } from '../workflow/show.ts';
import type { AddCommand } from './add-command.ts';

/** Adds `views`, `workflow`, `careful` and `todo`: what a team works with from day to day. */
export const addWorkCommands = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  command('views', 'Files for scripts from before docket, written from the log: list them, write them, keep them.', [
    'docket views',
    'docket views write',
    'docket views on',
  ])
    .argument('[action]', 'write: once, now; on or off: whether the hook keeps them up to date on this machine')
    .option('--force', 'also replace files that docket did not write')
    .option('--json', 'one object, or with write a list')
    .action((action: string | undefined, options: ViewsOptions) => exitWith(runViews(action, options, io)));

  const workflow = command('workflow', 'List the workflows of the policy; show, start, approve and reset their runs.', [
    'docket workflow',
    'docket workflow show feature',
    'docket workflow approve feature',
  ])
    .option('--json', 'one object, or of a list one list')
    .action((options: { json?: boolean }) => exitWith(runWorkflowList(options, io)));
  addWorkflowCommands(workflow, io, exitWith);
  command('careful', 'Careful mode: what gates would ask about, change or only warn of is denied.', [
    'docket careful',
    'docket careful on',
    'docket careful off --user',
  ])
    .argument('[action]', 'on, off, or status, which is also said without')
    .option('--project', 'for this project, which is also meant without')
    .option('--user', 'for all projects that say nothing themselves')
    .option('--json', 'one object')
    .action((action: string | undefined, options: CarefulOptions) => exitWith(runCareful(action, options, io)));

  const todo = command('todo', 'List what is to be done and who works on it; add, claim, end and release it.', [
    'docket todo',
    'docket todo add "round the total"',
    "docket todo claim '#42'",
  ])
    .option('--json', 'one object, or of a list one list')
    .action((options: TodoOptions) => exitWith(runTodoList(options, io)));
  addTodoCommands(todo, io, exitWith);
};
