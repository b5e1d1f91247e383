// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import { describe, expect, it } from 'vitest';
import { understand } from '../../../src/shell/understand.ts';
import { actsOf } from './acts-of.ts';

describe('overwriting a device', () => {
  it.each([
    'lvremove -f vg0/data',
    'sudo vgremove vg0',
    'zpool destroy tank',
    'zfs destroy -r tank/home',
    'dd if=/dev/zero of=/dev/sda',
    'sudo dd of=/dev/nvme0n1p2 if=x.img bs=4M status=progress',
    `dd if=x of='/dev/disk2'`,
    'dd if=x of=/dev/rdisk2',
    'dd if=x of=/dev/disk/by-id/usb-1',
    'dd if=/dev/urandom of=/dev/mapper/vg-root',
    'dd if=/dev/zero of=/dev/mem',
    'dd if=/dev/zero of=/dev/mmcblk0',
    'dd if=/dev/zero of=//dev//vda',
    'cat image.iso > /dev/sdb',
    'echo x >| /dev/sda1',
    'echo x >> /dev/xvda',
    '{ echo a; echo b; } > /dev/sda',
    ': > /dev/vda',
    '> /dev/sda',
    'cp image.iso /dev/sdb',
    'mv image.iso /dev/sdb',
    'cat x | sudo tee /dev/sda > /dev/null',
    'mkfs.ext4 /dev/sdb1',
    'mkfs -t ext4 /dev/sdb1',
    'mkfs.xfs -f /dev/nvme1n1',
    'mke2fs /dev/sda1',
    'mkswap /dev/sda2',
    'newfs_hfs /dev/disk2s1',
    'wipefs -a /dev/sda',
    'wipefs --all --force /dev/sda',
    'shred -n 1 /dev/sda',
    'blkdiscard /dev/nvme0n1',
    'fdisk /dev/sda',
    'echo w | fdisk /dev/sda',
    'sfdisk /dev/sda < table',
    'parted /dev/sda mklabel gpt',
    'parted -s /dev/sda rm 1',
    'sgdisk --zap-all /dev/sda',
    'sgdisk -Z /dev/sda',
    'cryptsetup luksFormat /dev/sdb1',
    'badblocks -wsv /dev/sda',
    'hdparm --security-erase p /dev/sda',
    'nvme format /dev/nvme0n1',
    'pvremove /dev/sdb1',
    'mdadm --zero-superblock /dev/sdb1',
    'diskutil eraseDisk JHFS+ X disk2',
    'diskutil zeroDisk /dev/disk3',
    'ln -sf x /dev/sda',
    'ssh host "dd if=/dev/zero of=/dev/sda"',
  ])('%s', (command) => {
    expect(actsOf(command, ['device'])).toEqual([expect.stringMatching(/^device devices=/)]);
  });

  it.each([
    'dd if=/dev/sda of=backup.img',
    'dd if=disk.img of=/dev/null bs=1M',
    'dd if=/dev/urandom of=key.bin count=1',
    'echo x > /dev/null 2>&1',
    'echo x > /dev/stderr',
    'echo x | tee /dev/tty',
    'echo x > /dev/fd/3',
    'echo x > /dev/shm/x',
    'echo x >/dev/tcp/localhost/80',
    'cat /dev/sda1 > sda1.img',
    'cp /dev/sdb image.iso',
    'lsblk /dev/sda',
    'fdisk -l /dev/sda',
    'sfdisk -d /dev/sda > table',
    'parted /dev/sda print',
    'sgdisk -p /dev/sda',
    'wipefs /dev/sda',
    'hdparm -I /dev/sda',
    'nvme list',
    'badblocks -sv /dev/sda',
    'mkfs.ext4 image.img',
    'mkfs.ext4 -n /dev/sda1',
    'mkfs.ext4 --help /dev/sda',
    'shred secrets.txt',
    'diskutil list /dev/disk2',
    'echo "dd if=/dev/zero of=/dev/sda"',
    'grep -r "of=/dev/sda" docs',
    'echo x > ./dev/sda',
    'mkfs-notes.sh /dev/sda',
  ])('and not %s', (command) => {
    expect(actsOf(command, ['device'])).toEqual([]);
  });
});

describe('a fork bomb', () => {
  it.each([
    ':(){ :|:& };:',
    ':() { : | : & }; :',
    'bomb(){ bomb|bomb& };bomb',
    'function f { f | f & }; f',
    'f() { f & f & }; f',
    'f(){ while true; do f & done; }; f',
    `bash -c ':(){ :|:& };:'`,
    'eval ":(){ :|:& };:"',
    'a() { b & }; b() { a | a; }; a',
    `perl -e 'fork while fork'`,
    `perl -e 'while(1){fork}'`,
    `python3 -c 'import os
while True: os.fork()'`,
    `ruby -e 'loop { fork { } }'`,
    'ssh host ":(){ :|:& };:"',
  ])('%s', (command) => {
    expect(actsOf(command, ['fork-bomb']).length).toBeGreaterThan(0);
  });

  it.each([
    'f() { echo x; }; f | f',
    'f() { g | cat; }; f &',
    'fact() { if [ $1 -gt 1 ]; then fact $(($1 - 1)); fi; }; fact 5',
    'npm run dev & npm run watch',
    'for i in 1 2 3; do sleep 1 & done',
    'while true; do sleep 1; done',
    `echo ':(){ :|:& };:'`,
    `cat > notes.md <<'EOF'
:(){ :|:& };:
EOF`,
    `python3 -c 'import os; os.fork()'`,
    'git fork while fork',
    `walk() { for d in "$1"/*; do walk "$d" | sed "s/^/ /"; done; }; walk .`,
  ])('and not %s', (command) => {
    expect(actsOf(command, ['fork-bomb'])).toEqual([]);
  });
});

