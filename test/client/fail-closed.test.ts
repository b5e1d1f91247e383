import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { register } from './docket-command.ts';
import { createProject, type Project, REPOSITORY, removeProject } from './project.ts';
import { FIRST_WRITE, firstFile, PERMITTED, redTestsThenTwoWrites } from './red-tests.ts';
import { toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

describeWithClient('a session whose docket was removed since it was registered', (client) => {
  describe.each([
    ['a policy that fails closed', true],
    ['any other policy', false],
  ])('under %s', (_name, failClosed) => {
    let project: Project;
    let outcome: ClientOutcome;

    beforeAll(async () => {
      project = createProject();
      const policy = { preset: 'standard', gates: { guard: { failClosed } } };
      writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify(policy));
      register(project, { scope: 'local' });
      const settings = join(project.folder, '.claude', 'settings.local.json');
      const hook = join(REPOSITORY, 'dist', 'hook.cjs');
      writeFileSync(
        settings,
        readFileSync(settings, 'utf8').replaceAll(hook, join(project.root, 'gone', 'dist', 'hook.cjs')),
      );
      const scenario = redTestsThenTwoWrites(project);
      outcome = await runClient(client, { project, scenario, prompt: 'Add a discount and a tax', args: PERMITTED });
    });
    afterAll(() => removeProject(project));

    it(failClosed ? 'runs no tool: the client denies' : 'goes on as if nobody watched', () => {
      expect(existsSync(firstFile(project))).toBe(!failClosed);
      expect(toolResult(outcome.requests, FIRST_WRITE).isError).toBe(failClosed);
    });
  });
});
