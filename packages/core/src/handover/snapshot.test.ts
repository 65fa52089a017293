import {
  type Address,
  type HexBytes,
  LIMITS,
  SIGNED_SNAPSHOT_PART,
  type SignedSnapshotPart,
  type SnapshotHeader,
  type SnapshotPage,
  type SnapshotRoot,
  type TransactionId,
} from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { genesis, VERIFIER } from '../../test/genesis.ts';
import { payment, paymentElsewhere, signedBy, transaction } from '../../test/payments.ts';
import {
  type Account,
  applyChanges,
  EMPTY_LEDGER,
  heldEnvelopes,
  type Ledger,
} from '../ledger/ledger.ts';
import { isBacked, pageFault, rootFault, shownAt } from './check-snapshot.ts';
import { PAGE_ENTRIES, takeSnapshot } from './take-snapshot.ts';

const HEADER = {
  networkId: 'fast:localnet',
  epoch: 3,
  changeId: '07'.repeat(32) as TransactionId,
} as const;

const COUNTING = { verifier: VERIFIER, network: genesis({ acceptsUnversioned: false }) };

const v1 = signerOf('v1');
const named: SnapshotHeader = { ...HEADER, validator: v1.address };

const TOO_LARGE = transaction([
  {
    kind: 'ExternalClaim',
    claim: {
      verifierCommittee: [],
      verifierQuorum: 0n,
      claimData: '00'.repeat(LIMITS.transactionBytes) as HexBytes,
    },
    signatures: [],
  },
]);

const FREE: Account = { nextNonce: 4n, lock: undefined, creditCount: 0 };

function ledgerOf(accounts: readonly (readonly [string, Account])[]): Ledger {
  return applyChanges(
    EMPTY_LEDGER,
    accounts.map(([key, value]) => ({ table: 'account', key, value })),
  );
}

/** Accounts of made-up addresses; few or more than one page holds. */
const anyLedger = fc
  .uniqueArray(fc.integer({ min: 1, max: 2 ** 30 }), { maxLength: 3 * PAGE_ENTRIES })
  .map((names) =>
    ledgerOf(names.map((name) => [name.toString(16).padStart(64, '0') as Address, FREE])),
  );

function rootOf([{ part }]: readonly [SignedSnapshotPart, ...unknown[]]): SnapshotRoot {
  if (part.kind !== 'Root') throw new Error('a snapshot begins with its root');
  return part;
}

function pageOf(signed: SignedSnapshotPart): SnapshotPage {
  if (signed.part.kind !== 'Page') throw new Error('behind the root there are pages');
  return signed.part;
}

/** Reads a snapshot as a member of the next epoch does; the first fault, if there is one. */
function faultOf([root, ...pages]: ReturnType<typeof takeSnapshot>): string | undefined {
  const fault = rootFault(root, named, VERIFIER);
  if (fault !== undefined) return fault;
  let after: Address | undefined;
  for (const [index, page] of pages.entries()) {
    const wrong = pageFault(page, rootOf([root]), { index, after }, VERIFIER);
    if (wrong !== undefined) return wrong;
    after = pageOf(page).entries.at(-1)?.address;
  }
  return undefined;
}

