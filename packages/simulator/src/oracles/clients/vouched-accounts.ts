import { balanceKey, type Ledger, NEW_ACCOUNT } from '@quorate/core';
import { type Address, NATIVE_TOKEN_ID, type TokenId } from '@quorate/protocol';
import { cellPlace } from '../model/cell-place.ts';
import type { GivenAnswer } from '../oracle.ts';

/** What correct validators held of an account at one nonce, each when it was asked. */
interface VouchedAccount {
  /** The most that any of them held, in least units of the token. */
  readonly balances: ReadonlyMap<TokenId, bigint>;
  /** Key and state, joined. */
  readonly cells: ReadonlySet<string>;
}

/** Remembers what correct validators held of the accounts that they were asked for. */
export interface VouchedAccounts {
  /** Takes an answer; ignores those that are not about an account. */
  note(answer: GivenAnswer): void;
  /**
   * Gives what they held at a next nonce; undefined when no correct validator that was asked was
   * there.
   */
  at(address: Address, nextNonce: bigint): VouchedAccount | undefined;
}

interface Noted {
  readonly balances: Map<TokenId, bigint>;
  readonly cells: Set<string>;
}

/** Creates an empty memory. */
export function createVouchedAccounts(): VouchedAccounts {
  const accounts = new Map<string, Noted>();

  function notedAt(address: Address, { account }: Ledger): Noted {
    const key = keyOf(address, (account.get(address) ?? NEW_ACCOUNT).nextNonce);
    const noted = accounts.get(key) ?? { balances: new Map(), cells: new Set() };
    accounts.set(key, noted);
    return noted;
  }

  return {
    note({ result, step }) {
      if (result.type !== 'AccountInfo') return;
      const { address, tokenBalances, stateCells } = result;
      // What counts is the ledger behind an answer, because the query itself may be the bug.
      const { ledger } = step.observation.after;
      const { balances, cells } = notedAt(address, ledger);
      for (const token of [NATIVE_TOKEN_ID, ...tokenBalances.map(([id]) => id)]) {
        const held = ledger.balance.get(balanceKey(address, token)) ?? 0n;
        const most = balances.get(token);
        if (most === undefined || held > most) balances.set(token, held);
      }
      for (const [stateKey] of stateCells) {
        const state = ledger.cell.get(cellPlace(address, stateKey));
        if (state !== undefined) cells.add([stateKey, state].join());
      }
    },
    at: (address, nextNonce) => accounts.get(keyOf(address, nextNonce)),
  };
}

function keyOf(address: Address, nextNonce: bigint): string {
  return `${address}/${nextNonce}`;
}
