/** A migration that cannot be taken back is one that somebody has to repair at night. */

/** @type {import('docket/gate').CustomGate} */
export const gate = {
  summary: 'Migrations say how they are taken back.',
  on: { tools: ['Write', 'Edit', 'MultiEdit'] },
  rules: {
    'no-rollback': {
      decision: 'deny',
      judge({ file, options }) {
        const folder = String(options.folder ?? 'migrations/');
        if (file === null || file.after === null) return null;
        if (!file.path.startsWith(folder) || !file.path.endsWith('.sql')) return null;
        const [, below = ''] = file.after.split(/^-- rollback\s*$/im);
        return {
          conditions: [
            {
              name: 'has-a-rollback-section',
              holds: below.trim() !== '',
              actual: below.trim() === '' ? 'none' : `${below.trim().split('\n').length} lines`,
              remedy: 'End the migration with a line "-- rollback" and the statements that undo it.',
            },
          ],
          reason: `${file.path} does not say how it is taken back.`,
        };
      },
    },
  },
};
