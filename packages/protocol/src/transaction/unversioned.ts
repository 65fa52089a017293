import { utf8 } from '@scure/base';
import { ADDRESS } from '../codec/binary-codecs.ts';
import { type Codec, decodeBytes, encodeBytes } from '../codec/codec.ts';
import { absent, field, list, struct } from '../codec/combinators.ts';
import { AMOUNT, U64, U128 } from '../codec/integer-codecs.ts';
import { BOOLEAN } from '../codec/scalar-codecs.ts';
import { variants } from '../codec/variants.ts';
import { DecodeError } from '../decode-error.ts';
import { expectObject } from '../json/json-shape.ts';
import type { Address } from '../primitives.ts';
import type {
  Operation,
  UnversionedClaim,
  UnversionedMint,
  UnversionedOperation,
  UnversionedTransfer,
} from './operation.ts';
import {
  COMMON_OPERATIONS,
  TOKEN_ID,
  TOKEN_MANAGEMENT_OF_2025,
  USER_DATA,
} from './operation-codec.ts';
import type { ReleaseFormat } from './release-format.ts';
import { withBareClaim } from './signing-form.ts';
import type { UnversionedTransaction } from './transaction.ts';

// The tags of December 2025. Those up to `StateReset` are published; the others continue their
// order.
const TAIL = {
  TokenCreation: { ...COMMON_OPERATIONS.TokenCreation, tag: 1 },
  TokenManagement: { payload: TOKEN_MANAGEMENT_OF_2025, tag: 2 },
  StateInitialization: { ...COMMON_OPERATIONS.StateInitialization, tag: 4 },
  StateUpdate: { ...COMMON_OPERATIONS.StateUpdate, tag: 5 },
  ExternalClaim: { ...COMMON_OPERATIONS.ExternalClaim, tag: 6 },
  StateReset: { ...COMMON_OPERATIONS.StateReset, tag: 7 },
  JoinCommittee: { ...COMMON_OPERATIONS.JoinCommittee, tag: 8 },
  LeaveCommittee: { ...COMMON_OPERATIONS.LeaveCommittee, tag: 9 },
  ChangeCommittee: { ...COMMON_OPERATIONS.ChangeCommittee, tag: 10 },
} as const;

/** Codec of an operation in a batch of the un-versioned shape. */
export const OPERATION_OF_2025: Codec<UnversionedOperation> = variants<UnversionedOperation>(
  'Operation',
  { ...TAIL, TokenTransfer: COMMON_OPERATIONS.TokenTransfer, Mint: COMMON_OPERATIONS.Mint },
);

const CLAIM = variants<UnversionedClaim>('ClaimType', {
  TokenTransfer: {
    tag: 0,
    payload: struct<UnversionedTransfer>('TokenTransfer', {
      tokenId: TOKEN_ID,
      amount: AMOUNT,
      userData: USER_DATA,
    }),
  },
  Mint: {
    tag: 3,
    payload: struct<UnversionedMint>('Mint', { tokenId: TOKEN_ID, amount: AMOUNT }),
  },
  ...TAIL,
  Batch: batchOf(11, OPERATION_OF_2025),
});

type MovedClaim = Extract<UnversionedClaim, { readonly kind: 'ExternalClaim' | 'Batch' }>;

const { Burn: _burn, ...WITHOUT_BURN } = COMMON_OPERATIONS;

/**
 * The claims that clients of early 2026 sign under tags one higher, because `Burn` was added before
 * them. Only these two can be told from an earlier claim with the same tag, by the bytes that
 * follow.
 */
const MOVED_CLAIM = variants<MovedClaim>('ClaimType', {
  ExternalClaim: COMMON_OPERATIONS.ExternalClaim,
  Batch: batchOf(
    12,
    variants<UnversionedOperation>('Operation', {
      ...WITHOUT_BURN,
      TokenManagement: TAIL.TokenManagement,
    }),
  ),
});

function batchOf(tag: number, operation: Codec<UnversionedOperation>) {
  return { tag, payload: field('operations', list(operation)) };
}

