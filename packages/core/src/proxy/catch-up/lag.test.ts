import { NATIVE_TOKEN_ID, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  type Conduct,
  createTestNetwork,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import {
  creation,
  decide,
  deliver,
  hire,
  management,
  mintOf,
  offer,
  transferOf,
} from '../../../test/operations.ts';
import { certified, payment } from '../../../test/payments.ts';
import { createTestValidator } from '../../../test/validator.ts';

const TOKEN = idOf('alice', 0n);
const CONFIG = idOf('carol', 0n);
const JOB = idOf('alice', 2n);

// In an order in which each could be settled; eve ends with 40 native tokens and dave with 100 T.
const HISTORY = [
  acted('alice', 0n, creation()),
  acted('carol', 0n, offer(TOKEN)),
  acted('alice', 1n, transferOf(TOKEN, addressOf('dave'), 100n)),
  acted('alice', 2n, hire(CONFIG)),
  acted('alice', 3n, management(TOKEN, 0n, { mints: [['Add', addressOf('dave')]] })),
  acted('bob', 0n, deliver(JOB)),
  certified(payment({ from: 'bob', to: 'eve', amount: 30n, nonce: 1n })),
  certified(payment({ from: 'carol', to: 'eve', amount: 20n, nonce: 1n })),
  certified(payment({ from: 'eve', to: 'frank', amount: 10n })),
];

const WISHES: readonly TransactionEnvelope[] = [
  payment({ from: 'eve', amount: 40n, nonce: 1n }),
  payment({ from: 'eve', amount: 41n, nonce: 1n }),
  payment({ from: 'eve', amount: 1n, nonce: 0n }),
  payment({ from: 'eve', amount: 1n, nonce: 3n }),
  payment({ from: 'frank', amount: 10n }),
  payment({ from: 'frank', amount: 11n }),
  payment({ from: 'alice', amount: 100n, nonce: 4n }),
  acting('dave', 0n, mintOf(TOKEN, 1n)),
  acting('frank', 0n, mintOf(TOKEN, 1n)),
  acting('dave', 0n, transferOf(TOKEN, addressOf('eve'), 100n)),
  acting('dave', 0n, transferOf(TOKEN, addressOf('eve'), 101n)),
  acting('carol', 2n, decide('Complete', JOB)),
  acting('carol', 2n, decide('Reject', idOf('alice', 9n))),
  acting('bob', 2n, deliver(JOB)),
  acting('alice', 4n, management(TOKEN, 1n)),
  acting('alice', 4n, management(TOKEN, 0n)),
  acting('eve', 1n, { ...mintOf(TOKEN, 1n), tokenId: NATIVE_TOKEN_ID } as never),
];

function isAdmissible(envelope: TransactionEnvelope): boolean {
  const validator = createTestValidator();
  for (const certificate of HISTORY) validator.deliver(certificate);
  return (
    validator.ask({ type: 'CheckTransaction', requestId: 'r', envelope }).type === 'Admissible'
  );
}

function locks({ validators }: TestNetwork): number {
  const accounts = validators.flatMap(({ state }) => [...state().ledger.account.values()]);
  return accounts.filter(({ lock }) => lock !== undefined).length;
}

interface Lag {
  /** What reached each validator, by position in the history; two of them have all of it. */
  readonly settled: readonly (readonly boolean[])[];
  readonly order: readonly number[];
  readonly drops: readonly boolean[];
  readonly wish: TransactionEnvelope;
}

function anyLag(): fc.Arbitrary<Lag> {
  const size = HISTORY.length;
  const all = fc.constant(HISTORY.map(() => true));
  const some = fc.array(fc.boolean(), { minLength: size, maxLength: size });
  return fc.record({
    settled: fc
      .tuple(all, all, some, some)
      .chain((four) => fc.shuffledSubarray(four, { minLength: 4 })),
    order: fc.array(fc.nat({ max: 50 }), { maxLength: 100, size: 'max' }),
    drops: fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)), {
      maxLength: 60,
      size: 'max',
    }),
    wish: fc.constantFrom(...WISHES),
  });
}

function networkOf({ settled, order, drops }: Lag): TestNetwork {
  const turns = order.values();
  const losses = drops.values();
  // The request is lost, or the answer is: then the validator has acted on it.
  const lossy: Conduct = (_message, honest) => {
    if (losses.next().value === true) return [];
    const answer = honest();
    return losses.next().value === true ? [] : [answer];
  };
  const names = ['v1', 'v2', 'v3', 'v4'];
  const network = createTestNetwork({
    conduct: Object.fromEntries(names.map((name) => [name, lossy])),
    pick: (waiting) => Number(turns.next().value ?? 0) % waiting,
  });
  network.validators.forEach((validator, index) => {
    for (const [position, certificate] of HISTORY.entries()) {
      if (settled[index]?.[position] === true) validator.deliver(certificate);
    }
  });
  return network;
}

// Sends the same bytes again if no quorum was reached in time, as a client does (rule P8).
function outcomeOf(network: TestNetwork, wish: TransactionEnvelope): string | undefined {
  for (let attempt = 0; attempt < 5; attempt++) {
    network.send('client', submission(wish, `r${attempt}`));
    network.advanceWhile(() => network.answers.length <= attempt);
    const result = network.answers.at(-1)?.result;
    if (result?.type !== 'Rejected' || result.rejection.code !== 'QuorumUnreachable') {
      return result?.type;
    }
  }
  return 'QuorumUnreachable';
}

describe('a proxy in front of lagging validators and a network that loses messages', () => {
  it('P4, P5 and P6 settle what is admissible, refuse the rest, and leave no account locked', () => {
    expect(WISHES.filter(isAdmissible).length).toBe(7);
    fc.assert(
      fc.property(anyLag(), (lag) => {
        const network = networkOf(lag);
        const outcome = outcomeOf(network, lag.wish);
        expect(outcome).toBe(isAdmissible(lag.wish) ? 'Success' : 'Rejected');
        // The rest of the validators are delivered to as well.
        while (network.advance()) expect(network.answers.at(-1)?.result.type).toBe(outcome);
        expect(locks(network)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });
});
