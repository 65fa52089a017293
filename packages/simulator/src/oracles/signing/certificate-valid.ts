import type { Committee } from '@quorate/core';
import {
  type Address,
  counted,
  factsOf,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionFacts,
} from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import { areClaimsSound } from '../admission/operation-opinions.ts';
import { forgeryIn } from '../authentic.ts';
import type { Finding, Oracle, OracleContext } from '../oracle.ts';

type Context = Pick<OracleContext, 'committees' | 'nameOf' | 'verifier'>;

/**
 * Every certificate that a correct party accepted has a true quorum of one committee: at validators
 * that settled it, proxies that gave it out, and clients that showed it to their users. What is
 * given out is also signed by its sender and by the verifiers of its claim; for settled
 * certificates other invariants check that.
 */
export function certificateValid(context: Context): Oracle {
  const { nameOf } = context;
  // Messages are frozen, so a certificate that was valid once stays valid wherever it appears.
  const good = new WeakSet<TransactionCertificate>();

  function check(party: string, certificate: TransactionCertificate): Finding | undefined {
    if (good.has(certificate)) return undefined;
    const facts = factsOf(certificate.envelope.transaction);
    const fault = quorumFault(certificate, facts, context);
    if (fault !== undefined) return found(party, facts, ['a quorum', fault]);
    good.add(certificate);
    return undefined;
  }

  function checkEnvelope(party: string, { envelope }: TransactionCertificate): Finding | undefined {
    const facts = factsOf(envelope.transaction);
    const fault = envelopeFault(envelope, facts, context.verifier);
    if (fault === undefined) return undefined;
    return found(party, facts, ['those who have to sign it', fault]);
  }

  function found(
    party: string,
    { id, transaction: { sender, nonce } }: TransactionFacts,
    [what, fault]: readonly [lacking: string, fault: string],
  ): Finding {
    return {
      message: `${party} accepted (${nameOf(sender)}, nonce ${nonce}) without ${what}: ${fault}`,
      facts: { party, transaction: id, fault },
    };
  }

  return {
    name: 'certificate-valid',
    kind: 'safety',
    afterSettlement: ({ validator, certificate }) => check(validator, certificate),
    afterSuccess: ({ by, certificate }) => check(by, certificate) ?? checkEnvelope(by, certificate),
  };
}

/**
 * Says which signature other than those of validators is missing or invalid in an envelope;
 * undefined when none (rules V3, V6 and S1).
 */
export function envelopeFault(
  envelope: TransactionEnvelope,
  facts: TransactionFacts,
  verifier: Context['verifier'],
): string | undefined {
  const forgery = forgeryIn(envelope, verifier);
  if (forgery !== undefined || areClaimsSound(facts, verifier)) return forgery;
  return 'no quorum of verifiers vouches for its claim';
}

/**
 * Says why the signatures in a certificate are not a quorum of one committee; undefined when they
 * are (S1).
 *
 * Written from ledger.md alone: the checks of validators, proxies and clients may be the bug.
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
    if (!seats.has(signer)) return `${signer} is not a member of epoch ${home.epoch}`;
    if (!verifier.verify(signer, signingBytes, given)) {
      return `the signature of ${signer} does not verify`;
    }
  }
  const needed = quorumSize(seats.size);
  return signers.size >= needed
    ? undefined
    : `${counted(signers.size, 'validator')} signed, ${needed} make a quorum`;
}

const seatsKnown = new WeakMap<Committee, ReadonlySet<Address>>();

function seatsOf(committee: Committee): ReadonlySet<Address> {
  const known = seatsKnown.get(committee);
  if (known !== undefined) return known;
  const seats = new Set(committee.members.map(({ validator }) => validator.address));
  seatsKnown.set(committee, seats);
  return seats;
}
