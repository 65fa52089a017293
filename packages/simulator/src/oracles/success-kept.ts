import { certificateKey, type StoredCertificate, type StoreWrite } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import type { Finding, Oracle, ProxyStep } from './oracle.ts';

/**
 * What a correct proxy acknowledges it has written down, and it answers with the same signatures ever after
 * (rule P3), unless it lets go of certificates.
 *
 * An addition of ours to the ledger document. What is not on its disk it has to ask validators for, and each of
 * them may have been brought another certificate.
 */
export function successKept(): Oracle {
  /** By proxy, for its present life; undefined where a row of its disk has rotted. */
  const kept = new Map<string, Kept | undefined>();

  function keptBy({ node, isFirst, disk }: ProxyStep): Kept | undefined {
    if (!isFirst) return kept.get(node);
    const held = disk();
    const rows: Kept | undefined = held && new Map();
    if (held !== undefined && rows !== undefined) keep(held, rows);
    kept.set(node, rows);
    return rows;
  }

  return {
    name: 'success-kept',
    kind: 'safety',
    afterProxyStep: (step) => {
      const { effects, after } = step.observation;
      if (after.pruning !== undefined) return undefined;
      const rows = keptBy(step);
      if (rows === undefined) return undefined;
      for (const effect of effects) if (effect.type === 'Persist') keep(effect.writes, rows);
      return firstUnkept(step, rows);
    },
  };
}

/** The certificates on a disk, by key of their rows. */
type Kept = Map<string, TransactionCertificate>;

function keep(rows: readonly StoreWrite[], kept: Kept): void {
  for (const { key, value } of rows) {
    if (key.startsWith('certificate/')) kept.set(key, (value as StoredCertificate).certificate);
  }
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
  if (row === certificate || (row && textOf(row)) === textOf(certificate)) return undefined;
  const what = row === undefined ? 'none' : 'another certificate';
  return {
    message: `${proxy} acknowledged a transaction and kept ${what} of it`,
    facts: { proxy, transaction: id },
  };
}

function textOf({ envelope, signatures }: TransactionCertificate): string {
  return [factsOf(envelope.transaction).id, ...signatures.flat()].join(' ');
}
