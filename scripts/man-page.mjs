// Makes docket(1) from what the program declares: `docket completions declaration`.

const FILES = [
  ['docket.config.json', 'The policy of a project, at its top.'],
  ['docket.config.local.json', 'The same for one machine; not to be committed.'],
  ['~/.config/docket/config.json', 'The same of a user, for all projects (below XDG_CONFIG_HOME where that is set).'],
  ['.docket/log/', 'The log of a project. Events are only added to it.'],
];

const ENVIRONMENT = [
  ['DOCKET_DIR', 'The folder of the log and what is derived from it, in place of .docket in the project.'],
  ['DOCKET_SESSION_KIND', 'interactive, headless or spawned: whether somebody can be asked.'],
  ['DOCKET_DEBUG', '1: the hook writes its stages and what they took to standard error.'],
  ['NO_COLOR', 'No colours.'],
];

const EXIT_STATUS = [
  ['0', 'Fine.'],
  ['1', 'Found something, or could not do it.'],
  ['2', 'Misuse.'],
];

/** What roff would read as its own, as text. Nothing of it is a request: no line begins with a point or a quote. */
const text = (plain) =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replaceAll('`', '\\(ga')
    .replaceAll('^', '\\(ha')
    .replaceAll('~', '\\(ti')
    .replaceAll('"', '\\(dq')
    .replace(/[^\x00-\x7f]/gu, (sign) => `\\[u${sign.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
    .replace(/^\./gm, '\\&.');

const term = ([name, meaning]) => ['.TP', `.B ${text(name)}`, text(meaning)];

const verbatim = (plain) => [
  '.PP',
  '.nf',
  ...plain.split('\n').map((line) => (line === '' ? '\\&' : text(line))),
  '.fi',
];

const isHelp = ({ term: name }) => name === '-h, --help';

const section = (command, above) => {
  const path = `${above} ${command.name}`;
  const takers = [...command.arguments, ...command.options.filter((option) => !isHelp(option))];
  return [
    `.SS ${text(`${path} ${command.usage}`)}`,
    text(command.description),
    ...takers.flatMap((taker) => term([taker.term, taker.description])),
    ...(command.notes === '' ? [] : verbatim(command.notes)),
    ...command.commands.flatMap((each) => section(each, path)),
  ];
};

/** The page as roff. `program` is its declaration. It holds no date: the same source makes the same page. */
export const manPage = (program, version) =>
  [
    `.TH DOCKET 1 "" "docket ${text(version)}" "User commands"`,
    '.SH NAME',
    `docket \\- ${text(program.description.replace(/\.$/, '').replace(/^F/, 'f'))}`,
    '.SH SYNOPSIS',
    '.B docket',
    text(program.usage),
    '.SH DESCRIPTION',
    text(
      'Every hook call of a coding agent becomes events in a log that is only added to. State is derived from it on',
    ),
    text('read. Gates decide by that state, and every verdict names the events that caused it.'),
    '.PP',
    text(program.notes.split('\n').at(-1)),
    '.SH OPTIONS',
    ...program.options.flatMap((option) => term([option.term, option.description])),
    '.SH COMMANDS',
    text('Every command has --help.'),
    ...program.commands.flatMap((command) => section(command, 'docket')),
    '.SH EXIT STATUS',
    ...EXIT_STATUS.flatMap(term),
    '.SH FILES',
    ...FILES.flatMap(term),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(term),
    '',
  ].join('\n');
