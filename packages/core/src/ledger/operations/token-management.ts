import { type Address, BURN_ADDRESS, type MintChange, NATIVE_TOKEN_ID } from '@quorate/protocol';
import { updateKey } from '../ledger.ts';
import { missing, missingToken } from './missing.ts';
import { notSubmittable, type OperationOf, type OperationRules } from './operation-rules.ts';
import { byText } from './token-creation.ts';

/**
 * Changes a token's admin, name and minters.
 *
 * Updates form one chain per token, across admins; the first one has id 0. One that is too early
 * has a missing dependency; one that is too late is refused. Source: ledger.md section 5, D2.
 */
export const tokenManagement: OperationRules<OperationOf<'TokenManagement'>> = {
  validate: ({ tokenId, updateId, newAdmin }, scratch, context) => {
    if (tokenId === NATIVE_TOKEN_ID) {
      return notSubmittable(context, 'nobody manages the native token');
    }
    const token = scratch.get('token', tokenId)?.description;
    if (token === undefined) return missing(missingToken(tokenId));
    if (updateId > token.updateCount) {
      return missing({ kind: 'TokenUpdate', id: updateKey(tokenId, token.updateCount) });
    }
    if (updateId < token.updateCount) {
      return notSubmittable(context, `update_id is ${token.updateCount}, got ${updateId}`);
    }
    if (token.admin !== context.transaction.sender) {
      return notSubmittable(context, `only the admin ${token.admin} manages this token`);
    }
    if (newAdmin === BURN_ADDRESS) {
      return notSubmittable(context, 'the new admin is not the burn address');
    }
    return undefined;
  },
  dependencies: ({ tokenId, updateId }, scratch) => {
    const token = scratch.get('token', tokenId)?.description;
    if (token === undefined) return [missingToken(tokenId)];
    return updateId > token.updateCount
      ? [{ kind: 'TokenUpdate', id: updateKey(tokenId, token.updateCount) }]
      : [];
  },
  apply: ({ tokenId, updateId, newAdmin, newTokenName, mints }, scratch, { transaction }) => {
    const { sender, nonce } = transaction;
    scratch.put('update', updateKey(tokenId, updateId), { sender, nonce });
    const token = scratch.get('token', tokenId)?.description;
    if (token === undefined) return;
    scratch.describe(tokenId, {
      ...token,
      admin: newAdmin ?? token.admin,
      name: newTokenName ?? token.name,
      mints: changedMints(token.mints, mints),
      updateCount: token.updateCount + 1n,
    });
  },
};

function changedMints(
  mints: readonly Address[],
  changes: readonly MintChange[],
): readonly Address[] {
  const set = new Set(mints);
  for (const [change, address] of changes) {
    if (change === 'Add') set.add(address);
    else set.delete(address);
  }
  return [...set].sort(byText);
}
