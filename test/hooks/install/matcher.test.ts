import { describe, expect, it } from 'vitest';
import { foreignHooks, foreignRewriters, matcherMatches } from '../../../src/hooks/install/matcher.ts';
import { hereCommand, registration } from './project.ts';

describe('matcherMatches', () => {
  it.each([
    [undefined, 'Bash', true],
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['Bash', 'BashOutput', false],
    ['bash', 'Bash', false],
    ['Write|Edit', 'Edit', true],
    ['Write|Edit', 'NotebookEdit', false],
    ['Write, Edit', 'Edit', true],
    ['Edit.*', 'NotebookEdit', true],
    ['^Edit', 'NotebookEdit', false],
    ['mcp__shop-api', 'mcp__shop-api__price', false],
    ['mcp__shop-api__.*', 'mcp__shop-api__price', true],
    ['Bash(', 'Bash', false],
    ['[', '[', false],
  ])('%j on %s: %s', (matcher, tool, matches) => {
    expect(matcherMatches(matcher, tool)).toBe(matches);
  });

  it('pr-mcp-prefix-matcher: a server name alone matches none of its tools', () => {
    expect(matcherMatches('mcp__myserver', 'mcp__myserver__ping')).toBe(false);
  });

  it('in-matcher-resume: a list of session sources misses what it does not name', () => {
    expect(matcherMatches('startup|clear|compact', 'resume')).toBe(false);
    expect(matcherMatches(undefined, 'resume')).toBe(true);
  });
});

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const on = (event: string, matcher: string | undefined, ...hooks: object[]) => ({
  hooks: { [event]: [matcher === undefined ? { hooks } : { matcher, hooks }] },
});

describe('foreignHooks', () => {
  it('lists what is not of docket, with event and matcher', () => {
    const own = registration().Stop?.hooks[0] ?? hook('');
    const settings = {
      hooks: { Stop: [{ hooks: [own, hook('a')] }], PreToolUse: [{ matcher: 'Bash', hooks: [hook('b')] }] },
    };
    expect(foreignHooks(settings)).toEqual([
      { event: 'Stop', matcher: undefined, handler: hook('a') },
      { event: 'PreToolUse', matcher: 'Bash', handler: hook('b') },
    ]);
  });

  it.each([[null], [[]], [{ hooks: 'x' }], [{ hooks: { Stop: 'x' } }], [{ hooks: { Stop: [null, { hooks: [1] }] } }]])(
    'finds nothing in %j',
    (settings) => {
      expect(foreignHooks(settings)).toEqual([]);
    },
  );
});

describe('foreignRewriters', () => {
  it.each([
    ['a command on every tool', on('PreToolUse', undefined, hook('rw')), 1],
    ['a pattern that reaches Bash', on('PreToolUse', 'B.*', hook('rw')), 1],
    ['a list with the question tool', on('PreToolUse', 'Read|AskUserQuestion', hook('rw')), 1],
    ['an http hook', on('PermissionRequest', 'Bash', { type: 'http', url: 'http://localhost' }), 1],
    ['a result rewriter', on('PostToolUse', 'Bash', hook('rw')), 1],
    ['another tool', on('PreToolUse', 'Write', hook('rw')), 0],
    ['an event that rewrites nothing', on('Stop', undefined, hook('rw')), 0],
    ['a prompt, which answers yes or no', on('PreToolUse', 'Bash', { type: 'prompt', prompt: 'ok?' }), 0],
    ['an async hook, whose answer comes too late', on('PreToolUse', 'Bash', hook('rw', { async: true })), 0],
    ['a hook that wakes the model later', on('PreToolUse', 'Bash', hook('rw', { asyncRewake: true })), 0],
    ['docket itself', on('PreToolUse', undefined, hook(hereCommand.program, registration().PreToolUse?.hooks[0])), 0],
  ])('%s', (_what, settings, count) => {
    expect(foreignRewriters(settings)).toHaveLength(count);
  });
});
