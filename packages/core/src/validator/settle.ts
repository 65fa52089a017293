import type { Address } from '@quorate/protocol';
import { createdTokens } from '../ledger/created-tokens.ts';
import { type Account, nonceKey } from '../ledger/ledger.ts';
import { applyOperation } from '../ledger/operations/operation-table.ts';
import { Scratch } from '../ledger/scratch.ts';
import { feeOf } from './fee.ts';
import { operationContext } from './operation-context.ts';
import type { Delivery, Settlement } from './rule-types.ts';

/**
 * S5: applies a certificate unconditionally, as one atomic write.
 *
 * No balance, permission or status is checked again, because a quorum vouched for them. So a
 * balance can go below zero until the certificate that funded it arrives (rule S6).
 */
export function settle(delivery: Delivery): Settlement {
  const { state, env, facts, transaction } = delivery;
  const { sender, nonce } = transaction;
  const { effects } = env.rules;
  const scratch = new Scratch(state.ledger);
  effects.operations(delivery, scratch);
  effects.fee(delivery, scratch);
  scratch.put('account', sender, effects.account(delivery, scratch.account(sender)));
  scratch.put('settled', nonceKey(sender, nonce), facts.id);
  for (const signer of signersOf(delivery)) scratch.put('signer', signer, true);
  const rows = effects.rows(delivery, scratch);
  return { changes: scratch.changes(), rows, createdTokens: createdTokens(facts) };
}

/** S5: applies every operation, in order. */
export function applyOperations(delivery: Delivery, scratch: Scratch): void {
  const { env, transaction } = delivery;
  let index = -1;
  for (const operation of transaction.operations) {
    index += 1;
    applyOperation(env.rules.operations, operation, scratch, operationContext(delivery, index));
  }
}

/**
 * S5: advances the nonce and clears the lock, whatever it holds: no other transaction can be
 * certified at this nonce any more.
 */
export function advance({ transaction }: Delivery, { creditCount }: Account): Account {
  return { nextNonce: transaction.nonce + 1n, lock: undefined, creditCount };
}

// Keys that signed in a multisig or as verifiers: none of them can become a validator key (rule
// C2).
function signersOf({ envelope, transaction }: Delivery): readonly Address[] {
  const signers: Address[] = [];
  if (envelope.signature.kind === 'MultiSig') {
    for (const [signer] of envelope.signature.signatures) signers.push(signer);
  }
  for (const operation of transaction.operations) {
    if (operation.kind !== 'ExternalClaim') continue;
    for (const { verifierAddr } of operation.signatures) signers.push(verifierAddr);
  }
  return signers;
}

/** V7: debits the fee from the sender and credits it to the fee account. */
export function payFee({ state, transaction }: Delivery, scratch: Scratch): void {
  const fee = feeOf(state.genesis, transaction);
  const account = state.genesis.fees?.account;
  if (fee === undefined || account === undefined || fee.amount === 0n) return;
  scratch.debit(transaction.sender, fee.tokenId, fee.amount);
  scratch.credit(account, fee.tokenId, fee.amount);
}
