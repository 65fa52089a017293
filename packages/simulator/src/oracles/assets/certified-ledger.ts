import { balanceKey, nonceKey, startingBalances } from '@quorate/core';
import type { Address, TokenId, TransactionFacts, TransactionId } from '@quorate/protocol';
import { createEscrowModel, type Move } from '../model/escrow-model.ts';
import { moveAll } from '../model/moves.ts';
import type { OracleContext } from '../oracle.ts';

/** A certified transaction that adds to a balance. */
export interface Credit {
  readonly nonceKey: string;
  readonly id: TransactionId;
  readonly amount: bigint;
}

/** A balance that a transaction has changed. */
export interface ChangedBalance {
  readonly account: Address;
  readonly tokenId: TokenId;
  readonly balance: bigint;
}

/** The balances over the union of all certificates ever formed, delivered or not. */
export interface CertifiedLedger {
  /** Adds a newly certified transaction; gives the balances that it has lowered. */
  certify(facts: TransactionFacts): readonly ChangedBalance[];
  /** Lists the certified credits to a balance, by its key. */
  creditsTo(key: string): readonly Credit[];
}

/** Creates the ledger of a run in which nothing is certified: the one of genesis. */
export function createCertifiedLedger({
  genesis,
}: Pick<OracleContext, 'genesis'>): CertifiedLedger {
  const balances = new Map<string, bigint>();
  const credits = new Map<string, Credit[]>();
  let present: TransactionFacts | undefined;
  let lowered = new Map<string, readonly [Address, TokenId]>();

  const move: Move = (account, tokenId, amount) => {
    const key = balanceKey(account, tokenId);
    balances.set(key, (balances.get(key) ?? 0n) + amount);
    if (amount < 0n) lowered.set(key, [account, tokenId]);
    if (amount <= 0n || present === undefined) return;
    const { id, transaction } = present;
    const credit = { nonceKey: nonceKey(transaction.sender, transaction.nonce), id, amount };
    const known = credits.get(key);
    if (known === undefined) credits.set(key, [credit]);
    else known.push(credit);
  };
  for (const held of startingBalances(genesis)) move(...held);
  const escrow = createEscrowModel(move);

  return {
    certify(facts) {
      present = facts;
      lowered = new Map();
      moveAll(facts, { move, escrow, genesis });
      return [...lowered].map(([key, [account, tokenId]]) => ({
        account,
        tokenId,
        balance: balances.get(key) ?? 0n,
      }));
    },
    creditsTo: (key) => credits.get(key) ?? [],
  };
}
