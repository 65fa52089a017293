import { addressOf, anyTransaction, errorOf, signerOf, TRANSACTIONS } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../hex.ts';
import { keccak256 } from '../keccak256.ts';
import type { Address, HexBytes, NetworkId } from '../primitives.ts';
import type { ExternalClaim, Operation, VerifierSignature } from './operation.ts';
import { factsOf, operationId, transactionId } from './signing.ts';
import type { Release, VersionedTransaction } from './transaction.ts';
import { encodeTransaction } from './transaction-codec.ts';

const RELEASES = Object.keys(TRANSACTIONS) as Release[];
const HEADER = {
  networkId: 'fast:localnet' as NetworkId,
  sender: addressOf('alice'),
  nonce: 0n,
  timestampNanos: 0n,
  archival: false,
  feeToken: null,
} as const;

function claimSignedBy(...names: readonly string[]) {
  const signatures = names.map((name): VerifierSignature => {
    const signer = signerOf(name);
    return { verifierAddr: signer.address, sig: signer.sign(new Uint8Array()) };
  });
  const claim: ExternalClaim['claim'] = {
    verifierCommittee: names.map(addressOf),
    verifierQuorum: 1n,
    claimData: 'c1a1' as HexBytes,
  };
  return { kind: 'ExternalClaim', claim, signatures } as const;
}

/** The same claim, alone or in a batch, in each release and position that can carry one. */
function carriersOf(external: ReturnType<typeof claimSignedBy>): readonly VersionedTransaction[] {
  const leave = { kind: 'LeaveCommittee' } as const;
  const { networkId: _network, feeToken: _fee, ...old } = HEADER;
  const recipient = addressOf('bob');
  const batch = { kind: 'Batch', tag: 12, operations: [leave, external] } as const;
  const oldBatch = { kind: 'Batch', operations: [leave, external] } as const;
  return [
    { release: 'Release20260319', transaction: { ...HEADER, claim: external } },
    { release: 'Release20260319', transaction: { ...HEADER, claim: batch } },
    { release: 'Release20260407', transaction: { ...HEADER, claims: [leave, external] } },
    { release: 'Release20260508', transaction: { ...HEADER, claims: [external, external] } },
    { release: 'Unversioned', transaction: { ...old, recipient, claim: external } },
    { release: 'Unversioned', transaction: { ...old, recipient, claim: oldBatch } },
  ];
}

