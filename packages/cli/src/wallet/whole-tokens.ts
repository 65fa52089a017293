import { type Client, ClientError, NATIVE_TOKEN } from '@quorate/client';
import type { JsonValue } from '@quorate/protocol';
import { findToken, type KnownToken, showAmount } from './token-amount.ts';

/**
 * Does what a network may refuse because of an amount, and makes such a refusal state amounts in
 * whole tokens, as users type them; the network counts in least units.
 *
 * @throws ClientError
 */
export async function inWholeTokens<T>(client: Client, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (failure) {
    // Where something is kept, the message says so.
    if (!(failure instanceof ClientError) || failure.kept !== undefined) throw failure;
    const message = await reworded(failure, client);
    if (message === undefined) throw failure;
    const { code, status, details } = failure;
    const facts = { details, cause: failure, ...(status === undefined ? {} : { status }) };
    throw new ClientError(code, message, facts);
  }
}

async function reworded(failure: ClientError, client: Client): Promise<string | undefined> {
  if (failure.code === 'FAUCET_AMOUNT_EXCEEDED') {
    // A faucet limits only drips of the native token.
    return failure.message.replace(
      /^(one drip is at most )(\d+)$/,
      (_, text, most) => `${text}${shown(most, NATIVE_TOKEN)}`,
    );
  }
  const shortfall = shortfallIn(failure.details);
  if (shortfall === undefined) return undefined;
  const { current_balance: held, required, token_id: id } = shortfall;
  // If the network does not say what the token is, it has still said why it refused, which is worth
  // more.
  const token = await findToken(client, String(id)).catch(() => undefined);
  if (token === undefined) return undefined;
  return `insufficient funding: the balance is ${shown(held, token)}, ${shown(required, token)} is required`;
}

function shown(amount: JsonValue | undefined, token: KnownToken): string {
  return showAmount(BigInt(String(amount)), token);
}

type Facts = Readonly<Record<string, JsonValue | undefined>>;

/** Finds the facts of a refusal for lack of tokens (docs/errors.md). */
function shortfallIn(details: JsonValue): Facts | undefined {
  const { InsufficientFunding: facts } = (details ?? {}) as {
    readonly InsufficientFunding?: Facts | null;
  };
  const isWhole = (name: string): boolean => /^\d+$/.test(String(facts?.[name]));
  return facts && isWhole('current_balance') && isWhole('required') ? facts : undefined;
}
