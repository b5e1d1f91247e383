// What subcommands do that are known by their names alone; program-table.ts says how to read the rows.

/** npm, as its manual says. */
export const NPM = `
 npm | 2 | +--version +-v :none |
 npm | > | -s --silent --loglevel= |
 ls list ll la | 2 | -g -a -l -p --global --all --long --parseable --json --depth= --omit= --include= --prod --production --dev --workspaces -w= --workspace= |
 view info show v | 2 | --json -w= --workspace= |
 outdated | 2 | -g -a -l -p --global --all --long --parseable --json --depth= -w= --workspace= |
 explain why root prefix bin ping whoami search find query help help-search | 2 | -g --global --json --long |
 version | 2 | --json :none |
 run run-script | 2 | --json :none |
 audit | 2 | --json --omit= --include= --audit-level= --production --prod :none |
 audit | > | |
 audit/signatures | 2 | --json |
 audit/fix | 2! | * | installs packages, whose scripts run
 config c | > | |
 config/get config/list config/ls c/get c/list | 2 | -l --long --json -g --global |
 get | 2 | |
 run run-script test t start stop restart exec x | 2! | * | runs a script of the project
 publish unpublish deprecate owner access dist-tag token login logout | 3! | * | changes what others get
 install i ci add update up uninstall remove rm rebuild link dedupe prune install-test it clean-install create init | 2! | * | installs packages, whose scripts run
`;

/** pnpm, as its manual says. */
export const PNPM = `
 pnpm | 2 | +--version +-v :none |
 pnpm | > | -s --silent -r --recursive -w --workspace-root -F= --filter= |
 ls list ll la why outdated root bin licenses | 2 | -g -r -D -P --global --recursive --depth= --json --long --parseable --prod --dev --only-projects --no-optional -F= --filter= |
 view info show | 2 | --json |
 audit | 2 | --json --prod --dev --audit-level= --no-optional -P -D |
 config | > | |
 config/get config/list | 2 | --json -g --global |
 publish | 3! | * | changes what others get
 pnpm | 2! | * | installs packages or runs a script of the project
`;

/** pip, as its manual says. */
export const PIP = `
 pip pip3 | 2 | +--version +-V :none |
 pip pip3 | > | -q --quiet --disable-pip-version-check --no-color |
 list freeze show check | 2 | -o -u -e -l -f -v --outdated --uptodate --editable --local --user --format= --files --verbose --all --not-required --exclude= --exclude-editable --no-color --disable-pip-version-check |
 config index cache | > | |
 config/list config/get index/versions cache/dir cache/info cache/list | 2 | --global --user --site --json |
 pip pip3 | 2! | * | installs packages, whose scripts run
`;

/** cargo, as its manual says. */
export const CARGO = `
 cargo | 2 | +--version +-V +--list +-vV :none |
 cargo | > | -q --quiet --color= --offline --locked --frozen |
 tree metadata pkgid locate-project version search help read-manifest verify-project | 2 | -i -p -e= -d -F= -q -v --invert --package --edges= --duplicates --depth= --prefix= --features= --all-features --no-default-features --workspace --format-version= --no-deps --offline --locked --frozen --limit= --message-format= --format= --target= --manifest-path= |
 publish yank owner | 3! | * | changes what others get
 cargo | 2! | * | builds, and may run what the project names
`;

/** go, as its manual says. */
export const GO = `
 go | > | |
 version | 2 | -m -v words |
 env | 2 | -json -changed words |
 env | 2! | -w -u | changes the settings of go
 list | 2 | -m -json -e -f= -deps -test -find -versions -u words |
 doc help | 2 | -all -short -src -u -c -cmd words |
 mod | > | |
 mod/graph mod/why mod/verify | 2 | -m -vendor words |
 go | 2! | * | builds, and may run what the project names
`;
