import { dirname, join } from 'node:path';
import type { AskingIo } from '../../src/cli/approval.ts';
import type { Project } from '../hooks/install/project.ts';

interface Said {
  out: string;
  err: string;
  questions: string[];
}

/**
 * A command's surroundings in a project: what it says is kept, and `answer` is what a person types, if anybody does:
 * the same each time, or one text after the other.
 */
export const ioIn = ({ env, cwd }: Pick<Project, 'env' | 'cwd'>, answer: string | readonly string[] | null = null) => {
  const said: Said = { out: '', err: '', questions: [] };
  const io: AskingIo = {
    env,
    cwd,
    managed: join(dirname(cwd), 'etc'),
    stdout: (text) => {
      said.out += text;
    },
    drained: async () => {},
    stderr: (text) => {
      said.err += text;
    },
    readStdin: async () => '',
    isStdoutTty: false,
    isStderrTty: false,
    width: 80,
    ask:
      answer === null
        ? null
        : async (question) => {
            said.questions.push(question);
            return typeof answer === 'string' ? answer : (answer[said.questions.length - 1] ?? '');
          },
  };
  return { io, said };
};
