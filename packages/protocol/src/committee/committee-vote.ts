import { utf8 } from '@scure/base';
import { ADDRESS, byteVector, fixedBytes, SIGNATURE } from '../codec/binary-codecs.ts';
import { type Codec, encodeBytes } from '../codec/codec.ts';
import { list, mapped, nullable, struct } from '../codec/combinators.ts';
import { U32 } from '../codec/integer-codecs.ts';
import type { JsonCodec } from '../codec/json-combinators.ts';
import { BOOLEAN, NETWORK_ID } from '../codec/scalar-codecs.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import type {
  Address,
  Bytes32,
  HexBytes,
  NetworkId,
  Signature,
  TransactionId,
} from '../primitives.ts';
import type { VersionedTransaction } from '../transaction/transaction.ts';
import { decodeTransaction, encodeTransaction } from '../transaction/transaction-codec.ts';

/** One operator's vote for a proposal in one round (rule C3). It commits only that operator. */
export interface CommitteeVote {
  readonly networkId: NetworkId;
  /** The epoch whose operators vote: the one that the proposed change ends. */
  readonly epoch: number;
  /** Counted from 1. */
  readonly round: number;
  /**
   * Whether this is a confirmation: the operator has seen a quorum of votes for the proposal in
   * this very round.
   */
  readonly isConfirmation: boolean;
  /** The id of the proposed transaction. */
  readonly proposalId: TransactionId;
  readonly operator: Address;
}

/** A vote with the signature of its operator. */
export interface SignedVote {
  readonly vote: CommitteeVote;
  readonly signature: Signature;
}

/** A proposed committee change, with votes of one round as evidence for it. */
export interface VotedProposal {
  readonly round: number;
  /** The change, without the signatures of the committee account. */
  readonly transaction: VersionedTransaction;
  readonly votes: readonly SignedVote[];
}

/** A proposal to be voted on in a round. */
export interface Ballot {
  readonly round: number;
  readonly transaction: VersionedTransaction;
  /**
   * A quorum of votes for the same proposal in an earlier round; null for a proposal without one.
   */
  readonly backing: VotedProposal | null;
}

/**
 * What an operator remembers of the votes of one epoch. It must be durable before any message that
 * rests on it leaves: an operator that forgot could support two rivals.
 */
export interface OperatorBook {
  readonly networkId: NetworkId;
  readonly epoch: number;
  readonly operator: Address;
  /** The latest vote; null before the first one. */
  readonly voted: { readonly round: number; readonly proposalId: TransactionId } | null;
  /**
   * The proposal of the highest round that was shown to have a quorum of votes; null if none was.
   */
  readonly backing: VotedProposal | null;
  /** The one change that the operator has signed; it signs no other. Null before it has signed. */
  readonly signed: TransactionId | null;
}

/** The statement of a candidate's validator key when it is challenged (rule C3). */
export interface SeatReadiness {
  readonly networkId: NetworkId;
  /** The epoch that the candidate takes to be running. */
  readonly epoch: number;
  /** Drawn at random by the challenger, so that an old answer does not pass for a new one. */
  readonly challenge: Bytes32;
  /** The key that is to have a seat. */
  readonly validator: Address;
  readonly isCaughtUp: boolean;
}

/** The readiness of a candidate, signed with its validator key. */
export interface SignedReadiness {
  readonly readiness: SeatReadiness;
  readonly signature: Signature;
}

const ID = fixedBytes<TransactionId>(32);

const VOTE: Codec<CommitteeVote> = struct<CommitteeVote>('CommitteeVote', {
  networkId: NETWORK_ID,
  epoch: U32,
  round: U32,
  isConfirmation: BOOLEAN,
  proposalId: ID,
  operator: ADDRESS,
});

const READINESS: Codec<SeatReadiness> = struct<SeatReadiness>('SeatReadiness', {
  networkId: NETWORK_ID,
  epoch: U32,
  challenge: fixedBytes<Bytes32>(32),
  validator: ADDRESS,
  isCaughtUp: BOOLEAN,
});

// Kept as bytes, because the JSON form of a transaction loses information (facts.md B2.17).
const CHANGE: Codec<VersionedTransaction> = mapped<HexBytes, VersionedTransaction>(
  byteVector<HexBytes>(),
  {
    to: (transaction) => bytesToHex(encodeTransaction(transaction)) as HexBytes,
    from: (bytes) => decodeTransaction(hexToBytes(bytes)),
  },
);

const VOTES: Codec<SignedVote> = struct<SignedVote>('SignedVote', {
  vote: VOTE,
  signature: SIGNATURE,
});

const VOTED: Codec<VotedProposal> = struct<VotedProposal>('VotedProposal', {
  round: U32,
  transaction: CHANGE,
  votes: list(VOTES),
});

/** Writes and reads a signed vote as JSON. */
export const SIGNED_VOTE: JsonCodec<SignedVote> = VOTES;

/** Writes and reads a ballot as JSON. */
export const BALLOT: JsonCodec<Ballot> = struct<Ballot>('Ballot', {
  round: U32,
  transaction: CHANGE,
  backing: nullable(VOTED),
});

/** Writes and reads an operator's book as JSON. */
export const OPERATOR_BOOK: JsonCodec<OperatorBook> = struct<OperatorBook>('OperatorBook', {
  networkId: NETWORK_ID,
  epoch: U32,
  operator: ADDRESS,
  voted: nullable(struct('Voted', { round: U32, proposalId: ID })),
  backing: nullable(VOTED),
  signed: nullable(ID),
});

/** Writes and reads the signed readiness of a candidate as JSON. */
export const SIGNED_READINESS: JsonCodec<SignedReadiness> = struct<SignedReadiness>(
  'SignedReadiness',
  { readiness: READINESS, signature: SIGNATURE },
);

/**
 * Gives the bytes that an operator signs when it votes: the domain `CommitteeVote::`, then the BCS
 * of the vote.
 *
 * A vote cannot pass for a signature of the committee account, which has another domain. Source:
 * rule C3.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function voteSigningBytes(vote: CommitteeVote): Uint8Array {
  return prefixed('CommitteeVote::', encodeBytes(VOTE, vote));
}

/**
 * Gives the bytes that a candidate's key signs: the domain `SeatReadiness::`, then the BCS of its
 * readiness.
 *
 * Source: rule C3.
 *
 * @throws DecodeError `OutOfRange` for a value that its field cannot hold.
 */
export function readinessSigningBytes(readiness: SeatReadiness): Uint8Array {
  return prefixed('SeatReadiness::', encodeBytes(READINESS, readiness));
}

function prefixed(domain: string, bytes: Uint8Array): Uint8Array {
  const prefix = utf8.decode(domain);
  const whole = new Uint8Array(prefix.length + bytes.length);
  whole.set(prefix, 0);
  whole.set(bytes, prefix.length);
  return whole;
}
