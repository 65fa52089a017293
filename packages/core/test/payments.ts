import type { Signer } from '@quorate/crypto';
import {
  type Address,
  NATIVE_TOKEN_ID,
  type Operation,
  type Rejection,
  type TransactionCertificate,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, certificateBy, committeeOf, envelopeBy, signerOf } from '@quorate/testkit';
import type { Result } from '../src/message.ts';
import { START, VERIFIER } from './genesis.ts';

/** What a payment is made of; names are those of fixture signers. */
export interface Payment {
  readonly from?: string;
  readonly to?: string;
  readonly amount?: bigint;
  readonly nonce?: bigint;
  /** Distinguishes payments that are otherwise the same. */
  readonly timestampNanos?: bigint;
}

type Fields = Extract<VersionedTransaction, { readonly release: 'Release20260407' }>['transaction'];

/** Builds a transaction of the given operations; `overrides` replaces any field. */
export function transaction(
  claims: readonly Operation[],
  overrides: Partial<Fields> = {},
): VersionedTransaction {
  return {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: addressOf('alice'),
      nonce: 0n,
      timestampNanos: START,
      claims,
      archival: false,
      feeToken: null,
      ...overrides,
    },
  };
}

/** Builds a transfer of native tokens. */
export function transfer(recipient: Address, amount: bigint): Operation {
  return { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null };
}

/** Signs a payment: alice to bob, 1 native token, nonce 0, unless said otherwise. */
export function payment(given: Payment = {}): TransactionEnvelope {
  const { from = 'alice', to = 'bob', amount = 1n, nonce = 0n, timestampNanos = START } = given;
  const operations = [transfer(addressOf(to), amount)];
  return signedBy(from, transaction(operations, { nonce, timestampNanos }));
}

/** Signs a payment of alice to bob for another network. */
export function paymentElsewhere(): TransactionEnvelope {
  const operations = [transfer(addressOf('bob'), 1n)];
  return signedBy('alice', transaction(operations, { networkId: 'fast:testnet' }));
}

/** Signs a transaction as the fixture of a name, which becomes its sender. */
export function signedBy(name: string, unsigned: VersionedTransaction): TransactionEnvelope {
  return envelopeBy(VERIFIER.rememberingSigner(signerOf(name)), unsigned);
}

/** Forms the certificate of an envelope; the first three of four sign unless said otherwise. */
export function certified(
  envelope: TransactionEnvelope,
  validators: readonly Signer[] = committeeOf(4).slice(0, 3),
): TransactionCertificate {
  return certificateBy(
    validators.map((signer) => VERIFIER.rememberingSigner(signer)),
    envelope,
  );
}

/** Gives the refusal of a validator at which an account holds less of the native token than required. */
export function shortOf(required: bigint, currentBalance = 0n): Rejection {
  const tokenId = NATIVE_TOKEN_ID;
  return { code: 'InsufficientFunding', rule: 'V6', tokenId, currentBalance, required };
}

/** Gives the rejection in a result. */
export function rejectionOf(result: Result) {
  if (result.type !== 'Rejected') throw new Error(`expected a rejection, got ${result.type}`);
  return result.rejection;
}
