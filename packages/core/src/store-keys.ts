import type { Address, TransactionId } from '@quorate/protocol';
import type { LoadRange } from './effect.ts';
import { nonceKey } from './ledger/ledger.ts';

/** The prefix of certificates in the store of validators and proxies: sender, then nonce. */
const CERTIFICATE = 'certificate';
/** The prefix of the index from transaction id to sender and nonce. */
const TRANSACTION = 'transaction';
/** The prefix of an account's list of credits: recipient, then position. */
const CREDIT = 'credit';

/** Where the certificate of a (sender, nonce) is stored. */
export function certificateKey(sender: Address, nonce: bigint): string {
  return `${CERTIFICATE}/${nonceKey(sender, nonce)}`;
}

/** Where the (sender, nonce) of a settled transaction is stored. */
export function transactionKey(id: TransactionId): string {
  return `${TRANSACTION}/${id}`;
}

/** Where one entry of an account's list of credits is stored. */
export function creditKey(recipient: Address, index: number): string {
  return `${CREDIT}/${nonceKey(recipient, BigInt(index))}`;
}

/** The certificates of a sender from one nonce on, ascending. */
export function certificateRange(sender: Address, fromNonce: bigint, limit: number): LoadRange {
  return { from: certificateKey(sender, fromNonce), to: `${CERTIFICATE}/${sender}0`, limit };
}
