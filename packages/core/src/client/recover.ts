import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { storedChange } from '../committee-chain.ts';
import type { StoreRow, StoreWrite } from '../effect.ts';
import { withChange } from './epochs.ts';
import type { ClientEnv } from './rule-types.ts';
import { send } from './send.ts';
import type { Asked, ClientState, ClientStep, InFlight } from './state.ts';

/** The key of the envelope in flight. */
const OUTBOX_KEY = 'outbox';
/** The key of the witness certificates that belong to the envelope in flight. */
const WITNESSES_KEY = 'witnesses';
/** The key of the nonce for the client's next transaction. */
const NONCE_KEY = 'nonce';

/**
 * Builds a client from the rows of its store, and sends whatever was in flight again.
 *
 * `fresh` is a client that has sent nothing.
 */
export function recoverClient(
  fresh: ClientState,
  rows: Iterable<StoreRow>,
  { now }: Pick<ClientEnv, 'now'>,
): ClientStep {
  let state = fresh;
  let witnesses: readonly TransactionCertificate[] = [];
  for (const { key, value } of rows) {
    const change = storedChange({ key, value });
    if (change !== undefined) state = withChange(state, change);
    if (key === NONCE_KEY) state = { ...state, nextNonce: value as bigint };
    if (key === OUTBOX_KEY) {
      const envelope = value as TransactionEnvelope;
      state = { ...state, inFlight: newInFlight(envelope, undefined, [], now) };
    }
    if (key === WITNESSES_KEY) witnesses = value as readonly TransactionCertificate[];
  }
  if (state.inFlight !== undefined)
    state = { ...state, inFlight: { ...state.inFlight, witnesses } };
  return { state, effects: state.inFlight === undefined ? [] : send(state, state.inFlight, now) };
}

/** Begins to track a signed transaction that has not been sent yet. */
export function newInFlight(
  envelope: TransactionEnvelope,
  asked: Asked | undefined,
  witnesses: InFlight['witnesses'],
  now: bigint,
): InFlight {
  return {
    envelope,
    witnesses,
    asked,
    retries: 0,
    attempt: 0,
    takenUpAt: now,
    isResting: false,
    openRefusal: undefined,
  };
}

/**
 * Gives the writes that keep the signed bytes. A client that forgot them would sign others at that
 * nonce.
 */
export function outboxWrites(
  { envelope, witnesses }: InFlight,
  before?: Pick<InFlight, 'witnesses'>,
): readonly StoreWrite[] {
  const outbox = { key: OUTBOX_KEY, value: envelope };
  if (witnesses.length > 0) return [outbox, { key: WITNESSES_KEY, value: witnesses }];
  // Otherwise the earlier witnesses would be sent with these bytes after a restart.
  return before === undefined || before.witnesses.length === 0
    ? [outbox]
    : [outbox, { key: WITNESSES_KEY, value: undefined }];
}

/** Gives the writes that end the transaction in flight. */
export function freeWrites(
  nextNonce: bigint,
  { witnesses }: Pick<InFlight, 'witnesses'>,
): readonly StoreWrite[] {
  return [
    { key: NONCE_KEY, value: nextNonce },
    { key: OUTBOX_KEY, value: undefined },
    ...(witnesses.length === 0 ? [] : [{ key: WITNESSES_KEY, value: undefined }]),
  ];
}
