import { workerData } from 'node:worker_threads';
import { invariant } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { createThreadLink } from '@quorate/transport';
import { withoutAmbient } from '../ambient-trap.ts';
import { type HostedValidator, hostValidator } from './hosted-validator.ts';
import type { ToWorker, WorkerStart } from './requests.ts';

// The worker that `startWorkers` starts: it serves the validators of one run, and ends with it.
const { port, sent, crypto: mode, backend } = workerData as WorkerStart;
const crypto = openCrypto(mode, backend);
const validators = new Map<string, HostedValidator>();

const link = createThreadLink({ port, sent, end: 1, answer, patience: Number.POSITIVE_INFINITY });
withoutAmbient(link.serve);
port.close();

function answer(letter: unknown): unknown {
  const { node, request } = letter as ToWorker;
  if (request.type === 'Build') {
    const { genesis } = request;
    const ask = (asked: unknown) => link.call({ node, request: asked });
    validators.set(node, hostValidator(node, { genesis, crypto }, ask));
    return undefined;
  }
  const validator = validators.get(node);
  invariant(validator !== undefined, `${node} was built here before it is asked`);
  return validator.answer(request);
}
