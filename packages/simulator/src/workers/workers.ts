import { MessageChannel, Worker } from 'node:worker_threads';
import type { Node, ValidatorNodeOptions } from '@quorate/actors';
import { invariant, type ValidatorState } from '@quorate/core';
import type { CryptoSuite } from '@quorate/crypto';
import { createSentCounts, createThreadLink, type ThreadLink } from '@quorate/transport';
import { createRemoteValidator, type RemoteValidator } from './remote-validator.ts';
import type { FromWorker, Spent, WorkerStart } from './requests.ts';

/** How long a worker may be silent in the midst of a step before it counts as lost: a minute. */
const PATIENCE_MS = 60_000;

/** Threads for the validators of one run. */
export interface Workers {
  /** Builds a validator in one of the threads; they take turns. */
  createValidator(
    options: ValidatorNodeOptions,
    onSpent: (spent: Spent) => void,
  ): Node<ValidatorState>;
  /** Ends the threads. */
  end(): void;
}

/**
 * Starts threads that share the validators of one run among them.
 *
 * One thread runs at a time, and this one keeps the clock, the network, the stores and all luck: so
 * the run is the same as in one thread.
 */
export function startWorkers(
  count: number,
  { mode, backend }: Pick<CryptoSuite, 'mode' | 'backend'>,
): Workers {
  const validators = new Map<string, RemoteValidator>();

  function answer(letter: unknown): unknown {
    const { node, request } = letter as FromWorker;
    const validator = validators.get(node);
    invariant(validator !== undefined, `${node} was built before it asks`);
    return validator.answer(request);
  }

  const links = Array.from({ length: count }, () => startWorker({ crypto: mode, backend }, answer));
  return {
    createValidator(options, onSpent) {
      const { name: node } = options;
      const link = links[validators.size % links.length];
      invariant(link !== undefined, 'there is a worker');
      const ask = (request: unknown) => link.call({ node, request });
      const validator = createRemoteValidator({ ...options, ask, onSpent });
      validators.set(node, validator);
      return validator.node;
    },
    end() {
      for (const link of links) link.end();
    },
  };
}

function startWorker(
  crypto: Pick<WorkerStart, 'crypto' | 'backend'>,
  answer: (request: unknown) => unknown,
): ThreadLink {
  const { port1, port2 } = new MessageChannel();
  const sent = createSentCounts();
  const workerData: WorkerStart = { port: port2, sent, ...crypto };
  const worker = new Worker(new URL('./worker-main.js', import.meta.url), {
    workerData,
    transferList: [port2],
  });
  // It ends when it is told to; until then it keeps nobody from leaving.
  worker.unref();
  port1.unref();
  return createThreadLink({ port: port1, sent, end: 0, answer, patience: PATIENCE_MS });
}
