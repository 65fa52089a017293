import { OPERATIONS } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { encodeBytes } from '../codec/codec.ts';
import { bytesToHex } from '../hex.ts';
import { CLAIM_20260319 } from './claim-codec.ts';
import type { EscrowOperation, Operation } from './operation.ts';
import { OPERATION_20260407, OPERATION_20260508 } from './operation-codec.ts';

/** Repeats a byte, so that a field out of its place shows. */
function fill<T extends string>(byte: string, size = 32): T {
  return byte.repeat(size) as T;
}

const AMOUNT = 0x0102n;
const AMOUNT_BYTES = `0201${fill('00', 30)}`;

const LAYOUTS: readonly (readonly [Operation, string])[] = [
  [
    {
      kind: 'TokenTransfer',
      tokenId: fill('a1'),
      recipient: fill('a2'),
      amount: AMOUNT,
      userData: fill('a3'),
    },
    `00${fill('a1')}${fill('a2')}${AMOUNT_BYTES}01${fill('a3')}`,
  ],
  [
    {
      kind: 'TokenCreation',
      tokenName: 'é',
      decimals: 18,
      initialAmount: AMOUNT,
      mints: [fill('a1'), fill('a2')],
      userData: null,
    },
    `0102c3a912${AMOUNT_BYTES}02${fill('a1')}${fill('a2')}00`,
  ],
  [
    {
      kind: 'TokenManagement',
      tokenId: fill('a1'),
      updateId: 5n,
      newAdmin: fill('a2'),
      mints: [
        ['Add', fill('a3')],
        ['Remove', fill('a4')],
      ],
      userData: null,
      newTokenName: null,
    },
    `02${fill('a1')}05${fill('00', 7)}01${fill('a2')}0200${fill('a3')}01${fill('a4')}00`,
  ],
  [
    { kind: 'Mint', tokenId: fill('a1'), recipient: fill('a2'), amount: AMOUNT },
    `03${fill('a1')}${fill('a2')}${AMOUNT_BYTES}`,
  ],
  [{ kind: 'Burn', tokenId: fill('a1'), amount: AMOUNT }, `04${fill('a1')}${AMOUNT_BYTES}`],
  [
    { kind: 'StateInitialization', key: fill('a1'), initialState: fill('a2') },
    `05${fill('a1')}${fill('a2')}`,
  ],
  [
    {
      kind: 'StateUpdate',
      key: fill('a1'),
      previousState: fill('a2'),
      nextState: fill('a3'),
      computeClaimTxHash: fill('a4'),
      computeClaimTxTimestamp: 0x0708n,
    },
    `06${fill('a1')}${fill('a2')}${fill('a3')}${fill('a4')}0807${fill('00', 14)}`,
  ],
  [
    {
      kind: 'ExternalClaim',
      claim: { verifierCommittee: [fill('a1')], verifierQuorum: 1n, claimData: fill('a2', 3) },
      signatures: [{ verifierAddr: fill('a3'), sig: fill('a4', 64) }],
    },
    `0701${fill('a1')}01${fill('00', 7)}03a2a2a201${fill('a3')}${fill('a4', 64)}`,
  ],
  [{ kind: 'StateReset', key: fill('a1'), resetState: fill('a2') }, `08${fill('a1')}${fill('a2')}`],
  [
    { kind: 'JoinCommittee', config: { address: fill('a1'), host: 'v1', rpcPort: 0x01020304 } },
    `09${fill('a1')}02763104030201`,
  ],
  [{ kind: 'LeaveCommittee' }, '0a'],
  [
    {
      kind: 'ChangeCommittee',
      newCommittee: { validators: [{ address: fill('a1'), host: '', rpcPort: 1 }] },
      epoch: 7,
    },
    `0b01${fill('a1')}000100000007000000`,
  ],
];

const ESCROW_LAYOUTS: readonly (readonly [EscrowOperation, string])[] = [
  [
    {
      kind: 'CreateConfig',
      tokenId: fill('a1'),
      evaluator: fill('a2'),
      evaluationFee: { kind: 'Fixed', amount: AMOUNT },
      minEvaluatorFee: 1n,
    },
    `00${fill('a1')}${fill('a2')}00${AMOUNT_BYTES}01${fill('00', 31)}`,
  ],
  [
    {
      kind: 'CreateConfig',
      tokenId: fill('a1'),
      evaluator: fill('a2'),
      evaluationFee: { kind: 'Bps', bps: 0x2710 },
      minEvaluatorFee: 1n,
    },
    `00${fill('a1')}${fill('a2')}01102701${fill('00', 31)}`,
  ],
  [
    {
      kind: 'CreateJob',
      configId: fill('a1'),
      provider: fill('a2'),
      providerFee: AMOUNT,
      description: 'job',
    },
    `01${fill('a1')}${fill('a2')}${AMOUNT_BYTES}036a6f62`,
  ],
  [{ kind: 'Submit', jobId: fill('a1'), deliverable: fill('a2') }, `02${fill('a1')}${fill('a2')}`],
  [{ kind: 'Reject', jobId: fill('a1') }, `03${fill('a1')}`],
  [{ kind: 'Complete', jobId: fill('a1') }, `04${fill('a1')}`],
];

describe('B2.19 the layout of an operation', () => {
  it.each(LAYOUTS)('$kind is the same as Release20260319 and as Release20260407', (op, hex) => {
    expect(bytesToHex(encodeBytes(OPERATION_20260407, op))).toBe(hex);
    if (op.kind !== 'Escrow') expect(bytesToHex(encodeBytes(CLAIM_20260319, op))).toBe(hex);
  });

  it.each(LAYOUTS)(
    '$kind in Release20260508 ends with the new name, if it manages a token',
    (op, hex) => {
      const name = op.kind === 'TokenManagement' ? '00' : '';
      expect(bytesToHex(encodeBytes(OPERATION_20260508, op))).toBe(`${hex}${name}`);
    },
  );

  it.each(ESCROW_LAYOUTS)('Escrow $kind', (escrow, hex) => {
    const operation: Operation = { kind: 'Escrow', escrow };
    expect(bytesToHex(encodeBytes(OPERATION_20260407, operation))).toBe(`0c${hex}`);
    expect(bytesToHex(encodeBytes(OPERATION_20260508, operation))).toBe(`0c${hex}`);
  });

  it('U9.5 the new name of a token comes last', () => {
    const [management] = LAYOUTS.flatMap(([op]) => (op.kind === 'TokenManagement' ? [op] : []));
    const renaming = { ...management, newTokenName: 'X' } as Operation;
    expect(bytesToHex(encodeBytes(OPERATION_20260508, renaming)).slice(-8)).toBe('00010158');
  });

  it('is written down here for every kind', () => {
    const kinds = new Set([...LAYOUTS.map(([op]) => op.kind), 'Escrow']);
    expect(kinds).toEqual(new Set(Object.keys(OPERATIONS)));
  });
});

describe('a batch of Release20260319', () => {
  it.each([12, 13] as const)('has the tag %i and the operations', (tag) => {
    const batch = { kind: 'Batch', tag, operations: [{ kind: 'LeaveCommittee' }] } as const;
    expect(bytesToHex(encodeBytes(CLAIM_20260319, batch))).toBe(`0${tag.toString(16)}010a`);
  });
});
