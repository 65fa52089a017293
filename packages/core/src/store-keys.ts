import type { Address, EscrowJobId, TokenId, TransactionId } from '@quorate/protocol';
import { type LoadRange, rangeUnder } from './effect.ts';
import { type EscrowStatus, NONCE_DIGITS, nonceKey, updateKey } from './ledger/ledger.ts';
import { rememberLatest } from './ledger/text-memory.ts';
import type { EscrowRole } from './message.ts';

/** What the keys of certificates begin with in the store of validators and proxies: sender, then nonce. */
export const CERTIFICATE_PREFIX = 'certificate/';
/** The prefix of the index from transaction id to sender and nonce. */
const TRANSACTION = 'transaction';
/** The prefix of an account's list of credits: recipient, then position. */
const CREDIT = 'credit';

/** The prefix of certificates that contradict a settled one: sender, nonce, transaction id. */
const CONFLICT = 'conflict';

/** The prefix of the index from a job to the certificate of its delivery. */
const SUBMIT = 'submit';
/** The prefix of the index from a job to the certificate that decided it. */
const DECISION = 'decision';
/** The prefix of the index from a party of jobs, by role and status, to the jobs. */
const JOBS = 'jobs';

/** The prefix of what a validator settled, by its place in the order of settlement. */
const SEQUENCE = 'sequence';

/** The prefix of a member's snapshots: epoch, then root or page. */
const SNAPSHOT = 'snapshot';

/** How many digits an epoch and a page number have at most. */
const EPOCH_DIGITS = 10;

const HASH_HEX = /^[0-9a-f]{64}$/;

/** Tells whether what a peer names can be an address or an id: 32 bytes as lowercase hex digits. */
export function isHash(text: string): boolean {
  return HASH_HEX.test(text);
}

/** Tells whether a certificate can exist for what a peer names as its (sender, nonce). */
export function isCertificateKey(sender: Address, nonce: bigint): boolean {
  return isHash(sender) && nonce >= 0n && nonce < 2n ** 64n;
}

/** Where the certificate of a (sender, nonce) is stored. */
export const certificateKey: (sender: Address, nonce: bigint) => string = rememberLatest(
  (sender, nonce) => `${CERTIFICATE_PREFIX}${nonceKey(sender, nonce)}`,
);

/** Where the (sender, nonce) of a settled transaction is stored. */
export function transactionKey(id: TransactionId): string {
  return `${TRANSACTION}/${id}`;
}

/** Where a certificate is stored that contradicts the settled one of its (sender, nonce). */
export function conflictKey(sender: Address, nonce: bigint, id: TransactionId): string {
  return `${CONFLICT}/${nonceKey(sender, nonce)}/${id}`;
}

/** The certificates that contradict the settled one of a (sender, nonce), ascending by id. */
export function conflictRange(sender: Address, nonce: bigint, limit: number): LoadRange {
  return prefixRange(`${CONFLICT}/${nonceKey(sender, nonce)}`, limit);
}

/** Where one entry of an account's list of credits is stored. */
export function creditKey(recipient: Address, index: number): string {
  return creditAt(recipient, BigInt(index));
}

const creditAt = rememberLatest(
  (recipient: Address, index) =>
    `${CREDIT}/${recipient}/${String(index).padStart(NONCE_DIGITS, '0')}`,
);

/** Where the (sender, nonce) of what a validator settled at one place is stored, from 0. */
export function sequenceKey(index: bigint): string {
  return `${SEQUENCE}/${String(index).padStart(NONCE_DIGITS, '0')}`;
}

/** A stretch of what a validator settled, in the order it settled it. */
export function sequenceRange(from: bigint, limit: number): LoadRange {
  return { from: sequenceKey(from), to: `${SEQUENCE}0`, limit };
}

/** The certificates of a sender from one nonce on, ascending. */
export function certificateRange(sender: Address, fromNonce: bigint, limit: number): LoadRange {
  return { from: certificateKey(sender, fromNonce), to: `${CERTIFICATE_PREFIX}${sender}0`, limit };
}

/** A stretch of an account's list of credits, ascending. */
export function creditRange(recipient: Address, { from, to }: Stretch): LoadRange {
  return { from: creditKey(recipient, from), to: creditKey(recipient, to), limit: to - from };
}

