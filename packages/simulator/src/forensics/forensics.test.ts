import { faultyMax, type Message, quorumSize, type Result } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  type Address,
  factsOf,
  hexToBytes,
  type Signature,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, certificateBy, committeeOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genesisOf, nameOf, payment, RIVALS, verifier } from '../../test/rivals.ts';
import { createEvidence } from './evidence.ts';
import { examine } from './forensics.ts';

/** Says, for each validator, which rivals it signed, and for which somebody else used its name. */
interface Votes {
  readonly signed: readonly number[];
  readonly forged: readonly number[];
  readonly isFaulty: boolean;
}

const anyRivals = fc.subarray(RIVALS.map((_, index) => index));

/** A correct validator signs at most one, unless `mayErr`. */
function anyVotes(mayErr: boolean): fc.Arbitrary<readonly Votes[]> {
  const faulty = fc.record({
    signed: anyRivals,
    forged: anyRivals,
    isFaulty: fc.constant(true),
  });
  const correct = fc.record({
    signed: mayErr ? anyRivals : fc.subarray([0, 1, 2], { maxLength: 1 }),
    forged: anyRivals,
    isFaulty: fc.constant(false),
  });
  return fc.array(fc.oneof(faulty, correct), { minLength: 1, maxLength: 10 });
}

function response(result: Result): Message {
  return { type: 'Response', requestId: 'r', result };
}

function signedMessage(
  { address }: Signer,
  { transaction }: TransactionEnvelope,
  signature: Signature,
): Message {
  const { id, transaction: content } = factsOf(transaction);
  return response({
    type: 'Signed',
    validator: address,
    signature,
    nextNonce: content.nonce,
    transactionId: id,
  });
}

function messagesOf(votes: readonly Votes[]): readonly Message[] {
  const validators = committeeOf(votes.length);
  return RIVALS.flatMap((envelope, rival): Message[] => {
    const { signingBytes } = factsOf(envelope.transaction);
    return [
      { type: 'SubmitTransaction', requestId: 'r', envelope },
      ...validators.flatMap((validator, index) => {
        const { signed = [], forged = [] } = votes[index] ?? {};
        // A forger has no key but its own.
        const forgery = signerOf('dave').sign(signingBytes);
        return [
          ...(forged.includes(rival) ? [signedMessage(validator, envelope, forgery)] : []),
          ...(signed.includes(rival)
            ? [signedMessage(validator, envelope, validator.sign(signingBytes))]
            : []),
        ];
      }),
    ];
  });
}

function examined(
  votes: readonly Votes[],
  messages: readonly Message[] = messagesOf(votes),
  isLeaked: (key: Address) => boolean = () => false,
) {
  const evidence = createEvidence(isLeaked);
  for (const message of messages) evidence.hear(message);
  const forensics = examine(evidence.testimonies(), {
    nameOf,
    labelOf: (id) => id,
    genesis: genesisOf(votes.length),
    verifier,
    isCorrect: (name) => votes[Number(name.slice(1)) - 1]?.isFaulty !== true,
  });
  return forensics?.conflicts[0];
}

/** Names who signed more than one of these rivals. */
function doubleSigners(votes: readonly Votes[], rivals: readonly number[]): readonly string[] {
  return votes.flatMap(({ signed }, index) =>
    signed.filter((rival) => rivals.includes(rival)).length > 1 ? [`v${index + 1}`] : [],
  );
}

function certifiedBy(votes: readonly Votes[]): readonly number[] {
  return RIVALS.flatMap((_, rival) => {
    const count = votes.filter(({ signed }) => signed.includes(rival)).length;
    return count >= quorumSize(votes.length) ? [rival] : [];
  });
}

const factsOfAll = RIVALS.map(({ transaction }) => factsOf(transaction));
const factsOfRival = (rival: number) => factsOfAll[rival] as (typeof factsOfAll)[number];

