/** Package managers, languages and other tools, as their manuals say (see program-table.ts for how to read it). */
export const TOOLS = `
 node deno bun ruby perl php rustc rustup dotnet swift zig gcc g++ clang clang++ cc c++ cmake ninja make tsc uv ruff black mypy pyright prettier eslint biome gradle mvn bundle gem composer conda helm ansible pre-commit rustfmt clang-format shellcheck | 2 | +--version :none |
 node ruby php perl tsc rustc cmake gcc make dotnet | 2 | +-v +-V :none |
 python python2 python3 pypy pypy3 | 2 | +--version +-V :none |
 java javac kotlin kotlinc scala | 2 | +-version +--version words :none |
 node bun deno ruby perl | 3! | -e= --eval= -E= -p= --print= | runs inline code
 php | 3! | -r= -B= -R= | runs inline code
 python python2 python3 pypy pypy3 | 3! | -c= | runs inline code
 node deno bun ruby perl php python python2 python3 pypy pypy3 java lua osascript tclsh Rscript julia | 2! | * | runs a program
 javac rustc gcc g++ clang clang++ cc c++ kotlinc tsc make cmake ninja gradle mvn dotnet swift zig | 2! | * | builds, and may run what the project names
 vitest jest mocha pytest tox nox phpunit rspec playwright cypress | 2! | * | runs the project's tests
 npx pnpx bunx uvx pipx | 2! | * | runs a program of a package
 npm | 2 | +--version +-v :none |
 npm | > | -s --silent --loglevel= |
 npm/ls npm/list npm/ll npm/la | 2 | -g -a -l -p --global --all --long --parseable --json --depth= --omit= --include= --prod --production --dev --workspaces -w= --workspace= |
 npm/view npm/info npm/show npm/v | 2 | --json -w= --workspace= |
 npm/outdated | 2 | -g -a -l -p --global --all --long --parseable --json --depth= -w= --workspace= |
 npm/explain npm/why npm/root npm/prefix npm/bin npm/ping npm/whoami npm/search npm/find npm/query npm/help npm/help-search | 2 | -g --global --json --long |
 npm/version | 2 | --json :none |
 npm/run npm/run-script | 2 | --json :none |
 npm/audit | 2 | --json --omit= --include= --audit-level= --production --prod :none |
 npm/audit | > | |
 npm/audit/signatures | 2 | --json |
 npm/audit/fix | 2! | * | installs packages, whose scripts run
 npm/config npm/c | > | |
 npm/config/get npm/config/list npm/config/ls npm/c/get npm/c/list | 2 | -l --long --json -g --global |
 npm/get | 2 | |
 npm/run npm/run-script npm/test npm/t npm/start npm/stop npm/restart npm/exec npm/x | 2! | * | runs a script of the project
 npm/publish npm/unpublish npm/deprecate npm/owner npm/access npm/dist-tag npm/token npm/login npm/logout | 3! | * | changes what others get
 npm/install npm/i npm/ci npm/add npm/update npm/up npm/uninstall npm/remove npm/rm npm/rebuild npm/link npm/dedupe npm/prune npm/install-test npm/it npm/clean-install npm/create npm/init | 2! | * | installs packages, whose scripts run
 pnpm | 2 | +--version +-v :none |
 pnpm | > | -s --silent -r --recursive -w --workspace-root -F= --filter= |
 pnpm/ls pnpm/list pnpm/ll pnpm/la pnpm/why pnpm/outdated pnpm/root pnpm/bin pnpm/licenses | 2 | -g -r -D -P --global --recursive --depth= --json --long --parseable --prod --dev --only-projects --no-optional -F= --filter= |
 pnpm/view pnpm/info pnpm/show | 2 | --json |
 pnpm/audit | 2 | --json --prod --dev --audit-level= --no-optional -P -D |
 pnpm/config | > | |
 pnpm/config/get pnpm/config/list | 2 | --json -g --global |
 pnpm/publish | 3! | * | changes what others get
 pnpm | 2! | * | installs packages or runs a script of the project
 yarn | 2 | +--version +-v :none |
 yarn | > | --silent -s |
 yarn/list yarn/why yarn/info yarn/outdated yarn/versions yarn/licenses | 2 | --json --pattern= --depth= --all -A -R --recursive --prod --production |
 yarn/audit | 2 | --json --level= --groups= |
 yarn/npm | > | |
 yarn/npm/info yarn/npm/audit | 2 | --json --all --recursive -A -R |
 yarn/config | > | |
 yarn/config/get yarn/config/list | 2 | --json |
 yarn/publish yarn/npm/publish | 3! | * | changes what others get
 yarn | 2! | * | installs packages or runs a script of the project
 pip pip3 | 2 | +--version +-V :none |
 pip pip3 | > | -q --quiet --disable-pip-version-check --no-color |
 pip/list pip/freeze pip/show pip/check pip3/list pip3/freeze pip3/show pip3/check | 2 | -o -u -e -l -f -v --outdated --uptodate --editable --local --user --format= --files --verbose --all --not-required --exclude= --exclude-editable --no-color --disable-pip-version-check |
 pip/config pip3/config pip/index pip3/index pip/cache pip3/cache | > | |
 pip/config/list pip/config/get pip3/config/list pip3/config/get pip/index/versions pip3/index/versions pip/cache/dir pip/cache/info pip/cache/list pip3/cache/dir pip3/cache/info pip3/cache/list | 2 | --global --user --site --json |
 pip pip3 | 2! | * | installs packages, whose scripts run
 uv | > | -q --quiet --no-cache --offline |
 uv/version | 2 | --short :none |
 uv/tree | 2 | --frozen --depth= --outdated |
 uv/pip uv/python uv/tool | > | |
 uv/pip/list uv/pip/freeze uv/pip/show uv/pip/check uv/pip/tree uv/python/list uv/python/dir uv/tool/list uv/tool/dir | 2 | --format= --outdated --all-versions --depth= -v --verbose |
 poetry | > | -n --no-interaction --no-ansi |
 poetry | 2 | +--version +-V :none |
 poetry/show poetry/check poetry/about | 2 | -t --tree -l --latest -o --outdated -a --all -T --top-level |
 cargo | 2 | +--version +-V +--list +-vV :none |
 cargo | > | -q --quiet --color= --offline --locked --frozen |
 cargo/tree cargo/metadata cargo/pkgid cargo/locate-project cargo/version cargo/search cargo/help cargo/read-manifest cargo/verify-project | 2 | -i -p -e= -d -F= -q -v --invert --package --edges= --duplicates --depth= --prefix= --features= --all-features --no-default-features --workspace --format-version= --no-deps --offline --locked --frozen --limit= --message-format= --format= --target= --manifest-path= |
 cargo/publish cargo/yank cargo/owner | 3! | * | changes what others get
 cargo | 2! | * | builds, and may run what the project names
 go | > | |
 go/version | 2 | -m -v words |
 go/env | 2 | -json -changed words |
 go/env | 2! | -w -u | changes the settings of go
 go/list | 2 | -m -json -e -f= -deps -test -find -versions -u words |
 go/doc go/help | 2 | -all -short -src -u -c -cmd words |
 go/mod | > | |
 go/mod/graph go/mod/why go/mod/verify | 2 | -m -vendor words |
 go | 2! | * | builds, and may run what the project names
 rustup | > | |
 rustup/show rustup/which rustup/toolchain/list rustup/component/list rustup/target/list | 2 | -v --verbose --installed |
 rustup/toolchain rustup/component rustup/target | > | |
 gem bundle composer brew apt apt-get apt-cache dpkg rpm dnf yum pacman snap conda | > | |
 gem/list gem/search gem/info gem/which gem/environment bundle/list bundle/show bundle/info bundle/outdated composer/show composer/outdated composer/licenses composer/why conda/list conda/info conda/search | 2 | -l -i -a --local --remote --all --json --name-only --paths --format= --tree --latest --direct --installed |
 brew/list brew/ls brew/info brew/outdated brew/deps brew/uses brew/leaves brew/config brew/doctor brew/search | 2 | --versions --formula --cask --json --tree --installed -l -1 |
 apt/list apt/show apt/search apt/policy apt-cache/show apt-cache/search apt-cache/policy apt-cache/depends apt-cache/rdepends dnf/list dnf/info dnf/search yum/list yum/info yum/search snap/list snap/info | 2 | -a --installed --upgradable --all-versions --names-only |
 dpkg | 2 | +-l +-L +-s +-S +-p +--list +--listfiles +--status +--search +--get-selections |
 rpm | 2 | +-q -a -i -l -f -c -d -V --requires --provides --qf= --queryformat= |
 brew apt apt-get dnf yum pacman snap dpkg rpm | 3! | * | changes what is installed on the system
 gem bundle composer conda poetry uv | 2! | * | installs packages or runs a program of the project
 docker podman | 2 | +--version +-v :none |
 docker podman | > | |
 docker/ps docker/images docker/version docker/info docker/top docker/port docker/history docker/diff docker/search podman/ps podman/images podman/version podman/info podman/top podman/port podman/history podman/diff | 2 | -a -q -s -n= -l -f= --all --quiet --size --last= --latest --filter= --format= --no-trunc --digests --human -H --limit= |
 docker/inspect podman/inspect | 2 | -f= -s -t= --format= --size --type= |
 docker/logs podman/logs | 2 | -f -t -n= --follow --timestamps --tail= --since= --until= --details |
 docker/stats podman/stats | 2 | -a --all --no-stream --no-trunc --format= |
 docker/container docker/image docker/volume docker/network docker/system docker/context docker/compose docker/builder docker/buildx docker/manifest podman/container podman/image podman/volume podman/network podman/system podman/compose podman/pod | > | -f= --file= -p= --project-name= --profile= --ansi= |
 docker/container/ls docker/container/list docker/container/ps docker/container/inspect docker/container/top docker/container/port docker/container/diff docker/image/ls docker/image/list docker/image/inspect docker/image/history docker/volume/ls docker/volume/inspect docker/network/ls docker/network/inspect docker/system/df docker/system/info docker/context/ls docker/context/show docker/context/inspect docker/compose/ps docker/compose/ls docker/compose/images docker/compose/top docker/compose/version docker/buildx/ls docker/buildx/inspect podman/container/ls podman/container/inspect podman/image/ls podman/image/inspect podman/volume/ls podman/volume/inspect podman/network/ls podman/network/inspect podman/system/df podman/pod/ls podman/pod/ps | 2 | -a -q -s -f= -v --all --quiet --size --filter= --format= --no-trunc --services --status= --verbose |
 docker/container/logs docker/compose/logs podman/container/logs | 2 | -f -t -n= --follow --timestamps --tail= --since= --until= --no-color --no-log-prefix |
 docker/rm docker/rmi docker/kill docker/stop docker/prune docker/container/rm docker/container/prune docker/image/rm docker/image/prune docker/volume/rm docker/volume/prune docker/network/rm docker/network/prune docker/system/prune docker/builder/prune docker/buildx/prune docker/compose/down docker/compose/rm docker/compose/kill docker/push podman/rm podman/rmi podman/kill podman/system/prune podman/volume/rm podman/volume/prune podman/push | 3! | * | stops, removes or publishes containers, images or data
 docker podman | 2! | * | runs or changes containers
 docker-compose | > | -f= --file= -p= --project-name= |
 docker-compose/ps docker-compose/logs docker-compose/images docker-compose/top docker-compose/version | 2 | -a -q -f -t --all --quiet --follow --tail= --timestamps --no-color --services |
 docker-compose | 2! | * | runs or changes containers
 kubectl | > | -n= --namespace= --context= -A --all-namespaces |
 kubectl/get kubectl/describe kubectl/top kubectl/explain kubectl/api-resources kubectl/api-versions kubectl/version kubectl/cluster-info kubectl/events | 2 | -n= -A -o= -l= -w -L= --namespace= --context= --all-namespaces --output= --selector= --watch --show-labels --sort-by= --field-selector= --no-headers --recursive --client --short --containers --ignore-not-found --chunk-size= |
 kubectl/logs | 2 | -n= -f -c= -l= -p --namespace= --context= --follow --container= --selector= --previous --tail= --since= --since-time= --timestamps --all-containers --prefix |
 kubectl/config kubectl/auth kubectl/rollout | > | -n= --namespace= |
 kubectl/config/view kubectl/config/current-context kubectl/config/get-contexts kubectl/config/get-clusters kubectl/auth/can-i kubectl/auth/whoami kubectl/rollout/status kubectl/rollout/history | 2 | -n= -o= --namespace= --minify --output= --list --all-namespaces -A --revision= --watch --timeout= |
 kubectl/delete kubectl/drain kubectl/cordon kubectl/taint kubectl/replace kubectl/scale | 3! | * | removes or replaces what runs in a cluster
 kubectl | 2! | * | changes what runs in a cluster
 helm | > | -n= --namespace= |
 helm/list helm/ls helm/status helm/history helm/get helm/search helm/show helm/version helm/env | 2 | -n= -A -a -o= -q --namespace= --all-namespaces --all --output= --short --revision= |
 helm/uninstall helm/delete helm/rollback | 3! | * | removes or replaces what runs in a cluster
 helm | 2! | * | changes what runs in a cluster
 terraform tofu | 2 | +-version +--version words :none |
 terraform tofu | > | words |
 terraform/version terraform/show terraform/output terraform/providers terraform/graph tofu/version tofu/show tofu/output tofu/providers tofu/graph | 2 | -json -raw -no-color words |
 terraform/state terraform/workspace tofu/state tofu/workspace | > | |
 terraform/state/list terraform/state/show terraform/workspace/list terraform/workspace/show tofu/state/list tofu/state/show | 2 | -json -id= -no-color words |
 terraform/apply terraform/destroy terraform/taint terraform/import tofu/apply tofu/destroy pulumi | 3! | * | changes or removes infrastructure
 terraform tofu ansible ansible-playbook | 2! | * | may change infrastructure
 gh | 2 | +--version :none |
 gh | > | |
 gh/status gh/version gh/help | 2 | -o= --org= -e= --exclude= |
 gh/search | > | |
 gh/search/issues gh/search/prs gh/search/repos gh/search/code gh/search/commits | 2 | -L= -R= --limit= --repo= --state= --author= --owner= --label= --json= --jq= -q= --template= -t= --sort= --order= --language= --match= |
 gh/pr gh/issue gh/run gh/repo gh/release gh/workflow gh/label gh/gist gh/secret gh/variable gh/auth gh/cache gh/project gh/ruleset gh/config gh/alias gh/extension | > | -R= --repo= |
 gh/pr/view gh/pr/list gh/pr/status gh/pr/diff gh/pr/checks gh/issue/view gh/issue/list gh/issue/status gh/run/view gh/repo/view gh/repo/list gh/release/view gh/release/list gh/workflow/view gh/workflow/list gh/label/list gh/gist/view gh/gist/list gh/secret/list gh/variable/list gh/variable/get gh/cache/list gh/project/list gh/project/view gh/ruleset/list gh/ruleset/view gh/config/get gh/config/list gh/alias/list gh/extension/list | 2 | -R= -L= -s= -S= -A= -B= -H= -a= -l= -q= -t= -c -j= -v -b= -e= -u= -y -m= --repo= --limit= --state= --search= --author= --base= --head= --assignee= --label= --json= --jq= --template= --comments --patch --name-only --required --job= --log --log-failed --verbose --exit-status --attempt= --workflow= --branch= --status= --user= --event= --commit= --yaml --ref= --draft --mention= --milestone= --color= |
 gh/run/list | 2 | -R= -L= -w= -b= -e= -u= -s= -c= -q= -t= -a --repo= --limit= --workflow= --branch= --event= --user= --status= --commit= --json= --jq= --template= --all |
 gh/pr/view gh/pr/list gh/pr/diff gh/pr/checks gh/issue/view gh/issue/list gh/run/view gh/repo/view gh/release/view gh/workflow/view gh/gist/view | 2! | -w --web | opens a browser
 gh/auth/status | 2 | -h= --hostname= -a --active |
 gh/auth/status | 2! | -t --show-token | shows a secret
 gh/repo/delete gh/release/delete gh/issue/delete gh/pr/merge gh/run/delete gh/secret/delete gh/gist/delete | 3! | * | removes or merges what others share
 gh | 2! | * | changes what others see, or sends a request
 yq | 2 | * |
 yq | 2! | -i --inplace --in-place -s= --split-exp= --split-exp-file= | changes or writes files
`;
