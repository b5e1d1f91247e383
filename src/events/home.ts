/**
 * Sets HOME where the environment names no home folder, to what the system has for the user, as the host and shells take it.
 * A service or a container may start a host so; docket would look for the user's policy in `/.config` and not know what `~` is.
 */
export const ensureHome = (env: NodeJS.ProcessEnv): void => {
  if (env['HOME'] !== undefined || env['USERPROFILE'] !== undefined) return;
  try {
    env['HOME'] = process.getBuiltinModule('node:os').userInfo().homedir;
  } catch {
    // The system does not know the user either.
  }
};
