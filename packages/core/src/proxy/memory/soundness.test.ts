import { NATIVE_TOKEN_ID, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acting } from '../../../test/acts.ts';
import { type Conduct, createTestNetwork, submission } from '../../../test/network.ts';
import { burnOf } from '../../../test/operations.ts';
import { certified, payment } from '../../../test/payments.ts';
import type { TestValidator } from '../../../test/validator.ts';
import type { SubmitTransaction } from '../../message.ts';
import { faultyMax } from '../../quorum.ts';

const SIZE = 4;
const LIAR = 'v1';

/** One thing that happens to the account of alice, who never signs two payments for one nonce. */
type Event =
  /** She pays through the proxy. */
  | { readonly kind: 'pay'; readonly amount: bigint }
  /** She burns through the proxy, which takes from her what no payment does. */
  | { readonly kind: 'burn'; readonly amount: bigint }
  /** She has paid through another proxy, and so many validators, from the last one, know. */
  | { readonly kind: 'elsewhere'; readonly amount: bigint; readonly known: number }
  /** Bob pays her, and so many validators, from the first one, know. */
  | { readonly kind: 'credit'; readonly amount: bigint; readonly known: number }
  | { readonly kind: 'wait'; readonly nanos: bigint };

const amount = fc.bigInt({ min: 1n, max: 60n });
const known = fc.integer({ min: 0, max: SIZE });
const events: fc.Arbitrary<readonly Event[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const), amount }) },
    fc.record({ kind: fc.constant('burn' as const), amount }),
    fc.record({ kind: fc.constant('elsewhere' as const), amount, known }),
    fc.record({ kind: fc.constant('credit' as const), amount, known }),
    fc.record({
      kind: fc.constant('wait' as const),
      nanos: fc.bigInt({ min: 0n, max: 40_000_000_000n }),
    }),
  ),
  { maxLength: 12 },
);

/** Tells so much more than there is. */
const boasting =
  (more: bigint): Conduct =>
  (_message, honest) => {
    const result = honest();
    const isTold = result.type === 'Admissible' && result.balance !== undefined;
    return [isTold ? { ...result, balance: (result.balance ?? 0n) + more } : result];
  };

/** Tells whether a validator would sign it now, or has gone further with what alice has signed. */
function wouldSign({ state, ask }: TestValidator, { envelope }: SubmitTransaction, nonce: bigint) {
  const account = state().ledger.account.get(addressOf('alice'));
  if ((account?.nextNonce ?? 0n) > nonce) return true;
  return ask({ type: 'CheckTransaction', requestId: 'would', envelope }).type !== 'Rejected';
}

/** Lets things happen, and gives how many correct validators would sign each unasked payment. */
function willingIn(all: readonly Event[], more: bigint): readonly number[] {
  const conduct = { [LIAR]: boasting(more) };
  const network = createTestNetwork({ precheck: 'remembered', conduct });
  const willing: number[] = [];
  let nonce = 0n;

  function send(envelope: TransactionEnvelope, at: number): void {
    const request = submission(envelope, `sent-${at}`);
    const would = network.validators.slice(1).filter((each) => wouldSign(each, request, nonce));
    const [sent, answered] = [network.sent.length, network.answers.length];
    network.send('alice', request);
    const isAsked = network.sent
      .slice(sent)
      .some(({ message: m }) => m.type === 'CheckTransaction');
    if (!isAsked) willing.push(would.length);
    network.advanceWhile(() => network.answers.length === answered);
    if (network.answers.at(-1)?.result.type === 'Success') nonce += 1n;
  }

  function bring(validators: readonly TestValidator[], given: TransactionEnvelope): void {
    for (const validator of validators) validator.deliver(certified(given));
  }

  for (const [at, event] of all.entries()) {
    switch (event.kind) {
      case 'pay':
        send(payment({ amount: event.amount, nonce, timestampNanos: BigInt(at) }), at);
        break;
      case 'burn':
        send(acting('alice', nonce, burnOf(NATIVE_TOKEN_ID, event.amount)), at);
        break;
      case 'elsewhere': {
        const given = payment({ amount: event.amount, nonce, to: 'carol' });
        bring(network.validators.slice(SIZE - event.known), given);
        if (event.known > 0) nonce += 1n;
        break;
      }
      case 'credit': {
        const given = payment({ from: `payer-${at}`, to: 'alice', amount: event.amount });
        bring(network.validators.slice(0, event.known), given);
        break;
      }
      case 'wait':
        network.wait(event.nanos);
    }
  }
  return willing;
}

describe('what a proxy has signed without asking', () => {
  it('P5 is what f + 1 correct validators would sign at that moment, whatever one liar tells', () => {
    let unasked = 0;
    fc.assert(
      fc.property(events, fc.bigInt({ min: 0n, max: 100n }), (all, more) => {
        const willing = willingIn(all, more);
        unasked += willing.length;
        expect(Math.min(...willing, SIZE)).toBeGreaterThan(faultyMax(SIZE));
      }),
      { numRuns: 300 },
    );
    expect(unasked).toBeGreaterThan(100);
  });
});
