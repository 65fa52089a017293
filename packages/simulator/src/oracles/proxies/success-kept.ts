import {
  CERTIFICATE_PREFIX,
  certificateKey,
  type ProxyState,
  readableFacts,
  type StoredCertificate,
  type StoreWrite,
} from '@quorate/core';
import { factsOf, type Transaction, type TransactionCertificate } from '@quorate/protocol';
import { perLife } from '../following/per-life.ts';
import { isSameCertificate } from '../following/written-out.ts';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import { isLasting } from '../wrongly-pruned.ts';
import { proxyFinding } from './proxy-view.ts';

/**
 * What a correct proxy acknowledges it has stored, and it always answers with the same signatures
 * (rule P3). If it prunes, the newest certificates of each sender stay, and those that must never
 * be pruned. When it stores a certificate it drops the incomplete transactions for nonces that are
 * used now (rule P9).
 *
 * Our addition to ledger.md. What is not on its disk it must ask validators for, and each of them
 * may have been given another certificate.
 */
export function successKept(): Oracle {
  /** Undefined when a row of the disk has rotted. */
  const keptBy = perLife(({ disk }: ProxyStep): Kept | undefined => {
    const held = disk();
    return held && keep(held, new Map());
  });

  return {
    name: 'success-kept',
    kind: 'safety',
    afterProxyStep: (step) => {
      const { effects, after } = step.observation;
      const rows = keptBy(step);
      if (rows === undefined) return undefined;
      let finding: Finding | undefined;
      for (const effect of effects) {
        if (effect.type !== 'Persist') continue;
        finding ??= wronglyGone(step, effect.writes, rows);
        keep(effect.writes, rows);
        finding ??= leftOpen(step, effect.writes);
      }
      return finding ?? (after.pruning === undefined ? firstUnkept(step, rows) : undefined);
    },
  };
}

/** The certificates on a disk, by key. */
type Kept = Map<string, TransactionCertificate>;

function keep(rows: readonly StoreWrite[], kept: Kept): Kept {
  for (const { key, value } of rows) {
    if (!key.startsWith(CERTIFICATE_PREFIX)) continue;
    if (value === undefined) kept.delete(key);
    else kept.set(key, (value as StoredCertificate).certificate);
  }
  return kept;
}

function wronglyGone(
  { node, observation }: ProxyStep,
  writes: readonly StoreWrite[],
  kept: Kept,
): Finding | undefined {
  const { pruning } = observation.after;
  for (const { key, value } of writes) {
    const gone = value === undefined ? kept.get(key) : undefined;
    if (gone === undefined) continue;
    const facts = factsOf(gone.envelope.transaction);
    const isOld =
      pruning !== undefined && hasNewer(kept, facts.transaction, pruning.policy.keepPerAccount);
    if (isOld && !isLasting(facts)) continue;
    return proxyFinding(node, facts.id, 'lets go of a certificate that is to stay');
  }
  return undefined;
}

// The next certificate may have been pruned before this one came back and goes again, so any later
// one shows that it is old.
function hasNewer(kept: Kept, { sender, nonce }: Transaction, by: bigint): boolean {
  return [...kept.values()].some(({ envelope }) => {
    const { transaction } = factsOf(envelope.transaction);
    return transaction.sender === sender && transaction.nonce >= nonce + by;
  });
}

function leftOpen(
  { node, observation: { after } }: ProxyStep,
  writes: readonly StoreWrite[],
): Finding | undefined {
  if (after.incomplete.size === 0) return undefined;
  for (const { key, value } of writes) {
    if (value === undefined || !key.startsWith(CERTIFICATE_PREFIX)) continue;
    const { certificate } = value as StoredCertificate;
    const left = openUpTo(after, factsOf(certificate.envelope.transaction).transaction);
    if (left === undefined) continue;
    return proxyFinding(node, left, 'keeps what lacks signatures for a nonce that is used');
  }
  return undefined;
}

function openUpTo(
  { incomplete }: ProxyState,
  { sender, nonce }: { readonly sender: string; readonly nonce: bigint },
): string | undefined {
  for (const [id, { envelope }] of incomplete) {
    const open = readableFacts(envelope)?.transaction;
    if (open?.sender === sender && open.nonce <= nonce) return id;
  }
  return undefined;
}

function firstUnkept({ node, observation }: ProxyStep, rows: Kept): Finding | undefined {
  for (const effect of observation.effects) {
    if (effect.type !== 'Reply' || effect.result.type !== 'Success') continue;
    const finding = unkept(node, effect.result.certificate, rows);
    if (finding !== undefined) return finding;
  }
  return undefined;
}

function unkept(
  proxy: string,
  certificate: TransactionCertificate,
  rows: Kept,
): Finding | undefined {
  const { id, transaction } = factsOf(certificate.envelope.transaction);
  const row = rows.get(certificateKey(transaction.sender, transaction.nonce));
  if (isSameCertificate(row, certificate)) return undefined;
  const what = row === undefined ? 'none' : 'another certificate';
  return proxyFinding(proxy, id, `acknowledged a transaction and kept ${what} of it`);
}
