import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FindingId, KINDS } from '../../../src/cli/doctor/catalogue.ts';
import { checkLogPlace } from '../../../src/cli/doctor/checks/log-place.ts';
import { CHECKS } from '../../../src/cli/doctor/examine.ts';
import type { Finding } from '../../../src/cli/doctor/finding.ts';
import { gatherWorld } from '../../../src/cli/doctor/world.ts';
import { DIST } from '../../kit/hook-process.ts';
import { CASES, type FindingCase } from './cases.ts';
import { CLIENT, type DoctorProject, doctorProject } from './doctor-project.ts';
import { RUN_CASES } from './run-cases.ts';

const PLENTY = { type: 0xef53, free: Number.MAX_SAFE_INTEGER };

/** What the checks that run nothing find in a project. */
const findingsIn = (project: DoctorProject, { client, disk }: Partial<FindingCase> = {}): Finding[] => {
  const world = gatherWorld({
    env: { HOME: project.home, PATH: '/usr/bin:/bin', ...project.env },
    cwd: project.path,
    program: { node: process.execPath, hook: join(DIST, 'hook.cjs'), version: '0.1.0' },
    clientVersion: client === null ? undefined : (client ?? CLIENT),
    now: Date.now(),
    managedFolder: project.at('managed'),
  });
  const place = { fileSystemOf: () => PLENTY, isWritable: () => true, ...disk };
  return [...CHECKS.flatMap((check) => check(world)), ...(disk === undefined ? [] : checkLogPlace(world, place))];
};

describe('what docket doctor finds', () => {
  it('has a case for every finding there is', () => {
    expect([...Object.keys(CASES), ...Object.keys(RUN_CASES)].sort()).toEqual(Object.keys(KINDS).sort());
  });

  it('is nothing in a project in which docket works', () => {
    expect(findingsIn(doctorProject())).toEqual([]);
    expect(findingsIn(doctorProject('my shop'))).toEqual([]);
  });

  it.each(Object.entries(CASES))('%s', (id, found) => {
    const project = doctorProject();
    found.breaks(project);
    const finding = findingsIn(project, found).find((one) => one.id === id);
    expect(finding, `${id} was not found`).toBeDefined();
    expect([finding?.says, ...(finding?.evidence ?? [])].join('\n')).toMatch(found.says);
    expect(finding?.fix).toMatch(/^[A-Z].*[.)]$/);
    expect(finding?.mend !== undefined).toBe(
      (KINDS as Record<string, { fixable?: true }>)[id as FindingId]?.fixable === true,
    );
  });
});
