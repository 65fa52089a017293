import type { Address } from '@quorate/protocol';
import type { ProxyState, Read } from '../state.ts';

/** How many nonces a doubted validator has to back before a read waits for it again. */
const DOUBT = 16;

/** P7: tells whether a read waits for the certificate behind a nonce that a validator reports. */
export function isAwaited({ doubted }: Pick<ProxyState, 'doubted'>, validator: Address): boolean {
  return !doubted.has(validator);
}

/**
 * Doubts the validators that have reported a nonce and shown no certificate until the repetition:
 * one of them could hold up every read for that long. What they report counts as before once it is
 * backed.
 */
export function withDoubts(state: ProxyState, { views }: Read): ProxyState {
  const unbacked = Object.entries(views).filter(
    ([, { result, isBacked }]) => result.type === 'AccountInfo' && !isBacked,
  );
  if (unbacked.length === 0) return state;
  const doubted = new Map(state.doubted);
  for (const [validator] of unbacked) doubted.set(validator as Address, DOUBT);
  return { ...state, doubted };
}

/** Notes that a validator has shown the certificate behind a nonce that it reported. */
export function withBacking(state: ProxyState, validator: Address): ProxyState {
  const left = state.doubted.get(validator);
  if (left === undefined) return state;
  const doubted = new Map(state.doubted);
  if (left > 1) doubted.set(validator, left - 1);
  else doubted.delete(validator);
  return { ...state, doubted };
}
