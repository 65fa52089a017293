import { limitFault } from '@quorate/core';
import {
  type Address,
  type EscrowConfigId,
  factsOf,
  type HexBytes,
  LIMITS,
  type Operation,
  type Signature,
  type TokenId,
} from '@quorate/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { excessIn } from './limits-opinion.ts';

const ADDRESS = '01'.repeat(32) as Address;
const MANY = Array.from({ length: 128 }, () => ADDRESS);

/** Counts near the limit. */
function about(most: number): fc.Arbitrary<number> {
  return fc.integer({ min: Math.max(most - 2, 0), max: most + 2 });
}

function textOf(most: number): fc.Arbitrary<string> {
  const characters = ['a', 'é', '語', '𝔽'];
  return fc
    .record({ bytes: about(most), of: fc.constantFrom(...characters) })
    .map(({ bytes, of }) => of.repeat(Math.floor(bytes / new TextEncoder().encode(of).length)));
}

const nameArbitrary = fc.oneof(
  textOf(LIMITS.tokenNameBytes),
  fc.constantFrom('', 'gold', ' ', '~', 'go\u0000ld', '\u001f', '\u007f', '\u009f', '\u00a0'),
);

const operationArbitrary: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ tokenName: nameArbitrary, mints: about(LIMITS.mints) }).map(
    ({ tokenName, mints }): Operation => ({
      kind: 'TokenCreation',
      tokenName,
      decimals: 0,
      initialAmount: 0n,
      mints: MANY.slice(0, mints),
      userData: null,
    }),
  ),
  fc.record({ newTokenName: fc.option(nameArbitrary), mints: about(LIMITS.mints) }).map(
    ({ newTokenName, mints }): Operation => ({
      kind: 'TokenManagement',
      tokenId: ADDRESS as string as TokenId,
      updateId: 0n,
      newAdmin: null,
      mints: MANY.slice(0, mints).map((mint) => ['Add', mint]),
      userData: null,
      newTokenName,
    }),
  ),
  fc
    .record({
      verifiers: about(LIMITS.verifiers),
      signatures: about(LIMITS.verifiers),
      bytes: about(LIMITS.claimDataBytes),
    })
    .map(
      ({ verifiers, signatures, bytes }): Operation => ({
        kind: 'ExternalClaim',
        claim: {
          verifierCommittee: MANY.slice(0, verifiers),
          verifierQuorum: 0n,
          claimData: '00'.repeat(bytes) as HexBytes,
        },
        signatures: MANY.slice(0, signatures).map((verifierAddr) => ({
          verifierAddr,
          sig: '00'.repeat(64) as Signature,
        })),
      }),
    ),
  fc.record({ host: textOf(LIMITS.hostBytes), rpcPort: about(LIMITS.rpcPort) }).map(
    ({ host, rpcPort }): Operation => ({
      kind: 'JoinCommittee',
      config: { address: ADDRESS, host, rpcPort },
    }),
  ),
  about(LIMITS.committeeMembers).map(
    (size): Operation => ({
      kind: 'ChangeCommittee',
      newCommittee: {
        validators: MANY.slice(0, size).map((address) => ({ address, host: '', rpcPort: 0 })),
      },
      epoch: 1,
    }),
  ),
  textOf(LIMITS.descriptionBytes).map(
    (description): Operation => ({
      kind: 'Escrow',
      escrow: {
        kind: 'CreateJob',
        configId: ADDRESS as string as EscrowConfigId,
        provider: ADDRESS,
        providerFee: 1n,
        description,
      },
    }),
  ),
  fc.constant<Operation>({ kind: 'LeaveCommittee' }),
);

it('V1: a second opinion about limits agrees with validators near every one of them', () => {
  let within = 0;
  let beyond = 0;
  fc.assert(
    fc.property(
      operationArbitrary,
      fc.constantFrom(0n, LIMITS.nonce, LIMITS.nonce + 1n),
      about(LIMITS.multiSigSigners),
      (operation, nonce, signers) => {
        const plain = envelopeOf(ADDRESS, operation, nonce);
        const transaction = {
          release: 'Release20260508',
          transaction: plain.transaction.transaction,
        } as typeof plain.transaction;
        const facts = factsOf(transaction);
        const signature = {
          kind: 'MultiSig',
          config: { authorizedSigners: MANY.slice(0, signers), quorum: 1n, nonce: 0n },
          signatures: [],
        } as const;
        const excess = excessIn(facts, signature);
        expect(excess === undefined).toBe(limitFault(facts, signature) === undefined);
        if (excess === undefined) within += 1;
        else beyond += 1;
      },
    ),
    { numRuns: 2_000 },
  );
  expect(Math.min(within, beyond)).toBeGreaterThan(100);
});

it('V1: a second opinion counts the bytes and the operations of a transaction', () => {
  const { transaction } = factsOf(envelopeOf(ADDRESS, { kind: 'LeaveCommittee' }).transaction);
  const excessOf = (size: number, count: number) => {
    const operations = Array.from({ length: count }, () => ({ kind: 'LeaveCommittee' }) as const);
    const signature = { kind: 'Signature', signature: '00'.repeat(64) as Signature } as const;
    return excessIn({ size, transaction: { ...transaction, operations } }, signature);
  };
  expect(excessOf(LIMITS.transactionBytes, LIMITS.operations)).toBe(undefined);
  expect(excessOf(LIMITS.transactionBytes + 1, 1)).toBe('it has too many bytes');
  expect(excessOf(1, LIMITS.operations + 1)).toBe('it has too many operations');
});
