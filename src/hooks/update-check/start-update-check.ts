import { join } from 'node:path';
import type { Envelope } from '../../events/envelope.ts';
import type { Environment } from '../../events/location.ts';
import type { Policy } from '../../events/schemas.ts';
import type { Fold } from '../../projections/fold.ts';
import { isUpdateCheckDue } from '../../projections/update.ts';
import type { HookDeps } from '../deps.ts';
import type { HookCall } from '../hook-call.ts';
import { sessionKind } from '../observers/session-kind.ts';
import { claimsFolder, isHeld, newestClaim } from '../test-runner/claims.ts';

/** What a hook tells the worker that looks for a newer docket, as JSON in its one argument. */
export interface UpdateOrder {
  readonly root: string;
  readonly policyDir: string;
  readonly worktree: string | null;
  readonly event: Pick<Envelope, 'id' | 'stream' | 'actor' | 'host' | 'turn'>;
  /** The folder of the bundles. */
  readonly program: string;
  readonly apply: boolean;
  /** When, in milliseconds since the epoch. */
  readonly now: number;
}

/** The session that began, once its answer is out. */
export interface BegunSession {
  readonly call: HookCall;
  readonly deps: HookDeps;
  readonly policy: Policy;
  readonly fold: Fold;
}

/** What the claims of the worker are filed under: one looks at a time, in all worktrees. */
export const UPDATE_CHECK = 'update-check';

/**
 * Starts the worker that looks for a newer docket, where it is time to. A bundle of its own, loaded behind the answer to
 * the start of a session.
 */
export const startUpdateCheck = ({ call, deps, policy, fold }: BegunSession): void => {
  const { env, program } = deps;
  if (program === undefined || isSwitchedOff(env) || sessionKind(env).kind !== 'interactive') return;
  const now = deps.now();
  if (!isUpdateCheckDue(fold.state().project.update, now)) return;
  const { root, policyDir } = call.location;
  const claim = newestClaim(claimsFolder(root, UPDATE_CHECK));
  if (claim !== null && isHeld(claim)) return;
  const { id, stream, actor, host, turn, worktree } = call.trigger;
  const event = { id, stream, actor, host, turn };
  const apply = policy.gates['update-check']?.options['apply'] === 'same-major';
  const order: UpdateOrder = { root, policyDir, worktree, event, program, apply, now };
  const { spawn } = process.getBuiltinModule('node:child_process');
  const worker = spawn(process.execPath, [join(program, 'update-check.cjs'), JSON.stringify(order)], {
    detached: true,
    stdio: 'ignore',
    cwd: '/',
    env,
  });
  // What cannot be started looks another time.
  worker.on('error', () => undefined);
  worker.unref();
};

/** A person's own word, whatever the policy of a project says; `NO_UPDATE_NOTIFIER` is said to other tools as well. */
const isSwitchedOff = (env: Environment): boolean =>
  env['DOCKET_UPDATE_CHECK'] === '0' || (env['NO_UPDATE_NOTIFIER'] ?? '') !== '';
