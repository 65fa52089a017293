import type {
  NetworkId,
  Rejection,
  TransactionCertificate,
  TransactionEnvelope,
} from '@quorate/protocol';
import type { Committee } from '../committee.ts';
import type { NodeName, Step } from '../effect.ts';
import type { Genesis } from '../genesis.ts';
import type { Execute, SubmitTransaction } from '../message.ts';

/** The timings of a client. Units: nanoseconds, except `retriesMax`. */
export interface ClientTimings {
  /**
   * The first wait before the same bytes are sent again; it doubles each time, up to
   * `retryNanosMax`.
   */
  readonly retryNanos: bigint;
  readonly retryNanosMax: bigint;
  /** How often the bytes are sent again before the user is told that there is no outcome. */
  readonly retriesMax: number;
}

/** The default timings: our own choice. */
export const CLIENT_TIMINGS: ClientTimings = {
  retryNanos: 2_000_000_000n,
  retryNanosMax: 30_000_000_000n,
  retriesMax: 8,
};

/** A user's request, and who sent it. */
export interface Asked {
  readonly from: NodeName;
  readonly request: Execute | SubmitTransaction;
}

/** A signed transaction in flight. No other bytes may ever be sent at its nonce (rule P5). */
export interface InFlight {
  readonly envelope: TransactionEnvelope;
  /** The witness certificates given by the user; sent to the proxy with every attempt. */
  readonly witnesses: readonly TransactionCertificate[];
  /** The request to answer; undefined once it is answered, or after a restart. */
  readonly asked: Asked | undefined;
  /** How often the bytes were sent again since the last request of a user. */
  readonly retries: number;
  /**
   * How often the bytes were sent again since `takenUpAt`. It tells answers to different attempts
   * apart.
   */
  readonly attempt: number;
  /**
   * When the client took the transaction up; after a restart, when it did so anew. Units:
   * nanoseconds since the Unix epoch.
   */
  readonly takenUpAt: bigint;
  /** Whether the user was told, so that the bytes are sent again only on a new request. */
  readonly isResting: boolean;
  /** What the user is told if no outcome follows. */
  readonly openRefusal: OpenRefusal | undefined;
}

/** A refusal that leaves the outcome open, of the latest attempt that got one. */
export interface OpenRefusal {
  readonly rejection: Rejection;
  /** The number of that attempt; -1 for one before a restart. */
  readonly attempt: number;
}

/** Everything that a client holds in memory. */
export interface ClientState {
  readonly networkId: NetworkId;
  /** By epoch, from the one that the client was configured with; never empty. */
  readonly committees: readonly Committee[];
  readonly proxy: NodeName;
  readonly timings: ClientTimings;
  readonly nextNonce: bigint;
  readonly inFlight: InFlight | undefined;
  /**
   * Requests made while another transaction is in flight. They are handled one at a time, in order.
   */
  readonly queue: readonly Asked[];
}

/** Gives a client that has sent nothing and knows the first committee of its network. */
export function freshClient(
  { networkId, committee }: Pick<Genesis, 'networkId' | 'committee'>,
  { proxy, timings }: Pick<ClientState, 'proxy' | 'timings'>,
): ClientState {
  return {
    networkId,
    committees: [committee],
    proxy,
    timings,
    nextNonce: 0n,
    inFlight: undefined,
    queue: [],
  };
}

/** The result of a client's step. A client never loads. */
export type ClientStep = Step<ClientState, never>;
