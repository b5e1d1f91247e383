// What subcommands do that are known by their names alone; program-table.ts says how to read the rows.

/** docker, as its manual says. */
export const DOCKER = `
 docker podman | 2 | +--version +-v :none |
 docker podman | > | |
 ps images version info top port history diff search | 2 | -a -q -s -n= -l -f= --all --quiet --size --last= --latest --filter= --format= --no-trunc --digests --human -H --limit= |
 inspect | 2 | -f= -s -t= --format= --size --type= |
 logs | 2 | -f -t -n= --follow --timestamps --tail= --since= --until= --details |
 stats | 2 | -a --all --no-stream --no-trunc --format= |
 container image volume network system context compose builder buildx manifest pod | > | -f= --file= -p= --project-name= --profile= --ansi= |
 container/ls container/list container/ps container/inspect container/top container/port container/diff image/ls image/list image/inspect image/history volume/ls volume/inspect network/ls network/inspect system/df system/info context/ls context/show context/inspect compose/ps compose/ls compose/images compose/top compose/version buildx/ls buildx/inspect pod/ls pod/ps | 2 | -a -q -s -f= -v --all --quiet --size --filter= --format= --no-trunc --services --status= --verbose |
 container/logs compose/logs | 2 | -f -t -n= --follow --timestamps --tail= --since= --until= --no-color --no-log-prefix |
 rm rmi kill stop prune container/rm container/prune image/rm image/prune volume/rm volume/prune network/rm network/prune system/prune builder/prune buildx/prune compose/down compose/rm compose/kill push | 3! | * | stops, removes or publishes containers, images or data
 docker podman | 2! | * | runs or changes containers
`;

/** kubectl, as its manual says. */
export const KUBECTL = `
 kubectl | > | -n= --namespace= --context= -A --all-namespaces |
 get describe top explain api-resources api-versions version cluster-info events | 2 | -n= -A -o= -l= -w -L= --namespace= --context= --all-namespaces --output= --selector= --watch --show-labels --sort-by= --field-selector= --no-headers --recursive --client --short --containers --ignore-not-found --chunk-size= |
 logs | 2 | -n= -f -c= -l= -p --namespace= --context= --follow --container= --selector= --previous --tail= --since= --since-time= --timestamps --all-containers --prefix |
 config auth rollout | > | -n= --namespace= |
 config/view config/current-context config/get-contexts config/get-clusters auth/can-i auth/whoami rollout/status rollout/history | 2 | -n= -o= --namespace= --minify --output= --list --all-namespaces -A --revision= --watch --timeout= |
 delete drain cordon taint replace scale | 3! | * | removes or replaces what runs in a cluster
 kubectl | 2! | * | changes what runs in a cluster
`;

/** gh, as its manual says. */
export const GH = `
 gh | 2 | +--version :none |
 gh | > | |
 status version help | 2 | -o= --org= -e= --exclude= |
 search | > | |
 search/issues search/prs search/repos search/code search/commits | 2 | -L= -R= --limit= --repo= --state= --author= --owner= --label= --json= --jq= -q= --template= -t= --sort= --order= --language= --match= |
 pr issue run repo release workflow label gist secret variable auth cache project ruleset config alias extension | > | -R= --repo= |
 pr/view pr/list pr/status pr/diff pr/checks issue/view issue/list issue/status run/view repo/view repo/list release/view release/list workflow/view workflow/list label/list gist/view gist/list secret/list variable/list variable/get cache/list project/list project/view ruleset/list ruleset/view config/get config/list alias/list extension/list | 2 | -R= -L= -s= -S= -A= -B= -H= -a= -l= -q= -t= -c -j= -v -b= -e= -u= -y -m= --repo= --limit= --state= --search= --author= --base= --head= --assignee= --label= --json= --jq= --template= --comments --patch --name-only --required --job= --log --log-failed --verbose --exit-status --attempt= --workflow= --branch= --status= --user= --event= --commit= --yaml --ref= --draft --mention= --milestone= --color= |
 run/list | 2 | -R= -L= -w= -b= -e= -u= -s= -c= -q= -t= -a --repo= --limit= --workflow= --branch= --event= --user= --status= --commit= --json= --jq= --template= --all |
 pr/view pr/list pr/diff pr/checks issue/view issue/list run/view repo/view release/view workflow/view gist/view | 2! | -w --web | opens a browser
 auth/status | 2 | -h= --hostname= -a --active |
 auth/status | 2! | -t --show-token | shows a secret
 repo/delete release/delete issue/delete pr/merge run/delete secret/delete gist/delete | 3! | * | removes or merges what others share
 gh | 2! | * | changes what others see, or sends a request
`;

/** terraform, as its manual says. */
export const TERRAFORM = `
 terraform tofu | 2 | +-version +--version words :none |
 terraform tofu | > | words |
 version show output providers graph | 2 | -json -raw -no-color words |
 state workspace | > | |
 state/list state/show workspace/list workspace/show | 2 | -json -id= -no-color words |
 apply destroy taint import | 3! | * | changes or removes infrastructure
 terraform tofu | 2! | * | may change infrastructure
`;
