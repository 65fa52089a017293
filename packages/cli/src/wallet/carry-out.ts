import type { ClientError } from '@quorate/client';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import type { Terminal } from '../output/terminal.ts';
import { printable } from './printable.ts';

/**
 * Carries out what a command does with a network, and reports what went wrong that is no bug of
 * quorate. @throws OptionError
 */
export type CarryOut = (act: () => void | Promise<void>) => Promise<void>;

/** The option that gives a command the token with which the devnet was started. */
export type TokenOption = '--token' | '--access-token';

/**
 * Creates the function that carries out commands of a network; a failure sets the code of the
 * outcome.
 */
export function carrier(
  terminal: Terminal,
  outcome: { code: ExitCode },
  tokenOption: TokenOption,
): CarryOut {
  return async (act) => {
    const { ClientError } = await import('@quorate/client');
    const { DecodeError } = await import('@quorate/protocol');
    const { CommandError, OptionError } = await import('../command-error.ts');
    const { howToFindOne } = await import('../devnet/devnet-here.ts');
    try {
      await act();
    } catch (failure) {
      const isOfNetwork = failure instanceof ClientError;
      const isRefusal = failure instanceof CommandError && !(failure instanceof OptionError);
      const isMistake = isRefusal || failure instanceof DecodeError;
      if (!isMistake && !isOfNetwork) throw failure;
      const text = isOfNetwork ? explain(failure, { howToFindOne, tokenOption }) : failure.message;
      terminal.complain(`${terminal.colors.red('error')} ${text}\n`);
      const isFailure = isOfNetwork && failure.status !== UNAUTHORIZED;
      outcome.code = isFailure ? exitCodes.failed : exitCodes.usage;
    }
  };
}

const UNAUTHORIZED = 401;

interface Remedies {
  readonly howToFindOne: string;
  readonly tokenOption: TokenOption;
}

/** Says what a network did not do, and what helps if that is known. */
function explain(
  { code, message, status }: ClientError,
  { howToFindOne, tokenOption }: Remedies,
): string {
  if (status === UNAUTHORIZED) {
    return (
      'the devnet requires a token, and got none or a wrong one: give the one it was ' +
      `started with, by ${tokenOption} or QUORATE_TOKEN`
    );
  }
  const text = printable(`${code}: ${message}`);
  return code === 'UNREACHABLE' ? `${text}; ${howToFindOne}` : text;
}
