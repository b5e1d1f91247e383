import { afterAll, beforeAll } from 'vitest';
import { type ClientOutcome, runClient } from './client.ts';
import { type Registration, register } from './docket-command.ts';
import { createProject, type Project, removeProject } from './project.ts';
import { PERMITTED } from './red-tests.ts';
import type { Scenario } from './scripted-model.ts';

export interface Play {
  readonly registrations: readonly Registration[];
  readonly scenario: (project: Project) => Scenario;
  readonly prompt: string;
}

export interface PlayedSession {
  readonly project: Project;
  readonly outcome: ClientOutcome;
}

/** A session that the client plays once, before the tests of a group; they read what it came to, which is not there earlier. */
export const playedSession = (client: string, { registrations, scenario, prompt }: Play): PlayedSession => {
  const played: Partial<{ -readonly [Key in keyof PlayedSession]: PlayedSession[Key] }> = {};
  beforeAll(async () => {
    const project = createProject();
    played.project = project;
    for (const registration of registrations) register(project, registration);
    played.outcome = await runClient(client, { project, scenario: scenario(project), prompt, args: PERMITTED });
  });
  afterAll(() => {
    if (played.project !== undefined) removeProject(played.project);
  });
  return played as PlayedSession;
};
