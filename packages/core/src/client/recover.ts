import type { TransactionEnvelope } from '@quorate/protocol';
import type { StoreRow, StoreWrite } from '../effect.ts';
import type { ClientEnv } from './rules.ts';
import { send } from './send.ts';
import type { ClientState, ClientStep } from './state.ts';

/** Where a client stores the envelope that is in flight. */
const OUTBOX_KEY = 'outbox';
/** Where a client stores the nonce of its next transaction. */
const NONCE_KEY = 'nonce';

/**
 * Builds a client from the entries of its store, and sends again whatever was in flight.
 *
 * `fresh` is a client that has sent nothing.
 */
export function recoverClient(
  fresh: ClientState,
  rows: Iterable<StoreRow>,
  { now }: Pick<ClientEnv, 'now'>,
): ClientStep {
  let state = fresh;
  for (const { key, value } of rows) {
    if (key === NONCE_KEY) state = { ...state, nextNonce: value as bigint };
    if (key === OUTBOX_KEY) {
      const envelope = value as TransactionEnvelope;
      state = { ...state, inFlight: { envelope, asked: undefined, retries: 0, attempt: 0 } };
    }
  }
  return { state, effects: state.inFlight === undefined ? [] : send(state, state.inFlight, now) };
}

/** Gives the write that keeps the signed bytes: forgotten, others would follow at their nonce. */
export function outboxWrite(envelope: TransactionEnvelope): StoreWrite {
  return { key: OUTBOX_KEY, value: envelope };
}

/** Gives the writes that free a client for its next transaction. */
export function freeWrites(nextNonce: bigint): readonly StoreWrite[] {
  return [
    { key: NONCE_KEY, value: nextNonce },
    { key: OUTBOX_KEY, value: undefined },
  ];
}
