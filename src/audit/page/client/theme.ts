const THEMES = ['auto', 'light', 'dark'] as const;

/** Goes from the system's theme to light, to dark, and back; nothing is stored. Returns what does one step. */
export const createTheme = (button: HTMLElement): (() => void) => {
  let place = 0;
  const step = (): void => {
    place = (place + 1) % THEMES.length;
    const theme = THEMES[place] ?? 'auto';
    document.documentElement.dataset['theme'] = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener('click', step);
  return step;
};
