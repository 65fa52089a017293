import { ADDRESS } from '../codec/binary-codecs.ts';
import { list, nullable, struct } from '../codec/combinators.ts';
import { U64, U128 } from '../codec/integer-codecs.ts';
import { BOOLEAN, NETWORK_ID } from '../codec/scalar-codecs.ts';
import { CLAIM_20260319 } from './claim-codec.ts';
import { OPERATION_20260407, OPERATION_20260508, TOKEN_ID } from './operation-codec.ts';
import { type ReleaseFormat, type ReleaseMeaning, versionedFormat } from './release-format.ts';
import { allWithoutVerifierSignatures, withBareClaim } from './signing-form.ts';
import type {
  Release,
  Transaction20260319,
  Transaction20260407,
  TransactionByRelease,
} from './transaction.ts';
import { UNVERSIONED } from './unversioned.ts';

const HEADER = {
  networkId: NETWORK_ID,
  sender: ADDRESS,
  nonce: U64,
  timestampNanos: U128,
} as const;

const TRAILER = { archival: BOOLEAN, feeToken: nullable(TOKEN_ID) } as const;

const ONE_CLAIM: ReleaseMeaning<Transaction20260319> = {
  normalise: ({ claim, ...rest }) => ({
    ...rest,
    operations: claim.kind === 'Batch' ? claim.operations : [claim],
    tokenIdScheme: 'operation',
  }),
  signingForm: withBareClaim,
  withOtherTags: (transaction) => {
    const { claim } = transaction;
    if (claim.kind !== 'Batch') return undefined;
    return { ...transaction, claim: { ...claim, tag: claim.tag === 12 ? 13 : 12 } };
  },
};

const LIST_OF_CLAIMS: ReleaseMeaning<Transaction20260407> = {
  // Written out for speed, because every current client builds transactions of this kind.
  normalise: ({ networkId, sender, nonce, timestampNanos, claims, archival, feeToken }) => ({
    networkId,
    sender,
    nonce,
    timestampNanos,
    archival,
    feeToken,
    operations: claims,
    tokenIdScheme: 'operation',
  }),
  signingForm: (transaction) => {
    const claims = allWithoutVerifierSignatures(transaction.claims);
    return claims === transaction.claims ? transaction : { ...transaction, claims };
  },
};

/** The table of all releases. No package above this one knows which there are. */
export const RELEASES: { readonly [R in Release]: ReleaseFormat<TransactionByRelease[R]> } = {
  Release20260319: versionedFormat(
    0,
    struct<Transaction20260319>('Release20260319', {
      ...HEADER,
      claim: CLAIM_20260319,
      ...TRAILER,
    }),
    ONE_CLAIM,
  ),
  Release20260407: versionedFormat(
    1,
    struct<Transaction20260407>('Release20260407', {
      ...HEADER,
      claims: list(OPERATION_20260407),
      ...TRAILER,
    }),
    LIST_OF_CLAIMS,
  ),
  Release20260508: versionedFormat(
    2,
    struct<Transaction20260407>('Release20260508', {
      ...HEADER,
      claims: list(OPERATION_20260508),
      ...TRAILER,
    }),
    LIST_OF_CLAIMS,
  ),
  Unversioned: UNVERSIONED,
};

/** Lists the names of the releases, oldest first. */
export const RELEASE_NAMES: readonly Release[] = [
  'Unversioned',
  'Release20260319',
  'Release20260407',
  'Release20260508',
];
