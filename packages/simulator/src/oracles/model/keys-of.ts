import type { Ledger } from '@quorate/core';
import {
  type Address,
  factsOf,
  type SignatureOrMultiSig,
  type Transaction,
  type TransactionEnvelope,
} from '@quorate/protocol';

/**
 * Lists the keys that a transaction is based on; the address of a multisig account is not a key.
 */
export function keysOf(
  signature: SignatureOrMultiSig,
  { sender, operations }: Pick<Transaction, 'sender' | 'operations'>,
): readonly Address[] {
  const keys: Address[] = [];
  if (signature.kind === 'MultiSig') keys.push(...signature.config.authorizedSigners);
  else keys.push(sender);
  for (const operation of operations) {
    if (operation.kind === 'ExternalClaim') keys.push(...operation.claim.verifierCommittee);
  }
  return keys;
}

/**
 * Lists the keys that signed a transaction beside its sender: members of a multisig account and
 * verifiers of claims.
 */
export function cosignersOf({ transaction, signature }: TransactionEnvelope): {
  readonly members: readonly Address[];
  readonly verifiers: readonly Address[];
} {
  const { operations } = factsOf(transaction).transaction;
  return {
    members: signature.kind === 'MultiSig' ? signature.signatures.map(([key]) => key) : [],
    verifiers: operations.flatMap((operation) =>
      operation.kind === 'ExternalClaim'
        ? operation.signatures.map(({ verifierAddr }) => verifierAddr)
        : [],
    ),
  };
}

/** Tells whether a key has sent or signed anything that settled in a ledger (rule C2). */
export function hasHistory(key: Address, { account, signer }: Ledger): boolean {
  return (account.get(key)?.nextNonce ?? 0n) > 0n || signer.get(key) === true;
}
