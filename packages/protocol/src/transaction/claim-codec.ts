import type { Codec } from '../codec/codec.ts';
import { field, list, mapped } from '../codec/combinators.ts';
import { variants } from '../codec/variants.ts';
import type { Claim, CommonOperation } from './operation.ts';
import { COMMON_OPERATIONS } from './operation-codec.ts';

const BATCH = field('operations', list(variants<CommonOperation>('Operation', COMMON_OPERATIONS)));

type JsonClaim =
  | CommonOperation
  | { readonly kind: 'Batch'; readonly operations: readonly CommonOperation[] };
type WireClaim =
  | JsonClaim
  | { readonly kind: 'Batch13'; readonly operations: readonly CommonOperation[] };

const WIRE_CLAIM = variants<WireClaim>('ClaimType', {
  ...COMMON_OPERATIONS,
  Batch: { tag: 12, payload: BATCH },
  Batch13: { tag: 13, payload: BATCH },
});

const JSON_CLAIM = variants<JsonClaim>('ClaimType', {
  ...COMMON_OPERATIONS,
  Batch: { tag: 12, payload: BATCH },
});

/**
 * Codec of the claim of `Release20260319`. JSON does not show the tag of a batch: reading gives 12.
 *
 * Source: ledger.md section 5; wire.md section 17.
 */
export const CLAIM_20260319: Codec<Claim> = {
  bcs: mapped<WireClaim, Claim>(WIRE_CLAIM, {
    to: (claim) =>
      claim.kind === 'Batch'
        ? { kind: claim.tag === 12 ? 'Batch' : 'Batch13', operations: claim.operations }
        : claim,
    from: (wire) => {
      if (wire.kind === 'Batch13') return batch(13, wire.operations);
      return wire.kind === 'Batch' ? batch(12, wire.operations) : wire;
    },
  }).bcs,
  toJson: (claim, dialect) => JSON_CLAIM.toJson(claim, dialect),
  fromJson: (json, dialect, path) => {
    const claim = JSON_CLAIM.fromJson(json, dialect, path);
    return claim.kind === 'Batch' ? batch(12, claim.operations) : claim;
  },
};

function batch(tag: 12 | 13, operations: readonly CommonOperation[]): Claim {
  return Object.freeze({ kind: 'Batch', tag, operations });
}
