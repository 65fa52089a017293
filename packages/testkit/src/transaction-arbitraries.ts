import {
  NETWORK_IDS,
  type Release,
  type VersionedTransaction,
  withOtherTags,
} from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';
import {
  anyCommonOperation,
  anyLatestOperation,
  anyOperation,
  anyTokenId,
  OPERATIONS,
} from './operation-arbitraries.ts';
import { anyAddress, anyNonce, anyTimestampNanos } from './value-arbitraries.ts';

/** Lists an arbitrary for the transactions of every release. */
export const TRANSACTIONS: { readonly [R in Release]: () => Arbitrary<VersionedTransaction<R>> } = {
  Release20260319: () =>
    fc.record({
      release: fc.constant('Release20260319'),
      transaction: fc.record({ ...fields(), claim: fc.oneof(anyCommonOperation(), anyBatch()) }),
    }),
  Release20260407: () =>
    fc.record({
      release: fc.constant('Release20260407'),
      transaction: fc.record({ ...fields(), claims: fc.array(anyOperation(), { maxLength: 4 }) }),
    }),
  Release20260508: () =>
    fc.record({
      release: fc.constant('Release20260508'),
      transaction: fc.record({
        ...fields(),
        claims: fc.array(anyLatestOperation(), { maxLength: 4 }),
      }),
    }),
  Unversioned: () =>
    fc.oneof(
      anyUnversioned(fc.oneof(anyUnversionedOperation(), anyUnversionedBatch())),
      // Only these have a second set of tags.
      anyUnversioned(fc.oneof(OPERATIONS.ExternalClaim(), anyUnversionedBatch())).map(moved),
    ),
};

/** Chooses a transaction of any release. */
export function anyTransaction(): Arbitrary<VersionedTransaction> {
  return fc.oneof(...Object.values(TRANSACTIONS).map((build) => build()));
}

function fields() {
  return {
    networkId: fc.constantFrom(...NETWORK_IDS),
    sender: anyAddress(),
    nonce: anyNonce(),
    timestampNanos: anyTimestampNanos(),
    archival: fc.boolean(),
    feeToken: fc.option(anyTokenId()),
  };
}

function anyBatch() {
  return fc.record({
    kind: fc.constant('Batch' as const),
    tag: fc.constantFrom(12 as const, 13 as const),
    operations: fc.array(anyCommonOperation(), { maxLength: 3 }),
  });
}

function anyUnversioned(
  claim: Arbitrary<VersionedTransaction<'Unversioned'>['transaction']['claim']>,
): Arbitrary<VersionedTransaction<'Unversioned'>> {
  return fc.record({
    release: fc.constant('Unversioned'),
    transaction: fc.record({
      sender: anyAddress(),
      recipient: anyAddress(),
      nonce: anyNonce(),
      timestampNanos: anyTimestampNanos(),
      claim,
      archival: fc.constantFrom(true, false, null),
    }),
  });
}

/** Gives a transaction under the tags that came with `Burn`, if these can express it. */
function moved(versioned: VersionedTransaction<'Unversioned'>): typeof versioned {
  const other = withOtherTags(versioned);
  return other?.release === 'Unversioned' ? other : versioned;
}

function anyUnversionedOperation() {
  const { Burn: _burn, Escrow: _escrow, TokenTransfer, Mint, ...others } = OPERATIONS;
  return fc.oneof(
    TokenTransfer().map(({ recipient: _, ...transfer }) => transfer),
    Mint().map(({ recipient: _, ...mint }) => mint),
    ...Object.values(others).map((build) => build()),
  );
}

function anyUnversionedBatch() {
  const { Burn: _burn, Escrow: _escrow, ...others } = OPERATIONS;
  return fc.record({
    kind: fc.constant('Batch' as const),
    operations: fc.array(fc.oneof(...Object.values(others).map((build) => build())), {
      maxLength: 3,
    }),
  });
}
