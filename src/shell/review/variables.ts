// A variable can make a harmless program run another one (`GIT_PAGER`, `LD_PRELOAD`, `PATH`, `BASH_ENV`), and nobody
// can list those that do. So only names that are known to be harmless may be set.

/** Environment variables that change how output looks or how a program may behave, and nothing it runs or writes. */
const HARMLESS =
  ' LANG LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_NUMERIC LC_TIME TZ NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE CI ' +
  'TERM COLUMNS LINES NODE_ENV RUST_BACKTRACE PYTHONUNBUFFERED GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT NODE_NO_WARNINGS ';

/** Those that name a program to show output with. */
const PAGERS = ' PAGER GIT_PAGER GH_PAGER MANPAGER BAT_PAGER ';

/**
 * Whether setting a variable leaves what programs do as it is. Names in lower case are the script's own: no program
 * reads them, but for those of proxies.
 */
export const isHarmlessVariable = (name: string, value: string | null): boolean => {
  if (isOwn(name)) return true;
  if (value === null) return false;
  return HARMLESS.includes(` ${name} `) || (PAGERS.includes(` ${name} `) && (value === 'cat' || value === ''));
};

const isOwn = (name: string): boolean => {
  for (let at = 0; at < name.length; at += 1) {
    const char = name.charAt(at);
    const isLetter = char >= 'a' && char <= 'z';
    if (!isLetter && char !== '_' && !(at > 0 && char >= '0' && char <= '9')) return false;
  }
  return name !== '' && name !== '_' && !name.endsWith('_proxy');
};
