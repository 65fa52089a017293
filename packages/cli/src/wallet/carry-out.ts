import type { ClientError } from '@quorate/client';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../terminal.ts';

/** Carry out what a command of a network does, and say what went wrong that is no bug of ours. */
export type CarryOut = (act: () => void | Promise<void>) => Promise<void>;

/** Create what carries out commands of a network; what went wrong becomes the code of the outcome. */
export function carrier(terminal: Terminal, outcome: { code: ExitCode }): CarryOut {
  return async (act) => {
    const { ClientError } = await import('@quorate/client');
    const { DecodeError } = await import('@quorate/protocol');
    const { CommandError } = await import('./command-error.ts');
    const { howToFindOne } = await import('./network.ts');
    try {
      await act();
    } catch (failure) {
      const isMistake = failure instanceof CommandError || failure instanceof DecodeError;
      if (!isMistake && !(failure instanceof ClientError)) throw failure;
      const text =
        failure instanceof ClientError ? explain(failure, howToFindOne) : failure.message;
      terminal.complain(`${terminal.colors.red('error')} ${text}\n`);
      outcome.code = isMistake ? exitCodes.usage : exitCodes.failed;
    }
  };
}

/** Say what a network did not do, and what helps where that is known. */
function explain({ code, message, status }: ClientError, howToFindOne: string): string {
  const text = `${code}: ${message}`;
  if (code === 'UNREACHABLE') return `${text}; ${howToFindOne}`;
  return status === 401 ? `${text}; give it as QUORATE_TOKEN` : text;
}
