import type { Rejection, TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import type { Effect, Persist } from '../effect.ts';
import type { Env } from '../env.ts';
import type { ClientState, InFlight } from './state.ts';

/** What a client's step may use. */
export type ClientEnv = Env<ClientRules>;

/** The rules of a client, one entry each; a wrong client for a test replaces one. */
export interface ClientRules {
  /** Whether what a proxy calls success is a quorum's certificate of this very transaction. */
  readonly acceptsCertificate: (
    state: ClientState,
    envelope: TransactionEnvelope,
    certificate: TransactionCertificate,
    env: Pick<ClientEnv, 'verifier'>,
  ) => boolean;
  /** P5: what is done first, the write of the signed bytes or their sending. */
  readonly order: (persist: Persist, sending: readonly Effect<never>[]) => readonly Effect<never>[];
  /** P5: what is sent again after a time without an outcome: the same bytes. */
  readonly repeated: (inFlight: InFlight, env: ClientEnv) => TransactionEnvelope;
  /** P4: whether a refusal can be about the bytes that were sent; of no other is any notice taken. */
  readonly isAboutSent: (
    state: ClientState,
    inFlight: InFlight,
    rejection: Rejection,
    env: Pick<ClientEnv, 'verifier'>,
  ) => boolean;
  /** P4: whether a refusal leaves it open what becomes of the transaction. */
  readonly isOpen: (rejection: Rejection) => boolean;
  /** P4: whether a refusal with this request id is about the latest attempt. */
  readonly isLatest: (inFlight: InFlight, requestId: string) => boolean;
  /** What it does next of what it was asked meanwhile: the first comes first. */
  readonly inTurn: (queue: ClientState['queue']) => ClientState['queue'];
  /** The nonce of the next transaction after a refusal. */
  readonly nonceAfter: (nonce: bigint, rejection: Rejection) => bigint;
}
