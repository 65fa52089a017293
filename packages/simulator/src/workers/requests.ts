import type { MessagePort } from 'node:worker_threads';
import type {
  Effect,
  Genesis,
  Input,
  Message,
  PrunePolicy,
  Response,
  ValidatorMessage,
  ValidatorResume,
} from '@quorate/core';
import type { CryptoMode, Ed25519Backend } from '@quorate/crypto';
import type { ScanRange, StoreErrorCode, Write } from '@quorate/storage';
import type { Delivery, TransportRequest } from '@quorate/transport';

/** The data with which a worker is started. */
export interface WorkerStart {
  readonly port: MessagePort;
  /** See `createSentCounts`. */
  readonly sent: Int32Array;
  readonly backend: Ed25519Backend;
}

/** Begins a run in a worker, which forgets the run before. */
export interface Begin {
  readonly type: 'Begin';
  readonly mode: CryptoMode;
}

/** A request to a worker, for one of its nodes. */
export interface ToWorker {
  readonly node: string;
  readonly request:
    | {
        readonly type: 'Build';
        readonly genesis: Genesis;
        readonly prune: PrunePolicy | undefined;
      }
    | { readonly type: 'Start' | 'Crash' | 'Status' | 'Digest' }
    | Delivery<Message>
    | { readonly type: 'Fire'; readonly timer: number }
    | { readonly type: 'Flushed'; readonly flush: number; readonly failure?: StoreFailure };
}

/** A request of a node in a worker to the main thread, which has the node's ports. */
export interface FromWorker {
  readonly node: string;
  readonly request:
    | TransportRequest<Message | NumberedResponse>
    | StoreRequest
    | ClockRequest
    | Step
    | {
        readonly type: 'Failed';
        readonly message: string;
        readonly stack: string | undefined;
        /** The error of a store; undefined for any other failure. */
        readonly store: StoreFailure | undefined;
      };
}

/** A use of the store of a node; a scan is answered with all of its pairs at once. */
export type StoreRequest =
  | { readonly type: 'Get'; readonly key: string }
  | { readonly type: 'Scan'; readonly range: ScanRange }
  | { readonly type: 'Write'; readonly batch: readonly Write<unknown>[] }
  | { readonly type: 'Flush'; readonly flush: number };

/** Sets a timer, which both threads know by a number, and the node by its id. */
export interface SetTimer {
  readonly type: 'SetTimer';
  readonly timer: number;
  readonly at: bigint;
  readonly id?: string;
}

/** A use of the clock of a node. */
export type ClockRequest =
  | { readonly type: 'Now' }
  | SetTimer
  | { readonly type: 'CancelTimer'; readonly timer: number };

/** Reports a step before its effects are carried out. */
export interface Step {
  readonly type: 'Step';
  /** Undefined for the message that is being delivered: the main thread has it. */
  readonly input: Input<ValidatorMessage, ValidatorResume> | undefined;
  readonly effects: readonly Effect<ValidatorResume>[];
  /** The number of signatures and verifications in the step. */
  readonly spent: Spent;
}

/** How many signatures were made and verified. */
export interface Spent {
  readonly signatures: number;
  readonly verifications: number;
}

/**
 * Represents a response whose result the report of the step has already delivered. The results of a
 * node are numbered in the order of its steps, from 0 in each life.
 */
export interface NumberedResponse extends Omit<Response, 'type' | 'result'> {
  readonly type: 'NumberedResponse';
  readonly number: number;
}

/** Why a store failed. */
export interface StoreFailure {
  readonly message: string;
  readonly code: StoreErrorCode;
  readonly retryable: boolean;
}
