import type { TransactionEnvelope } from '@quorate/protocol';
import { signerOf } from '@quorate/testkit';
import {
  createMachine,
  createTestStore,
  type Machine,
  type TestStore,
} from '@quorate/testkit/step-machine';
import { recoverClient } from '../src/client/recover.ts';
import { CLIENT_RULES } from '../src/client/rules.ts';
import type { ClientState } from '../src/client/state.ts';
import { stepClient } from '../src/client/step.ts';
import type { Effect } from '../src/effect.ts';
import type { ClientMessage, Result } from '../src/message.ts';
import { committee, START, VERIFIER } from './genesis.ts';

/** Alice's client, which has sent nothing and has little patience. */
const FRESH: ClientState = {
  networkId: 'fast:localnet',
  committees: [committee(4)],
  proxy: 'proxy',
  timings: { retryNanos: 10n, retryNanosMax: 40n, retriesMax: 3 },
  nextNonce: 0n,
  inFlight: undefined,
  queue: [],
};

/** A client on a store of its own. */
export interface TestClient extends Machine<ClientState, ClientMessage, never> {
  /** What it did when it came up. */
  readonly beginning: readonly Effect<never>[];
  hear(from: string, message: ClientMessage): readonly Effect<never>[];
  /** Hears the proxy answer the request that it sent last. */
  answer(result: Result): readonly Effect<never>[];
  /** Moves on to the next repetition. */
  wait(): readonly Effect<never>[];
}

/** Brings up a client, from a store that was used before if one is given. */
export function createTestClient(store: TestStore = createTestStore()): TestClient {
  const signer = signerOf('alice');
  // Every step has a time of its own, so that bytes that are signed anew would differ.
  let now = START;
  const beginning = recoverClient(FRESH, store.rows(), { now });
  let lastRequest = requestIn(beginning.effects);
  const machine = createMachine<ClientState, ClientMessage, never>(
    store,
    beginning.state,
    (state, input) => {
      now += 1n;
      return stepClient(state, input, { now, signer, verifier: VERIFIER, rules: CLIENT_RULES });
    },
  );
  const take: typeof machine.take = (input) => {
    const effects = machine.take(input);
    lastRequest = requestIn(effects) ?? lastRequest;
    return effects;
  };
  const hear: TestClient['hear'] = (from, message) => take({ type: 'Message', from, message });
  return {
    ...machine,
    take,
    beginning: beginning.effects,
    hear,
    answer: (result) =>
      hear('proxy', { type: 'Response', requestId: lastRequest ?? 'none', result }),
    wait: () => take({ type: 'Timer', id: 'retry' }),
  };
}

/** Gives the envelope that effects send to the proxy. */
export function envelopeIn(effects: readonly Effect<never>[]): TransactionEnvelope | undefined {
  for (const effect of effects) {
    if (effect.type !== 'Send' || effect.message.type !== 'SubmitTransaction') continue;
    return effect.message.envelope as TransactionEnvelope;
  }
  return undefined;
}

function requestIn(effects: readonly Effect<never>[]): string | undefined {
  for (const effect of effects) {
    if (effect.type === 'Send' && effect.message.type === 'SubmitTransaction') {
      return effect.message.requestId;
    }
  }
  return undefined;
}
