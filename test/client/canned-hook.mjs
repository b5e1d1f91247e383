// A hook that answers a call with what the file beside its project says of the call's id, once; all else with nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const payload = JSON.parse(readFileSync(0, 'utf8'));
const answers = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const key = `${payload.hook_event_name} ${payload.tool_use_id ?? ''}`.trim();
const list = answers[key] ?? [];
const marker = `${process.argv[2]}.${key.replace(/\W/g, '-')}`;
const turn = existsSync(marker) ? Number(readFileSync(marker, 'utf8')) : 0;
writeFileSync(marker, String(turn + 1));
const { stdout = '', stderr = '', exitCode = 0 } = list[turn] ?? {};
process.stderr.write(stderr);
process.stdout.write(stdout);
process.exitCode = exitCode;
