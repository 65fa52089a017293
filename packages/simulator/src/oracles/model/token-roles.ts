import type { Ledger } from '@quorate/core';
import {
  type Address,
  type Operation,
  operationId,
  type TokenId,
  type TransactionFacts,
} from '@quorate/protocol';

/** The roles for a token, and how often it was updated. */
export interface TokenRoles {
  readonly admin: Address;
  readonly mints: ReadonlySet<Address>;
  readonly updateCount: bigint;
}

/** An operation on a token, with the roles as the operations before it left them. */
export interface RoleUse {
  readonly operation: Operation;
  /** Undefined when the token is unknown. */
  readonly roles: TokenRoles | undefined;
}

/** Lists the mints and updates in a transaction, each with the roles that applied. */
export function roleUses(facts: TransactionFacts, ledger: Ledger): readonly RoleUse[] {
  const { sender, operations } = facts.transaction;
  if (!operations.some(usesRoles)) return [];
  const known = new Map<TokenId, TokenRoles>();
  const rolesOf = (tokenId: TokenId) => known.get(tokenId) ?? rolesIn(ledger, tokenId);
  return operations.flatMap((operation, index): readonly RoleUse[] => {
    switch (operation.kind) {
      case 'TokenCreation': {
        const mints = new Set(operation.mints);
        known.set(createdToken(facts, index), { admin: sender, mints, updateCount: 0n });
        return [];
      }
      case 'TokenManagement': {
        const roles = rolesOf(operation.tokenId);
        if (roles !== undefined) known.set(operation.tokenId, rolesAfter(roles, operation));
        return [{ operation, roles }];
      }
      case 'Mint':
        return [{ operation, roles: rolesOf(operation.tokenId) }];
      default:
        return [];
    }
  });
}

function usesRoles({ kind }: Operation): boolean {
  return kind === 'TokenManagement' || kind === 'Mint';
}

/** Gives the id of the token that an operation creates (ledger.md section 5, "Ids"). */
export function createdToken({ id, transaction }: TransactionFacts, index: number): TokenId {
  const { tokenIdScheme, sender, nonce } = transaction;
  const derived: string = tokenIdScheme === 'transaction' ? id : operationId(sender, nonce, index);
  return derived as TokenId;
}

/** Gives the roles for a token in a ledger; undefined when it is unknown. */
function rolesIn({ token }: Pick<Ledger, 'token'>, tokenId: TokenId): TokenRoles | undefined {
  const description = token.get(tokenId)?.description;
  return description === undefined
    ? undefined
    : { ...description, mints: new Set(description.mints) };
}

/** Gives the roles for a token after an update. */
export function rolesAfter(
  { admin, mints, updateCount }: TokenRoles,
  { newAdmin, mints: changes }: Extract<Operation, { readonly kind: 'TokenManagement' }>,
): TokenRoles {
  const set = new Set(mints);
  for (const [change, address] of changes) {
    if (change === 'Add') set.add(address);
    else set.delete(address);
  }
  return { admin: newAdmin ?? admin, mints: set, updateCount: updateCount + 1n };
}
