import {
  DecodeError,
  FAUCET_DRIP_REQUEST,
  type FaucetDripRequest,
  type JsonValue,
  LIMITS,
  NATIVE_TOKEN_ID,
  type Rejection,
} from '@quorate/protocol';
import { FAUCET } from '../genesis.ts';
import type { TokenCheck } from '../http/private-guard.ts';
import type { Asker } from '../nodes/asker.ts';
import type { Recall } from '../nodes/recall.ts';
import { createTransferBatches, isUndecided, type TransferEnd } from './transfer-batches.ts';

/** How generous a faucet is. */
export interface FaucetOptions {
  readonly asker: Asker;
  /** Withdraws an order from its client if the client has not received it yet. */
  readonly takeBack: Recall['takeBack'];
  /** In milliseconds since any moment; never goes back. */
  readonly now: () => number;
  /**
   * The least time, in milliseconds, between two drips of one token to one recipient; 0 means no
   * cooldown.
   */
  readonly cooldown: number;
  /** Decides which callers may ask. */
  readonly check: TokenCheck;
}

/** How a drip ended. */
export type DripOutcome =
  | { readonly kind: 'Given' }
  /** The caller may not ask; `mayNever` if no caller may. */
  | { readonly kind: 'Forbidden'; readonly reason: string; readonly mayNever: boolean }
  | { readonly kind: 'Throttled'; readonly waitMillis: number }
  | { readonly kind: 'TooMuch'; readonly most: bigint }
  /** The token does not exist, or the faucet has none of it. */
  | { readonly kind: 'NotHeld' }
  /** Not known yet: the drip may still arrive. Without a refusal there was no answer in time. */
  | { readonly kind: 'Open'; readonly rejection: Rejection | undefined }
  /** The drip will not arrive. */
  | { readonly kind: 'Failed'; readonly reason: string };

/** Hands out tokens to callers that may ask for them (rule P11). */
export interface Faucet {
  /** `authorization` is the value of the caller's header of that name. */
  drip(drip: FaucetDripRequest, authorization: string | undefined): Promise<DripOutcome>;
}

/** The faucet of a network that can be put back to an earlier moment. */
export interface OwnFaucet extends Faucet {
  /** Forgets all cooldowns, since what was given counts as not having happened. */
  forget(): void;
}

/**
 * Reads a request to a faucet; `path` is its place in the body.
 *
 * @throws DecodeError
 */
export function readDrip(
  json: JsonValue,
  dialect: 'rpc' | 'rest',
  path: string,
): FaucetDripRequest {
  const drip = FAUCET_DRIP_REQUEST.fromJson(json, dialect, path);
  if (drip.amount > 0n) return drip;
  throw new DecodeError('OutOfRange', `${path}.amount`, 'at least 1');
}

/**
 * Creates a faucet that uses the client of that name, which sends one transaction at a time.
 *
 * A refused drip does not start the cooldown; one without an outcome does, because it may still
 * arrive. `LIMITS` bounds a drip of the native token; of other tokens the faucet gives as much as
 * it holds.
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

  // Only drips whose cooldown is not over need to be remembered.
  function forgetOld(): void {
    for (const [key, last] of lastDrips) {
      if (last + cooldown > now()) return;
      lastDrips.delete(key);
    }
  }

  function give({
    recipient,
    amount,
    tokenId,
  }: FaucetDripRequest): ReturnType<typeof batches.make> {
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
      // Set before the answer arrives, so that two requests at once give one drip.
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
  // Every faucet should hold the native token, so running out of it is no mistake of the caller.
  const isOfAnother = !isNative && rejection.code === 'InsufficientFunding';
  if (isOfAnother && rejection.currentBalance <= 0n) return { kind: 'NotHeld' };
  return { kind: 'Failed', reason: rejection.code };
}
