import type { CustomDefinition } from '../../gates/custom/definition.ts';
import { type GateState, gateStates } from '../../hooks/custom-gates/gate-state.ts';
import { runGates } from '../../hooks/custom-gates/run-gates.ts';
import { gateFile, readTrusted, type TrustedGate, trustPath } from '../../hooks/custom-gates/trusted-gates.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { projectPolicy } from '../policy-here.ts';
import { replaceFile } from '../preferences-store.ts';
import { findProject } from '../project.ts';
import { printable, styleFor, wrap } from '../style.ts';
import { ErasureError, eraseTypes } from './erase-types.ts';
import { STANDING_WORDS } from './standing-words.ts';

/** The folder of the bundles. */
declare const __dirname: string;

export interface TrustOptions {
  readonly list?: boolean;
  readonly revoke?: boolean;
  readonly json?: boolean;
}

interface ShownGate {
  readonly gate: string;
  readonly file: string;
  readonly standing: GateState['standing'] | 'broken';
  readonly hash: string | null;
  readonly definition: CustomDefinition | null;
  /** Why it cannot be trusted. */
  readonly problem: string | null;
}

/** Milliseconds for a gate to say what it is. */
const TIME_MS = 5_000;

/**
 * Trusts the gates that the policy of the project names, as their files are now, or says which are trusted. 1 where one is not.
 * Throws `UsageError`, and `PreferencesError` where the trust cannot be written.
 */
export const runTrust = async (options: TrustOptions, io: Io): Promise<ExitCode> => {
  if (options.list === true && options.revoke === true) throw new UsageError('--list and --revoke exclude each other.');
  const { policyDir } = findProject(io).location;
  const policy = projectPolicy(io);
  const trusted = readTrusted(io.env);
  if (options.revoke === true) {
    const { [policyDir]: _revoked, ...others } = trusted;
    replaceFile(trustPath(io.env), `${JSON.stringify(others, null, 2)}\n`);
    return show(gateStates(policy, policyDir, others).map(asShown), options, io, true);
  }
  const states = gateStates(policy, policyDir, trusted);
  if (options.list === true) return show(states.map(asShown), options, io, false);
  const looked = await Promise.all(states.map((state) => lookAt(state, policyDir, io)));
  const own = looked.flatMap(({ trust, shown }) => (trust === null ? [] : [[shown.file, trust] as const]));
  if (states.length > 0) {
    const all = { ...trusted, [policyDir]: Object.fromEntries(own) };
    replaceFile(trustPath(io.env), `${JSON.stringify(all, null, 2)}\n`);
  }
  return show(
    looked.map(({ shown }) => shown),
    options,
    io,
    false,
  );
};

const asShown = ({ gate, file, standing, hash, trusted }: GateState): ShownGate => ({
  ...{ gate, file, standing, hash },
  definition: trusted?.definition ?? null,
  problem: null,
});

/** Runs a gate's file once, to learn what it is about: a person just said that it may run. */
const lookAt = async (
  state: GateState,
  project: string,
  { env }: Io,
): Promise<{ readonly shown: ShownGate; readonly trust: TrustedGate | null }> => {
  const { gate, file } = state;
  const there = gateFile(project, file);
  if (there === null) return { shown: asShown(state), trust: null };
  const broken = (problem: string) => ({
    shown: { ...asShown(state), standing: 'broken' as const, definition: null, problem },
    trust: null,
  });
  let code = there.text;
  try {
    if (/\.m?ts$/.test(file)) code = eraseTypes(code);
  } catch (error) {
    if (!(error instanceof ErasureError)) throw error;
    return broken(error.message);
  }
  const place = { program: __dirname, cwd: project, env, timeout: TIME_MS };
  const { definition, failure } = (await runGates([{ gate, code, call: null }], place)).get(gate) ?? {};
  if (definition === undefined) return broken(failure ?? 'it said nothing');
  const { hash } = there;
  return {
    shown: { gate, file, standing: 'trusted', hash, definition, problem: null },
    trust: { hash, definition, ...(code === there.text ? {} : { code }) },
  };
};

const WORDS: Readonly<Record<ShownGate['standing'], string>> = { ...STANDING_WORDS, broken: 'cannot be trusted' };

const show = (gates: readonly ShownGate[], { json }: TrustOptions, io: Io, isRevoked: boolean): ExitCode => {
  const isFine = isRevoked || gates.every(({ standing }) => standing === 'trusted');
  if (json === true) {
    io.stdout(`${JSON.stringify(gates)}\n`);
    return isFine ? 0 : 1;
  }
  const style = styleFor(io);
  const rows = gates.flatMap(({ gate, file, standing, hash, definition, problem }) => [
    `${style(standing === 'trusted' ? 'green' : 'red', printable(gate))}  ${printable(file)}${hash === null ? '' : `  ${hash.slice(0, 12)}`}`,
    ...wrap(problem === null ? WORDS[standing] : `${WORDS[standing]}: ${printable(problem)}`, io.width, '  '),
    ...(definition === null ? [] : wrap(aboutWords(gate, definition), io.width, '  ')),
  ]);
  const none = wrap(
    'The policy of this project names no gates of its own (customGates in docket.config.json).',
    io.width,
  );
  io.stdout(`${(rows.length === 0 ? none : rows).join('\n')}\n`);
  return isFine ? 0 : 1;
};

const aboutWords = (gate: string, { summary, events, tools, rules }: CustomDefinition): string => {
  const said = Object.entries(rules).map(([rule, decision]) => `${gate}/${rule} (${decision})`);
  return printable(
    `${summary} Judges ${events.join(', ')}${tools === null ? '' : ` of ${tools.join(', ')}`}: ${said.join(', ')}.`,
  );
};
