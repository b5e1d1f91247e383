/** Subcommands of git, as its manual says (see program-table.ts for how to read it). */
export const GIT = `
 git | > | -C= -P --no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --no-literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-advice --no-lazy-fetch |
 git | 2 | +--version +-v +--help +-h +--exec-path :none |
 help | 2 | -a -g -c --all --guides --config --no-external-commands --no-aliases |
 version | 2 | --build-options |
 status | 2 | * |
 shortlog | 2 | * --since= --until= --author= --committer= --grep= |
 log show diff diff-tree diff-index diff-files range-diff whatchanged stash/show reflog/show | 2 | * -n= -S= -G= -L= -O= -U? -M? -C? -B? -X? -l= --max-count= --skip= --since= --until= --after= --before= --author= --committer= --grep= --diff-filter= --word-diff-regex= --inter-hunk-context= |
 log show diff diff-tree diff-index diff-files range-diff whatchanged shortlog stash/show reflog/show | 2! | --output= --output-directory= | writes its result to a file
 log show diff diff-tree diff-index diff-files range-diff whatchanged stash/show reflog/show | 2! | --ext-diff | runs a program that the configuration names
 log show whatchanged reflog/show | 2! | --show-signature | runs a program that the configuration names
 rev-parse rev-list merge-base name-rev describe cherry ls-files ls-tree show-ref show-branch for-each-ref count-objects check-ignore check-attr check-mailmap check-ref-format cat-file patch-id var get-tar-commit-id verify-pack | 2 | * -f -t |
 cat-file | 2! | --textconv --filters | runs a program that the configuration names
 rev-list rev-parse | 2! | --output= | writes its result to a file
 blame annotate | 2 | * -f -L= -S= |
 blame annotate | 2! | --output= --output-directory= | writes its result to a file
 grep | 2 | * -e= -f= -A= -B= -C= -m= --max-depth= --threads= |
 grep | 2! | -O --open-files-in-pager | opens what it finds in a program
 reflog | 2 | :none |
 reflog | > | |
 reflog | 2 | -n= -# --oneline --all --date= --format= --no-abbrev --graph |
 reflog/list reflog/exists | 2 | |
 reflog/expire reflog/delete | 3! | * | removes what lost commits could be found by
 branch | 2 | -a -r -v -i -q --all --remotes --verbose --show-current --list -l --abbrev --no-abbrev --color --no-color --column --no-column --sort= --format= --ignore-case --omit-empty :none |
 branch | 2 | +-l +--list +--contains= +--no-contains= +--merged +--no-merged +--points-at= -a -r -v -i -q --all --remotes --verbose --abbrev --no-abbrev --color --no-color --column --no-column --sort= --format= --ignore-case |
 branch | 3! | -D | deletes branches
 branch | 2! | -d --delete | deletes branches
 branch | 3! | -M -C | overwrites branches
 branch | 2! | * | makes or changes branches
 tag | 2 | -l --list -n? --sort= --format= --column --no-column --color -i --ignore-case :none |
 tag | 2 | +-l +--list +-n? +--contains= +--no-contains= +--merged +--no-merged +--points-at= --sort= --format= --column --no-column --color -i --ignore-case |
 tag | 3! | -d --delete | deletes tags
 tag | 2! | * | makes tags
 remote | 2 | -v --verbose :none |
 remote | > | -v --verbose |
 remote/get-url | 2 | --push --all |
 remote/show | 2 | +-n |
 remote/show remote/prune remote/update ls-remote fetch | 2! | * | reaches another machine
 remote/set-url remote/add remote/rename remote/remove remote/rm remote/set-head remote/set-branches | 2! | * | changes where fetches and pushes go
 config/list | 2 | --global --local --system --worktree -z --null --show-origin --show-scope --name-only --includes --no-includes -f= --file= --blob= |
 config/get | 2 | --global --local --system --worktree -z --null --show-origin --show-scope --show-names --all --regexp --includes --type= --default= --value= --fixed-value -f= --file= --blob= |
 config/set config/unset config/edit config/rename-section config/remove-section | 2! | * | changes the configuration, which can name programs
 config | 2 | --global --local --system --worktree -z --null --show-origin --show-scope --type= --bool --int --path --includes --no-includes -f= --file= --blob= --default= :one |
 config | 2 | +--get +--get-all +--get-regexp +--get-urlmatch +--get-color +--get-colorbool +--list +-l --global --local --system --worktree -z --null --show-origin --show-scope --name-only --type= --bool --int --path --includes --no-includes -f= --file= --blob= --default= |
 config | 2! | * | changes the configuration, which can name programs
 config | > | |
 symbolic-ref | 2 | -q --quiet --short --recurse --no-recurse :one |
 stash | > | |
 stash/list | 2 | * -n= --since= --until= |
 stash/list | 2! | --output= --ext-diff | writes a file or runs a program
 stash/drop stash/clear | 3! | * | discards stashed work
 stash/push stash/save stash/pop stash/apply stash/branch stash/create stash/store stash/export stash/import | 2! | * | changes the working tree
 stash | 2! | * | changes the working tree
 worktree | > | |
 worktree/list | 2 | -v --verbose --porcelain -z |
 worktree/remove worktree/prune | 3! | * | removes working trees
 worktree/add worktree/move worktree/lock worktree/unlock worktree/repair | 2! | * | changes working trees
 notes | > | --ref= |
 notes/show notes/list notes/get-ref | 2 | |
 submodule | > | --quiet -q |
 submodule | 2 | --quiet -q :none |
 submodule/status submodule/summary | 2 | --cached --recursive --quiet -q -n= --summary-limit= --files |
 submodule/foreach | 3! | * | runs a command in each submodule
 bisect | > | |
 bisect/log bisect/terms | 2 | :none |
 bisect/run | 3! | * | runs a program on each commit
 sparse-checkout | > | |
 sparse-checkout/list | 2 | |
 lfs | > | |
 lfs/ls-files lfs/status lfs/env lfs/version | 2 | -l -s -n -a --all --long --size --name-only --json --porcelain |
 bundle | > | |
 bundle/verify bundle/list-heads | 2 | -q --quiet |
 fsck | 2 | --full --no-full --unreachable --dangling --no-dangling --strict --connectivity-only --progress --no-progress --verbose --name-objects --root --tags --cache --no-reflogs |
 commit push merge | 3! | * | changes shared history, which is for a person to decide
 reset | 3! | --hard --merge --keep | discards uncommitted work
 checkout | 3! | -- . -f --force -p --patch --ours --theirs | discards uncommitted work
 switch | 3! | -f --force --discard-changes -C --force-create | discards work
 restore | 2! | --staged -S | changes the index
 restore | 3! | --worktree -W -p --patch | discards uncommitted work
 clean | 2 | +-n +--dry-run -d -x -X -q --quiet -e= --exclude= |
 add | 2 | +-n +--dry-run -A -u -v --all --update --verbose |
 restore clean | 3! | * | discards uncommitted work
 rm | 3! | * | deletes files
 gc prune filter-branch filter-repo replace update-ref | 3! | * | rewrites or removes history
 rebase am cherry-pick revert pull | 2! | * | changes the branch
 add mv reset checkout switch apply init clone | 2! | * | changes the working tree, the index or the branch
`;
