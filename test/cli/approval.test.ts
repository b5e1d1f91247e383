import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { askOn } from '../../src/cli/approval.ts';

describe('askOn', () => {
  it('shows the question and gives the first line typed', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const answer = askOn(input, output)('Write this? ');
    input.write('yes\nmore\n');
    expect(await answer).toBe('yes');
    expect(String(output.read())).toBe('Write this? ');
  });

  it('takes the end of the input for no answer', async () => {
    const input = new PassThrough();
    const answer = askOn(input, new PassThrough())('Write this? ');
    input.end();
    expect(await answer).toBe('');
  });
});
