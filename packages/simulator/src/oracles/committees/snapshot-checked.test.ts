import {
  applyChanges,
  EMPTY_LEDGER,
  heldEnvelopes,
  takeSnapshot,
  type ValidatorState,
} from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import type { SignedSnapshotPart, SnapshotPage, TransactionId } from '@quorate/protocol';
import { snapshotPageHash, snapshotSigningBytes } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import type { HandoverStep } from '../oracle.ts';
import { snapshotChecked } from './snapshot-checked.ts';

const { verifier } = openCrypto('full');
const signer = signerOf('v2');
const HEADER = { networkId: 'fast:localnet', epoch: 0, changeId: '07'.repeat(32) as TransactionId };

/** A snapshot of so many accounts. */
function snapshotOf(count: number, header = HEADER) {
  const value = { nextNonce: 1n, lock: undefined, creditCount: 0 };
  const accounts = Array.from({ length: count }, (_, index) => {
    return { table: 'account', key: String(index).padStart(64, '0'), value } as const;
  });
  const ledger = applyChanges(EMPTY_LEDGER, accounts);
  return takeSnapshot(ledger, header as never, signer, heldEnvelopes);
}

const RIVAL = envelopeOf(addressOf('alice'), { kind: 'LeaveCommittee' });
const TRUE = snapshotOf(70);
const [ROOT, FIRST, SECOND] = TRUE as unknown as readonly SignedSnapshotPart[];

/** What v1 has read of the snapshot of v2 so far. */
function reading(parts: readonly (SignedSnapshotPart | undefined)[]): ValidatorState {
  const [root, ...pages] = parts.map((each) => each?.part);
  const entries = pages.flatMap((page) => (page as SnapshotPage).entries);
  const source = { node: 'v2', validator: signer.address, root, pages: pages.length, entries };
  const committee = new Map([['1', { changeId: HEADER.changeId }]]);
  const merge = { epoch: 1, sources: [source] };
  const handover = { served: 0, merge };
  return { genesis: { networkId: HEADER.networkId }, ledger: { committee }, handover } as never;
}

/** v1 takes over one more part. */
function findingOf(known: readonly (SignedSnapshotPart | undefined)[], signed: typeof ROOT) {
  if (signed === undefined) throw new Error('there is such a part');
  const message = {
    type: 'Response',
    requestId: 'handover/snapshot/0/root',
    result: { type: 'SnapshotPart', signed },
  } as const;
  const input = { type: 'Message', from: 'v2', message } as const;
  const [before, after] = [reading(known), reading([...known, signed])];
  const observation = { node: 'v1', input, before, after, effects: [] };
  const step: HandoverStep = { node: 'v1', observation, isFirst: false, disk: () => [] };
  return snapshotChecked({ verifier }).afterHandover?.(step)?.message;
}

function withPart(signed: typeof ROOT, change: object): SignedSnapshotPart {
  const part = { ...signed?.part, ...change } as SignedSnapshotPart['part'];
  return { part, signature: signer.sign(snapshotSigningBytes(part)) };
}

describe('snapshot-checked', () => {
  it('is silent about the parts of a true snapshot in their order', () => {
    expect(findingOf([], ROOT)).toBeUndefined();
    expect(findingOf([ROOT], FIRST)).toBeUndefined();
    expect(findingOf([ROOT, FIRST], SECOND)).toBeUndefined();
  });

  it('C5 finds a page that the root does not name', () => {
    const [, other] = snapshotOf(3);
    expect(findingOf([ROOT], other)).toMatch(
      /page of the snapshot of v2 that the root does not name/,
    );
    expect(findingOf([ROOT, FIRST], FIRST)).toMatch(/the root does not name/);
  });

  it('C5 finds a part that its member has not signed', () => {
    const signature = FIRST?.signature as SignedSnapshotPart['signature'];
    expect(findingOf([ROOT], { part: FIRST?.part as never, signature })).toBeUndefined();
    expect(findingOf([], { part: ROOT?.part as never, signature })).toMatch(/has not signed/);
  });

  it('C5 finds a part of another snapshot', () => {
    expect(findingOf([], snapshotOf(70, { ...HEADER, epoch: 1 })[0])).toMatch(/another snapshot/);
    const changeId = '08'.repeat(32);
    expect(findingOf([], withPart(ROOT, { changeId }))).toMatch(/another snapshot/);
    const networkId = 'fast:mainnet';
    expect(findingOf([], withPart(ROOT, { networkId }))).toMatch(/another snapshot/);
    const validator = signerOf('v3').address;
    expect(findingOf([], withPart(ROOT, { validator }))).toMatch(/another snapshot/);
  });

  it('C5 finds a page out of order', () => {
    const part = FIRST?.part;
    if (part?.kind !== 'Page') throw new Error('behind the root there are pages');
    const { entries } = part;
    const page = withPart(FIRST, { entries: entries.toReversed() });
    const root = withPart(ROOT, { pages: [snapshotPageHash(page.part as SnapshotPage)] });
    expect(findingOf([root], page)).toMatch(/is not in order/);
  });

  it.each<readonly [string, (entries: SnapshotPage['entries']) => readonly object[], RegExp]>([
    ['without accounts', () => [], /has 0 accounts/],
    [
      'with three rivals',
      ([first, ...rest]) => [{ ...first, held: Array(3).fill(RIVAL) }, ...rest],
      /shows three rivals/,
    ],
  ])('C5 finds a page %s', (_, change, fault) => {
    const part = FIRST?.part;
    if (part?.kind !== 'Page') throw new Error('behind the root there are pages');
    const page = withPart(FIRST, { entries: change(part.entries) });
    const root = withPart(ROOT, { pages: [snapshotPageHash(page.part as SnapshotPage)] });
    expect(findingOf([root], page)).toMatch(fault);
  });
});
