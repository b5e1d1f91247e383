/**
 * The same output, on which nothing is written while `isQuiet`: what is drawn between the moment that the terminal is given
 * back and the one that the process stops would stand on the shell's screen.
 */
export const quietable = (stdout: NodeJS.WriteStream, isQuiet: () => boolean): NodeJS.WriteStream => {
  const write = (text: string, ...rest: readonly unknown[]): boolean => {
    if (!isQuiet()) return (stdout.write as (...given: unknown[]) => boolean).call(stdout, text, ...rest);
    const done = rest.find((given) => typeof given === 'function');
    done?.();
    return true;
  };
  return new Proxy(stdout, {
    get: (target, name) => {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
};
