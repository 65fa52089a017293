import {
  type Address,
  DecodeError,
  FAUCET_DRIP_REQUEST,
  type JsonValue,
  LIMITS,
  NATIVE_TOKEN_ID,
  type Rejection,
  type TokenId,
} from '@quorate/protocol';
import type { Asker } from './asker.ts';
import { FAUCET } from './genesis.ts';
import type { TokenCheck } from './http/private-guard.ts';
import type { Recall } from './recall.ts';
import { createTransferBatches, isUndecided, type TransferEnd } from './transfer-batches.ts';

/** Settles how generous a faucet is. */
export interface FaucetOptions {
  readonly asker: Asker;
  /** Has its client never begin what it has not heard of. */
  readonly takeBack: Recall['takeBack'];
  /** Milliseconds since any moment; never goes back. */
  readonly now: () => number;
  /** Milliseconds between two drips of one token to one recipient; 0 is no cooldown. */
  readonly cooldown: number;
  /** Says who may ask. */
  readonly check: TokenCheck;
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
  /** The caller may not ask; `mayNever` where nobody may. */
  | { readonly kind: 'Forbidden'; readonly reason: string; readonly mayNever: boolean }
  | { readonly kind: 'Throttled'; readonly waitMillis: number }
  | { readonly kind: 'TooMuch'; readonly most: bigint }
  /** There is no such token, or the faucet has nothing of it. */
  | { readonly kind: 'NotHeld' }
  /** Nobody knows yet: it may still arrive. The refusal is absent where there was no answer in time. */
  | { readonly kind: 'Open'; readonly rejection: Rejection | undefined }
  /** It will not arrive. */
  | { readonly kind: 'Failed'; readonly reason: string };

/** Hands out tokens to whoever asks and may (rule P11). */
export interface Faucet {
  /** `authorization` is what the caller shows by that header. */
  drip(drip: Drip, authorization: string | undefined): Promise<DripOutcome>;
}

/** The faucet of a network that can be put back to an earlier moment. */
export interface OwnFaucet extends Faucet {
  /** Forgets who still cools down, because what was given has not happened. */
  forget(): void;
}

/**
 * Reads what a faucet is asked for; `path` is where it stands.
 *
 * @throws DecodeError
 */
export function readDrip(json: JsonValue, dialect: 'rpc' | 'rest', path: string): Drip {
  const drip = FAUCET_DRIP_REQUEST.fromJson(json, dialect, path);
  if (drip.amount > 0n) return drip;
  throw new DecodeError('OutOfRange', `${path}.amount`, 'at least 1');
}

/**
 * Creates a faucet over the client of that name, which sends one transaction at a time.
 *
 * A drip that was refused does not start the cooldown; one without an outcome does, because it may
 * still arrive. Of the native token one drip is at most what
 * `LIMITS` says; of other tokens the faucet gives what it holds.
 */
export function createFaucet(options: FaucetOptions): OwnFaucet {
  const { asker, takeBack, now, cooldown, check } = options;
  const lastDrips = new Map<string, number>();
  const batches = createTransferBatches(async (operations) => {
    const result = await asker.ask(FAUCET, { type: 'Execute', operations });
    return result === undefined && takeBack(operations) ? 'Unheard' : result;
  });

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

  function give({ recipient, amount, tokenId }: Drip): ReturnType<typeof batches.make> {
    return batches.make({
      kind: 'TokenTransfer',
      tokenId: tokenId ?? NATIVE_TOKEN_ID,
      recipient,
      amount,
      userData: null,
    });
  }

  return {
    async drip(drip, authorization) {
      const refusal = check(authorization);
      if (refusal !== undefined) {
        const { message: reason, status } = refusal;
        return { kind: 'Forbidden', reason, mayNever: status === 403 };
      }
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
      const result = await give(drip);
      const outcome = outcomeOf(result, isNative);
      const mayArrive = outcome.kind === 'Given' || outcome.kind === 'Open';
      if (!mayArrive && lastDrips.get(key) === startedAt) lastDrips.delete(key);
      forgetOld();
      return outcome;
    },
    forget: () => lastDrips.clear(),
  };
}

function outcomeOf(result: TransferEnd, isNative: boolean): DripOutcome {
  if (result === 'Unheard') {
    return { kind: 'Failed', reason: 'it is down or stands still, so the drip was not sent' };
  }
  if (result === 'Unsent') {
    return { kind: 'Failed', reason: 'a drip before it has no outcome yet, so it was not sent' };
  }
  if (result === undefined || isUndecided(result)) {
    return { kind: 'Open', rejection: result?.type === 'Rejected' ? result.rejection : undefined };
  }
  if (result.type === 'Success') return { kind: 'Given' };
  if (result.type !== 'Rejected') return { kind: 'Failed', reason: result.type };
  const { rejection } = result;
  // Every faucet is meant to have the native token: to be out of it is no mistake of who asks.
  const isOfAnother = !isNative && rejection.code === 'InsufficientFunding';
  if (isOfAnother && rejection.currentBalance <= 0n) return { kind: 'NotHeld' };
  return { kind: 'Failed', reason: rejection.code };
}
