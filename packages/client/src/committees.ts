import {
  type Committee,
  certificateWithSignedTag,
  nextCommittee,
  quorumSize,
  verifiedFacts,
} from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { factsOf, type NetworkId, type TransactionCertificate } from '@quorate/protocol';
import type { Client } from './client.ts';
import { ClientError } from './client-error.ts';

/** Who signs for a network, from a committee that somebody trusts on (rule P10). */
export interface CommitteeChain {
  /** Gives the committees that are known, from the one that is trusted on; the last is the latest. */
  known(): readonly Committee[];
  /**
   * Asks for the changes that are not known, and follows each that a quorum of the committee before it
   * has signed. Those it leads to come without their operators.
   *
   * @throws ClientError `UNTRUSTED` where what is shown as the next change is not signed so
   */
  follow(): Promise<readonly Committee[]>;
  /**
   * Tells whether a quorum of one of the committees signed a certificate; asks for later changes where
   * none of those that are known did. Of one that was read from JSON, which does not say which tags were signed,
   * the sender's signature does.
   *
   * @throws ClientError
   */
  verify(certificate: TransactionCertificate): Promise<boolean>;
}

/** Begins a chain of committees at one that somebody trusts, of whichever epoch. */
export function createCommitteeChain(options: {
  readonly client: Pick<Client, 'committeeChange'>;
  /** Validators of two networks may have the same keys; what they sign for another is not of this one. */
  readonly networkId: NetworkId;
  readonly pinned: Committee;
  readonly verifier: Verifier;
}): CommitteeChain {
  const { client, networkId, pinned, verifier } = options;
  let committees: readonly Committee[] = [pinned];
  let latest = pinned;

  function isSigned(certificate: TransactionCertificate): boolean {
    const context = { committees, quorum: quorumSize, verifier };
    return verifiedFacts(certificate, context) !== undefined && isOf(networkId, certificate);
  }

  async function follow(): Promise<readonly Committee[]> {
    for (;;) {
      const from = latest;
      const certificate = await client.committeeChange(from.epoch + 1);
      // Whoever asked meanwhile may have followed it already.
      if (latest !== from) continue;
      const context = { quorum: quorumSize, verifier };
      if (certificate === undefined) return committees;
      const next = nextCommittee(from, certificate, context);
      if (next === undefined || !isOf(networkId, certificate)) {
        const text = `what is shown as the change to epoch ${from.epoch + 1} has no quorum of epoch ${from.epoch}`;
        throw new ClientError('UNTRUSTED', text);
      }
      committees = [...committees, next];
      latest = next;
    }
  }

  return {
    known: () => committees,
    follow,
    async verify(read) {
      const certificate = certificateWithSignedTag(read, verifier);
      if (isSigned(certificate)) return true;
      await follow();
      return isSigned(certificate);
    },
  };
}

/** What names no network, as older releases do, is of every one. */
function isOf(networkId: NetworkId, { envelope }: TransactionCertificate): boolean {
  const named = factsOf(envelope.transaction).transaction.networkId;
  return named === null || named === networkId;
}
