import { allRows, type Node, type NodeStatus, type ValidatorNodeOptions } from '@quorate/actors';
import {
  followStep,
  formatDigest,
  invariant,
  keyringOf,
  ledgerDigest,
  type Message,
  type Result,
  recoverValidator,
  VALIDATOR_RECOVERY,
  type ValidatorState,
} from '@quorate/core';
import { StoreError } from '@quorate/storage';
import { createTransportDesk, type Delivery, type Transport } from '@quorate/transport';
import { createCarrier } from './carrier.ts';
import type { FromWorker, NumberedResponse, Spent, Step, ToWorker } from './requests.ts';

/** The parts of a remote validator. */
export interface RemoteValidatorOptions extends ValidatorNodeOptions {
  /** Sends a request to the worker that runs the node. */
  readonly ask: (request: ToWorker['request']) => unknown;
  /** Reports what each step cost in the worker. */
  readonly onSpent: (spent: Spent) => void;
}

/** A validator that runs in a worker. */
export interface RemoteValidator {
  readonly node: Node<ValidatorState>;
  /** Performs what the node asks. */
  answer(request: FromWorker['request']): unknown;
}

/**
 * Creates a validator whose actor runs in a worker, while its ports stay in this thread. To an
 * observer it takes the same steps in the same order as a validator that runs in this thread.
 *
 * Its state is derived from what its steps persist; `state` compares its digest with the worker's.
 */
export function createRemoteValidator(options: RemoteValidatorOptions): RemoteValidator {
  const { name, ports, genesis, prune, ask, onStep, onFailure, onSpent } = options;
  const results: Result[] = [];
  const carrier = createCarrier(ports, ask);
  let followed: ValidatorState | undefined;
  // Error objects lose their class between threads: only their message arrives.
  let refused: StoreError | undefined;

  const desk = createTransportDesk<Message | NumberedResponse>(
    {
      attach: ports.transport.attach,
      send: (from, to, message) => ports.transport.send(from, to, resolve(message)),
    } as Transport<Message | NumberedResponse>,
    (delivery) => carrier.deliver(delivery as Delivery<Message>),
  );

  function resolve(message: Message | NumberedResponse): Message {
    if (message.type !== 'NumberedResponse') return message;
    const { requestId, number } = message;
    const result = results[number];
    invariant(result !== undefined, `${name} answers with what its steps gave`);
    return { type: 'Response', requestId, result };
  }

  function step({ input = carrier.delivered(), effects, spent }: Step): void {
    onSpent(spent);
    for (const effect of effects) if (effect.type === 'Reply') results.push(effect.result);
    const before = followed;
    invariant(before !== undefined, `${name} was started before it takes steps`);
    invariant(input !== undefined, `${name} hears what is delivered to it`);
    followed = followStep(before, effects);
    onStep?.({ node: name, input, before, after: followed, effects });
  }

  function carry(request: Parameters<typeof carrier.answer>[0]): unknown {
    try {
      return carrier.answer(request);
    } catch (failure) {
      if (failure instanceof StoreError) refused = failure;
      throw failure;
    }
  }

  function stateNow(): ValidatorState | undefined {
    const digest = ask({ type: 'Digest' });
    if (digest === undefined || followed === undefined) return undefined;
    const here = formatDigest(ledgerDigest(followed.ledger));
    invariant(digest === here, `${name} holds ${digest} in its worker, ${here} by what it wrote`);
    return followed;
  }

  ask({ type: 'Build', genesis, prune });
  return {
    node: {
      name,
      start() {
        refused = undefined;
        followed = storedState(options);
        results.length = 0;
        ask({ type: 'Start' });
      },
      crash: () => void ask({ type: 'Crash' }),
      status: () => ask({ type: 'Status' }) as NodeStatus,
      state: stateNow,
    },
    answer(request) {
      switch (request.type) {
        case 'Step':
          return step(request);
        case 'Failed':
          return onFailure(refused ?? failureIn(request));
        case 'Attach':
        case 'Detach':
        case 'Send':
          return desk.answer(request);
        default:
          return carry(request);
      }
    },
  };
}

// If the disk refuses a read, the validator meets that error too, and fails.
function storedState({
  genesis,
  ports,
  signer,
  prune,
}: Pick<RemoteValidatorOptions, 'genesis' | 'ports' | 'signer' | 'prune'>):
  | ValidatorState
  | undefined {
  try {
    return recoverValidator(
      genesis,
      allRows(ports.store, VALIDATOR_RECOVERY),
      keyringOf(signer),
      prune,
    ).state;
  } catch (failure) {
    if (!(failure instanceof StoreError)) throw failure;
    return undefined;
  }
}

function failureIn({
  message,
  stack,
  store,
}: Extract<FromWorker['request'], { readonly type: 'Failed' }>): Error {
  if (store !== undefined) return new StoreError(store.message, store);
  const failure = new Error(message);
  if (stack !== undefined) failure.stack = stack;
  return failure;
}
