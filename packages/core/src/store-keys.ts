import type {
  Address,
  EscrowJobId,
  EscrowRole,
  EscrowStatus,
  TokenId,
  TransactionId,
} from '@quorate/protocol';
import { type LoadRange, rangeUnder } from './effect.ts';
import { NONCE_DIGITS, nonceKey, updateKey } from './ledger/ledger.ts';
import { rememberLatest } from './ledger/text-memory.ts';

/**
 * The prefix of the keys of certificates, in the stores of validators and proxies: sender, then
 * nonce.
 */
export const CERTIFICATE_PREFIX = 'certificate/';
/** The prefix of the index from transaction id to (sender, nonce). */
const TRANSACTION = 'transaction';
/** The prefix of an account's list of credits: recipient, then position. */
const CREDIT = 'credit';

/** The prefix of certificates that contradict a settled one: sender, nonce, transaction id. */
const CONFLICT = 'conflict';

/** The prefix of the index from an escrow job to the certificate that submitted its deliverable. */
const SUBMIT = 'submit';
/** The prefix of the index from an escrow job to the certificate that completed or rejected it. */
const DECISION = 'decision';
/** The prefix of the index from a party, by role and status, to its escrow jobs. */
const JOBS = 'jobs';

/** The prefix of the index from position in the order of settlement to (sender, nonce). */
const SEQUENCE = 'sequence';

/** The prefix of a member's snapshots: epoch, then root or page number. */
const SNAPSHOT = 'snapshot';

/** The most digits of an epoch or a page number. */
const EPOCH_DIGITS = 10;

const HASH_HEX = /^[0-9a-f]{64}$/;

/**
 * Tells whether text from a peer has the form of an address or id: 32 bytes as lowercase hex
 * digits.
 */
export function isHash(text: string): boolean {
  return HASH_HEX.test(text);
}

/**
 * Tells whether a (sender, nonce) from a peer is well formed, so that a certificate can exist for
 * it.
 */
export function isCertificateKey(sender: Address, nonce: bigint): boolean {
  return isHash(sender) && nonce >= 0n && nonce < 2n ** 64n;
}

/** Gives the key of the certificate of a (sender, nonce). */
export const certificateKey: (sender: Address, nonce: bigint) => string = rememberLatest(
  (sender, nonce) => `${CERTIFICATE_PREFIX}${nonceKey(sender, nonce)}`,
);

/** Gives the key of the (sender, nonce) of a settled transaction. */
export function transactionKey(id: TransactionId): string {
  return `${TRANSACTION}/${id}`;
}

/** Gives the key of a certificate that contradicts the settled one of its (sender, nonce). */
export function conflictKey(sender: Address, nonce: bigint, id: TransactionId): string {
  return `${CONFLICT}/${nonceKey(sender, nonce)}/${id}`;
}

/** Gives the range of certificates that contradict the settled one, ascending by transaction id. */
export function conflictRange(sender: Address, nonce: bigint, limit: number): LoadRange {
  return prefixRange(`${CONFLICT}/${nonceKey(sender, nonce)}`, limit);
}

/** Gives the key of one entry in an account's list of credits. */
export function creditKey(recipient: Address, index: number): string {
  return creditAt(recipient, BigInt(index));
}

const creditAt = rememberLatest(
  (recipient: Address, index) =>
    `${CREDIT}/${recipient}/${String(index).padStart(NONCE_DIGITS, '0')}`,
);

/** Gives the key of one position in the order of settlement, counted from 0. */
export function sequenceKey(index: bigint): string {
  return `${SEQUENCE}/${String(index).padStart(NONCE_DIGITS, '0')}`;
}

/** Gives a range of the order of settlement. */
export function sequenceRange(from: bigint, limit: number): LoadRange {
  return { from: sequenceKey(from), to: `${SEQUENCE}0`, limit };
}

/** Gives the range of a sender's certificates from a nonce on, ascending. */
export function certificateRange(sender: Address, fromNonce: bigint, limit: number): LoadRange {
  return { from: certificateKey(sender, fromNonce), to: `${CERTIFICATE_PREFIX}${sender}0`, limit };
}

