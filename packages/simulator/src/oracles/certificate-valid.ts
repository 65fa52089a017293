import type { Committee } from '@quorate/core';
import {
  type Address,
  factsOf,
  type TransactionCertificate,
  type TransactionFacts,
} from '@quorate/protocol';
import { quorumSize } from '../quorums.ts';
import type { Finding, Oracle, OracleContext } from './oracle.ts';

type Context = Pick<OracleContext, 'committees' | 'nameOf' | 'verifier'>;

/**
 * Every certificate that a correct party accepted has a true quorum of one committee: validators
 * that settled it, proxies that gave it out, clients that showed it to their users.
 */
export function certificateValid(context: Context): Oracle {
  const { nameOf } = context;
  // Messages are frozen, so a certificate that was good stays good wherever it turns up.
  const good = new WeakSet<TransactionCertificate>();

  function check(party: string, certificate: TransactionCertificate): Finding | undefined {
    if (good.has(certificate)) return undefined;
    const facts = factsOf(certificate.envelope.transaction);
    const fault = quorumFault(certificate, facts, context);
    if (fault === undefined) {
      good.add(certificate);
      return undefined;
    }
    const { sender, nonce } = facts.transaction;
    return {
      message: `${party} accepted (${nameOf(sender)}, nonce ${nonce}) without a quorum: ${fault}`,
      facts: { party, transaction: facts.id, fault },
    };
  }

  return {
    name: 'certificate-valid',
    kind: 'safety',
    afterSettlement: ({ validator, certificate }) => check(validator, certificate),
    afterSuccess: ({ by, certificate }) => check(by, certificate),
  };
}

/**
 * Says why the signatures of a certificate are no quorum of one committee, or nothing (rule S1).
 *
 * Written from ledger.md alone: how validators, proxies and clients tell may be what is wrong.
 */
export function quorumFault(
  { signatures }: TransactionCertificate,
  { signingBytes }: TransactionFacts,
  {
    committees,
    verifier,
  }: Pick<Context, 'verifier'> & {
    readonly committees: Pick<Context['committees'], 'of'>;
  },
): string | undefined {
  let home: Committee | undefined;
  const signers = new Set<Address>();
  for (const [signer] of signatures) {
    if (signers.has(signer)) return 'somebody signed twice';
    signers.add(signer);
    home ??= committees.of(signer)[0];
  }
  if (home === undefined) return 'it is signed by no member of a committee';
  const seats = seatsOf(home);
  for (const [signer, given] of signatures) {
    if (!seats.has(signer)) return `${signer} is no member of epoch ${home.epoch}`;
    if (!verifier.verify(signer, signingBytes, given)) {
      return `the signature of ${signer} does not verify`;
    }
  }
  const needed = quorumSize(seats.size);
  return signers.size >= needed
    ? undefined
    : `${signers.size} validators signed, ${needed} make a quorum`;
}

const seatsKnown = new WeakMap<Committee, ReadonlySet<Address>>();

function seatsOf(committee: Committee): ReadonlySet<Address> {
  const known = seatsKnown.get(committee);
  if (known !== undefined) return known;
  const seats = new Set(committee.members.map(({ validator }) => validator.address));
  seatsKnown.set(committee, seats);
  return seats;
}
