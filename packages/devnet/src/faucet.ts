import { type Address, LIMITS, NATIVE_TOKEN_ID, type TokenId } from '@quorate/protocol';
import type { Asker } from './asker.ts';
import { FAUCET } from './genesis.ts';

/** Settles how generous a faucet is. */
export interface FaucetOptions {
  readonly asker: Asker;
  /** Milliseconds since any moment; never goes back. */
  readonly now: () => number;
  /** Milliseconds between two drips of one token to one recipient; 0 is no cooldown. */
  readonly cooldown: number;
}

/** What a faucet is asked for; amounts in least units, a null token is the native one. */
export interface Drip {
  readonly recipient: Address;
  readonly amount: bigint;
  readonly tokenId: TokenId | null;
}

/** How a drip ended. */
export type DripOutcome =
  | { readonly kind: 'Given' }
  | { readonly kind: 'Throttled'; readonly waitMillis: number }
  | { readonly kind: 'TooMuch'; readonly most: bigint }
  | { readonly kind: 'Failed'; readonly reason: string };

/** Hands out tokens to whoever asks (rule P11). */
export interface Faucet {
  drip(drip: Drip): Promise<DripOutcome>;
}

/**
 * Creates a faucet over the client of that name, which sends one transaction at a time.
 *
 * A drip that failed does not start the cooldown. Of the native token one drip is at most what
 * `LIMITS` says; of other tokens the faucet gives what it holds.
 */
export function createFaucet({ asker, now, cooldown }: FaucetOptions): Faucet {
  const lastDrips = new Map<string, number>();

  function waitOf(key: string): number {
    const last = lastDrips.get(key);
    return last === undefined ? 0 : Math.max(0, last + cooldown - now());
  }

  // Only drips that still cool down are worth remembering.
  function forgetOld(): void {
    for (const [key, last] of lastDrips) {
      if (last + cooldown > now()) return;
      lastDrips.delete(key);
    }
  }

  async function give({ recipient, amount, tokenId }: Drip): Promise<DripOutcome> {
    const result = await asker.ask(FAUCET, {
      type: 'Execute',
      operations: [
        {
          kind: 'TokenTransfer',
          tokenId: tokenId ?? NATIVE_TOKEN_ID,
          recipient,
          amount,
          userData: null,
        },
      ],
    });
    if (result?.type === 'Success') return { kind: 'Given' };
    return {
      kind: 'Failed',
      reason: result === undefined ? 'no answer in time' : reasonOf(result),
    };
  }

  return {
    async drip(drip) {
      const isNative = (drip.tokenId ?? NATIVE_TOKEN_ID) === NATIVE_TOKEN_ID;
      if (isNative && drip.amount > LIMITS.faucetAmount) {
        return { kind: 'TooMuch', most: LIMITS.faucetAmount };
      }
      const key = `${drip.recipient}/${drip.tokenId ?? NATIVE_TOKEN_ID}`;
      const waitMillis = waitOf(key);
      if (waitMillis > 0) return { kind: 'Throttled', waitMillis };
      // Taken before the answer, so that two requests at once are one drip.
      const startedAt = now();
      lastDrips.delete(key);
      lastDrips.set(key, startedAt);
      const outcome = await give(drip);
      if (outcome.kind === 'Failed') lastDrips.delete(key);
      forgetOld();
      return outcome;
    },
  };
}

function reasonOf(result: {
  readonly type: string;
  readonly rejection?: { readonly code: string };
}) {
  return result.rejection?.code ?? result.type;
}
