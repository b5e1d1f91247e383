/** Whoever reads the history finds the ticket. */

/** @type {import('docket/gate').CustomGate} */
export const gate = {
  summary: 'Messages of commits name the ticket they belong to.',
  on: { tools: ['Bash'] },
  rules: {
    'no-ticket': {
      decision: 'ask',
      judge({ command, options }) {
        if (command === null || !command.acts.some(({ kind }) => kind === 'git-commit')) return null;
        const ticket = new RegExp(String(options.pattern ?? '\\b[A-Z]{2,10}-\\d+\\b'));
        // A message from a file or an editor is not in the command.
        if (!/\s(?:-[a-z]*m|--message)[\s=]/.test(command.text)) return null;
        return {
          conditions: [
            {
              name: 'message-names-a-ticket',
              holds: ticket.test(command.text),
              actual: command.text.slice(0, 200),
              remedy: 'Name the ticket in the message: git commit -m "ABC-123: what changed".',
            },
          ],
          reason: 'The message of the commit names no ticket.',
        };
      },
    },
  },
};
