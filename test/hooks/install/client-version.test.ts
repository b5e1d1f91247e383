import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detectClientVersion } from '../../../src/hooks/install/client-version.ts';
import { isAtLeast, parseVersion } from '../../../src/hooks/install/versions.ts';
import { temporaryProject } from './project.ts';

const withClient = (script: string) => {
  const project = temporaryProject();
  chmodSync(project.write('bin/claude', `#!/bin/sh\n${script}\n`), 0o755);
  return { PATH: [project.path('bin'), '/usr/bin', '/bin'].join(delimiter) };
};

describe('detectClientVersion', () => {
  it('asks the client on the PATH', () => {
    expect(detectClientVersion(withClient('echo "2.1.332 (Claude Code)"'))).toBe('2.1.332');
  });

  it('gives null for none, a failing one, one that says something else, and one that hangs', () => {
    expect(detectClientVersion({ PATH: temporaryProject().cwd })).toBeNull();
    expect(detectClientVersion(withClient('echo 2.1.332; exit 3'))).toBeNull();
    expect(detectClientVersion(withClient('echo welcome'))).toBeNull();
    expect(detectClientVersion(withClient('sleep 60'), 100)).toBeNull();
  });
});

describe('versions', () => {
  it.each([
    ['2.1.332', '2.1.332'],
    ['v2.1.9', '2.1.9'],
    ['  2.1.332 (Claude Code)\n', '2.1.332'],
    ['2.1', null],
    ['2.1.3.4', null],
    ['latest', null],
    ['', null],
  ])('%j is %j', (text, version) => {
    expect(parseVersion(text)).toBe(version);
  });

  it('compares part by part as numbers', () => {
    expect(isAtLeast('2.1.100', '2.1.99')).toBe(true);
    expect(isAtLeast('2.0.999', '2.1.0')).toBe(false);
    expect(isAtLeast('2.1.101', '2.1.101')).toBe(true);
    expect(isAtLeast('10.0.0', '9.9.9')).toBe(true);
  });
});
