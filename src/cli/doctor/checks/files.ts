import type { Finding } from '../finding.ts';
import type { World } from '../world.ts';

/** Whether the settings files are read by the client at all, and let hooks run. */
export const checkSettingsFiles = (world: World): Finding[] => [...unreadable(world), ...switchedOff(world)];

const unreadable = ({ sources }: World): Finding[] =>
  sources.flatMap(({ path, problem }): Finding[] =>
    problem === null
      ? []
      : [
          {
            id: 'registration/unreadable',
            says: `The client runs no hook of ${path}: ${problem}.`,
            evidence: [path],
            fix: 'Mend the file; an editor that knows JSON shows the place.',
          },
        ],
  );

/** What an administrator registers runs whatever the others say. */
const switchedOff = ({ sources, env, docket }: World): Finding[] => {
  const isManaged = docket.some(({ source }) => source.scope === 'managed');
  const simple = (env['CLAUDE_CODE_SIMPLE'] ?? '') === '' ? [] : ['CLAUDE_CODE_SIMPLE is set'];
  const settings = sources.flatMap(({ path, scope, settings: values }) => [
    ...(values['disableAllHooks'] === true && (scope === 'managed' || !isManaged)
      ? [`"disableAllHooks": true in ${path}`]
      : []),
    ...(values['allowManagedHooksOnly'] === true && scope === 'managed' && !isManaged
      ? [`"allowManagedHooksOnly": true in ${path}`]
      : []),
  ]);
  return [...simple, ...settings].map((what) => ({
    id: 'registration/switched-off',
    says: `The client runs no hook of yours: ${what}.`,
    evidence: [what],
    fix: what.startsWith('CLAUDE')
      ? 'Start the client without the variable.'
      : 'Take the setting out of the file; of managed settings an administrator can.',
  }));
};
