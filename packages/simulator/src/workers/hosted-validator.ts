import { createValidatorNode, type Node, type ValidatorNodeOptions } from '@quorate/actors';
import { formatDigest, ledgerDigest, type ValidatorState } from '@quorate/core';
import type { CryptoSuite } from '@quorate/crypto';
import { StoreError } from '@quorate/storage';
import { createCostCounter } from '../world/costs.ts';
import { createParties } from '../world/parties.ts';
import type { Spent, ToWorker } from './requests.ts';
import { type Ask, createWorkerPorts, type WorkerPorts } from './worker-ports.ts';

/** A validator that runs in this worker, while its ports lead to the main thread. */
export interface HostedValidator {
  /** Performs what the main thread asks of the node. */
  answer(request: Asked): unknown;
}

type Asked = Exclude<ToWorker['request'], { readonly type: 'Build' }>;

/** What a hosted validator is built from. */
interface HostedGround extends Pick<ValidatorNodeOptions, 'genesis' | 'prune'> {
  readonly crypto: CryptoSuite;
}

/** Builds a validator that reports each of its steps to the main thread. */
export function hostValidator(
  name: string,
  { genesis, prune, crypto }: HostedGround,
  ask: Ask,
): HostedValidator {
  const costs = createCostCounter(crypto);
  const remote = createWorkerPorts(ask);
  let reported: Spent = { signatures: 0, verifications: 0 };
  let isDelivering = false;

  function spent(): Spent {
    const { signatures, verifications } = costs.counts();
    const before = reported;
    reported = { signatures, verifications };
    return {
      signatures: signatures - before.signatures,
      verifications: verifications - before.verifications,
    };
  }

  const node = createValidatorNode({
    name,
    ports: remote.ports,
    genesis,
    prune,
    signer: createParties(costs.crypto.signer).signer(name),
    verifier: costs.crypto.verifier,
    onStep({ input, effects }) {
      remote.number(effects.flatMap((effect) => (effect.type === 'Reply' ? [effect.result] : [])));
      const isDelivered = isDelivering && input.type === 'Message';
      ask({ type: 'Step', input: isDelivered ? undefined : input, effects, spent: spent() });
    },
    onFailure(failure) {
      const { message, stack } = failure instanceof Error ? failure : new Error(String(failure));
      const store =
        failure instanceof StoreError
          ? { message, code: failure.code, retryable: failure.retryable }
          : undefined;
      ask({ type: 'Failed', message, stack, store });
    },
  });

  return {
    answer(request) {
      if (request.type !== 'Deliver') return control(node, remote, request);
      isDelivering = true;
      remote.deliver(request);
      isDelivering = false;
      return undefined;
    },
  };
}

function control(
  node: Node<ValidatorState>,
  remote: WorkerPorts,
  request: Exclude<Asked, { readonly type: 'Deliver' }>,
): unknown {
  switch (request.type) {
    case 'Start':
      return node.start();
    case 'Crash':
      return node.crash();
    case 'Status':
      return node.status();
    case 'Digest': {
      const state = node.state();
      return state === undefined ? undefined : formatDigest(ledgerDigest(state.ledger));
    }
    case 'Fire':
      return remote.fire(request.timer);
    case 'Flushed':
      return remote.flushed(request.flush, request.failure);
  }
}
