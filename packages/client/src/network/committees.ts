import {
  type Committee,
  certificateWithSignedTag,
  nextCommittee,
  quorumSize,
  verifiedFacts,
} from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { factsOf, type NetworkId, type TransactionCertificate } from '@quorate/protocol';
import { able, networkId as checkNetworkId, fields } from '../values/check-shape.ts';
import { checkCommittee } from '../values/operation-shape.ts';
import type { Client } from './client.ts';
import { ClientError } from './client-error.ts';

/** The committees of a network, followed from one that the caller trusts (rule P10). */
export interface CommitteeChain {
  /** Gives the known committees, from the trusted one on; the last is the latest. */
  known(): readonly Committee[];
  /**
   * Asks for further committee changes, and follows each that is signed by a quorum of the
   * committee before it. The operators of the new committees are not known.
   *
   * @throws ClientError `UNTRUSTED` when the next change shown is not signed by such a quorum
   */
  follow(): Promise<readonly Committee[]>;
  /**
   * Tells whether a quorum of one of the committees signed a certificate. If it is none of the
   * known ones, asks for later changes. The certificate may come from JSON, which does not show the
   * signed tags: these are found by the sender's signature.
   *
   * @throws ClientError
   */
  verify(certificate: TransactionCertificate): Promise<boolean>;
}

const PARTS = fields({
  client: able('what createClient gives', 'committeeChange'),
  networkId: checkNetworkId,
  pinned: checkCommittee,
  verifier: able('what createVerifier gives', 'verify'),
});

/**
 * Begins a chain of committees at a trusted one, of any epoch.
 *
 * @throws DecodeError for an option of the wrong type
 */
export function createCommitteeChain(options: {
  readonly client: Pick<Client, 'committeeChange'>;
  /**
   * Two networks may have validators with the same keys. What they sign for another network does
   * not count.
   */
  readonly networkId: NetworkId;
  readonly pinned: Committee;
  readonly verifier: Verifier;
}): CommitteeChain {
  PARTS(options, 'options');
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
      // Another call may have followed this change meanwhile.
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

/** A transaction that names no network, as in older releases, belongs to every network. */
function isOf(networkId: NetworkId, { envelope }: TransactionCertificate): boolean {
  const named = factsOf(envelope.transaction).transaction.networkId;
  return named === null || named === networkId;
}
