import type { Signer } from '@quorate/crypto';
import type { TransactionEnvelope } from '@quorate/protocol';
import { addressOf, certificateBy, committeeOf, envelopeBy, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { genesisOf, nameOf, RIVALS, verifier } from '../../test/rivals.ts';
import { createEvidence } from './evidence.ts';
import { examine } from './forensics.ts';

/** The first four sit in the first committee, which names the others for the next; each certifies one of two rivals. */
function acrossEpochs({
  later,
  last,
  signers,
  faulty,
  ownerOf = nameOf,
}: {
  readonly later: readonly [number, number];
  /** Those of a third committee, which certifies none. */
  readonly last?: readonly [number, number];
  readonly signers: readonly [readonly number[], readonly number[]];
  readonly faulty: readonly string[];
  readonly ownerOf?: typeof nameOf;
}) {
  const all = committeeOf(10);
  const evidence = createEvidence(() => false);
  evidence.taken(certificateBy(all.slice(0, 3), changeTo(all.slice(...later), 1)));
  if (last !== undefined) {
    const some = all.slice(later[0], later[0] + 3);
    evidence.taken(certificateBy(some, changeTo(all.slice(...last), 2)));
  }
  for (const [index, chosen] of signers.entries()) {
    const certificate = certificateBy(
      chosen.map((place) => all[place] as Signer),
      RIVALS[index] as TransactionEnvelope,
    );
    evidence.hear({ type: 'SubmitCertificate', requestId: 'r', certificate });
    evidence.taken(certificate);
  }
  const context = {
    nameOf: ownerOf,
    labelOf: (id: string) => id,
    genesis: genesisOf(4),
    verifier,
    isCorrect: (name: string) => !faulty.includes(name),
  };
  return examine(evidence.testimonies(), context)?.conflicts[0];
}

function changeTo(members: readonly Signer[], epoch: number): TransactionEnvelope {
  const validators = members.map(({ address }) => ({ address, host: 'v', rpcPort: 0 }));
  return envelopeBy(signerOf('operators'), {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: addressOf('operators'),
      nonce: 0n,
      timestampNanos: 1n,
      claims: [{ kind: 'ChangeCommittee', newCommittee: { validators }, epoch }],
      archival: false,
      feeToken: null,
    },
  });
}

describe('forensics across epochs', () => {
  it.each<[string, readonly string[], string]>([
    [
      'nobody',
      [],
      'implementation bug: two committees certified rivals, and no more than f members of any are faulty',
    ],
    [
      'one of the first four',
      ['v4'],
      'implementation bug: two committees certified rivals, and no more than f members of any are faulty',
    ],
    [
      'two of the first four',
      ['v3', 'v4'],
      'assumption broken: 2 of 4 validators of epoch 0 are faulty, and f is 1',
    ],
  ])(
    'asks how many of a committee were faulty where two of them certified and %s lied',
    (_, faulty, verdict) => {
      const signers = [
        [0, 1, 2],
        [4, 5, 6],
      ] as const;
      const conflict = acrossEpochs({ later: [4, 8], signers, faulty });
      expect(conflict).toMatchObject({ culprits: [], verdict });
    },
  );

  it('asks nothing of a committee that came after those that certified', () => {
    const signers = [
      [0, 1, 2],
      [4, 5, 6],
    ] as const;
    const faulty = ['v9', 'v10'];
    const conflict = acrossEpochs({ later: [4, 8], last: [8, 10], signers, faulty });
    expect(conflict).toMatchObject({ culprits: [], finding: 'implementation-bug' });
  });

  it('says how few were taken for a quorum of the committee that they sat in', () => {
    const signers = [
      [4, 5],
      [5, 6, 7, 8, 9],
    ] as const;
    const last = [0, 4] as const;
    const conflict = acrossEpochs({ later: [3, 10], last, signers, faulty: ['v6'] });
    expect(conflict?.verdict).toBe(
      'implementation bug: 2 of 7 signatures passed for a quorum of 5',
    );
  });

  it('names a validator that signed each rival under another of its keys, and tells the keys', () => {
    const signers = [
      [0, 1, 2],
      [4, 5, 6],
    ] as const;
    const [first, second] = [committeeOf(10)[2]?.address, committeeOf(10)[6]?.address];
    const ownerOf: typeof nameOf = (key) => nameOf(key === second ? (first ?? key) : key);
    const conflict = acrossEpochs({ later: [4, 8], signers, faulty: ['v3'], ownerOf });
    expect(conflict?.culprits).toMatchObject([
      { name: 'v3', key: first, isFaulty: true, signatures: [{}, { key: second }] },
    ]);
    expect(conflict?.culprits[0]?.signatures[0]?.key).toBeUndefined();
  });

  it('takes nobody for a committee whose change was asked for and never settled', () => {
    const all = committeeOf(5);
    const evidence = createEvidence(() => false);
    const envelope = changeTo(all.slice(4), 1);
    evidence.hear({ type: 'SubmitTransaction', requestId: 'r', envelope });
    const [first, second] = RIVALS as [TransactionEnvelope, TransactionEnvelope];
    for (const certificate of [
      certificateBy(all.slice(0, 3), first),
      certificateBy(all.slice(4), second),
    ]) {
      evidence.hear({ type: 'SubmitCertificate', requestId: 'r', certificate });
    }
    const context = { nameOf, labelOf: (id: string) => id, genesis: genesisOf(4), verifier };
    expect(examine(evidence.testimonies(), { ...context, isCorrect: () => true })).toBeUndefined();
  });

  it('counts liars against the size of the committee that they sat in', () => {
    const signers = [
      [3, 4, 5, 6, 7],
      [5, 6, 7, 8, 9],
    ] as const;
    const faulty = ['v6', 'v7', 'v8'];
    const conflict = acrossEpochs({ later: [3, 10], signers, faulty });
    expect(conflict).toMatchObject({
      intersection: faulty,
      verdict: 'assumption broken: 3 of 7 validators lied, and f is 2',
    });
  });
});
