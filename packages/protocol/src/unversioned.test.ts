import { errorOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { formatAddress } from './address.ts';
import { bytesToHex } from './hex.ts';
import type { JsonObject } from './json.ts';
import type { UnversionedClaim } from './operation.ts';
import type { Address } from './primitives.ts';
import { transactionFromJson } from './transaction-codec.ts';
import { UNVERSIONED } from './unversioned.ts';

function fill<T extends string>(byte: string, size = 32): T {
  return byte.repeat(size) as T;
}

const HEADER = {
  sender: fill<Address>('a1'),
  recipient: fill<Address>('a2'),
  nonce: 1n,
  timestampNanos: 2n,
  archival: null,
} as const;
const HEADER_BYTES = `${fill('a1')}${fill('a2')}01${fill('00', 7)}02${fill('00', 15)}`;
const AMOUNT_BYTES = `ff${fill('00', 31)}`;

const CLAIMS: readonly (readonly [UnversionedClaim, string])[] = [
  [
    { kind: 'TokenTransfer', tokenId: fill('b1'), amount: 255n, userData: null },
    `00${fill('b1')}${AMOUNT_BYTES}00`,
  ],
  [
    {
      kind: 'TokenCreation',
      tokenName: 'T',
      decimals: 0,
      initialAmount: 255n,
      mints: [],
      userData: null,
    },
    `01015400${AMOUNT_BYTES}0000`,
  ],
  [
    {
      kind: 'TokenManagement',
      tokenId: fill('b1'),
      updateId: 0n,
      newAdmin: null,
      mints: [],
      userData: null,
      newTokenName: null,
    },
    `02${fill('b1')}${fill('00', 8)}000000`,
  ],
  [{ kind: 'Mint', tokenId: fill('b1'), amount: 255n }, `03${fill('b1')}${AMOUNT_BYTES}`],
  [
    { kind: 'StateInitialization', key: fill('b1'), initialState: fill('b2') },
    `04${fill('b1')}${fill('b2')}`,
  ],
  [
    {
      kind: 'StateUpdate',
      key: fill('b1'),
      previousState: fill('b2'),
      nextState: fill('b3'),
      computeClaimTxHash: fill('b4'),
      computeClaimTxTimestamp: 0n,
    },
    `05${fill('b1')}${fill('b2')}${fill('b3')}${fill('b4')}${fill('00', 16)}`,
  ],
  [
    {
      kind: 'ExternalClaim',
      claim: { verifierCommittee: [], verifierQuorum: 0n, claimData: fill('b1', 1) },
      signatures: [],
    },
    `0600${fill('00', 8)}01b100`,
  ],
  [{ kind: 'StateReset', key: fill('b1'), resetState: fill('b2') }, `07${fill('b1')}${fill('b2')}`],
  [
    { kind: 'JoinCommittee', config: { address: fill('b1'), host: '', rpcPort: 0 } },
    `08${fill('b1')}0000000000`,
  ],
  [{ kind: 'LeaveCommittee' }, '09'],
  [{ kind: 'ChangeCommittee', newCommittee: { validators: [] }, epoch: 1 }, '0a0001000000'],
  [
    {
      kind: 'Batch',
      operations: [
        {
          kind: 'TokenTransfer',
          tokenId: fill('b1'),
          recipient: fill('b2'),
          amount: 255n,
          userData: null,
        },
        { kind: 'Mint', tokenId: fill('b1'), recipient: fill('b2'), amount: 255n },
      ],
    },
    `0b0200${fill('b1')}${fill('b2')}${AMOUNT_BYTES}0003${fill('b1')}${fill('b2')}${AMOUNT_BYTES}`,
  ],
];

describe('UNVERSIONED', () => {
  it.each(CLAIMS)('B2.19 writes $kind under its tag of December 2025', (claim, hex) => {
    expect(bytesToHex(UNVERSIONED.encode({ ...HEADER, claim }))).toBe(`${HEADER_BYTES}${hex}`);
  });

  it.each([
    [null, ''],
    [false, '00'],
    [true, '01'],
  ])('writes archival %s as the bytes "%s"', (archival, hex) => {
    const claim = { kind: 'LeaveCommittee' } as const;
    const transaction = { ...HEADER, claim, archival };
    expect(bytesToHex(UNVERSIONED.encode(transaction))).toBe(`${HEADER_BYTES}09${hex}`);
    expect(UNVERSIONED.decode(UNVERSIONED.encode(transaction))).toEqual(transaction);
  });

  it('writes the key archival only for a client that knows it', () => {
    const claim = { kind: 'LeaveCommittee' } as const;
    const keys = (archival: boolean | null) =>
      Object.keys(UNVERSIONED.toJson({ ...HEADER, claim, archival }, 'rpc') as object);
    expect(keys(null)).not.toContain('archival');
    expect(keys(false)).toContain('archival');
  });

  it.each([
    ['rpc', [{ Add: [] }, [...Buffer.from(fill<string>('a3'), 'hex')]]],
    ['rest', ['Add', formatAddress(fill('a3'))]],
  ] as const)(
    'writes a change of mints over %s as clients there read it, and takes both forms',
    (dialect, written) => {
      const claim: UnversionedClaim = {
        kind: 'TokenManagement',
        tokenId: fill('b1'),
        updateId: 0n,
        newAdmin: null,
        mints: [['Add', fill('a3')]],
        userData: null,
        newTokenName: null,
      };
      const json = UNVERSIONED.toJson({ ...HEADER, claim }, dialect) as JsonObject;
      expect(json).toMatchObject({ claim: { TokenManagement: { mints: [written] } } });
      for (const change of ['Add', { Add: [] }]) {
        const mints = [[change, written[1]]];
        const management = {
          ...((json['claim'] as JsonObject)['TokenManagement'] as JsonObject),
          mints,
        };
        const read = UNVERSIONED.fromJson(
          { ...json, claim: { TokenManagement: management } },
          dialect,
          '',
        );
        expect(read.claim).toEqual(claim);
      }
    },
  );

  it('refuses a key archival that holds null', () => {
    const json = UNVERSIONED.toJson({ ...HEADER, claim: { kind: 'LeaveCommittee' } }, 'rpc');
    expect(
      errorOf(() => transactionFromJson({ ...(json as object), archival: null }, 'rpc')),
    ).toMatchObject({ code: 'UnexpectedType', path: 'transaction.archival' });
  });

  it.each(['Burn', 'Escrow'])('refuses %s, which came later', (kind) => {
    const json = UNVERSIONED.toJson({ ...HEADER, claim: { kind: 'LeaveCommittee' } }, 'rpc');
    const claim = { [kind]: {} };
    expect(errorOf(() => transactionFromJson({ ...(json as object), claim }, 'rpc'))).toMatchObject(
      { code: 'UnknownVariant', path: 'transaction.claim' },
    );
  });

  it('puts the recipient of the transaction into its one transfer or mint', () => {
    for (const [claim] of CLAIMS) {
      const { operations } = UNVERSIONED.normalise({ ...HEADER, claim });
      const recipients = operations.flatMap((op) => ('recipient' in op ? [op.recipient] : []));
      const expected = { TokenTransfer: ['a2'], Mint: ['a2'], Batch: ['b2', 'b2'] };
      const bytes = Object.entries(expected).find(([kind]) => kind === claim.kind)?.[1] ?? [];
      expect(recipients).toEqual(bytes.map((byte) => fill(byte)));
    }
  });
});