describe('factsOf', () => {
  it.each(RELEASES)('B2.1 signs the domain and the BCS of the signing form of %s', (release) => {
    const domain = release === 'Unversioned' ? 'Transaction::' : 'VersionedTransaction::';
    fc.assert(
      fc.property(TRANSACTIONS[release](), (versioned) => {
        const facts = factsOf(versioned);
        const signed = Buffer.concat([
          Buffer.from(domain, 'ascii'),
          encodeTransaction(facts.signingForm),
        ]);
        expect(bytesToHex(facts.signingBytes)).toBe(signed.toString('hex'));
        const submitted = Buffer.concat([
          Buffer.from(domain, 'ascii'),
          encodeTransaction(versioned),
        ]);
        expect(bytesToHex(facts.submittedBytes)).toBe(submitted.toString('hex'));
        expect(facts.size).toBe(encodeTransaction(versioned).length);
      }),
    );
  });

  it('B2.4 hashes the BCS of the signing form, without the domain', () => {
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        const { signingForm, id } = factsOf(versioned);
        expect(id).toBe(keccak256(encodeTransaction(signingForm)));
        expect(transactionId(versioned)).toBe(id);
      }),
    );
  });

  it('V10 empties the verifier signatures, and nothing else', () => {
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        const { signingForm, transaction } = factsOf(versioned);
        const emptied = factsOf(signingForm).transaction;
        const expected = transaction.operations.map(
          (operation): Operation =>
            operation.kind === 'ExternalClaim' ? { ...operation, signatures: [] } : operation,
        );
        expect(emptied).toEqual({ ...transaction, operations: expected });
        expect(factsOf(signingForm).signingForm).toBe(signingForm);
      }),
    );
  });

  it('V10 gives one id and one message to claims that differ in their signatures', () => {
    const none = carriersOf({ ...claimSignedBy('carol'), signatures: [] });
    for (const [index, versioned] of carriersOf(claimSignedBy('carol')).entries()) {
      const signed = factsOf(versioned);
      const bare = factsOf(none[index] ?? versioned);
      expect(signed.id).toBe(bare.id);
      expect(signed.signingBytes).toEqual(bare.signingBytes);
      expect(signed.signingForm).toEqual(none[index]);
      expect(signed.submittedBytes).not.toEqual(bare.submittedBytes);
      expect(bare.submittedBytes).toBe(bare.signingBytes);
    }
  });

  it('B2.17 gives the same content another id under every release', () => {
    fc.assert(
      fc.property(TRANSACTIONS.Release20260407(), ({ transaction }) => {
        const latest = { release: 'Release20260508', transaction } as const;
        const earlier = { release: 'Release20260407', transaction } as const;
        expect(transactionId(latest)).not.toBe(transactionId(earlier));
      }),
    );
  });

  it('gives different transactions different ids', () => {
    const ids = new Map<string, string>();
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        const { id, signingBytes } = factsOf(versioned);
        const bytes = bytesToHex(signingBytes);
        expect(ids.get(id) ?? bytes).toBe(bytes);
        ids.set(id, bytes);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the content of every release in one form', () => {
    const leave = { kind: 'LeaveCommittee' } as const;
    const { networkId: _network, feeToken: _fee, ...old } = HEADER;
    const recipient = addressOf('bob');
    const meaning = { ...HEADER, operations: [leave], tokenIdScheme: 'operation' };
    const batch = { kind: 'Batch', tag: 13, operations: [leave] } as const;
    const unversioned = { ...old, recipient, claim: leave, archival: null };
    for (const [versioned, expected] of [
      [{ release: 'Release20260319', transaction: { ...HEADER, claim: leave } }, meaning],
      [{ release: 'Release20260319', transaction: { ...HEADER, claim: batch } }, meaning],
      [{ release: 'Release20260407', transaction: { ...HEADER, claims: [leave] } }, meaning],
      [{ release: 'Release20260508', transaction: { ...HEADER, claims: [leave] } }, meaning],
      [
        { release: 'Unversioned', transaction: unversioned },
        { ...meaning, networkId: null, feeToken: undefined, tokenIdScheme: 'transaction' },
      ],
    ] as const) {
      expect(factsOf(versioned).transaction).toStrictEqual(expected);
    }
  });

  it('computes once for each object', () => {
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        expect(factsOf(versioned)).toBe(factsOf(versioned));
      }),
      { numRuns: 10 },
    );
  });

  it('freezes what it was given and what it gives, all the way down', () => {
    fc.assert(
      fc.property(anyTransaction(), (versioned) => {
        const facts = factsOf(versioned);
        expect(isDeeplyFrozen(versioned)).toBe(true);
        expect(isDeeplyFrozen(facts)).toBe(true);
      }),
    );
    const claims: Operation[] = [{ kind: 'LeaveCommittee' }];
    factsOf({ release: 'Release20260407', transaction: { ...HEADER, claims } });
    expect(errorOf(() => claims.push({ kind: 'LeaveCommittee' }))).toBeInstanceOf(TypeError);
  });

  it('remembers nothing of a transaction that cannot be encoded', () => {
    const transaction = { ...HEADER, nonce: 2n ** 64n, claims: [] };
    const versioned = { release: 'Release20260407', transaction } as const;
    for (const _ of [1, 2]) {
      expect(errorOf(() => factsOf(versioned))).toMatchObject({ code: 'OutOfRange', path: 'u64' });
    }
  });
});

describe('operationId', () => {
  it('B2.23 hashes the sender, the nonce and the index, each in its width', () => {
    const sender = '01'.repeat(32) as Address;
    expect(operationId(sender, 5n, 1)).toBe(
      keccak256(Buffer.from(`${sender}05${'00'.repeat(7)}01${'00'.repeat(7)}`, 'hex')),
    );
  });

  it('B2.23 differs with each of the three', () => {
    const sender = fc.constantFrom(addressOf('alice'), addressOf('bob'));
    const place = fc.tuple(sender, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat(99));
    fc.assert(
      fc.property(place, place, (one, other) => {
        const same = one.every((part, index) => part === other[index]);
        expect(operationId(...one) === operationId(...other)).toBe(same);
      }),
    );
    expect(operationId(HEADER.sender, 1n, 11)).not.toBe(operationId(HEADER.sender, 11n, 1));
  });
});

function isDeeplyFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true;
  return Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen);
}
