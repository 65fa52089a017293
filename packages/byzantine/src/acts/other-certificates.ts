import {
  type GetCertificates,
  type Message,
  prunedAt,
  type Result,
  tombstoneOf,
} from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  type Bytes32,
  factsOf,
  LIMITS,
  type PrunedCertificate,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import type { Bend } from '../bend.ts';
import type { Reach } from '../reach.ts';
import type { Stage } from '../stage.ts';
import type { CertificateChoice } from '../words.ts';
import { answering } from './answering.ts';

/** The id, and the hash, of no transaction. */
const NOBODYS = 'ee'.repeat(32);

/**
 * Shows certificates that verify, but that no correct validator would show in answer to the
 * request.
 */
export function otherCertificates(shows: CertificateChoice, reach: Reach, stage: Stage): Bend {
  switch (shows) {
    case 'signers':
      return answering(reach, (result) => resigned(result, stage));
    case 'pruned':
      return answering(reach, (result, asked) => withoutAny(result, asked));
    case 'page':
      return {
        hear: (heard) => {
          const { from: peer, message } = heard;
          if (message.type !== 'GetCertificates') return heard;
          const whole = reach.act({ peer, request: message }, () => unlimited(message, stage));
          return whole === undefined ? heard : { ...heard, message: whole };
        },
      };
  }
}

/** Extends a request to the whole list; undefined if it gets all of that anyway. */
function unlimited(
  asked: GetCertificates,
  { state }: Pick<Stage, 'state'>,
): GetCertificates | undefined {
  const { select } = asked;
  const limit = LIMITS.certificatesPerRequest;
  if (select.by !== 'Sender') return undefined;
  const { fromNonce } = select;
  const settled = state()?.ledger.account.get(select.sender)?.nextNonce ?? 0n;
  const most = settled < limit ? Number(settled) : limit;
  if (settled === 0n || (fromNonce === 0n && select.limit >= most)) return undefined;
  return { ...asked, select: { ...select, fromNonce: 0n, limit } };
}

/**
 * Reports all certificates as pruned, from the time of their transactions on, and one more that
 * does not exist.
 */
function withoutAny(result: Result, asked: Message): readonly Result[] | undefined {
  if (result.type !== 'Certificates') return undefined;
  const gone = result.certificates.map((certificate) => {
    const { transaction } = factsOf(certificate.envelope.transaction);
    const settledAt = transaction.timestampNanos;
    return prunedAt(transaction, tombstoneOf({ certificate, settledAt }));
  });
  const held = [...(result.pruned ?? []), ...gone];
  const pruned = [...held, ...madeUpFor(asked, held.length)];
  return pruned.length === 0 ? undefined : [{ type: 'Certificates', certificates: [], pruned }];
}

/** Makes up what a list of certificates would go on with. */
function madeUpFor(asked: Message, after: number): readonly PrunedCertificate[] {
  if (asked.type !== 'GetCertificates') return [];
  const { select } = asked;
  const made = {
    pruned: NOBODYS as TransactionId,
    settledAt: 0n,
    hash: NOBODYS as Bytes32,
  };
  switch (select.by) {
    case 'Sender':
      return [prunedAt({ sender: select.sender, nonce: select.fromNonce + BigInt(after) }, made)];
    case 'Basis':
      return [prunedAt({ sender: select.recipient, nonce: 0n }, made)];
    default:
      return [];
  }
}

function resigned(result: Result, stage: Stage): readonly Result[] | undefined {
  if (result.type !== 'Certificates') return undefined;
  const certificates = result.certificates.map((each) => withOwnSignature(each, stage) ?? each);
  const isSame = certificates.every((each, index) => each === result.certificates[index]);
  return isSame ? undefined : [{ ...result, certificates }];
}

/**
 * Replaces the first signature by the validator's own; undefined if the validator has signed itself
 * or has no key for that committee.
 */
function withOwnSignature(
  { envelope, signatures }: TransactionCertificate,
  stage: Stage,
): TransactionCertificate | undefined {
  const [first, ...others] = signatures;
  const signer = first && seatBeside(first[0], stage);
  if (signer === undefined || signatures.some(([key]) => key === signer.address)) return undefined;
  const own = signer.sign(factsOf(envelope.transaction).signingBytes);
  return { envelope, signatures: [[signer.address, own], ...others] };
}

/** Finds the validator's key in the committee to which another key belongs. */
function seatBeside(
  other: TransactionCertificate['signatures'][number][0],
  { state, env }: Stage,
): Signer | undefined {
  const committee = state()?.committees.find(({ members }) =>
    members.some(({ validator }) => validator.address === other),
  );
  const { keys } = env();
  const seat = committee?.members.find(
    ({ validator }) => keys.find(validator.address) !== undefined,
  );
  return seat && keys.find(seat.validator.address);
}
