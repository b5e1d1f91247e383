// dist/update-check.cjs: a detached process that a hook starts at the start of a session (seed 001, update-check.sh).
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nodeLogFs } from '../../events/log-fs.ts';
import { logFolder } from '../../events/segments.ts';
import { loadState } from '../../hooks/load-state.ts';
import { claimsFolder, takeClaim } from '../../hooks/test-runner/claims.ts';
import { processRef } from '../../hooks/test-runner/process-ref.ts';
import { UPDATE_CHECK, type UpdateOrder } from '../../hooks/update-check/start-update-check.ts';
import { isUpdateCheckDue } from '../../projections/update.ts';
import { recordsIn } from '../test-runner/records.ts';
import { checkCheckout } from './checkout.ts';
import { keepLook, lastLook } from './last-look.ts';
import { checkRegistry } from './registry.ts';

/** Looks once, or takes over what another project of this user found today. Another process that looks meanwhile is enough, and so is one that did since the hook saw the log. */
const check = async (order: UpdateOrder): Promise<void> => {
  const { root, program, apply, now, event } = order;
  const self = processRef(process.pid);
  const claim = self === null ? null : takeClaim(claimsFolder(root, UPDATE_CHECK), self);
  if (claim === null) return;
  try {
    const folder = logFolder(root, nodeLogFs);
    if (!isUpdateCheckDue(loadState(folder, root, null).fold.state().project.update, now)) return;
    const home = dirname(program);
    const { name, version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    const { env } = process;
    const own = { home, current: version };
    // One that may move looks itself.
    const known = apply ? null : lastLook(own, now, env);
    const checked =
      known ??
      (await checkCheckout(home, { current: version, apply, env })) ??
      (await checkRegistry(name, version, env));
    if (known === null) keepLook(own, checked, now, env);
    if (!claim.isLost()) recordsIn(folder, order).add(event, 'UpdateChecked', checked);
  } finally {
    claim.release();
  }
};

const main = async (): Promise<void> => {
  try {
    const order = JSON.parse(process.argv[2] ?? 'null') as UpdateOrder | null;
    if (order !== null) await check(order);
  } catch {
    // Half an installation, or a log that takes nothing: nobody misses an answer that nobody waits for.
  } finally {
    process.exit(0);
  }
};

void main();
