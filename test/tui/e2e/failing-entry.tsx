// A program that fails when it is asked to, as `docket replay` shows it: bundled and started by a test in a real terminal.
import { useState } from 'react';
import { runLook } from '../../../src/cli/replay/look.ts';
import type { TuiProgram } from '../../../src/cli/tui-program.ts';
import { Text } from '../../../src/tui/term/elements.ts';
import { useKeys } from '../../../src/tui/term/keys.ts';
import { mount } from '../../../src/tui/term/mount.ts';

const Failing = () => {
  const [isFailing, setFailing] = useState(false);
  useKeys((key) => {
    if (key === 'v') setFailing(true);
    else if (key === 'k') throw new Error('failed in a key \u001b]0;owned\u0007');
    else if (key === 't') {
      setTimeout(() => {
        throw new Error('failed in a timer');
      }, 1);
    } else if (key === 'p') void Promise.reject(new Error('failed in a promise'));
  });
  if (isFailing) throw new Error('failed in a view');
  return <Text>all is well</Text>;
};

const openTui: TuiProgram['openTui'] = async ({ terminal }) => {
  await mount(() => <Failing />, terminal, { isLinear: false }).ended;
  return '';
};

process.exitCode = await runLook(
  undefined,
  {},
  { loadTui: async () => ({ openTui }), demo: { hook: '', session: '' } },
  {
    env: process.env,
    cwd: process.cwd(),
    stdout: (text) => void process.stdout.write(text),
    drained: async () => {},
    stderr: (text) => void process.stderr.write(text),
    readStdin: async () => '',
    isStdoutTty: true,
    isStderrTty: true,
    width: 80,
  },
);
