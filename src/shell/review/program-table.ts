// What programs do, as their manual pages say. docs/hooks.md ("auto-review") says how to read and extend it. What is not
// listed is not safe. In short: names | kind | options | why not.
//   1, 2   safe, of that tier, for calls that fit: `*` any option, else only those listed; `-n=` has a value, `-n?` may
//          have one in the same word, `-#` is digits, `+-l` one of these must be there; `:none`, `:one` … are about
//          operands; `words`: one dash begins a whole word; `leading`: options end at the first operand
//   2!, 3! not safe when one of these options or operands is there; with `*` whatever fits no row
//   >      a subcommand follows, known as `program/subcommand`; the options stand before it
//   run    it runs the program that follows and is as safe as that

/** Programs of a Unix system and builtins of the shell. */
export const PROGRAMS = `
 ls cat head tail wc cut paste tr rev tac nl fold fmt expand unexpand join comm cmp diff | 1 | * |
 grep egrep fgrep zgrep look strings od hexdump cksum sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum | 1 | * |
 stat du df readlink realpath basename dirname pathchk pwd true false test [ : echo seq sleep yes factor | 1 | * leading |
 whoami id groups users who w last uptime uname nproc free vmstat lscpu lsblk lsusb lspci ps pgrep pstree tty logname getconf locale | 1 | * |
 cd pushd popd dirs type which whereis jobs times exit return break continue shift wait zcat gzcat bzcat xzcat zstdcat zipinfo jq column colrm tsort numfmt cal | 1 | * |
 arch | 1 | :none |
 arch | 2! | * | runs a program as on another processor
 diff3 sdiff | 2 | * |
 diff3 sdiff | 2! | --diff-program= | runs a program
 sdiff | 2! | -o= --output= | writes its result to a file
 lsof | 2 | * |
 lsof | 2! | -D= | writes a file
 history | 1 | :none |
 printf | 1 | * leading |
 printf | 2! | -v | sets a variable
 printenv | 1 | -0 --null |
 uniq | 1 | -c -d -D -i -u -z -f= -s= -w= --count --repeated --unique --ignore-case --zero-terminated --skip-fields= --skip-chars= --check-chars= --all-repeated :one |
 xxd | 1 | -b -e -i -p -u -c= -g= -l= -o= -s= :one |
 base64 base32 | 1 | -d -D -i -w= --decode --ignore-garbage --wrap= |
 date | 1 | -u -R -d= -r= -I? --utc --universal --rfc-email --rfc-3339= --iso-8601 --date= --reference= :plus |
 date | 2! | -s= --set= | sets the clock
 hostname domainname | 1 | -f -s -i -I -d -A --fqdn --short :none |
 sort | 2 | * -k= -t= -S= --key= --field-separator= --buffer-size= --parallel= |
 sort | 2! | -o= --output= | writes its result to a file
 sort | 2! | --compress-program= | runs a program
 sort | 2! | -T= --temporary-directory= | writes temporary files where it is told
 shuf | 2 | -e -n= -i= -r -z --echo --head-count= --input-range= --repeat --zero-terminated |
 file | 2 | -b -i -k -L -h -N -r -s -z -p -0 -F= -m= -f= --brief --mime --mime-type --mime-encoding --keep-going --dereference --no-dereference --extension |
 file | 2! | -C --compile | writes a compiled magic file
 tree | 2 | -a -d -f -i -l -x -p -s -h -g -u -D -F -r -t -v -c -U -n -C -A -S -J -X -N -Q -L= -P= -I= --dirsfirst --noreport --prune --gitignore --du --si --charset= --filelimit= --matchdirs --inodes --device |
 find | 2 | * words -name= -iname= -path= -ipath= -wholename= -regex= -iregex= -regextype= -type= -xtype= -size= -mtime= -mmin= -atime= -amin= -ctime= -cmin= -newer= -user= -group= -perm= -links= -inum= -lname= -ilname= -maxdepth= -mindepth= -printf= -fstype= -samefile= |
 find | 3! | -delete | deletes what it finds
 find | 3! | -exec -execdir -ok -okdir | runs a program on what it finds
 find | 2! | -fprint -fprint0 -fprintf -fls | writes a file
 fd fdfind | 2 | * |
 fd fdfind | 3! | -x -X --exec --exec-batch | runs a program on what it finds
 rg | 2 | * -e= -f= -g= -t= -T= -A= -B= -C= -m= -r= -j= -M= -d= -E= --regexp= --file= --glob= --iglob= --type= --type-not= --after-context= --before-context= --context= --max-count= --replace= --sort= --sortr= --max-depth= --encoding= --threads= |
 rg | 2! | --pre= --hostname-bin= | runs a program
 ag | 2 | -i -l -L -n -r -R -s -S -v -w -c -o -H -h -A= -B= -C= -g -G= -m= -Q --ignore-case --files-with-matches --count --hidden --nocolor --nopager --ignore= --ignore-dir= |
 sed gsed | 2 | -n -r -E -s -u -z -b -e= --quiet --silent --expression= --regexp-extended --separate --unbuffered --null-data --posix --debug --sandbox :sed |
 sed gsed | 2! | -i --in-place -I | changes files in place
 sed gsed | 2! | -f= --file= | runs a script from a file
 awk gawk mawk nawk | 2 | -F= -v= -V --field-separator= --assign= --version --posix --re-interval --characters-as-bytes :awk |
 awk gawk mawk nawk | 2! | -i= --include= -l= --load= -f= --file= -E= --exec= | runs code from a file
 less | 2 | -N -S -R -r -F -X -E -e -i -I -n -m -M -s -c -K -# :noplus |
 more | 2 | -d -l -f -p -c -s -u -# :noplus |
 man | 2 | -k -f -a -w -K -s= :noplus |
 apropos whatis info | 2 | -a -e -s= -w |
 xargs | run | -0 -r -t -x -n= -P= -L= -d= -E= -s= -I={},%,@ -a= --null --no-run-if-empty --verbose --exit --max-args= --max-procs= --max-lines --delimiter= --max-chars= --arg-file= extends leading |
 timeout gtimeout | run | -k= -s= -v --kill-after= --signal= --foreground --preserve-status --verbose skip1 leading |
 nice | run | -n= --adjustment= -# leading |
 time | run | -p leading |
 stdbuf | run | -i= -o= -e= --input= --output= --error= leading |
 ionice | run | -c= -n= -t --class= --classdata= --ignore leading |
 command | 1 | +-v +-V |
 command | run | -p leading |
 builtin | run | leading |
 env | 1 | -0 --null :none |
 env | 3! | * | runs a program in another environment
 set | 1 | -e -u -x -v -f -n -o=errexit,nounset,pipefail,xtrace,verbose,noglob,noexec,posix :options |
 read | 1 | -r -s -p= -n= -N= -t= -d= -u= :variables |
 mapfile readarray | 1 | -t -n= -d= -s= -u= :variables |
 export | 1 | -p :variables |
 declare typeset local readonly | 1 | -p -r -a -A -i -l -u -x :variables |
 unset | 1 | -v :variables |
 tar | 2 | +-t +--list -v -z -j -J -f= -C= --verbose --gzip --bzip2 --xz --zstd --file= --directory= --exclude= --wildcards --strip-components= --full-time :local |
 tar | 3! | -x --extract --get --overwrite --unlink-first --remove-files | writes or removes files
 tar | 2! | -I= --use-compress-program= --to-command= --checkpoint-action= -F= --info-script= --new-volume-script= --rsh-command= --rmt-command= | runs a program
 tar/tf tar/tvf tar/tzf tar/tvzf tar/tzvf tar/ztvf tar/tjf tar/tjvf tar/tJf tar/tJvf | 2 | :local |
 tar | > | |
 unzip | 2 | +-l +-v +-t +-Z -q -1 -p -x= |
 gzip | 2 | +-l +--list +-t -v --verbose |
 gunzip bunzip2 unxz | 2 | +-c +-t +-l +--stdout +--to-stdout -k -q |
 7z 7za 7zr | > | |
 7z/l 7za/l 7zr/l 7z/t 7za/t 7zr/t | 2 | |
 crontab | 2 | +-l :none |
 mount | 2 | -l -v :none |
 ip | > | -br -brief -c -color -4 -6 -j -json -p -s -o words |
 ip/a ip/addr ip/address ip/l ip/link ip/r ip/route ip/n ip/neigh ip/rule | 2 | :none |
 ip/a ip/addr ip/address ip/l ip/link ip/r ip/route ip/n ip/neigh ip/rule | > | |
 ip/a/show ip/addr/show ip/address/show ip/l/show ip/link/show ip/r/show ip/route/show ip/n/show ip/neigh/show ip/rule/show ip/route/get | 2 | |
 ifconfig | 2 | -a :none |
 netstat | 2 | * |
 ss | 2 | * |
 ss | 2! | -D= --diag= | writes its result to a file
 ss | 3! | -K --kill | closes connections
 sysctl | 2 | +-a +-n -e :noassignment |
 dmesg | 2 | -T -H -w -x -k -u -L -l= -f= --ctime --human --level= --facility= --since= --until= |
 journalctl | 2 | -u= -n? -f -e -r -x -b? -k -p= -o= -S= -U= -t= -g= --unit= --lines --follow --reverse --boot --dmesg --priority= --output= --since= --until= --no-pager --grep= --user --list-boots --disk-usage |
 systemctl | > | --user --system --no-pager -l --full -a --all -q --quiet -t= --type= --state= |
 systemctl/status systemctl/show systemctl/cat systemctl/is-active systemctl/is-enabled systemctl/is-failed systemctl/list-units systemctl/list-unit-files systemctl/list-timers systemctl/list-sockets systemctl/list-dependencies | 2 | --no-pager -l --full -a --all -n= --lines= -p= --property= --type= --state= -t= -q --quiet --value --user |
 systemctl | 3! | * | starts, stops or changes services
 launchctl service initctl | 3! | * | starts, stops or changes services
 rm rmdir unlink shred srm trash | 3! | * | deletes files
 truncate dd fallocate | 3! | * | overwrites files
 mkfs mke2fs mkswap fdisk sfdisk parted wipefs diskutil blkdiscard | 3! | * | overwrites devices
 chmod chown chgrp setfacl chattr xattr | 3! | * | changes permissions
 kill killall pkill xkill fuser | 3! | * | ends processes
 shutdown reboot halt poweroff init telinit | 3! | * | halts the machine
 sudo doas su pkexec runuser sg chroot unshare nsenter setpriv | 3! | * | runs a program with other rights
 ssh mosh scp sftp rsync telnet nc ncat netcat socat ftp | 3! | * | reaches other machines
 bash sh zsh dash ksh ash csh tcsh fish busybox toybox pwsh powershell | 3! | * | runs a script
 bash sh zsh dash ksh fish pwsh | 2 | +--version :none |
 eval exec source . | 3! | * | runs text, or a file, as commands
 trap at batch | 3! | * | runs commands later
 parallel watch setsid nohup script expect screen tmux | 2! | * | runs another program
 umount swapon swapoff modprobe insmod rmmod iptables nft ufw useradd userdel usermod groupadd passwd visudo | 3! | * | changes the system
 touch mkdir mv cp ln install tee split csplit patch mktemp mkfifo mknod sponge | 2! | * | writes files
 zip gzip bzip2 xz zstd tar unzip | 2! | * | writes files
 curl wget aria2c http https xh nslookup dig host ping traceroute | 2! | * | reaches other machines
 alias unalias hash enable shopt umask ulimit complete bind | 2! | * | changes the shell
 open xdg-open start code vi vim nvim nano emacs ed ex | 2! | * | opens an interactive program
`;
