import { type Client, ClientError, NATIVE_TOKEN } from '@quorate/client';
import { findToken, showAmount } from './token-amount.ts';

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
      (_, text, most) => `${text}${showAmount(BigInt(most), NATIVE_TOKEN)}`,
    );
  }
  const shortfall = shortfallIn(failure.details);
  if (shortfall === undefined) return undefined;
  // If the network does not say what the token is, it has still said why it refused, which is worth
  // more.
  const token = await findToken(client, shortfall.tokenId).catch(() => undefined);
  if (token === undefined) return undefined;
  return shortfallText(shortfall, (amount) => showAmount(amount, token));
}

/** Says what is missing, with amounts in the words of the caller. */
export function shortfallText(
  { held, required }: Shortfall,
  shown: (amount: bigint) => string,
): string {
  return `insufficient funding: the balance is ${shown(held)}, ${shown(required)} is required`;
}

/** What a sender holds of a token and would need to hold. Units: least units. */
export interface Shortfall {
  readonly tokenId: string;
  readonly held: bigint;
  readonly required: bigint;
}

/** Finds the facts of a refusal for lack of tokens (docs/errors.md); undefined in any other. */
export function shortfallIn(details: unknown): Shortfall | undefined {
  const { InsufficientFunding: facts } = (details ?? {}) as {
    readonly InsufficientFunding?: Readonly<Record<string, unknown>> | null;
  };
  const [held, required] = [facts?.['current_balance'], facts?.['required']].map(String);
  if (!isWhole(held) || !isWhole(required)) return undefined;
  return { tokenId: String(facts?.['token_id']), held: BigInt(held), required: BigInt(required) };
}

/** A balance may be below zero for a while (facts.md P1.33). */
function isWhole(text: string | undefined): text is string {
  return text !== undefined && /^-?\d+$/.test(text);
}
