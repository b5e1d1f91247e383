import { describe, expect, it } from 'vitest';
import { actsOf } from './acts-of.ts';

describe('a file of which nothing is left', () => {
  it.each([
    ['> /etc/hosts', 'delete /etc/hosts'],
    [': > a.log', 'delete a.log'],
    ['true >| a.log', 'delete a.log'],
    ['cat /dev/null > a.log', 'delete a.log'],
    ['cp /dev/null a.log', 'delete a.log'],
    ['ln -sf /dev/null a.log', 'delete a.log'],
    ['dd if=/dev/zero of=a.img', 'delete a.img'],
    ['echo x > /etc/passwd', 'delete /etc/passwd'],
    ['sort -u /etc/sudoers > /etc/sudoers', 'delete /etc/sudoers'],
    ['echo "x ALL=(ALL) ALL" | sudo tee /etc/sudoers', 'delete /etc/sudoers'],
    ['sudo cp fstab /etc/fstab', 'delete /etc/fstab'],
    ['cat x > /boot/vmlinuz', 'delete /boot/vmlinuz'],
    ['echo x > /usr/bin/env', 'delete /usr/bin/env'],
  ])('%s', (command, act) => {
    expect(actsOf(command, ['delete'])).toEqual([act]);
  });

  it.each([
    'echo x > a.log',
    '{ echo a; echo b; } > /etc/motd',
    '(ls) > /etc/motd',
    'echo "x ALL=(ALL) ALL" | sudo tee -a /etc/sudoers',
    'echo "127.0.0.1 x" >> /etc/hosts',
    'sudo cp tool /usr/bin/tool',
    'cp /etc/passwd .',
    ': > /dev/null',
    'ls 2> errors',
    'dd if=a of=b',
    'cat /dev/null',
    'ln -s /dev/null',
  ])('and not %s', (command) => {
    expect(actsOf(command, ['delete'])).toEqual([]);
  });
});
