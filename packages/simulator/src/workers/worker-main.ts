import { parentPort, workerData } from 'node:worker_threads';
import { invariant } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { createThreadLink } from '@quorate/transport';
import { withoutAmbient } from '../ambient-trap.ts';
import { type HostedValidator, hostValidator } from './hosted-validator.ts';
import type { Begin, ToWorker, WorkerStart } from './requests.ts';

// The entry of a worker started by `startWorkers`: it serves the validators of one run after
// another.
const { port, sent, backend } = workerData as WorkerStart;
// Opened before anything runs: loading a library must not happen in a simulated turn.
let crypto = openCrypto('full', backend);
const validators = new Map<string, HostedValidator>();

const link = createThreadLink({ port, sent, end: 1, answer, patience: Number.POSITIVE_INFINITY });
// Serves only once this module has been evaluated: Node.js 22 and later abort if a thread is
// terminated during that.
parentPort?.once('message', () => {
  withoutAmbient(link.serve);
  port.close();
});

function answer(letter: unknown): unknown {
  const asked = letter as Begin | ToWorker;
  if ('node' in asked) return answerNode(asked);
  validators.clear();
  crypto = openCrypto(asked.mode, backend);
  return undefined;
}

function answerNode({ node, request }: ToWorker): unknown {
  if (request.type === 'Build') {
    const { genesis, prune } = request;
    const ask = (asked: unknown) => link.call({ node, request: asked });
    validators.set(node, hostValidator(node, { genesis, prune, crypto }, ask));
    return undefined;
  }
  const validator = validators.get(node);
  invariant(validator !== undefined, `${node} is built here before it is asked`);
  return validator.answer(request);
}
