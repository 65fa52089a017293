import type { Address, TransactionId } from '@quorate/protocol';
import type { LoadRange } from './effect.ts';
import { nonceKey } from './ledger/ledger.ts';

/** The prefix of certificates in the store of validators and proxies: sender, then nonce. */
const CERTIFICATE = 'certificate';
/** The prefix of the index from transaction id to sender and nonce. */
const TRANSACTION = 'transaction';
/** The prefix of an account's list of credits: recipient, then position. */
const CREDIT = 'credit';

/** The prefix of certificates that contradict a settled one: sender, nonce, transaction id. */
const CONFLICT = 'conflict';

const ADDRESS_HEX = /^[0-9a-f]{64}$/;

/** Tells whether a certificate can exist for what a peer names as its (sender, nonce). */
export function isCertificateKey(sender: Address, nonce: bigint): boolean {
  return ADDRESS_HEX.test(sender) && nonce >= 0n && nonce < 2n ** 64n;
}

/** Where the certificate of a (sender, nonce) is stored. */
export function certificateKey(sender: Address, nonce: bigint): string {
  return `${CERTIFICATE}/${nonceKey(sender, nonce)}`;
}

/** Where the (sender, nonce) of a settled transaction is stored. */
export function transactionKey(id: TransactionId): string {
  return `${TRANSACTION}/${id}`;
}

/** Where a certificate is stored that contradicts the settled one of its (sender, nonce). */
export function conflictKey(sender: Address, nonce: bigint, id: TransactionId): string {
  return `${CONFLICT}/${nonceKey(sender, nonce)}/${id}`;
}

/** Where one entry of an account's list of credits is stored. */
export function creditKey(recipient: Address, index: number): string {
  return `${CREDIT}/${nonceKey(recipient, BigInt(index))}`;
}

/** The certificates of a sender from one nonce on, ascending. */
export function certificateRange(sender: Address, fromNonce: bigint, limit: number): LoadRange {
  return { from: certificateKey(sender, fromNonce), to: `${CERTIFICATE}/${sender}0`, limit };
}
