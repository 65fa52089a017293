import { factsOf, type TransactionEnvelope, type VersionedTransaction } from '@quorate/protocol';
import type { ScenarioAccount } from '../../scenario/cluster/cluster.ts';
import type { SignedForm } from '../../scenario/steps/manner.ts';
import { multiSigConfigOf, type Parties } from '../parties.ts';
import { bytesToSign } from './intents.ts';
import type { Place } from './writer.ts';

/** A multisig account of members who agree on what to sign. */
export interface SharedAccount {
  readonly name: string;
  /**
   * Signs, as one member, the transaction agreed on for a wish, or the one from `write` if there is
   * none. The signatures of other members and of verifiers are not in it: the proxy merges them
   * (rule P9).
   */
  share(member: string, wish: Wish, write: Write): TransactionEnvelope;
  /**
   * Whether members ever signed different transactions for one nonce. Like a single equivocator,
   * they can lock the account for good.
   */
  isDisputed(): boolean;
}

/**
 * Writes what a member wants: at the place agreed on before, or as the account's next transaction.
 */
type Write = (place?: Place) => VersionedTransaction;

/** What a member wants of the account. */
export interface Wish {
  /** Equal for members who want the same. */
  readonly text: string;
  /** The form that the member signs, if it is not the signing form. */
  readonly form: SignedForm | undefined;
}

/** What members have agreed to sign at the account's next nonce. */
interface Agreed {
  readonly wish: string;
  readonly transaction: VersionedTransaction;
}

/** Gives the agreed transaction with the verifier signatures that this member provides. */
function asWrittenBy(write: Write, agreed: VersionedTransaction): VersionedTransaction {
  const { id, transaction } = factsOf(agreed);
  if (transaction.operations.every(({ kind }) => kind !== 'ExternalClaim')) return agreed;
  const own = write(transaction);
  return factsOf(own).id === id ? own : agreed;
}

/** Creates a multisig account for which nothing was signed; `nextNonce` gives its next nonce. */
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
      // Nobody agrees on anything with a signer that is not a member.
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
