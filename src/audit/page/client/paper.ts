/** On paper nothing can be opened: cards, files and tables of commands are, and are as they were afterwards. */
export const openForPaper = (): void => {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [
      ...document.querySelectorAll<HTMLDetailsElement>('article details:not([open]), details.expands:not([open])'),
    ];
    for (const one of opened) one.open = true;
  });
  addEventListener('afterprint', () => {
    for (const one of opened) one.open = false;
    opened = [];
  });
};
