import type { TransactionCertificate, TransactionEnvelope } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import fc, { type Arbitrary } from 'fast-check';
import type { ValidatorMessage } from '../src/message.ts';
import type { ValidatorState } from '../src/validator/state.ts';
import { certified, payment } from './payments.ts';

const SENDERS = ['alice', 'bob', 'carol', 'dave'] as const;

/** One request to a validator; the nonce is relative to the sender's next one. */
export interface Action {
  readonly kind: 'submit' | 'certify';
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  readonly nonceOffset: bigint;
  /** Who signs a certificate: positions in the committee, as they come, repetitions included. */
  readonly signers: readonly number[];
  /** Whose signature stands in for the sender's. */
  readonly signedBy: string;
}

/** Chooses what honest and dishonest parties may do to a validator. */
export function anyHistory(): Arbitrary<readonly Action[]> {
  const anySender = fc.constantFrom(...SENDERS);
  const anyAction = fc
    .record({
      kind: fc.constantFrom('submit' as const, 'certify' as const),
      from: anySender,
      to: anySender,
      amount: fc.oneof(fc.constantFrom(1n, 100n), fc.bigInt({ min: 1n, max: 250n })),
      nonceOffset: fc.constantFrom(0n, 0n, 0n, 0n, -1n, 1n),
      signers: fc.oneof(
        { weight: 4, arbitrary: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3 }) },
        { weight: 1, arbitrary: fc.array(fc.nat({ max: 3 }), { maxLength: 4 }) },
      ),
      isForged: fc.constantFrom(false, false, false, false, false, true),
    })
    .map(
      ({ isForged, ...action }): Action => ({
        ...action,
        signedBy: isForged ? 'mallory' : action.from,
      }),
    );
  return fc.array(anyAction, { maxLength: 25, size: 'max' });
}

/** Writes an action as the message that a validator in this state hears. */
export function messageOf(action: Action, { ledger }: ValidatorState): ValidatorMessage {
  const next = ledger.account.get(addressOf(action.from))?.nextNonce ?? 0n;
  const nonce = next + action.nonceOffset < 0n ? 0n : next + action.nonceOffset;
  const envelope = envelopeOf(action, nonce);
  return action.kind === 'submit'
    ? { type: 'SubmitTransaction', requestId: 'r', envelope }
    : { type: 'SubmitCertificate', requestId: 'r', certificate: certificateOf(action, envelope) };
}

/** One sender's transfers, ascending by nonce from 0. */
export type Chain = readonly TransactionCertificate[];

/** Chooses a chain of certified transfers for every sender: together a history without conflicts. */
export function anyChains(): Arbitrary<readonly Chain[]> {
  const anyTransfer = fc.record({
    to: fc.constantFrom(...SENDERS),
    amount: fc.bigInt({ min: 1n, max: 250n }),
  });
  const chains = SENDERS.map((from) =>
    fc
      .array(anyTransfer, { maxLength: 5 })
      .map((transfers) =>
        transfers.map(({ to, amount }, index) =>
          certified(payment({ from, to, amount, nonce: BigInt(index) })),
        ),
      ),
  );
  return fc.tuple(...chains);
}

/** Chooses chains in which every transfer was funded when it was made, one after the other. */
export function anyFundedChains(): Arbitrary<readonly Chain[]> {
  const anyTransfer = fc.record({
    from: fc.constantFrom(...SENDERS),
    to: fc.constantFrom(...SENDERS),
    amount: fc.bigInt({ min: 1n, max: 150n }),
  });
  return fc.array(anyTransfer, { maxLength: 15, size: 'max' }).map((transfers) => {
    const balances = new Map<string, bigint>([
      ['alice', 100n],
      ['bob', 100n],
      ['carol', 100n],
    ]);
    const chains = new Map<string, TransactionCertificate[]>();
    for (const { from, to, amount } of transfers) {
      if ((balances.get(from) ?? 0n) < amount) continue;
      balances.set(from, (balances.get(from) ?? 0n) - amount);
      balances.set(to, (balances.get(to) ?? 0n) + amount);
      const chain = chains.get(from) ?? [];
      chains.set(from, chain);
      chain.push(certified(payment({ from, to, amount, nonce: BigInt(chain.length) })));
    }
    return [...chains.values()];
  });
}

/** Chooses an order in which chains can be delivered: each sender's own order is kept. */
export function anyOrderOf(chains: readonly Chain[]): Arbitrary<readonly TransactionCertificate[]> {
  const turns = chains.flatMap((chain, index) => chain.map(() => index));
  return fc.shuffledSubarray(turns, { minLength: turns.length }).map((order) => {
    const left = chains.map((chain) => [...chain]);
    return order.flatMap((index) => left[index]?.shift() ?? []);
  });
}

function envelopeOf({ from, to, amount, signedBy }: Action, nonce: bigint): TransactionEnvelope {
  const honest = payment({ from, to, amount, nonce });
  if (signedBy === from) return honest;
  return { ...honest, signature: payment({ from: signedBy, to, amount, nonce }).signature };
}

function certificateOf({ signers }: Action, envelope: TransactionEnvelope): TransactionCertificate {
  const committee = committeeOf(4);
  return certified(
    envelope,
    signers.flatMap((index) => committee[index] ?? []),
  );
}
