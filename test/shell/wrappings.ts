// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text, not templates
import fc from 'fast-check';

const singleQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const doubleQuoted = (text: string): string => `"${text.replaceAll(/[\\"$`]/g, '\\$&')}"`;

/** What runs a command line that it is given as words; not for what only a shell reads. */
const BEFORE_WORDS = [
  'command',
  'env A=b',
  'env -i -u HOME',
  'sudo -u root',
  'sudo -n --',
  'doas',
  'nice -n 5',
  'ionice -c 3',
  'nohup',
  'time -p',
  'timeout -k 5 10m',
  'stdbuf -oL',
  'setsid',
  'strace -f -o log',
  'unshare -r',
  'chroot /mnt',
  'busybox',
  'flock lock',
  'systemd-run --user',
  'exec',
  'docker exec -it web',
  'kubectl exec pod --',
];

/** A here-document whose end does not stand in the text. */
const document = (text: string, rest = ''): string => {
  const end = `END_${text.split('END_').length}`;
  return `<<'${end}'${rest}\n${text}\n${end}\n`;
};

/** What runs a command line that it is given as a text. */
const AROUND_TEXT: readonly ((text: string) => string)[] = [
  (text) => `bash -c ${singleQuoted(text)}`,
  (text) => `sh -ec ${doubleQuoted(text)}`,
  (text) => `eval ${singleQuoted(text)}`,
  (text) => `echo ${singleQuoted(text)} | sh`,
  (text) => `printf '%s\\n' ${singleQuoted(text)} | sudo bash -s`,
  (text) => `bash <<< ${singleQuoted(text)}`,
  (text) => `bash ${document(text)}`,
  (text) => `cat ${document(text, ' | sh')}`,
  (text) => `su -c ${singleQuoted(text)}`,
  // A shell reads these again, so that they are no wrappers of words.
  (text) => `ssh host ${singleQuoted(text)}`,
  (text) => `watch -n 1 ${singleQuoted(text)}`,
  (text) => `trap ${singleQuoted(text)} EXIT`,
  (text) => `git submodule foreach ${singleQuoted(text)}`,
  (text) => `git -c alias.x=${singleQuoted(`!${text}`)} x`,
  (text) => `source <(echo ${singleQuoted(text)})`,
  (text) => `{ X=${singleQuoted(text)}; eval "$X"; }`,
  (text) => `python3 -c ${singleQuoted(`import os; os.system(${JSON.stringify(text)})`)}`,
  (text) => `node -e ${singleQuoted(`require('child_process').execSync(${JSON.stringify(text)})`)}`,
  (text) => `find . -exec sh -c ${singleQuoted(text)} \\;`,
];

/** What runs any command line where it stands. */
const AROUND_ANY: readonly ((text: string) => string)[] = [
  (text) => `(${text}\n)`,
  (text) => `{ ${text}\n}`,
  (text) => `if true; then\n${text}\nfi`,
  (text) => `for x in a b; do\n${text}\ndone`,
  (text) => `echo "$( ${text}\n)"`,
  (text) => `f() {\n${text}\n}; f`,
  (text) => `cd a && ls; ${text}`,
  (text) => `ls | {\n${text}\n}`,
];

const isSimple = (text: string): boolean => !/[\n|;&(){}<>$`]/.test(text);

/** What is around a command, from the inside out; texts of texts are few, as people nest them. */
export const around = fc
  .tuple(
    fc.array(fc.constantFrom(...BEFORE_WORDS), { maxLength: 4 }),
    fc.array(fc.oneof(fc.constantFrom(...AROUND_TEXT), fc.constantFrom(...AROUND_ANY)), { maxLength: 3 }),
    fc.array(fc.constantFrom(...BEFORE_WORDS), { maxLength: 2 }),
  )
  .map(([inner, texts, outer]) => (command: string): string => {
    const worded = inner.reduce((text, wrapper) => `${wrapper} ${text}`, command);
    const nested = texts.reduce((text, wrap) => wrap(text), worded);
    return isSimple(nested) ? outer.reduce((text, wrapper) => `${wrapper} ${text}`, nested) : nested;
  });

/** What takes a text for data. */
export const AS_DATA: readonly ((text: string) => string)[] = [
  (text) => `echo ${singleQuoted(text)}`,
  (text) => `echo ${doubleQuoted(text)} > notes.md`,
  (text) => `printf '%s' ${singleQuoted(text)} | wc -c`,
  (text) => `cat <<'END_OF_DATA' > notes.md\n${text}\nEND_OF_DATA\n`,
  (text) => `git commit -m ${singleQuoted(text)}`,
  (text) => `git commit -F - <<'END_OF_DATA'\n${text}\nEND_OF_DATA\n`,
  (text) => `gh pr create --title t --body ${doubleQuoted(text)}`,
  (text) => `gh pr create --body "$(cat <<'END_OF_DATA'\n${text}\nEND_OF_DATA\n)"`,
  (text) => `ls # ${text.replaceAll('\n', ' ')}`,
  (text) => `grep -rn ${singleQuoted(text)} src`,
  (text) => `X=${singleQuoted(text)}; echo "$X"`,
  (text) => `python3 -c ${singleQuoted(`print(${JSON.stringify(text)})`)}`,
];
