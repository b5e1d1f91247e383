import { useStdout } from 'ink';
import { useEffect, useState } from 'react';
import { type Size, sizeOf } from './terminal.ts';

/** The size of the terminal, now and whenever it changes. */
export const useSize = (): Size => {
  const { stdout } = useStdout();
  const [size, setSize] = useState(() => sizeOf(stdout));
  useEffect(() => {
    const onResize = (): void => setSize(sizeOf(stdout));
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  }, [stdout]);
  return size;
};
