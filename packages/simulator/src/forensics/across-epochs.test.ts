import type { Genesis } from '@quorate/core';
import { createVerifier, loadEd25519, type Signer } from '@quorate/crypto';
import {
  type Address,
  NATIVE_TOKEN_ID,
  type Operation,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, certificateBy, committeeOf, envelopeBy, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { createEvidence } from './evidence.ts';
import { examine } from './forensics.ts';

const ALL = committeeOf(10);
const verifier = createVerifier(loadEd25519());

function nameOf(address: Address): string {
  const place = ALL.findIndex((each) => each.address === address);
  return place < 0 ? address : `v${place + 1}`;
}

function signed(sender: string, operation: Operation): TransactionEnvelope {
  return envelopeBy(signerOf(sender), {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: addressOf(sender),
      nonce: 0n,
      timestampNanos: 1n,
      claims: [operation],
      archival: false,
      feeToken: null,
    },
  });
}

/** Payments of Alice to different people at one nonce. */
const RIVALS = ['bob', 'carol'].map((payee) =>
  signed('alice', {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: addressOf(payee),
    amount: 10n,
    userData: null,
  }),
);

const GENESIS: Genesis = {
  networkId: 'fast:localnet',
  committee: {
    epoch: 0,
    members: ALL.slice(0, 4).map(({ address }) => ({
      validator: { address, host: 'v', rpcPort: 0 },
      operator: address,
    })),
  },
  accounts: [],
  fees: undefined,
  acceptsUnversioned: true,
  genesisTimeNanos: 0n,
  minRequestAgeNanos: 0n,
};

/** The first four sit in the first committee, which names the others for the next; each certifies one of two rivals. */
function acrossEpochs({
  later,
  last,
  signers,
  faulty,
}: {
  readonly later: readonly [number, number];
  /** Those of a third committee, which certifies none. */
  readonly last?: readonly [number, number];
  readonly signers: readonly [readonly number[], readonly number[]];
  readonly faulty: readonly string[];
}) {
  const evidence = createEvidence(() => false);
  evidence.taken(certificateBy(ALL.slice(0, 3), changeTo(ALL.slice(...later), 1)));
  if (last !== undefined) {
    const some = ALL.slice(later[0], later[0] + 3);
    evidence.taken(certificateBy(some, changeTo(ALL.slice(...last), 2)));
  }
  for (const [index, chosen] of signers.entries()) {
    const certificate = certificateBy(
      chosen.map((place) => ALL[place] as Signer),
      RIVALS[index] as TransactionEnvelope,
    );
    evidence.hear({ type: 'SubmitCertificate', requestId: 'r', certificate });
    evidence.taken(certificate);
  }
  const context = {
    nameOf,
    labelOf: (id: string) => id,
    genesis: GENESIS,
    verifier,
    isCorrect: (name: string) => !faulty.includes(name),
  };
  return examine(evidence.testimonies(), context)?.conflicts[0];
}

function changeTo(members: readonly Signer[], epoch: number): TransactionEnvelope {
  const validators = members.map(({ address }) => ({ address, host: 'v', rpcPort: 0 }));
  return signed('operators', { kind: 'ChangeCommittee', newCommittee: { validators }, epoch });
}

describe('forensics of what two committees certified', () => {
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
