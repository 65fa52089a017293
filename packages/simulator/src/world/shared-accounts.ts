import {
  factsOf,
  type Signature,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import type { ScenarioAccount } from '../scenario/scenario.ts';
import { multiSigConfigOf, type Parties } from './parties.ts';

/** A multisig account in the hands of its members, who collect their signatures among them. */
export interface SharedAccount {
  readonly name: string;
  readonly quorum: number;
  /** Calls back when no transaction of the account is under way. */
  whenFree(then: () => void): void;
  /**
   * Adds a member's signature to the open transaction that says the same, or opens one.
   *
   * `write` is asked for a transaction at the account's next nonce.
   */
  sign(member: string, subject: string, write: () => VersionedTransaction): Share;
  /** The transaction is on its way. */
  begin(): void;
  /** What became of it is known. */
  end(): void;
}

/** A transaction with the signatures of a multisig account so far. */
export interface Share {
  readonly envelope: TransactionEnvelope;
  /** How many members have signed. */
  readonly signatures: number;
  readonly isComplete: boolean;
}

interface Open {
  readonly subject: string;
  readonly transaction: VersionedTransaction;
  readonly signatures: Map<string, Signature>;
}

/** Creates a multisig account of which nothing is signed; `nextNonce` tells where it stands. */
export function createSharedAccount(
  account: ScenarioAccount,
  parties: Parties,
  nextNonce: () => bigint,
): SharedAccount {
  const { name, quorum, signers } = account;
  const config = multiSigConfigOf(account, parties);
  let opened: readonly Open[] = [];
  let isBusy = false;
  const waiting: (() => void)[] = [];

  function isOpen({ transaction, signatures }: Open): boolean {
    const { nonce } = factsOf(transaction).transaction;
    return nonce === nextNonce() && signatures.size < quorum;
  }

  function share({ transaction, signatures }: Open): Share {
    const named = [...signatures].map(
      ([member, signature]) => [parties.signer(member).address, signature] as const,
    );
    return {
      envelope: { transaction, signature: { kind: 'MultiSig', config, signatures: named } },
      signatures: signatures.size,
      isComplete: signatures.size >= quorum,
    };
  }

  return {
    name,
    quorum,
    whenFree(then) {
      if (isBusy) waiting.push(then);
      else then();
    },
    sign(member, subject, write) {
      opened = opened.filter(isOpen);
      // A stranger's signature refuses its own request and spoils nobody else's.
      const isMember = signers.includes(member);
      const same = isMember ? opened.find((each) => each.subject === subject) : undefined;
      const open = same ?? { subject, transaction: write(), signatures: new Map() };
      const { signingBytes } = factsOf(open.transaction);
      open.signatures.set(member, parties.signer(member).sign(signingBytes));
      if (!isMember) return { ...share(open), isComplete: true };
      if (same === undefined) opened = [...opened, open];
      return share(open);
    },
    begin: () => {
      isBusy = true;
    },
    end: () => {
      isBusy = false;
      waiting.shift()?.();
    },
  };
}
