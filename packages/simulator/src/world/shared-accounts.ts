import { factsOf, type TransactionEnvelope, type VersionedTransaction } from '@quorate/protocol';
import type { SignedForm } from '../scenario/manner.ts';
import type { ScenarioAccount } from '../scenario/scenario.ts';
import { bytesToSign } from './intents.ts';
import { multiSigConfigOf, type Parties } from './parties.ts';
import type { Place } from './writer.ts';

/** A multisig account in the hands of its members, who agree among them on what to sign. */
export interface SharedAccount {
  readonly name: string;
  /**
   * Signs as one member the transaction that is agreed on for a wish, or else one that `write`
   * gives. Signatures that the others bring, their own and those of verifiers, are not in it: the proxy brings them
   * together (rule P9).
   */
  share(member: string, wish: Wish, write: Write): TransactionEnvelope;
  /**
   * Whether members ever signed different transactions for one nonce of it: like somebody alone who
   * equivocates, they can lock it for good.
   */
  isDisputed(): boolean;
}

/** Writes what a member wants: where it stands that was agreed on before, or else as the account's next. */
type Write = (place?: Place) => VersionedTransaction;

/** What a member wants of the account. */
export interface Wish {
  /** Equal for members who want the same. */
  readonly text: string;
  /** What the member signs of it, where that is not the signing form. */
  readonly form: SignedForm | undefined;
}

/** What members have agreed to sign at the account's next nonce. */
interface Agreed {
  readonly wish: string;
  readonly transaction: VersionedTransaction;
}

/** Gives the transaction that is agreed on with the verifiers whom a member has sign its claims. */
function asWrittenBy(write: Write, agreed: VersionedTransaction): VersionedTransaction {
  const { id, transaction } = factsOf(agreed);
  if (transaction.operations.every(({ kind }) => kind !== 'ExternalClaim')) return agreed;
  const own = write(transaction);
  return factsOf(own).id === id ? own : agreed;
}

/** Creates a multisig account of which nothing is signed; `nextNonce` tells where it stands. */
export function createSharedAccount(
  account: ScenarioAccount,
  parties: Parties,
  nextNonce: () => bigint,
): SharedAccount {
  const { name, signers } = account;
  const config = multiSigConfigOf(account, parties);
  let agreed: readonly Agreed[] = [];
  let isDisputed = false;

  function agreeOn(wish: string, write: Write): VersionedTransaction {
    agreed = agreed.filter(
      ({ transaction }) => factsOf(transaction).transaction.nonce === nextNonce(),
    );
    const known = agreed.find((each) => each.wish === wish);
    if (known !== undefined) return asWrittenBy(write, known.transaction);
    const transaction = write();
    agreed = [...agreed, { wish, transaction }];
    isDisputed ||= agreed.length > 1;
    return transaction;
  }

  return {
    name,
    isDisputed: () => isDisputed,
    share(member, { text, form }, write) {
      // Nobody agrees on anything with a stranger.
      const transaction = signers.includes(member) ? agreeOn(text, write) : write();
      const { address, sign } = parties.signer(member);
      const signature = sign(bytesToSign(transaction, form));
      return {
        transaction,
        signature: { kind: 'MultiSig', config, signatures: [[address, signature]] },
      };
    },
  };
}
