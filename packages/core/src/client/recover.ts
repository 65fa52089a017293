import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { storedChange } from '../committee-chain.ts';
import type { StoreRow, StoreWrite } from '../effect.ts';
import { withChange } from './epochs.ts';
import type { ClientEnv } from './rule-types.ts';
import { send } from './send.ts';
import type { Asked, ClientState, ClientStep, InFlight } from './state.ts';

/** Where a client stores the envelope that is in flight. */
const OUTBOX_KEY = 'outbox';
/** Where a client stores what the envelope in flight builds on. */
const WITNESSES_KEY = 'witnesses';
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

/** Begins with a signed transaction that was not sent yet. */
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

/** Gives the writes that keep the signed bytes: forgotten, others would follow at their nonce. */
export function outboxWrites(
  { envelope, witnesses }: InFlight,
  before?: Pick<InFlight, 'witnesses'>,
): readonly StoreWrite[] {
  const outbox = { key: OUTBOX_KEY, value: envelope };
  if (witnesses.length > 0) return [outbox, { key: WITNESSES_KEY, value: witnesses }];
  // What came with the bytes before would be sent with others after a restart.
  return before === undefined || before.witnesses.length === 0
    ? [outbox]
    : [outbox, { key: WITNESSES_KEY, value: undefined }];
}

/** Gives the writes that free a client for its next transaction. */
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
