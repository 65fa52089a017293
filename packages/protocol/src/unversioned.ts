import { utf8 } from '@scure/base';
import { ADDRESS } from './binary-codecs.ts';
import { type Codec, decodeBytes, encodeBytes } from './codec.ts';
import { absent, field, list, struct } from './combinators.ts';
import { DecodeError } from './decode-error.ts';
import { AMOUNT, U64, U128 } from './integer-codecs.ts';
import { expectObject } from './json-shape.ts';
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
import type { Address } from './primitives.ts';
import type { ReleaseFormat } from './release-format.ts';
import { BOOLEAN } from './scalar-codecs.ts';
import { allWithoutVerifierSignatures, withoutVerifierSignatures } from './signing-form.ts';
import type { UnversionedTransaction } from './transaction.ts';
import { variants } from './variants.ts';

// The tags of December 2025. Those up to `StateReset` are published, the rest continue their order.
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

const OPERATION = variants<UnversionedOperation>('Operation', {
  TokenTransfer: COMMON_OPERATIONS.TokenTransfer,
  Mint: COMMON_OPERATIONS.Mint,
  ...TAIL,
});

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
  Batch: { tag: 11, payload: field('operations', list(OPERATION)) },
});

function unversioned(archival: Codec<boolean | null>): Codec<UnversionedTransaction> {
  return struct<UnversionedTransaction>('Transaction', {
    sender: ADDRESS,
    recipient: ADDRESS,
    nonce: U64,
    timestampNanos: U128,
    claim: CLAIM,
    archival,
  });
}

const WITH_ARCHIVAL = unversioned(BOOLEAN as Codec<boolean | null>);
const WITHOUT_ARCHIVAL = unversioned(absent<boolean | null>(null));

/** Writes and reads the un-versioned JSON-RPC shape of 2025. Source: wire.md section 14. */
export const UNVERSIONED: ReleaseFormat<UnversionedTransaction> = {
  tag: null,
  domain: utf8.decode('Transaction::'),
  encode: (transaction) => encodeBytes(codecOf(transaction), transaction),
  decode: (bytes) => {
    try {
      return decodeBytes(WITHOUT_ARCHIVAL, bytes, 'transaction');
    } catch (error) {
      if (!(error instanceof DecodeError && error.code === 'TrailingBytes')) throw error;
    }
    return decodeBytes(WITH_ARCHIVAL, bytes, 'transaction');
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
  signingForm: (transaction) => {
    const claim = signingClaim(transaction.claim);
    return claim === transaction.claim ? transaction : { ...transaction, claim };
  },
};

function codecOf({ archival }: UnversionedTransaction): Codec<UnversionedTransaction> {
  return archival === null ? WITHOUT_ARCHIVAL : WITH_ARCHIVAL;
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

function signingClaim(claim: UnversionedClaim): UnversionedClaim {
  if (claim.kind !== 'Batch') return withoutVerifierSignatures(claim);
  const operations = allWithoutVerifierSignatures(claim.operations);
  return operations === claim.operations ? claim : { ...claim, operations };
}
