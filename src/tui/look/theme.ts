import { createContext, useContext } from 'react';
import type { Environment } from '../../events/location.ts';
import { ASCII_MARKS, type Marks, UNICODE_MARKS } from './marks.ts';

/** How the program is drawn in this terminal. */
export interface Theme {
  readonly marks: Marks;
  readonly hasColour: boolean;
}

/** Colours unless NO_COLOR or a terminal without any says otherwise; ASCII where asked for. */
export const themeFor = (env: Environment, isAscii: boolean): Theme => ({
  marks: isAscii ? ASCII_MARKS : UNICODE_MARKS,
  hasColour: (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb',
});

export const ThemeContext = createContext<Theme>({ marks: UNICODE_MARKS, hasColour: true });

export const useTheme = (): Theme => useContext(ThemeContext);