/** A stretch of the updates of a token, ascending. */
export function updateRange(tokenId: TokenId, { from, to }: Stretch): LoadRange {
  return {
    from: `update/${updateKey(tokenId, BigInt(from))}`,
    to: `update/${updateKey(tokenId, BigInt(to))}`,
    limit: to - from,
  };
}

/** Positions in a list: from the first, up to and without the last. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where the (sender, nonce) of the certificate that delivered for a job is stored. */
export function submitKey(jobId: EscrowJobId): string {
  return `${SUBMIT}/${jobId}`;
}

/** Where the (sender, nonce) of the certificate that completed or rejected a job is stored. */
export function decisionKey(jobId: EscrowJobId): string {
  return `${DECISION}/${jobId}`;
}

/** Jobs of one party in one role and status. */
export interface JobList {
  readonly role: EscrowRole;
  readonly party: Address;
  readonly status: EscrowStatus;
}

/** Where a job stands among those of one party, ascending by id. */
export function jobListKey(list: JobList, jobId: EscrowJobId): string {
  return `${jobListPrefix(list)}/${jobId}`;
}

/** The jobs of one party in one role and status, ascending by id. */
export function jobListRange(list: JobList, limit: number): LoadRange {
  return prefixRange(jobListPrefix(list), limit);
}

/** Where a member keeps a part of its snapshot of an epoch; null is the root. */
export function snapshotKey(epoch: number, page: number | null): string {
  const place = page === null ? 'root' : String(page).padStart(EPOCH_DIGITS, '0');
  return `${SNAPSHOT}/${String(epoch).padStart(EPOCH_DIGITS, '0')}/${place}`;
}

/** The prefix of what a validator keeps of where it stands between epochs. */
export const HANDOVER_PREFIX = 'handover/';

/** The prefix of what a node keeps of what it has pruned, or is about to. */
export const PRUNING_PREFIX = 'pruning/';

/** Where a proxy notes, at a time, that a certificate is not among the newest of its sender. */
export function outdatedKey(
  at: bigint,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
): string {
  return `${PRUNING_PREFIX}${String(at).padStart(NONCE_DIGITS, '0')}/${nonceKey(sender, nonce)}`;
}

/** Where a validator keeps how far it has pruned. */
export const PRUNED_KEY: string = `${PRUNING_PREFIX}next`;

/** Where a validator keeps the last epoch whose locks it holds. */
export const SERVED_KEY: string = `${HANDOVER_PREFIX}served`;

/** The prefix of what settled too late for a validator's snapshot, and is pushed: sender, then nonce. */
export const LATE_PREFIX: string = `${HANDOVER_PREFIX}late/`;

/** The prefix of what was brought too late for it, and is not pushed yet: sender, then nonce. */
export const UNSHOWN_PREFIX: string = `${HANDOVER_PREFIX}unshown/`;

/** Where a validator keeps the last epoch that it has fixed its snapshot of. */
export const FROZEN_KEY: string = `${HANDOVER_PREFIX}frozen`;

/** The entries of one table that belong to one address, ascending by what follows it. */
export function addressRange(
  table: 'balance' | 'cell',
  address: Address,
  limit: number,
): LoadRange {
  return prefixRange(`${table}/${address}`, limit);
}

/** The one entry under a key. */
export function keyRange(key: string): LoadRange {
  // Keys are printable ASCII, of which the space is the first.
  return { from: key, to: `${key} `, limit: 1 };
}

/** Reads the (sender, nonce) out of the key of its certificate. */
export function positionOf(key: string): { readonly sender: Address; readonly nonce: bigint } {
  const [sender = '', nonce = ''] = key.split('/').slice(-2);
  return { sender: sender as Address, nonce: BigInt(nonce) };
}

/** Gives what follows the last slash of a key. */
export function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function jobListPrefix({ role, party, status }: JobList): string {
  return `${JOBS}/${role}/${party}/${status}`;
}

function prefixRange(prefix: string, limit: number): LoadRange {
  return { ...rangeUnder(`${prefix}/`), limit };
}
