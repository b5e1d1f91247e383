/** What the program needs of a terminal; tests give one of their own. */
export interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** A terminal that does not know its size says 0 or nothing. */
export const sizeOf = ({ columns, rows }: NodeJS.WriteStream): Size => ({ columns: columns || 80, rows: rows || 24 });

/** Clears the screen, not what was scrolled out of it, and goes to its first place. */
export const CLEAR = '\u001b[2J\u001b[H';

const ENTER = `\u001b[?1049h\u001b[?25l${CLEAR}`;
const LEAVE = '\u001b[?25h\u001b[?1049l';

/** Shows the second screen of a terminal, and gives back the first one with what stood on it. Both may be called twice. */
export const alternateScreen = (terminal: Pick<Terminal, 'stdout'>): Screens => switched(terminal, ENTER, LEAVE);

/** The screen that is there: what comes next begins on a line of its own. */
export const sameScreen = (terminal: Pick<Terminal, 'stdout'>): Screens => switched(terminal, '', '\n');

interface Screens {
  readonly enter: () => void;
  readonly leave: () => void;
}

const switched = ({ stdout }: Pick<Terminal, 'stdout'>, entering: string, leaving: string): Screens => {
  let isOn = false;
  return {
    enter: () => {
      if (isOn) return;
      isOn = true;
      stdout.write(entering);
    },
    leave: () => {
      if (!isOn) return;
      isOn = false;
      stdout.write(leaving);
    },
  };
};
