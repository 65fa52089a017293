import type { Signer } from '@quorate/crypto';
import {
  type Address,
  type SignedSnapshotPart,
  type SnapshotEntry,
  type SnapshotHeader,
  type SnapshotPage,
  snapshotPageHash,
  snapshotSigningBytes,
} from '@quorate/protocol';
import type { Ledger } from '../ledger/ledger.ts';
import type { HandoverRules } from './rule-types.ts';

/**
 * The most accounts on one page. Even with two large rivals for each, a page fits into a message.
 */
export const PAGE_ENTRIES = 64;

/** A snapshot: its root first, then its pages in order. */
export type Snapshot = readonly [root: SignedSnapshotPart, ...pages: SignedSnapshotPart[]];

/**
 * Builds a member's snapshot of an ended epoch: every account with its next nonce and the envelopes
 * in its lock, signed part by part (rule C5).
 *
 * It is taken once, at the freeze: a member that took it twice could show two versions.
 */
export function takeSnapshot(
  ledger: Ledger,
  header: Omit<SnapshotHeader, 'validator'>,
  signer: Signer,
  shows: HandoverRules['shows'],
): Snapshot {
  const { networkId, epoch, changeId } = header;
  const named: SnapshotHeader = { networkId, epoch, changeId, validator: signer.address };
  const pages = pagesOf(entriesOf(ledger, shows), named);
  const root = { kind: 'Root', ...named, pages: pages.map(snapshotPageHash) } as const;
  return [
    signedBy(signer, root),
    ...pages.map((page) => signedBy(signer, { kind: 'Page', ...page })),
  ];
}

function entriesOf({ account }: Ledger, shows: HandoverRules['shows']): readonly SnapshotEntry[] {
  const entries: SnapshotEntry[] = [];
  account.each((held, address) => {
    // An account that was only credited is like one that was never seen.
    if (held.nextNonce === 0n && held.lock === undefined) return;
    entries.push({
      address: address as Address,
      nextNonce: held.nextNonce,
      held: shows(held.lock),
    });
  });
  return entries.sort((one, other) => (one.address < other.address ? -1 : 1));
}

function pagesOf(entries: readonly SnapshotEntry[], header: SnapshotHeader): SnapshotPage[] {
  const pages: SnapshotPage[] = [];
  for (let from = 0; from < entries.length; from += PAGE_ENTRIES) {
    const page = entries.slice(from, from + PAGE_ENTRIES);
    pages.push({ ...header, index: pages.length, entries: page });
  }
  return pages;
}

function signedBy(signer: Signer, part: SignedSnapshotPart['part']): SignedSnapshotPart {
  return { part, signature: signer.sign(snapshotSigningBytes(part)) };
}
