import { errorOf, TRANSACTIONS } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../address.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import type { JsonObject } from '../json/json.ts';
import type { Address, HexBytes, Signature } from '../primitives.ts';
import type { UnversionedClaim, VerifierSignature } from './operation.ts';
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

const KNOWS_ARCHIVAL = { ...HEADER, archival: false } as const;

function claimOf(claimData: HexBytes, signatures: readonly VerifierSignature[]): UnversionedClaim {
  const claim = { verifierCommittee: [], verifierQuorum: 0n, claimData: claimData };
  return { kind: 'ExternalClaim', claim, signatures };
}

// The tags that moved up by one when `Burn` came, as bridge clients of early 2026 sign them.
const MOVED: readonly (readonly [UnversionedClaim, string])[] = [
  [claimOf(fill('b1', 1), []), `0700${fill('00', 8)}01b100`],
  [
    {
      kind: 'Batch',
      operations: [{ kind: 'StateInitialization', key: fill('b1'), initialState: fill('b2') }],
    },
    `0c0105${fill('b1')}${fill('b2')}`,
  ],
];

describe('the tags that came with Burn', () => {
  it.each(MOVED)('are read, and written again, of $kind', (claim, hex) => {
    const bytes = hexToBytes(`${HEADER_BYTES}${hex}00`);
    const read = UNVERSIONED.decode(bytes);
    expect(read).toEqual({ ...KNOWS_ARCHIVAL, claim, isMoved: true });
    expect(UNVERSIONED.encode(read)).toEqual(bytes);
    const unmoved = { ...KNOWS_ARCHIVAL, claim };
    expect(UNVERSIONED.withOtherTags?.(unmoved)).toEqual(read);
    expect(UNVERSIONED.withOtherTags?.(read)).toEqual(unmoved);
    expect(UNVERSIONED.toJson(read, 'rpc')).toEqual(UNVERSIONED.toJson(unmoved, 'rpc'));
  });

  it('do not exist without archival, nor for an operation that kept its tag', () => {
    for (const [claim] of MOVED)
      expect(UNVERSIONED.withOtherTags?.({ ...HEADER, claim })).toBe(undefined);
    const mint: UnversionedClaim = { kind: 'Mint', tokenId: fill('b1'), amount: 255n };
    expect(UNVERSIONED.withOtherTags?.({ ...KNOWS_ARCHIVAL, claim: mint })).toBe(undefined);
  });

  // One byte for the committee, eight for the quorum, two for lengths: 53 more make the 64 of a reset.
  it.each([52, 53])('never make a claim of bytes that say StateReset: %i bytes of data', (size) => {
    const claim = claimOf(fill('b1', size), []);
    expect(UNVERSIONED.withOtherTags?.({ ...KNOWS_ARCHIVAL, claim })).toBe(undefined);
    const bytes = hexToBytes(
      `${HEADER_BYTES}0700${fill('00', 8)}${size.toString(16)}${fill('b1', size)}0000`,
    );
    expect(UNVERSIONED.decode(bytes).claim.kind).toBe('StateReset');
  });

  it('V10 never make a claim whose signed bytes, without verifier signatures, say StateReset', () => {
    const claim = claimOf(fill('b1', 53), [{ verifierAddr: fill('c1'), sig: fill('c2', 64) }]);
    expect(UNVERSIONED.withOtherTags?.({ ...KNOWS_ARCHIVAL, claim })).toBe(undefined);
    const data = `35${fill('b1', 53)}01${fill('c1')}${fill('c2', 64)}`;
    const bytes = hexToBytes(`${HEADER_BYTES}0700${fill('00', 8)}${data}00`);
    expect(errorOf(() => UNVERSIONED.decode(bytes))).toMatchObject({ code: 'InvalidBytes' });
  });
});

// Committee, quorum, lengths and `archival` leave this many bytes of data to a claim as long as a
// reset.
const anyClaimLikeReset = fc
  .constantFrom(
    ...[51, 52, 53, 54].map((size) => ({ size, members: 0 })),
    ...[19, 20, 21, 22].map((size) => ({ size, members: 1 })),
  )
  .chain(({ size, members }) =>
    fc.record({
      members: fc.constant(members),
      data: fc.uint8Array({ minLength: size, maxLength: size }),
      signers: fc.nat({ max: 1 }),
      archival: fc.boolean(),
    }),
  );

describe('whatever is read of un-versioned bytes', () => {
  it('V10 is the only reading of these bytes, and of the signed ones: claims as long as a reset', () => {
    const unread: boolean[] = [];
    fc.assert(
      fc.property(anyClaimLikeReset, ({ members, data, signers, archival }) => {
        const claim: UnversionedClaim = {
          kind: 'ExternalClaim',
          claim: {
            verifierCommittee: Array.from({ length: members }, () => fill<Address>('c1')),
            verifierQuorum: 0n,
            claimData: bytesToHex(data) as HexBytes,
          },
          signatures: Array.from({ length: signers }, () => ({
            verifierAddr: fill<Address>('c1'),
            sig: fill<Signature>('c2', 64),
          })),
        };
        const unmoved = { ...HEADER, archival, claim };
        const other = UNVERSIONED.withOtherTags?.(unmoved);
        unread.push(other === undefined);
        for (const each of other === undefined ? [unmoved] : [unmoved, other]) {
          for (const form of [each, UNVERSIONED.signingForm(each)]) {
            expect(UNVERSIONED.decode(UNVERSIONED.encode(form))).toEqual(form);
          }
        }
      }),
    );
    expect(new Set(unread)).toEqual(new Set([true, false]));
  });

  it('has the same JSON under its other tags, and under no other bytes', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(TRANSACTIONS.Unversioned(), ({ transaction }) => {
        const other = UNVERSIONED.withOtherTags?.(transaction);
        if (other === undefined) return;
        kinds.add(other.claim.kind);
        expect(UNVERSIONED.withOtherTags?.(other)).toEqual(transaction);
        expect(UNVERSIONED.encode(other)).not.toEqual(UNVERSIONED.encode(transaction));
        for (const dialect of ['rpc', 'rest'] as const)
          expect(UNVERSIONED.toJson(other, dialect)).toEqual(
            UNVERSIONED.toJson(transaction, dialect),
          );
      }),
    );
    expect(kinds).toEqual(new Set(['ExternalClaim', 'Batch']));
  });
});

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
