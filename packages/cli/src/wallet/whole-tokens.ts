import { type Client, ClientError, NATIVE_TOKEN } from '@quorate/client';
import type { JsonValue } from '@quorate/protocol';
import { findToken, type KnownToken, showAmount } from './token-amount.ts';

/**
 * Do what a network may refuse because of an amount, and have such a refusal say amounts in whole
 * tokens, in which they are typed here; the network counts in least units.
 *
 * @throws ClientError
 */
export async function inWholeTokens<T>(client: Client, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (failure) {
    if (!(failure instanceof ClientError)) throw failure;
    const message = await reworded(failure, client);
    if (message === undefined) throw failure;
    const { code, status, details } = failure;
    const facts = { details, cause: failure, ...(status === undefined ? {} : { status }) };
    throw new ClientError(code, message, facts);
  }
}

async function reworded(failure: ClientError, client: Client): Promise<string | undefined> {
  if (failure.code === 'FAUCET_AMOUNT_EXCEEDED') {
    // A faucet bounds drips of the native token alone.
    return failure.message.replace(
      /^(one drip is at most )(\d+)$/,
      (_, text, most) => `${text}${shown(most, NATIVE_TOKEN)}`,
    );
  }
  const shortfall = shortfallIn(failure.details);
  if (shortfall === undefined) return undefined;
  const { current_balance: held, required, token_id: id } = shortfall;
  // A network that does not say what the token is has said why it refused, and that is worth more.
  const token = await findToken(client, String(id)).catch(() => undefined);
  if (token === undefined) return undefined;
  return `insufficient funding: the balance is ${shown(held, token)}, ${shown(required, token)} is required`;
}

function shown(amount: JsonValue | undefined, token: KnownToken): string {
  return showAmount(BigInt(String(amount)), token);
}

type Facts = Readonly<Record<string, JsonValue | undefined>>;

/** Find the facts of a refusal for want of tokens (docs/errors.md). */
function shortfallIn(details: JsonValue): Facts | undefined {
  const { InsufficientFunding: facts } = (details ?? {}) as {
    readonly InsufficientFunding?: Facts | null;
  };
  const isWhole = (name: string): boolean => /^\d+$/.test(String(facts?.[name]));
  return facts && isWhole('current_balance') && isWhole('required') ? facts : undefined;
}
