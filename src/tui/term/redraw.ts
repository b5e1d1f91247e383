import { useStdout } from 'ink';
import { type ReactNode, useEffect } from 'react';
import { CLEAR } from './terminal.ts';

export type Redraw = () => void;

/** After a change of size the terminal may have moved what stood there; by then the new frame is drawn. */
const SETTLED_MS = 50;

/** Draws the last frame anew when asked to, and after each change of size. */
export const RedrawOnDemand = ({
  onReady,
  isLinear,
  children,
}: {
  readonly onReady: (redraw: Redraw) => void;
  readonly isLinear: boolean;
  readonly children?: ReactNode;
}): ReactNode => {
  const { stdout, write } = useStdout();
  useEffect(() => {
    const redraw = (): void => write(isLinear ? '' : CLEAR);
    let timer: NodeJS.Timeout | undefined;
    const onResize = (): void => {
      clearTimeout(timer);
      timer = setTimeout(redraw, SETTLED_MS);
    };
    onReady(redraw);
    stdout.on('resize', onResize);
    return () => {
      clearTimeout(timer);
      stdout.off('resize', onResize);
    };
  }, [stdout, write, onReady, isLinear]);
  return children;
};