/** Gives a range of an account's list of credits, ascending. */
export function creditRange(recipient: Address, { from, to }: Stretch): LoadRange {
  return { from: creditKey(recipient, from), to: creditKey(recipient, to), limit: to - from };
}

/** Gives a range of a token's updates, ascending. */
export function updateRange(tokenId: TokenId, { from, to }: Stretch): LoadRange {
  return {
    from: `update/${updateKey(tokenId, BigInt(from))}`,
    to: `update/${updateKey(tokenId, BigInt(to))}`,
    limit: to - from,
  };
}

/** Positions in a list; `to` is exclusive. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Gives the key of the (sender, nonce) that submitted the deliverable of an escrow job. */
export function submitKey(jobId: EscrowJobId): string {
  return `${SUBMIT}/${jobId}`;
}

/** Gives the key of the (sender, nonce) that completed or rejected an escrow job. */
export function decisionKey(jobId: EscrowJobId): string {
  return `${DECISION}/${jobId}`;
}

/** Selects the jobs of one party in one role and status. */
export interface JobList {
  readonly role: EscrowRole;
  readonly party: Address;
  readonly status: EscrowStatus;
}

/** Gives the key of a job among those of one party; keys ascend by job id. */
export function jobListKey(list: JobList, jobId: EscrowJobId): string {
  return `${jobListPrefix(list)}/${jobId}`;
}

/** Gives the range of a party's jobs in one role and status, ascending by job id. */
export function jobListRange(list: JobList, limit: number): LoadRange {
  return prefixRange(jobListPrefix(list), limit);
}

/** Gives the key of a part of a member's snapshot; null is the root. */
export function snapshotKey(epoch: number, page: number | null): string {
  const place = page === null ? 'root' : String(page).padStart(EPOCH_DIGITS, '0');
  return `${SNAPSHOT}/${String(epoch).padStart(EPOCH_DIGITS, '0')}/${place}`;
}

/** The prefix of a validator's position in the handover between epochs. */
export const HANDOVER_PREFIX = 'handover/';

/** The prefix of a node's pruning progress. */
export const PRUNING_PREFIX = 'pruning/';

/**
 * Gives the key under which a proxy notes that, from time `at` on, a certificate is no longer among
 * the newest of its sender. `at` is in nanoseconds since the Unix epoch.
 */
export function outdatedKey(
  at: bigint,
  { sender, nonce }: { readonly sender: Address; readonly nonce: bigint },
): string {
  return `${PRUNING_PREFIX}${String(at).padStart(NONCE_DIGITS, '0')}/${nonceKey(sender, nonce)}`;
}

/** The key of a validator's pruning progress. */
export const PRUNED_KEY: string = `${PRUNING_PREFIX}next`;

/** The key of the last epoch whose locks a validator has merged. */
export const SERVED_KEY: string = `${HANDOVER_PREFIX}served`;

/**
 * The prefix of certificates that settled too late for the snapshot and are being pushed: sender,
 * nonce.
 */
export const LATE_PREFIX: string = `${HANDOVER_PREFIX}late/`;

/**
 * The prefix of certificates that others brought too late for the snapshot and that are not pushed
 * yet: sender, then nonce.
 */
export const UNSHOWN_PREFIX: string = `${HANDOVER_PREFIX}unshown/`;

/** The key of the last epoch of which a validator has fixed its snapshot. */
export const FROZEN_KEY: string = `${HANDOVER_PREFIX}frozen`;

/** Gives the range of one table's entries for an address, ascending by the rest of the key. */
export function addressRange(
  table: 'balance' | 'cell',
  address: Address,
  limit: number,
): LoadRange {
  return prefixRange(`${table}/${address}`, limit);
}

/** Gives the range that holds one key only. */
export function keyRange(key: string): LoadRange {
  // Keys are printable ASCII; the space is its first character.
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