describe('forensics', () => {
  it('unique-certificate: names exactly those who signed both, at least f + 1, and nobody correct', () => {
    fc.assert(
      fc.property(anyVotes(false), (votes) => {
        const certified = certifiedBy(votes);
        const conflict = examined(votes);
        expect(conflict === undefined).toBe(certified.length < 2);
        if (conflict === undefined) return;
        const named = conflict.culprits.map(({ name }) => name);
        expect(named).toEqual(doubleSigners(votes, certified));
        expect(named.length).toBeGreaterThan(faultyMax(votes.length));
        const all = (each: Votes) => certified.every((rival) => each.signed.includes(rival));
        expect(conflict.intersection).toEqual(
          votes.flatMap((each, index) => (all(each) ? [`v${index + 1}`] : [])),
        );
        expect(conflict.culprits.every(({ isFaulty }) => isFaulty)).toBe(true);
        expect(conflict.finding).toBe('assumption-broken');
      }),
      { numRuns: 300 },
    );
  });

  it('no-double-sign: calls it a bug when a correct validator is among them, and names it', () => {
    fc.assert(
      fc.property(anyVotes(true), (votes) => {
        const certified = certifiedBy(votes);
        const isWrong = (name: string) => votes[Number(name.slice(1)) - 1]?.isFaulty === false;
        const wrong = doubleSigners(votes, [0, 1, 2]).filter(isWrong);
        const double = doubleSigners(votes, wrong.length > 0 ? [0, 1, 2] : certified);
        const conflict = examined(votes);
        expect(conflict === undefined).toBe(certified.length < 2 && wrong.length === 0);
        if (conflict === undefined) return;
        expect(conflict.culprits.map(({ name }) => name)).toEqual(double);
        expect(conflict.finding).toBe(
          wrong.length === 0 ? 'assumption-broken' : 'implementation-bug',
        );
        for (const name of wrong) expect(conflict.verdict).toContain(name);
      }),
      { numRuns: 300 },
    );
  });

  it('tells of each rival who signed it, and whether they are a quorum', () => {
    fc.assert(
      fc.property(anyVotes(true), (votes) => {
        const certified = certifiedBy(votes).map((rival) => factsOfRival(rival).id);
        for (const { transactionId, signers, hasQuorum } of examined(votes)?.rivals ?? []) {
          const isSigned = ({ signed }: Votes) =>
            signed.some((rival) => factsOfRival(rival).id === transactionId);
          expect(signers).toEqual(
            votes.flatMap((each, index) => (isSigned(each) ? [`v${index + 1}`] : [])),
          );
          expect(hasQuorum).toBe(certified.some((id) => id === transactionId));
        }
      }),
    );
  });

  it('blames nobody for what is signed with keys that have come into other hands', () => {
    const votes = Array.from({ length: 4 }, () => ({
      signed: [0, 1],
      forged: [],
      isFaulty: false,
    }));
    expect(examined(votes)?.finding).toBe('implementation-bug');
    expect(examined(votes, messagesOf(votes), () => true)).toBeUndefined();
    let isLeaked = false;
    const messages = messagesOf(votes);
    const [first = [], second = []] = [messages.slice(0, 5), messages.slice(5)];
    const evidence = createEvidence(() => isLeaked);
    for (const message of first) evidence.hear(message);
    isLeaked = true;
    for (const message of second) evidence.hear(message);
    expect(evidence.testimonies().map(({ claimed }) => claimed.size)).toEqual([4, 0, 0]);
  });

  it('hands out what proves it: every signature verifies under the key of the culprit', () => {
    fc.assert(
      fc.property(anyVotes(true), (votes) => {
        const conflict = examined(votes);
        for (const { key, signatures } of conflict?.culprits ?? []) {
          expect(
            new Set(signatures.map(({ transactionId }) => transactionId)).size,
          ).toBeGreaterThan(1);
          for (const { transactionId, signature } of signatures) {
            const rival = conflict?.rivals.find((each) => each.transactionId === transactionId);
            const message = hexToBytes(rival?.message ?? '');
            expect(verifier.verify(key as Address, message, signature as Signature)).toBe(true);
          }
        }
      }),
    );
  });

  it('does not depend on the order in which messages were heard', () => {
    const anyCase = anyVotes(true).chain((votes) => {
      const messages = messagesOf(votes);
      return fc.record({
        votes: fc.constant(votes),
        messages: fc.shuffledSubarray([...messages], { minLength: messages.length }),
      });
    });
    fc.assert(
      fc.property(anyCase, ({ votes, messages }) => {
        const culprits = examined(votes)?.culprits.map(({ name }) => name);
        expect(examined(votes, messages)?.culprits.map(({ name }) => name)).toEqual(culprits);
      }),
    );
  });

  it('blames the implementation when a correct validator took too few signatures for a quorum', () => {
    const validators = committeeOf(4);
    const evidence = createEvidence(() => false);
    for (const [envelope, signers] of [
      [RIVALS[0], validators.slice(0, 2)],
      [RIVALS[1], validators.slice(2)],
    ] as const) {
      if (envelope === undefined) throw new Error('there are three rivals');
      evidence.taken(certificateBy(signers, envelope));
      evidence.hear({
        type: 'SubmitCertificate',
        requestId: 'r',
        certificate: certificateBy(signers, envelope),
      });
    }
    const context = {
      nameOf,
      labelOf: (id: string) => id,
      genesis: genesisOf(4),
      verifier,
      isCorrect: () => true,
    };
    const forensics = examine(evidence.testimonies(), context);
    expect(forensics).toMatchObject({ validators: 4, quorum: 3, faultyMax: 1 });
    expect(forensics?.conflicts).toMatchObject([
      {
        sender: 'alice',
        address: addressOf('alice'),
        nonce: 0n,
        rivals: ['bob', 'carol'].map((payee) => ({
          summary: expect.stringContaining(`alice pays ${payee}`),
        })),
        intersection: [],
        culprits: [],
        finding: 'implementation-bug',
        verdict: 'implementation bug: 2 of 4 signatures passed for a quorum of 3',
      },
    ]);
  });

  it.each<[string, (certificate: TransactionCertificate) => Message]>([
    ['a settlement', (certificate) => ({ type: 'SubmitCertificate', requestId: 'r', certificate })],
    [
      'an announcement',
      (certificate) => ({ type: 'AnnounceChange', requestId: 'r', epoch: 1, certificate }),
    ],
    ['a success', (certificate) => response({ type: 'Success', certificate })],
    ['a list', (certificate) => response({ type: 'Certificates', certificates: [certificate] })],
    [
      'the witnesses of a submission',
      (certificate) => ({
        type: 'SubmitTransaction',
        requestId: 'r',
        envelope: payment('bob', 7n),
        witnessCertificates: [certificate],
      }),
    ],
  ])('finds signatures in a certificate that travels in %s', (_, carry) => {
    const [v1, v2, v3, v4] = committeeOf(4) as [Signer, Signer, Signer, Signer];
    const [first, second] = RIVALS as [TransactionEnvelope, TransactionEnvelope];
    const votes = [1, 2, 3, 4].map(() => ({ signed: [], forged: [], isFaulty: true }));
    const conflict = examined(votes, [
      carry(certificateBy([v1, v2, v3], first)),
      carry(certificateBy([v2, v3, v4], second)),
    ]);
    expect(conflict?.intersection).toEqual(['v2', 'v3']);
  });

  it('finds the signature in what a validator says of an account', () => {
    const [validator] = committeeOf(1) as [Signer];
    const said = RIVALS.map((envelope) =>
      response({
        type: 'AccountInfo',
        address: addressOf('alice'),
        balance: 0n,
        nextNonce: 0n,
        pending: {
          kind: 'pending',
          envelope,
          validator: validator.address,
          signature: validator.sign(factsOf(envelope.transaction).signingBytes),
        },
        tokenBalances: [],
        stateCells: [],
      }),
    );
    const votes = [{ signed: [], forged: [], isFaulty: true }];
    expect(examined(votes, said)?.intersection).toEqual(['v1']);
  });

  it('ignores what is not a signature', () => {
    const anyGarbage = fc.oneof(fc.string(), fc.constant('zz'.repeat(64)), fc.constant(undefined));
    fc.assert(
      fc.property(anyVotes(true), anyGarbage, (votes, garbage) => {
        const wrong = RIVALS.flatMap((envelope) =>
          committeeOf(votes.length).map((validator) =>
            signedMessage(validator, envelope, garbage as Signature),
          ),
        );
        const culprits = examined(votes)?.culprits;
        expect(examined(votes, [...wrong, ...messagesOf(votes)])?.culprits).toEqual(culprits);
      }),
    );
  });

  it('keeps transactions of different nonces apart', () => {
    const validators = committeeOf(4);
    const evidence = createEvidence(() => false);
    for (const envelope of [payment('bob', 0n), payment('carol', 1n)]) {
      const certificate = certificateBy(validators, envelope);
      evidence.hear({ type: 'SubmitCertificate', requestId: 'r', certificate });
    }
    expect(
      examine(evidence.testimonies(), {
        nameOf,
        labelOf: (id) => id,
        genesis: genesisOf(4),
        verifier,
        isCorrect: () => true,
      }),
    ).toBeUndefined();
  });
});
