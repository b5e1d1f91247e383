import { getNodeValue } from 'jsonc-parser';
import { isOwnHandler } from '../../hooks/install/hook-command.ts';
import { child, items, nodeAt, objectEntries } from '../../hooks/install/json-nodes.ts';
import { RUNS_DOCKET } from '../../hooks/observers/registration-change.ts';
import type { SettingsSource } from './settings-sources.ts';

/** One handler of a settings file. */
export interface HookEntry {
  readonly source: SettingsSource;
  readonly event: string;
  readonly matcher: string | undefined;
  readonly handler: Readonly<Record<string, unknown>>;
  /** `path:line` of the handler. */
  readonly at: string;
  /** `own`: as docket writes it; `wrapped`: it runs docket in a person's own way; `foreign`: it has nothing to do with docket. */
  readonly kind: 'own' | 'wrapped' | 'foreign';
}

/** The handlers of a settings file, in its order. Parts of another shape are passed over. */
export const hookEntries = (source: SettingsSource): HookEntry[] => {
  if (Object.keys(source.settings).length === 0) return [];
  return objectEntries(nodeAt(source.text, ['hooks'])).flatMap(([event, list]) =>
    items(list).flatMap((group) => {
      const matcher: unknown = child(group, 'matcher')?.value;
      return items(child(group, 'hooks')).flatMap((node): HookEntry[] => {
        const handler: unknown = getNodeValue(node);
        if (typeof handler !== 'object' || handler === null || Array.isArray(handler)) return [];
        const kind = isOwnHandler(handler) ? 'own' : RUNS_DOCKET.test(JSON.stringify(handler)) ? 'wrapped' : 'foreign';
        const line = source.text.slice(0, node.offset).split('\n').length;
        return [
          {
            source,
            event,
            matcher: typeof matcher === 'string' ? matcher : undefined,
            handler: handler as Readonly<Record<string, unknown>>,
            at: `${source.path}:${line}`,
            kind,
          },
        ];
      });
    }),
  );
};