describe('halting the machine', () => {
  it.each([
    'reboot',
    'sudo reboot -f',
    '/sbin/reboot',
    'halt -p',
    'poweroff',
    'shutdown now',
    'sudo shutdown -h now',
    'shutdown -r +5 "going down"',
    'init 0',
    'init 6',
    'telinit 6',
    'systemctl reboot',
    'systemctl --no-block poweroff',
    'systemctl -i halt',
    'systemctl kexec',
    'systemctl isolate reboot.target',
    'systemctl start poweroff.target',
    'systemctl suspend',
    'loginctl poweroff',
    `osascript -e 'tell app "System Events" to shut down'`,
    'dbus-send --system --dest=org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager.PowerOff boolean:true',
    'kexec -e',
    'kill -9 -1',
    'kill -KILL -1',
    'kill -s KILL -- -1',
    'kill 1',
    'sudo kill -9 1',
    'killall5 -9',
    'echo b > /proc/sysrq-trigger',
    'echo c | sudo tee /proc/sysrq-trigger',
    'ssh host reboot',
    'nohup sh -c "sleep 5; reboot" &',
  ])('%s', (command) => {
    expect(actsOf(command, ['halt']).length).toBe(1);
  });

  it.each([
    'shutdown -c',
    'shutdown --help',
    'shutdown -k now',
    'systemctl status',
    'systemctl restart nginx',
    'systemctl stop reboot-helper',
    'systemctl list-units --type=target reboot.target',
    'systemctl --help reboot',
    'man reboot',
    'which reboot',
    'command -v shutdown',
    'kill -9 1234',
    'kill -1 1234',
    'kill -0 1',
    'kill %1',
    'kill -l',
    'kill -- -1234',
    'pkill -f vite',
    'killall node',
    'npm init 0',
    'git init',
    'init',
    'init 3',
    'npm run reboot',
    './reboot-notes.sh',
    'reboot-notes.sh',
    'halt --help',
    'last reboot',
    'grep shutdown src/server.ts',
    'node server.js --shutdown now',
    'docker exec web reboot',
    'cat /proc/sysrq-trigger',
  ])('and not %s', (command) => {
    expect(actsOf(command, ['halt'])).toEqual([]);
  });
});

describe('changing permissions', () => {
  it.each([
    ['chmod -R 777 /', 'permission / recursive opens'],
    ['chmod 777 /', 'permission / opens'],
    ['chmod -R a+rwx /', 'permission / recursive opens'],
    ['chmod o+w /etc/passwd', 'permission /etc/passwd opens'],
    ['chmod o=rwx /etc', 'permission /etc opens'],
    ['chmod ugo+rwx,g-s /etc', 'permission /etc opens'],
    ['chmod 0777 ~ ./x', 'permission ~ ./x opens'],
    ['chmod --recursive 755 / --', 'permission / recursive'],
    ['chmod 4755 /bin/bash', 'permission /bin/bash opens'],
    ['chmod u+s /bin/bash', 'permission /bin/bash opens'],
    ['chmod 000 /', 'permission / closes'],
    ['chmod -x /usr', 'permission /usr closes'],
    ['chmod a-rwx /', 'permission / closes'],
    ['chmod 1777 /tmp', 'permission /tmp'],
    ['chmod +x run.sh', 'permission run.sh'],
    ['chmod u+w,go-w x', 'permission x'],
    ['chmod --reference=a /etc', 'permission /etc'],
    ['chown -R dev:dev /', 'permission / recursive'],
    ['sudo chown -hR dev ~', 'permission ~ recursive'],
    ['chown --reference=x -R /', 'permission / recursive'],
    ['chgrp --recursive users /etc', 'permission /etc recursive'],
    ['setfacl -R -m u:x:rwx /', 'permission / recursive opens'],
    ['setfacl -m o::r-x /etc', 'permission /etc'],
    ['chattr -R +i /', 'permission / recursive'],
    ['find / -exec chmod 777 {} +', 'permission / recursive opens'],
    [`find / -type d -execdir chmod 777 '{}' \\;`, 'permission / recursive opens'],
    ['find / | xargs chmod 777', 'permission / recursive opens'],
    ['echo /etc | xargs chmod 777', 'permission /etc opens'],
  ])('%s', (command, act) => {
    expect(actsOf(command, ['permission'])).toEqual([act]);
  });

  it.each(['chmod', 'chmod --help', 'chown dev', 'ls -l /', 'echo "chmod 777 /"', 'getfacl /'])(
    'and not %s',
    (command) => {
      expect(actsOf(command, ['permission'])).toEqual([]);
    },
  );
});

describe('a command with very many words', () => {
  it.each(['rm -rf', 'chmod -R 777', 'find', 'echo x | xargs rm -rf'])('is told in few: %s', (program) => {
    const words = Array.from({ length: 10_000 }, (_, index) => `d${index}`);
    const { acts: all } = understand(`${program} ${words.join(' ').slice(0, 60_000)} / -delete`);
    const acts = all.filter(({ kind }) => kind === 'delete' || kind === 'permission');
    expect(acts.flatMap(({ paths }) => paths).length).toBeLessThanOrEqual(64);
    expect(acts.flatMap(({ paths }) => paths.map(({ written }) => written))).toContain('/');
  });
});
