/** Languages, builders, package managers and other tools (see program-table.ts for how to read it). */
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
 uv | > | -q --quiet --no-cache --offline |
 uv/version | 2 | --short :none |
 uv/tree | 2 | --frozen --depth= --outdated |
 uv/pip uv/python uv/tool | > | |
 uv/pip/list uv/pip/freeze uv/pip/show uv/pip/check uv/pip/tree uv/python/list uv/python/dir uv/tool/list uv/tool/dir | 2 | --format= --outdated --all-versions --depth= -v --verbose |
 poetry | > | -n --no-interaction --no-ansi |
 poetry | 2 | +--version +-V :none |
 poetry/show poetry/check poetry/about | 2 | -t --tree -l --latest -o --outdated -a --all -T --top-level |
 rustup | > | |
 rustup/show rustup/which rustup/toolchain/list rustup/component/list rustup/target/list | 2 | -v --verbose --installed |
 rustup/toolchain rustup/component rustup/target | > | |
 gem bundle composer brew apt apt-get apt-cache dpkg rpm dnf yum pacman snap conda | > | |
 gem/list gem/search gem/info gem/which gem/environment composer/show composer/outdated composer/licenses composer/why conda/list conda/info conda/search | 2 | -l -i -a --local --remote --all --json --name-only --paths --format= --tree --latest --direct --installed |
 brew/list brew/ls brew/outdated brew/leaves brew/config brew/doctor brew/search | 2 | --versions --formula --cask --json --tree --installed -l -1 |
 brew/info brew/deps brew/uses | 2 | --versions --formula --cask --json --tree --installed :names |
 apt/list apt/show apt/search apt/policy apt-cache/show apt-cache/search apt-cache/policy apt-cache/depends apt-cache/rdepends dnf/list dnf/info dnf/search yum/list yum/info yum/search snap/list snap/info | 2 | -a --installed --upgradable --all-versions --names-only |
 dpkg | 2 | +-l +-L +-s +-S +-p +--list +--listfiles +--status +--search +--get-selections |
 rpm | 2 | +-q -a -i -l -f -c -d -V --requires --provides --qf= --queryformat= |
 brew apt apt-get dnf yum pacman snap dpkg rpm | 3! | * | changes what is installed on the system
 gem bundle composer conda poetry uv | 2! | * | installs packages or runs a program of the project
 docker-compose | > | -f= --file= -p= --project-name= |
 docker-compose/ps docker-compose/logs docker-compose/images docker-compose/top docker-compose/version | 2 | -a -q -f -t --all --quiet --follow --tail= --timestamps --no-color --services |
 docker-compose | 2! | * | runs or changes containers
 helm | > | -n= --namespace= |
 helm/list helm/ls helm/status helm/history helm/get helm/search helm/show helm/version helm/env | 2 | -n= -A -a -o= -q --namespace= --all-namespaces --all --output= --short --revision= |
 helm/uninstall helm/delete helm/rollback | 3! | * | removes or replaces what runs in a cluster
 helm | 2! | * | changes what runs in a cluster
 pulumi | 3! | * | changes or removes infrastructure
 ansible ansible-playbook | 2! | * | may change infrastructure
 yq | 2 | * |
 yq | 2! | -i --inplace --in-place -s= --split-exp= --split-exp-file= | changes or writes files
`;