describe('a snapshot', () => {
  it('C5 shows every account once, in order, under the key of its member', () => {
    fc.assert(
      fc.property(anyLedger, (ledger) => {
        const snapshot = takeSnapshot(ledger, HEADER, v1, heldEnvelopes);
        expect(faultOf(snapshot)).toBeUndefined();
        const [, ...pages] = snapshot;
        const shown = pages.flatMap((page) => pageOf(page).entries.map(({ address }) => address));
        const held: string[] = [];
        ledger.account.each((_, address) => {
          held.push(address);
        });
        expect(shown).toEqual(held.sort((one, other) => (one < other ? -1 : 1)));
        expect(rootOf(snapshot).pages).toHaveLength(pages.length);
      }),
      { numRuns: 30 },
    );
  });

  it('leaves out an account that was only credited', () => {
    const credited: Account = { nextNonce: 0n, lock: undefined, creditCount: 5 };
    const [, ...pages] = takeSnapshot(
      ledgerOf([[addressOf('alice'), credited]]),
      HEADER,
      v1,
      heldEnvelopes,
    );
    expect(pages).toEqual([]);
  });

  it('C5 shows an account of which nothing has settled but that holds a lock', () => {
    const envelope = payment();
    const locked: Account = {
      nextNonce: 0n,
      lock: { kind: 'pending', envelope, signature: undefined },
      creditCount: 0,
    };
    const ledger = ledgerOf([[addressOf('alice'), locked]]);
    const [, page] = takeSnapshot(ledger, HEADER, v1, heldEnvelopes);
    expect(page?.part).toMatchObject({
      entries: [{ address: addressOf('alice'), nextNonce: 0n, held: [envelope] }],
    });
  });

  it('shows what a lock holds', () => {
    const envelope = payment();
    const rival = payment({ to: 'carol' });
    const ledger = ledgerOf([
      [addressOf('alice'), { ...FREE, lock: { kind: 'pending', envelope, signature: undefined } }],
      [addressOf('bob'), { ...FREE, lock: { kind: 'contested', envelopes: [envelope, rival] } }],
    ]);
    const [, page] = takeSnapshot(ledger, HEADER, v1, heldEnvelopes);
    const held = new Map(
      page === undefined ? [] : pageOf(page).entries.map((entry) => [entry.address, entry.held]),
    );
    expect(held.get(addressOf('alice'))).toEqual([envelope]);
    expect(held.get(addressOf('bob'))).toEqual([envelope, rival]);
  });

  const ledger = ledgerOf(
    Array.from({ length: PAGE_ENTRIES + 3 }, (_, index) => [
      String(index).padStart(64, '0'),
      index === 2
        ? { ...FREE, lock: { kind: 'pending', envelope: payment(), signature: undefined } }
        : FREE,
    ]),
  );
  const snapshot = takeSnapshot(ledger, HEADER, v1, heldEnvelopes);
  const [root, first, second] = snapshot;
  if (first === undefined || second === undefined) throw new Error('it has two pages');

  it.each(['rpc', 'rest'] as const)(
    'is the same after a journey as JSON, dialect %s',
    (dialect) => {
      for (const part of snapshot) {
        const json = SIGNED_SNAPSHOT_PART.toJson(part, dialect);
        expect(SIGNED_SNAPSHOT_PART.fromJson(json, dialect, 'part')).toEqual(part);
      }
    },
  );

  const forged = (part: SignedSnapshotPart['part']) => ({ ...root, part });
  it.each([
    ['of another member', { ...rootOf(snapshot), validator: addressOf('v2') }, 'it is of'],
    ['of another epoch', { ...rootOf(snapshot), epoch: 2 }, 'epoch 2'],
    ['of another network', { ...rootOf(snapshot), networkId: 'fast:testnet' as const }, 'network'],
    [
      'of another change',
      { ...rootOf(snapshot), changeId: '08'.repeat(32) as TransactionId },
      'change',
    ],
    [
      'with a page less',
      { ...rootOf(snapshot), pages: rootOf(snapshot).pages.slice(1) },
      'not valid',
    ],
    ['of an epoch that no bytes stand for', { ...rootOf(snapshot), epoch: -1 }, 'epoch -1'],
  ])('C5 a root %s is refused', (_, part, reason) => {
    expect(rootFault(forged({ ...part, kind: 'Root' }), named, VERIFIER)).toContain(reason);
  });

  it('C5 a page in the place of the root is refused', () => {
    expect(rootFault(first, named, VERIFIER)).toContain('a page');
  });

  const check = (page: SignedSnapshotPart, index = 0, after?: Address) =>
    pageFault(page, rootOf(snapshot), { index, after }, VERIFIER);

  it('C5 a page is refused where another is due', () => {
    expect(check(first, 1)).toBe('it is not page 1');
    expect(check(root)).toBe('it is not page 0');
  });

  it('C5 a page that its member signed for another snapshot is refused', () => {
    const other = takeSnapshot(ledgerOf([[addressOf('alice'), FREE]]), HEADER, v1, heldEnvelopes);
    expect(check(other[1] ?? first)).toBe('its root names another page 0');
  });

  it('C5 a page under another signature is refused', () => {
    expect(check({ ...first, signature: second.signature })).toContain('not valid');
  });

  it.each([
    ['out of order', pageOf(first).entries.toReversed(), 'not in order'],
    ['empty', [], 'has 0'],
    ['too long', [...pageOf(first).entries, ...pageOf(second).entries], 'has 67'],
  ])('C5 a page that is %s is refused', (_, entries, reason) => {
    expect(
      check({ ...first, part: { ...first.part, ...pageOf(first), kind: 'Page', entries } }),
    ).toContain(reason);
  });

  it('C5 a page that repeats the last account of the page before is refused', () => {
    const [{ address } = { address: addressOf('alice') }] = pageOf(second).entries;
    expect(check(second, 1, address)).toContain('not in order');
  });
});

describe('an entry of a snapshot', () => {
  const entry = (nextNonce: bigint, held = [payment()]) => ({
    address: addressOf('alice'),
    nextNonce,
    held,
  });

  it('C5 counts when the certificates behind its nonce are there', () => {
    const ledger = ledgerOf([[addressOf('alice'), FREE]]);
    expect([3n, 4n, 5n].map((nonce) => isBacked(entry(nonce), ledger))).toEqual([
      true,
      true,
      false,
    ]);
    expect(isBacked({ ...entry(1n), address: addressOf('bob') }, ledger)).toBe(false);
  });

  it('C5 shows what the account signed at this nonce', () => {
    expect(shownAt(entry(0n), 0n, COUNTING)).toEqual([payment()]);
  });

  it.each([
    ['of another nonce', payment({ nonce: 1n })],
    ['of another account', payment({ from: 'bob' })],
    [
      'that the account did not sign',
      { ...payment(), signature: payment({ amount: 2n }).signature },
    ],
    ['that the account signed for another network (V2)', paymentElsewhere()],
    ['beyond the limit of a transaction (V1)', signedBy('alice', TOO_LARGE)],
  ])('C5 shows nothing %s', (_, envelope) => {
    expect(shownAt(entry(0n, [envelope]), 0n, COUNTING)).toEqual([]);
  });

  it('C5 a mark of contest without two valid signatures frames nobody', () => {
    const framed = { ...payment({ to: 'carol' }), signature: payment().signature };
    expect(shownAt(entry(0n, [payment(), framed]), 0n, COUNTING)).toEqual([]);
  });
});
