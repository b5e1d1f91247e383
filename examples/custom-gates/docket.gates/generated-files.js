/** Files that say they were generated are changed by what generates them. */

const MARK = /\b(?:DO NOT EDIT|@generated)\b/;

/** @type {import('docket/gate').CustomGate} */
export const gate = {
  summary: 'Generated files are not edited by hand.',
  on: { events: ['ToolRequested'], tools: ['Write', 'Edit', 'MultiEdit'] },
  rules: {
    'by-hand': {
      decision: 'deny',
      judge({ file }) {
        if (file === null || file.before === null) return null;
        const top = file.before.split('\n').slice(0, 10).join('\n');
        return {
          conditions: [
            {
              name: 'file-is-not-generated',
              holds: !MARK.test(top),
              actual: MARK.exec(top)?.[0] ?? null,
              remedy: `Change what ${file.path} is generated from, and generate it again.`,
            },
          ],
          reason: `${file.path} says at its top that it is generated.`,
        };
      },
    },
  },
};
