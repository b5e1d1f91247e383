import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type PackageFacts, PLUGIN_CLIENT, pluginFiles } from '../../../src/hooks/install/plugin-files.ts';
import { type HookHandler, registrationFor } from '../../../src/hooks/install/registration.ts';
import { registration } from './project.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const facts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageFacts;

type Groups = Readonly<Record<string, readonly { readonly hooks: readonly HookHandler[] }[]>>;

const hooks = (): Groups => (JSON.parse(pluginFiles(facts)['hooks/hooks.json'] ?? '') as { hooks: Groups }).hooks;

describe('the plugin', () => {
  // `npm run plugin` writes them.
  it.each(Object.entries(pluginFiles(facts)))(
    '%s of the repository is as the table of registrations makes it',
    async (path, text) => {
      await expect(text).toMatchFileSnapshot(join(ROOT, path));
    },
  );

  it('registers what init does for the same client, with the time-outs that any policy needs', () => {
    const command = {
      program: 'node',
      args: ['$' + '{CLAUDE_PLUGIN_ROOT}/dist/hook.cjs'],
      canExec: true,
      kind: 'plugin',
    } as const;
    const table = registrationFor({ clientVersion: PLUGIN_CLIENT, command, llmReview: true, lint: true });
    expect(Object.keys(hooks())).toEqual(Object.keys(table));
    for (const [event, [group]] of Object.entries(hooks()))
      expect(group, event).toEqual(table[event as keyof typeof table]);
  });

  it('names no event that takes over what the host does, slows the screen, or opens a dialog in an older client', () => {
    for (const event of ['WorktreeCreate', 'MessageDisplay', 'PreSkillShellCommand'])
      expect(hooks()).not.toHaveProperty(event);
    expect(Object.keys(hooks())).toHaveLength(Object.keys(registration()).length - 1);
  });

  it('has one call of the hook an event, without a matcher', () => {
    for (const [event, groups] of Object.entries(hooks())) {
      expect(groups, event).toHaveLength(1);
      expect(groups[0], event).toEqual({ hooks: [expect.objectContaining({ type: 'command', command: 'node' })] });
    }
  });
});
