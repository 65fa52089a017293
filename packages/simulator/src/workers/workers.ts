import { createRequire } from 'node:module';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { Node, ValidatorNodeOptions } from '@quorate/actors';
import { invariant, type ValidatorState } from '@quorate/core';
import type { CryptoSuite, Ed25519Backend } from '@quorate/crypto';
import { createSentCounts, createThreadLink, type ThreadLink } from '@quorate/transport';
import { createRemoteValidator, type RemoteValidator } from './remote-validator.ts';
import type { Begin, FromWorker, Spent, ToWorker, WorkerStart } from './requests.ts';

/**
 * How many milliseconds a worker may be silent during a step before it counts as lost: a minute.
 */
const PATIENCE_MS = 60_000;

/** Threads for the validators of one run. */
export interface Workers {
  /** Builds a validator in one of the threads, which are used in turn. */
  createValidator(
    options: ValidatorNodeOptions,
    onSpent: (spent: Spent) => void,
  ): Node<ValidatorState>;
  /** Returns the threads, once nothing more is asked of their validators. */
  end(): void;
}

/** A thread, and the function that answers its requests. */
interface Thread {
  readonly link: ThreadLink;
  answer: (letter: FromWorker) => unknown;
}

/** Threads that serve no run, by backend; starting a thread costs as much as many runs. */
const idle = new Map<Ed25519Backend, Thread[]>();

/**
 * Provides threads that share the validators of one run.
 *
 * Only one thread runs at a time, and the main thread keeps the clock, the network, the stores and
 * all randomness, so the run is the same as in one thread.
 *
 * @throws ThreadError `ThreadLost` if a thread does not start
 */
export function startWorkers(
  count: number,
  { mode, backend }: Pick<CryptoSuite, 'mode' | 'backend'>,
): Workers {
  const validators = new Map<string, RemoteValidator>();
  const resting = idle.get(backend) ?? [];
  idle.set(backend, resting);
  const threads = Array.from({ length: count }, () => resting.pop() ?? startThread(backend));

  function answer({ node, request }: FromWorker): unknown {
    const validator = validators.get(node);
    invariant(validator !== undefined, `${node} is built before it asks`);
    return validator.answer(request);
  }

  const begin: Begin = { type: 'Begin', mode };
  for (const thread of threads) {
    thread.answer = answer;
    thread.link.call(begin);
  }
  return {
    createValidator(options, onSpent) {
      const { name: node } = options;
      const thread = threads[validators.size % threads.length];
      invariant(thread !== undefined, 'there is a thread');
      const ask = (request: ToWorker['request']) => thread.link.call({ node, request });
      const validator = createRemoteValidator({ ...options, ask, onSpent });
      validators.set(node, validator);
      return validator.node;
    },
    end: () => void resting.push(...threads),
  };
}

function startThread(backend: Ed25519Backend): Thread {
  const { port1, port2 } = new MessageChannel();
  const sent = createSentCounts();
  const workerData: WorkerStart = { port: port2, sent, backend };
  // The entry of the built package: a thread cannot run the sources.
  const entry = createRequire(import.meta.url).resolve('#worker-main');
  const worker = new Worker(entry, {
    workerData,
    transferList: [port2],
  });
  worker.postMessage('Serve');
  // The thread does not keep the process alive.
  worker.unref();
  port1.unref();
  const thread: Thread = {
    link: createThreadLink({
      port: port1,
      sent,
      end: 0,
      answer: (letter) => thread.answer(letter as FromWorker),
      patience: PATIENCE_MS,
    }),
    answer: () => undefined,
  };
  return thread;
}
