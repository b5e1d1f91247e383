import { describe, expect, it } from 'vitest';
import { globMatches } from '../../../src/hooks/observers/glob.ts';
import { cpuTime } from '../../kit/cpu-time.ts';

const LOG = '/p/.docket';
const POLICY = '/p/docket.config.json';
const SETTINGS = '/p/.claude/settings.json';

describe('a pattern', () => {
  it.each([
    ['/p/.doc*', LOG],
    ['/p/.docke?', LOG],
    ['/p/.[a-d]ocket', LOG],
    ['/p/.[!x]*', LOG],
    ['/p/.*', LOG],
    ['/*/.docket', LOG],
    ['/p/.{cache,docket}', LOG],
    ['/p/.{a,{b,docket}}', LOG],
    ['/p/*', POLICY],
    ['/p/*.json', POLICY],
    ['/p/DOCKET.*', POLICY],
    ['/p/**', POLICY],
    ['/**/docket.config.json', POLICY],
    ['/p/docket.config.js\\on', POLICY],
    ['/p/.cl*', SETTINGS],
    ['/p/.claude/*', SETTINGS],
    ['/p/.claude/*.json', SETTINGS],
    ['/p/{.claude,x}/s*', SETTINGS],
  ])('%s names %s or what holds it', (pattern, path) => {
    expect(globMatches(pattern, path)).toBe(true);
  });

  it.each([
    ['/p/*', LOG],
    ['/p/?docket', LOG],
    ['/p/**', LOG],
    ['/p/*.log', POLICY],
    ['/p/src/*.json', POLICY],
    ['/p/[!d]*', POLICY],
    ['/p/{package,tsconfig}.json', POLICY],
    ['/p/.claude/*.md', SETTINGS],
    ['/p/.claude/\\*', SETTINGS],
    ['/q/*', POLICY],
    ['/p/docket.config.json/*', POLICY],
  ])('%s does not name %s', (pattern, path) => {
    expect(globMatches(pattern, path)).toBe(false);
  });

  it.each([['/**'.repeat(300)], ['{a,b}'.repeat(200)], [`/p/${'*a'.repeat(400)}`], ['['.repeat(1_000)]])(
    'of a hostile kind is judged at once',
    (pattern) => {
      expect(cpuTime(() => globMatches(pattern, `${POLICY}/${'a'.repeat(255)}`))).toBeLessThan(500);
    },
  );
});
