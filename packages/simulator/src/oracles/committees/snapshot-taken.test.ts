import { applyChanges, EMPTY_LEDGER, heldEnvelopes, takeSnapshot } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import {
  type SignedSnapshotPart,
  snapshotSigningBytes,
  type TransactionId,
} from '@quorate/protocol';
import { signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { snapshotTaken } from './snapshot-taken.ts';

const { verifier } = openCrypto('full');
const signer = signerOf('v1');
const HEADER = { networkId: 'fast:localnet', epoch: 0, changeId: '07'.repeat(32) as TransactionId };

function ledgerOf(count: number, nextNonce = 1n) {
  const value = { nextNonce, lock: undefined, creditCount: 0 };
  const accounts = Array.from({ length: count }, (_, index) => {
    return { table: 'account', key: String(index).padStart(64, '0'), value } as const;
  });
  return applyChanges(EMPTY_LEDGER, accounts);
}

const HELD = ledgerOf(70);

const taken = (ledger = HELD, by = signer) =>
  takeSnapshot(ledger, HEADER as never, by, heldEnvelopes) as unknown as SignedSnapshotPart[];

/** What v1 writes with the note that its snapshot is fixed, unless it says otherwise. */
interface Written {
  readonly parts: readonly SignedSnapshotPart[];
  /** What goes into an earlier write. */
  readonly early?: readonly SignedSnapshotPart[];
  readonly frozen?: number;
}

/** v1, which holds 70 accounts that have settled something, freezes. */
function faultOf({ parts, early = [], frozen = 0 }: Written, handover: object = {}) {
  const rows = (all: readonly SignedSnapshotPart[]) =>
    all.map((value, index) => ({ key: `snapshot/0/${index}`, value }));
  const note = { key: 'handover/frozen', value: frozen };
  const effects = [rows(early), [note, ...rows(parts)]].map((writes) => ({
    type: 'Persist',
    writes,
  }));
  const committee = new Map([['1', { changeId: HEADER.changeId }]]);
  const before = { seat: signer.address, served: 0, isFrozen: false, ...handover };
  const observation = {
    node: 'v1',
    before: { handover: before },
    after: {
      genesis: { networkId: HEADER.networkId },
      ledger: { ...HELD, committee },
      committees: [{ epoch: 0 }, { epoch: 1 }],
    },
    effects,
  };
  const step = { node: 'v1', observation, isFirst: false, disk: () => [] };
  return snapshotTaken({ verifier }).afterHandover?.(step as never)?.facts['fault'];
}

function withPart(signed: SignedSnapshotPart | undefined, change: object): SignedSnapshotPart {
  const part = { ...signed?.part, ...change } as SignedSnapshotPart['part'];
  return { part, signature: signer.sign(snapshotSigningBytes(part)) };
}

describe('snapshot-taken', () => {
  it('is silent about a true snapshot, in whatever order it is written', () => {
    expect(faultOf({ parts: taken() })).toBeUndefined();
    expect(faultOf({ parts: taken().toReversed() })).toBeUndefined();
  });

  it('asks nothing of who has no seat, or has frozen before', () => {
    expect(faultOf({ parts: [] }, { seat: undefined })).toBeUndefined();
    expect(faultOf({ parts: [] }, { isFrozen: true })).toBeUndefined();
    expect(faultOf({ parts: [] }, { served: 1 })).toBeUndefined();
    expect(faultOf({ parts: [] })).toBe('fixed no snapshot with that very write');
  });

  it.each([
    ['the validator', { validator: signerOf('v2').address }],
    ['the network', { networkId: 'fast:mainnet' }],
    ['the change', { changeId: '08'.repeat(32) }],
  ])('C5 finds a part of a snapshot with another %s, be it the root or a page', (_, change) => {
    const parts = taken();
    for (const at of parts.keys()) {
      const wrong = parts.with(at, withPart(parts[at], change));
      expect(faultOf({ parts: wrong })).toBe('fixed a snapshot of something else');
    }
  });

  it('C5 finds any part that is signed under another key, or not at all', () => {
    const [parts, foreign] = [taken(), taken(HELD, signerOf('v2'))];
    for (const [at, { part }] of parts.entries()) {
      const signature = foreign[at]?.signature;
      if (signature === undefined) throw new Error('two snapshots of one ledger');
      const wrong = parts.with(at, { part, signature });
      expect(faultOf({ parts: wrong })).toBe('has not signed all of its snapshot');
    }
  });

  it('C4 finds what is fixed before or after the note that it is, or at the end of another epoch', () => {
    const nothing = 'fixed no snapshot with that very write';
    expect(faultOf({ parts: [], early: taken() })).toBe(nothing);
    expect(faultOf({ parts: taken(), frozen: 1 })).toBe(nothing);
  });

  it('C5 finds accounts that it does not show, or shows otherwise', () => {
    const otherwise = 'shows of its accounts something else than it held';
    expect(faultOf({ parts: taken(ledgerOf(69)) })).toBe(otherwise);
    expect(faultOf({ parts: taken(ledgerOf(71)) })).toBe(otherwise);
    expect(faultOf({ parts: taken(ledgerOf(70, 2n)) })).toBe(otherwise);
    expect(faultOf({ parts: taken().slice(0, -1) })).toBe('names other pages');
  });
});
