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

/** How long a client waits, in nanoseconds. */
export interface ClientTimings {
  /** Before the same bytes are sent again; doubles each time. */
  readonly retryNanos: bigint;
  readonly retryNanosMax: bigint;
  /** How often they are sent again before the user is told. */
  readonly retriesMax: number;
}

/** The timings of a client that nobody configured: house decision. */
export const CLIENT_TIMINGS: ClientTimings = {
  retryNanos: 2_000_000_000n,
  retryNanosMax: 30_000_000_000n,
  retriesMax: 8,
};

/** What a user asked for, and who asked. */
export interface Asked {
  readonly from: NodeName;
  readonly request: Execute | SubmitTransaction;
}

/** A signed transaction on its way; only these bytes may ever be sent at its nonce (rule P5). */
export interface InFlight {
  readonly envelope: TransactionEnvelope;
  /** What it builds on, as the user gave it; shown to the proxy with every repetition. */
  readonly witnesses: readonly TransactionCertificate[];
  /** Undefined once the user is answered, or after a restart. */
  readonly asked: Asked | undefined;
  /** How often it was sent again since somebody asked for something. */
  readonly retries: number;
  /** How often it was sent again at all since it was taken up; tells the answers apart. */
  readonly attempt: number;
  /** When it was taken up, anew by a client that comes up: nanoseconds since the Unix epoch. */
  readonly takenUpAt: bigint;
  /** Whether the user was told and it is sent again only when somebody asks for something. */
  readonly isResting: boolean;
  /** The last refusal that leaves its outcome open: what the user is told if nothing else comes. */
  readonly openRefusal: Rejection | undefined;
}

/** Everything that a client holds in memory. */
export interface ClientState {
  readonly networkId: NetworkId;
  /** By epoch, from the one that it was told to begin with; never empty. */
  readonly committees: readonly Committee[];
  readonly proxy: NodeName;
  readonly timings: ClientTimings;
  readonly nextNonce: bigint;
  readonly inFlight: InFlight | undefined;
  /** Asked while another transaction is in flight: one at a time, in order. */
  readonly queue: readonly Asked[];
}

/** Gives what a client is that has sent nothing, and goes by the first committee of a network. */
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

/** What a step of a client gives; a client never loads. */
export type ClientStep = Step<ClientState, never>;
