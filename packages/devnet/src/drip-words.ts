// What REST and JSON-RPC say of a drip alike. Each has codes of its own, and counts a cooldown in its own unit.

/** Says what a token has to be that a faucet is asked for. */
export const HELD_TOKEN = 'a token that the faucet holds';

/** Says that a faucet was asked for more than it gives at once, in least units. */
export function tooMuchText(most: bigint): string {
  return `one drip is at most ${most}`;
}

/** Says that a drip will not arrive. */
export function notPaidText(reason: string): string {
  return `the faucet could not pay: ${reason}`;
}

/** Says that nobody knows the end of a drip; without a refusal there was no answer. */
export function openDripText(refusal: { readonly message: string } | undefined): string {
  const reason = refusal?.message ?? 'no answer came';
  return `the drip has no outcome yet, and may still arrive: ${reason}`;
}
