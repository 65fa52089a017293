import type { Signer } from '@quorate/crypto';
import type { StoreWrite } from '../effect.ts';
import { invariant } from '../invariant.ts';
import { FROZEN_KEY, snapshotKey } from '../store-keys.ts';
import type { ValidatorState } from '../validator/state.ts';
import type { HandoverRules } from './rule-types.ts';
import { takeSnapshot } from './take-snapshot.ts';

/**
 * Fixes a member's snapshot of the epoch that it served in and that has ended (rules C4, C5).
 *
 * It is durable with the very write that ends the epoch where a driver delivers the change. Another
 * validator may bring it in a write before: whoever comes up between the two freezes before it hears
 * anything, with the same locks. So no crash can make a member show another.
 */
export function freeze(
  state: ValidatorState,
  signer: Signer,
  { shows }: HandoverRules,
): readonly StoreWrite[] {
  const { genesis, ledger, handover } = state;
  const epoch = handover.served;
  const change = ledger.committee.get(String(epoch + 1));
  invariant(change !== undefined, `epoch ${epoch} has not ended`);
  const header = { networkId: genesis.networkId, epoch, changeId: change.changeId };
  const parts = takeSnapshot(ledger, header, signer, shows).map((signed) => ({
    key: snapshotKey(epoch, signed.part.kind === 'Root' ? null : signed.part.index),
    value: signed,
  }));
  return [...parts, { key: FROZEN_KEY, value: epoch }];
}
