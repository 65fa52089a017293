import type { Genesis } from '@quorate/core';
import type { JsonObject } from '@quorate/protocol';

/** What everybody may know of a network before the first transaction. */
export type NetworkTerms = Pick<Genesis, 'networkId' | 'fees'>;

/**
 * Handles `GET /v1/network-info`: which network this is, and what a transaction costs there, by the
 * token that pays. Published clients that settle for others read it before they sign.
 *
 * Without fees the default is empty text: a client takes an empty list beside a token for a schedule
 * that it could not read.
 */
export function networkInfo({ networkId, fees }: NetworkTerms): JsonObject {
  const entries = Object.entries(fees?.amounts ?? {}).map(([token_id, amount]) => ({
    token_id,
    fixed_amount: String(amount),
  }));
  return { network_id: networkId, fees: { default: fees?.defaultToken ?? '', entries } };
}
