import type { Rejection, TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import type { Effect, NodeName, Persist } from '../effect.ts';
import type { Env } from '../env.ts';
import type { ClientState, InFlight } from './state.ts';

/** What the step of a client may use. */
export type ClientEnv = Env<ClientRules>;

/** The rules of a client, one entry each. A faulty client for a test replaces one entry. */
export interface ClientRules {
  /**
   * Whether a certificate that a proxy reports as success is valid and for this very transaction.
   */
  readonly acceptsCertificate: (
    state: ClientState,
    envelope: TransactionEnvelope,
    certificate: TransactionCertificate,
    env: Pick<ClientEnv, 'verifier'>,
  ) => boolean;
  /** P4: whether an answer comes from the client's own proxy. Only that one knows the outcome. */
  readonly isFromProxy: (state: Pick<ClientState, 'proxy'>, from: NodeName) => boolean;
  /** P5: the order of writing the signed bytes and sending them. */
  readonly order: (persist: Persist, sending: readonly Effect<never>[]) => readonly Effect<never>[];
  /** P5: what is sent again when there is no outcome: the same bytes. */
  readonly repeated: (inFlight: InFlight, env: ClientEnv) => TransactionEnvelope;
  /** P4: whether a refusal can be about the bytes that were sent. Others are ignored. */
  readonly isAboutSent: (
    state: ClientState,
    inFlight: InFlight,
    rejection: Rejection,
    env: Pick<ClientEnv, 'verifier'>,
  ) => boolean;
  /** P4: whether a refusal leaves the outcome open. */
  readonly isOpen: (rejection: Rejection) => boolean;
  /** P4: whether a refusal with this request id is about the latest attempt. */
  readonly isLatest: (inFlight: InFlight, requestId: string) => boolean;
  /** The order in which queued requests are taken up: first come, first served. */
  readonly inTurn: (queue: ClientState['queue']) => ClientState['queue'];
  /** The nonce of the next transaction after a refusal. */
  readonly nonceAfter: (nonce: bigint, rejection: Rejection) => bigint;
}