function unversioned(
  claim: Codec<UnversionedClaim>,
  archival: Codec<boolean | null>,
): Codec<UnversionedTransaction> {
  return struct<Omit<UnversionedTransaction, 'isMoved'>>('Transaction', {
    sender: ADDRESS,
    recipient: ADDRESS,
    nonce: U64,
    timestampNanos: U128,
    claim,
    archival,
  });
}

const KNOWN = BOOLEAN as Codec<boolean | null>;
const WITH_ARCHIVAL = unversioned(CLAIM, KNOWN);
const WITHOUT_ARCHIVAL = unversioned(CLAIM, absent<boolean | null>(null));
const MOVED = unversioned(MOVED_CLAIM as Codec<UnversionedClaim>, KNOWN);

/** Writes and reads the un-versioned JSON-RPC shape of 2025. Source: wire.md section 14. */
export const UNVERSIONED: ReleaseFormat<UnversionedTransaction> = {
  tag: null,
  domain: utf8.decode('Transaction::'),
  encode: (transaction) => encodeBytes(codecOf(transaction), transaction),
  decode: (bytes) => {
    try {
      return decodeUnmoved(bytes);
    } catch (error) {
      const moved = movedReading(bytes);
      if (moved !== undefined) return moved;
      throw error;
    }
  },
  toJson: (transaction, dialect) => codecOf(transaction).toJson(transaction, dialect),
  fromJson: (json, dialect, path) => {
    const knowsArchival = Object.hasOwn(expectObject(json, path), 'archival');
    return (knowsArchival ? WITH_ARCHIVAL : WITHOUT_ARCHIVAL).fromJson(json, dialect, path);
  },
  normalise: ({ recipient, claim, archival, sender, nonce, timestampNanos }) => ({
    networkId: null,
    sender,
    nonce,
    timestampNanos,
    operations: operationsOf(claim, recipient),
    archival: archival ?? false,
    feeToken: undefined,
    tokenIdScheme: 'transaction',
  }),
  signingForm: withBareClaim,
  withOtherTags: ({ isMoved, ...transaction }) => {
    if (isMoved !== undefined) return transaction;
    const { claim, archival } = transaction;
    const canMove = (claim.kind === 'ExternalClaim' || claim.kind === 'Batch') && archival !== null;
    if (!canMove) return undefined;
    const read = readIf(() => UNVERSIONED.decode(encodeBytes(MOVED, transaction)));
    return read?.isMoved ? read : undefined;
  },
};

function codecOf({ archival, isMoved }: UnversionedTransaction): Codec<UnversionedTransaction> {
  if (isMoved !== undefined) return MOVED;
  return archival === null ? WITHOUT_ARCHIVAL : WITH_ARCHIVAL;
}

function decodeUnmoved(bytes: Uint8Array): UnversionedTransaction {
  try {
    return decodeBytes(WITHOUT_ARCHIVAL, bytes, 'transaction');
  } catch (error) {
    if (!(error instanceof DecodeError && error.code === 'TrailingBytes')) throw error;
  }
  return decodeBytes(WITH_ARCHIVAL, bytes, 'transaction');
}

/**
 * Reads by the later tags bytes that make no sense by the earlier ones. Undefined when their
 * signing form does make sense by the earlier ones: then the signed bytes mean something else.
 */
function movedReading(bytes: Uint8Array): UnversionedTransaction | undefined {
  const read = readIf(() => decodeBytes(MOVED, bytes, 'transaction'));
  if (read === undefined) return undefined;
  const moved = Object.freeze({ ...read, isMoved: true } as const);
  const signed = UNVERSIONED.encode(UNVERSIONED.signingForm(moved));
  return readIf(() => decodeUnmoved(signed)) === undefined ? moved : undefined;
}

function readIf(read: () => UnversionedTransaction): UnversionedTransaction | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

function operationsOf(claim: UnversionedClaim, recipient: Address): readonly Operation[] {
  switch (claim.kind) {
    case 'Batch':
      return claim.operations;
    case 'TokenTransfer':
    case 'Mint':
      return [{ ...claim, recipient }];
    default:
      return [claim];
  }
}
