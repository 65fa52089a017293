// The words that REST and JSON-RPC share about drips. Each has its own codes, and its own unit for
// the cooldown.

/** What the token in a request to a faucet has to be. */
export const HELD_TOKEN = 'a token that the faucet holds';

/** The message for a request that exceeds the largest drip, in least units. */
export function tooMuchText(most: bigint): string {
  return `one drip is at most ${most}`;
}

/** The message for a drip that will not arrive. */
export function notPaidText(reason: string): string {
  return `the faucet could not pay: ${reason}`;
}

/** The message for a drip whose outcome is unknown; without a refusal there was no answer. */
export function openDripText(refusal: { readonly message: string } | undefined): string {
  const reason = refusal?.message ?? 'no answer came';
  return `the drip has no outcome yet, and may still arrive: ${reason}`;
}
