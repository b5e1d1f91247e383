import type { HookCommand } from './hook-command.ts';
import { print } from './json-layout.ts';
import { type Registration, registrationFor } from './registration.ts';

/** Its name, and that of the marketplace that it comes with: `docket@docket` in the host's settings. */
export const PLUGIN_NAME = 'docket';

/** What a plugin and its marketplace say of the package. */
export interface PackageFacts {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly keywords: readonly string[];
}

/**
 * The newest client whose events the plugin names. Its file is the same for every client, and one that does not know
 * PreSkillShellCommand (2.1.332) may open a dialog at start-up because of it (protocol sheet §1.1). Other names that a
 * client does not know are ignored.
 */
export const PLUGIN_CLIENT = '2.1.331';

const PLUGIN_ROOT = '$' + '{CLAUDE_PLUGIN_ROOT}';

/** How the plugin starts docket: the host puts the plugin's own folder in. */
export const PLUGIN_COMMAND: HookCommand = {
  program: 'node',
  args: [`${PLUGIN_ROOT}/dist/hook.cjs`],
  canExec: true,
  kind: 'plugin',
};

/**
 * What the plugin registers: the table that `init` registers from, with the time-outs that any policy needs, since the
 * plugin cannot know which one will hold. `node` is that from the PATH, since the file is the same on every machine.
 */
export const pluginRegistration = (): Registration =>
  registrationFor({ clientVersion: PLUGIN_CLIENT, command: PLUGIN_COMMAND, llmReview: true, lint: true });

/**
 * The files that make a Claude Code plugin of the package, by their paths in it: manifest, hooks, and a marketplace that
 * has this one plugin.
 */
export const pluginFiles = (facts: PackageFacts): Readonly<Record<string, string>> => {
  const { version, description, license, keywords } = facts;
  const about = { version, description, author: { name: PLUGIN_NAME }, license, keywords };
  const hooks = Object.fromEntries(Object.entries(pluginRegistration()).map(([event, group]) => [event, [group]]));
  return {
    '.claude-plugin/plugin.json': asText({ name: PLUGIN_NAME, ...about }),
    '.claude-plugin/marketplace.json': asText({
      name: PLUGIN_NAME,
      description,
      owner: { name: PLUGIN_NAME },
      plugins: [{ name: PLUGIN_NAME, source: './', description }],
    }),
    'hooks/hooks.json': asText({ description, hooks }),
  };
};

const asText = (value: unknown): string => `${print(value, { eol: '\n', unit: '  ', indent: '' })}\n`;
