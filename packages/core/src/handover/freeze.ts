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
 * Where a driver delivers the change, the snapshot is in the same atomic write that ends the epoch.
 * Where another validator brings it, the epoch ends one write earlier, and a member that crashes
 * between the two takes the snapshot when it restarts, before it handles any message. So no crash
 * can make a member show a second one.
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
